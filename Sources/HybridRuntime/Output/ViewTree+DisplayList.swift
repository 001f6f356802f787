package import HybridDrawing
package import HybridReload

extension ViewTree {
  /// What is to be painted, in painter's order. Works the same for a tree laid out here and for one a server sent.
  ///
  /// The list is as wide as the viewport and as high as the page, so that a render shows what lies below the fold too.
  package var displayList: DisplayList {
    var builder = DisplayListBuilder(tree: self)
    return builder.build()
  }
}

private struct DisplayListBuilder {
  let tree: ViewTree
  var items: [DisplayList.Item] = []
  var bottom = 0.0
  /// ``ViewTree/subtreeEnds``.
  let ends: [Int]

  init(tree: ViewTree) {
    self.tree = tree
    ends = tree.subtreeEnds
  }

  mutating func build() -> DisplayList {
    var origins: [Spot] = []
    origins.reserveCapacity(tree.nodes.count)
    /// Groups that are open, with the index just past their last node.
    var open: [(end: Int, content: DisplayList.Content)] = []
    var clipped: [Bounds] = []
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index {
        open.removeLast()
        items.append(DisplayList.Item(last.content))
        if case .popClip = last.content { clipped.removeLast() }
      }
      let above = node.parent.map { origins[$0] } ?? Spot(x: 0, y: 0)
      let origin = Spot(x: above.x + node.frame.x, y: above.y + node.frame.y)
      origins.append(origin)
      let frame = Bounds(x: origin.x, y: origin.y, width: node.frame.width, height: node.frame.height)
      let radii = cornerRadii(node.paint.radii)
      if let opacity = node.paint.opacity {
        items.append(DisplayList.Item(.pushOpacity(opacity), node: Int32(clamping: index)))
        open.append((ends[index], .popOpacity))
      }
      paint(node, index: index, frame: frame, radii: radii)
      bottom = max(bottom, clipped.last.map { frame.intersection($0).maxY } ?? frame.maxY)
      if node.paint.clips {
        let inner = paddingBox(of: node, frame: frame)
        items.append(DisplayList.Item(.pushClip(inner, radii)))
        open.append((ends[index], .popClip))
        clipped.append(clipped.last.map { inner.intersection($0) } ?? inner)
      }
    }
    for last in open.reversed() { items.append(DisplayList.Item(last.content)) }
    return DisplayList(
      size: Extent(width: tree.viewport.width, height: max(bottom, 0)), background: canvasBackground,
      items: items)
  }

  /// The background of the root, or else of the body, covers the whole canvas (CSS Backgrounds 3 §2.11.2).
  private var canvasBackground: RGBA {
    if let color = tree.nodes.first?.paint.background { return RGBA(color) }
    let body = tree.nodes.first { $0.parent == 0 && $0.tag.lowercased() == "body" }
    return body?.paint.background.map { RGBA($0) } ?? .transparent
  }

  /// The grounds of inline elements in a node's own lines, which go below the text though they stand behind it in the tree.
  private mutating func paintInlineBoxes(under top: Int, at corner: Spot) {
    var corners = [top: corner]
    for index in top + 1..<max(ends[top], top + 1) {
      let node = tree.nodes[index]
      guard let parent = node.parent, let above = corners[parent], node.paint.lines == nil else { continue }
      let place = Spot(x: above.x + node.frame.x, y: above.y + node.frame.y)
      corners[index] = place
      guard node.paint.isInline, let color = node.paint.background else { continue }
      let frame = Bounds(x: place.x, y: place.y, width: node.frame.width, height: node.frame.height)
      let box = DisplayList.Box(frame: frame, background: RGBA(color), radii: cornerRadii(node.paint.radii))
      items.append(DisplayList.Item(.box(box), node: Int32(clamping: index)))
    }
  }

  private mutating func paint(_ node: ViewNode, index: Int, frame: Bounds, radii: CornerRadii) {
    let number = Int32(clamping: index)
    let paint = node.paint
    if !paint.isInline, paint.background != nil || paint.borders != nil {
      var box = DisplayList.Box(frame: frame, radii: radii)
      if let color = paint.background { box.background = RGBA(color) }
      if let sides = paint.borders, sides.count == 4 {
        box.borders = Sides(
          top: border(sides[0]), right: border(sides[1]), bottom: border(sides[2]), left: border(sides[3]))
      }
      items.append(DisplayList.Item(.box(box), node: number))
    }
    if let image = paint.image {
      let place = Bounds(
        x: frame.x + image.frame.x, y: frame.y + image.frame.y, width: image.frame.width,
        height: image.frame.height)
      items.append(
        DisplayList.Item(
          .image(DisplayList.Image(frame: place, source: image.source, label: image.label, radii: radii)),
          node: number))
    }
    if let lines = paint.lines, let text = text(lines, in: frame) {
      paintInlineBoxes(under: index, at: Spot(x: frame.x, y: frame.y))
      items.append(DisplayList.Item(.text(text), node: number))
    }
  }

  /// Lines as they came, as one item: fragments point at a run each.
  private func text(_ lines: [ViewLine], in frame: Bounds) -> DisplayList.Text? {
    guard let first = lines.first else { return nil }
    let left = lines.map(\.room.start).min() ?? 0
    let right = lines.map { $0.room.start + $0.room.width }.max() ?? 0
    let top = first.frame.y
    let height = (lines.last.map { $0.frame.y + $0.frame.height } ?? top) - top
    var runs: [RichText.Run] = []
    var laidOut: [TextLayout.Line] = []
    for (number, line) in lines.enumerated() {
      var fragments: [TextLayout.Fragment] = []
      for piece in line.pieces {
        fragments.append(
          TextLayout.Fragment(
            run: runs.count, text: piece.text, order: fragments.count, x: piece.x - left, width: piece.width,
            ascent: piece.size * 0.9, descent: piece.size * 0.25))
        runs.append(.text(piece.text, piece.style))
      }
      let y = line.frame.y - top
      laidOut.append(
        TextLayout.Line(
          x: line.frame.x - left, y: y, width: line.frame.width, height: line.frame.height,
          baseline: y + line.baseline, fragments: fragments, endsParagraph: number == lines.count - 1))
    }
    let alignment: RichText.Alignment =
      switch first.align {
      case "right": .right
      case "center": .center
      default: .left
      }
    let place = Bounds(x: frame.x + left, y: frame.y + top, width: max(right - left, 0), height: height)
    return DisplayList.Text(
      frame: place, text: RichText(runs: runs, alignment: alignment),
      layout: TextLayout(size: Extent(width: place.width, height: height), lines: laidOut))
  }

  private func paddingBox(of node: ViewNode, frame: Bounds) -> Bounds {
    guard let sides = node.paint.borders, sides.count == 4 else { return frame }
    return Bounds(
      x: frame.x + sides[3].width, y: frame.y + sides[0].width,
      width: max(frame.width - sides[1].width - sides[3].width, 0),
      height: max(frame.height - sides[0].width - sides[2].width, 0))
  }

  private func border(_ side: ViewBorder) -> DisplayList.Border {
    let style: DisplayList.Border.Style =
      switch side.style {
      case "none", "hidden": .none
      case "dashed": .dashed
      case "dotted": .dotted
      case "double": .double
      default: .solid
      }
    return DisplayList.Border(width: side.width, style: style, color: RGBA(side.color))
  }

  private func cornerRadii(_ radii: [Double]?) -> CornerRadii {
    guard let radii, radii.count == 4 else { return .zero }
    return CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }
}

extension ViewText {
  fileprivate var style: TextStyle {
    TextStyle(
      font: Font(
        families: family.split(separator: ",").map(String.init), size: size, weight: weight,
        isItalic: isItalic),
      color: RGBA(color), isUnderlined: isUnderlined, isStruckThrough: isStruckThrough, link: link)
  }
}

extension RGBA {
  /// The colour `0xRRGGBBAA`.
  init(_ packed: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: packed >> 24), UInt8(truncatingIfNeeded: packed >> 16),
      UInt8(truncatingIfNeeded: packed >> 8), UInt8(truncatingIfNeeded: packed))
  }
}
