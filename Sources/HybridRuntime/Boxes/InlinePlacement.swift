import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry

/// The box of an inline element in its lines. Its width is that of what is in it.
struct InlineBox: Hashable {
  /// From its baseline to the upper and the lower edge of its border box (CSS 2.2 §10.6.1).
  var ascent: Double
  var descent: Double
  /// The distance of its baseline above that of the line.
  var rise: Double
  /// The subtree that it belongs to, which is aligned with an edge of the line box.
  var group: LineGroup?
  /// Its margins, which the edges of the box in a line include.
  var margins: (left: Double, right: Double) { (marginLeft, marginRight) }
  private var marginLeft: Double
  private var marginRight: Double
  /// The parts of the container's width that come on top: of ascent and descent, and of the margins.
  var ratios = Edges(0.0)

  init(
    ascent: Double, descent: Double, rise: Double, group: LineGroup?, margins: (left: Double, right: Double)
  ) {
    (self.ascent, self.descent) = (ascent, descent)
    (self.rise, self.group) = (rise, group)
    (marginLeft, marginRight) = margins
  }

  /// The box in a container of a width.
  func resolved(in width: Double) -> InlineBox {
    guard ratios != Edges(0.0) else { return self }
    var result = self
    result.ascent += ratios.top * width
    result.descent += ratios.bottom * width
    result.marginLeft += ratios.left * width
    result.marginRight += ratios.right * width
    result.ratios = Edges(0.0)
    return result
  }
}

/// Where inline-level boxes are in the lines of a container (CSS 2.2 §10.8.1, `vertical-align`).
struct InlinePlacement {
  let document: Document
  let styles: StyledDocument
  /// The element whose lines these are.
  let container: NodeID

  /// How far the baseline of an inline element is above that of the line, or of the aligned subtree that it
  /// belongs to.
  func place(of element: NodeID) -> (rise: Double, group: LineGroup?) {
    var rise = 0.0
    var current = element
    while current != container, styles[current].box.display == .inline, let parent = document[current].parent
    {
      switch styles[current].box.verticalAlign {
      case .keyword(.baseline): break
      case .keyword(.top): return (rise, LineGroup(edge: .top, root: Int32(current.index)))
      case .keyword(.bottom): return (rise, LineGroup(edge: .bottom, root: Int32(current.index)))
      case .keyword(let keyword): rise += self.rise(of: current, in: parent, keyword)
      case .length(let length): rise += self.rise(of: current, length)
      }
      current = parent
    }
    return (rise, nil)
  }

  /// The inline boxes around and including an element that may make a line higher than its container does by
  /// itself, except `known`. In quirks mode only what is in them counts.
  func struts(of element: NodeID?, except known: InlineStrut? = nil) -> [InlineStrut] {
    guard document.quirksMode == .noQuirks else { return [] }
    var path: [NodeID] = []
    var current = element
    while let node = current, node != container {
      path.append(node)
      current = document[node].parent
    }
    var struts: [InlineStrut] = []
    // From the outside, since each box is placed in the one around it.
    var around: (rise: Double, group: LineGroup?) = (0, nil)
    for node in path.reversed() {
      let style = styles[node]
      around = style.box.display == .inline ? place(of: node, style, in: around) : (0, nil)
      guard style.box.display == .inline else { continue }
      let strut = InlineStrut(
        font: style.font, lineHeight: style.usedLineHeight, rise: around.rise, group: around.group)
      if strut != known, !struts.contains(strut), !isLikeContainer(strut) { struts.append(strut) }
    }
    return struts
  }

  /// The place of an inline element in a box at a place.
  private func place(
    of element: NodeID, _ style: ComputedStyle, in around: (rise: Double, group: LineGroup?)
  ) -> (rise: Double, group: LineGroup?) {
    switch style.box.verticalAlign {
    case .keyword(.baseline): return around
    case .keyword(.top): return (0, LineGroup(edge: .top, root: Int32(element.index)))
    case .keyword(.bottom): return (0, LineGroup(edge: .bottom, root: Int32(element.index)))
    case .keyword(let keyword):
      guard let parent = document[element].parent else { return around }
      return (around.rise + rise(of: element, in: parent, keyword), around.group)
    case .length(let length): return (around.rise + rise(of: element, length), around.group)
    }
  }

  /// Whether every line is as high anyway.
  private func isLikeContainer(_ strut: InlineStrut) -> Bool {
    strut.rise == 0 && strut.group == nil && strut.font == styles[container].font
      && strut.lineHeight == styles[container].usedLineHeight
  }

  /// The place of an atomic inline box, and the aligned subtree that it belongs to.
  func place(ofObject element: NodeID) -> (place: InlineObject.Place, group: LineGroup?) {
    guard let parent = document[element].parent else { return (.baseline(0), nil) }
    let (rise, group) = place(of: parent)
    return (place(ofObject: element, in: parent, rise), group)
  }

  /// The place of an anonymous inline table in an element.
  func place(ofTableIn parent: NodeID?) -> (place: InlineObject.Place, group: LineGroup?) {
    guard let parent else { return (.baseline(0), nil) }
    let (rise, group) = place(of: parent)
    return (.baseline(rise), group)
  }

  private func place(ofObject element: NodeID, in parent: NodeID, _ rise: Double) -> InlineObject.Place {
    func extents() -> FontExtents { TextMetrics.extents(of: styles[parent].font) }
    switch styles[element].box.verticalAlign {
    case .keyword(.baseline): return .baseline(rise)
    case .keyword(.sub), .keyword(.super): return .baseline(rise + raised(element, in: parent))
    case .keyword(.top): return .line(.top)
    case .keyword(.bottom): return .line(.bottom)
    case .keyword(.middle): return .middle(rise + extents().xHeight / 2)
    case .keyword(.textTop): return .upperEdge(rise + extents().ascent)
    case .keyword(.textBottom): return .lowerEdge(rise - extents().descent)
    case .length(let length): return .baseline(rise + self.rise(of: element, length))
    }
  }

  /// The box of an inline element.
  func box(of element: NodeID) -> InlineBox {
    let style = styles[element]
    let extents = TextMetrics.extents(of: style.font)
    let (rise, group) = place(of: element)
    let (padding, border) = (style.box.padding, style.border.widths)
    let margin = style.box.margin
    var box = InlineBox(
      ascent: extents.ascent + padding.top.resolved(against: 0) + border.top,
      descent: extents.descent + padding.bottom.resolved(against: 0) + border.bottom, rise: rise,
      group: group, margins: (margin.left.points, margin.right.points))
    box.ratios = Edges(
      top: padding.top.ratio, right: margin.right.ratio, bottom: padding.bottom.ratio,
      left: margin.left.ratio)
    return box
  }

  /// How far relative positioning moves an element in the lines, with all inline elements around it (CSS
  /// Positioned Layout 3 §3.3). Percentages count as nothing.
  func offset(of element: NodeID) -> Point {
    var offset = Point.zero
    var current: NodeID? = element
    while let node = current, node != container {
      let own = ownOffset(of: node)
      offset.x += own.x
      offset.y += own.y
      current = document[node].parent
    }
    return offset
  }

  /// How far relative positioning moves an element by itself.
  func ownOffset(of element: NodeID) -> Point {
    let box = styles[element].box
    guard box.position == .relative else { return .zero }
    // CSS 2.2 §9.4.3: of two offsets, the direction of the container decides.
    let isFromRight = styles[container].text.direction == .rtl && box.inset.right != .auto
    return Point(
      x: box.inset.left == .auto || isFromRight ? -box.inset.right.points : box.inset.left.points,
      y: box.inset.top == .auto ? -box.inset.bottom.points : box.inset.top.points)
  }

  private func rise(of element: NodeID, in parent: NodeID, _ keyword: VerticalAlignKeyword) -> Double {
    let around = TextMetrics.extents(of: styles[parent].font)
    let box = TextMetrics.extents(of: styles[element].font).box(lineHeight: styles[element].usedLineHeight)
    switch keyword {
    case .middle: return around.xHeight / 2 - (box.above - box.below) / 2
    case .textTop: return around.ascent - box.above
    case .textBottom: return box.below - around.descent
    case .sub, .super: return raised(element, in: parent)
    case .baseline, .top, .bottom: return 0
    }
  }

  /// The rise of `sub` and `super`, as browsers have it.
  private func raised(_ element: NodeID, in parent: NodeID) -> Double {
    let size = styles[parent].text.fontSize
    return styles[element].box.verticalAlign == .keyword(.super) ? size / 3 + 1 : -(size / 5 + 1)
  }

  /// The rise by a length or a percentage of the line height.
  private func rise(of element: NodeID, _ length: LengthPercentage) -> Double {
    if case .points(let points) = length { return points }
    let style = styles[element]
    let extents = TextMetrics.extents(of: style.font)
    return length.resolved(
      against: style.usedLineHeight ?? extents.ascent + extents.descent + extents.lineGap)
  }
}
