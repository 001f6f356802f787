package import HybridDrawing
package import HybridGeometry
package import HybridViewTree

extension ViewTree {
  /// The display list of the tree, in painting order. It works the same for a tree laid out here and for one
  /// from a server.
  ///
  /// The list is as wide as the viewport and as high as the page, so that a render includes content below the
  /// fold; for a scrolled page it shows the viewport.
  package var displayList: DisplayList {
    var builder = DisplayListBuilder(tree: self)
    return builder.build()
  }

  /// The painted border box of each node, scrolled and moved, relative to the corner of the viewport.
  package var paintedFrames: [Rect] {
    DisplayListBuilder(tree: self).places.map(\.frame)
  }
}

private struct DisplayListBuilder {
  let tree: ViewTree
  var items: [DisplayList.Item] = []
  /// The faces that the page defines.
  private let fonts: FontSet
  /// ``ViewTree/subtreeEnds``.
  let ends: [Int]
  /// The place of each painted node.
  private(set) var places: [Place] = []

  /// The place of a painted node.
  struct Place {
    /// The border box.
    var frame: Rect
    /// The offset of everything in it.
    var scroll: Point
    /// The clip of everything around it; nil for no clip.
    var clip: Rect?
  }

  init(tree: ViewTree) {
    self.tree = tree
    fonts = FontSet(tree.nodes.first?.paint.effects?.fonts ?? [])
    ends = tree.subtreeEnds
    places.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() { places.append(place(of: node, index)) }
  }

  /// The place where a node is painted. Transforms beyond translations are separate items, which text cells
  /// ignore.
  private func place(of node: ViewNode, _ index: Int) -> Place {
    var frame = node.frame
    var place = Place(frame: frame, scroll: Point(x: 0, y: 0))
    if let parent = node.parent {
      let above = places[parent]
      frame.x += above.frame.x - above.scroll.x
      frame.y += above.frame.y - above.scroll.y
      place.clip = clip(around: node, parent)
    } else if let scroll = node.scroll {
      // The viewport scrolls the root too.
      frame.x -= scroll.x
      frame.y -= scroll.y
    }
    if let matrix = node.paint.transform, matrix.isTranslation {
      frame.x += matrix[4]
      frame.y += matrix[5]
    }
    place.frame = frame
    if let scroll = node.scroll, node.parent != nil { place.scroll = Point(x: scroll.x, y: scroll.y) }
    if node.paint.clips {
      let inner = node.paddingBox(at: frame)
      place.clip = place.clip.map { inner.intersection($0) } ?? inner
    }
    return place
  }

  /// The clip of a node: that of its parent, or of its containing block, with all clips around that.
  private func clip(around node: ViewNode, _ parent: Int) -> Rect? {
    var holder = parent
    var steps = node.paint.effects?.escapes ?? 1
    while steps > 1, let next = tree.nodes[holder].parent {
      holder = next
      steps -= 1
    }
    return places[holder].clip
  }

  mutating func build() -> DisplayList {
    var bottom = 0.0
    for (index, node) in tree.nodes.enumerated() {
      let clip = node.parent.flatMap { self.clip(around: node, $0) }
      let frame = places[index].frame
      bottom = max(bottom, clip.map { frame.intersection($0).maxY } ?? frame.maxY)
    }
    /// The active clips, by node. For a node painted out of flow order, the clips around it are opened again.
    var clips: [Int: Int] = [:]
    for step in PaintOrder(tree).steps {
      switch step {
      case .open(let index, let parts):
        let node = tree.nodes[index]
        if parts.contains(.group) {
          if clips[index] == nil { clips[index] = openClips(round: index) }
          openGroup(of: node, index: index)
        }
        if parts.contains(.box) { paintBox(of: node, index: index) }
        if parts.contains(.image), let image = node.paint.image { paint(image, of: node, index: index) }
        if parts.contains(.clip), node.paint.clips { pushClip(of: index) }
        if parts.contains(.lines) { paintLines(of: node, index: index, frame: places[index].frame) }
      case .close(let index, let parts):
        let node = tree.nodes[index]
        if parts.contains(.clip), node.paint.clips { items.append(DisplayList.Item(.popClip)) }
        if parts.contains(.outline), let outline = node.paint.effects?.outline { paint(outline, of: index) }
        guard parts.contains(.group) else { continue }
        if node.paint.opacity != nil { items.append(DisplayList.Item(.popOpacity)) }
        if node.paint.effects?.changesContent == true { items.append(DisplayList.Item(.popEffect)) }
        if transform(of: index) != nil { items.append(DisplayList.Item(.popTransform)) }
        for _ in 0..<(clips[index] ?? 0) { items.append(DisplayList.Item(.popClip)) }
      }
    }
    let isScrolled = tree.nodes.first?.scroll.map { $0.x != 0 || $0.y != 0 } ?? false
    return DisplayList(
      size: Size(
        width: tree.viewport.width, height: isScrolled ? tree.viewport.height : max(bottom, 0)),
      background: canvasBackground, items: items)
  }

  /// Begins what applies to a node with its content.
  private mutating func openGroup(of node: ViewNode, index: Int) {
    let number = Int32(clamping: index)
    if let transform = transform(of: index) {
      items.append(DisplayList.Item(.pushTransform(transform), node: number))
    }
    if let effect = effect(of: index) { items.append(DisplayList.Item(.pushEffect(effect), node: number)) }
    if let opacity = node.paint.opacity {
      items.append(DisplayList.Item(.pushOpacity(opacity), node: number))
    }
  }

  /// The rotation or scale of a node with its content, about the corner of its frame; nil for a pure
  /// translation.
  private func transform(of index: Int) -> Transform? {
    guard let matrix = tree.nodes[index].paint.transform, !matrix.isTranslation else { return nil }
    let frame = places[index].frame
    return Transform(matrix, about: Point(x: frame.x, y: frame.y))
  }

  /// The effect of a node with its content, which is then painted as a group; nil without an effect.
  private func effect(of index: Int) -> DisplayList.Effect? {
    guard let effects = tree.nodes[index].paint.effects, effects.changesContent else { return nil }
    let frame = places[index].frame
    var effect = DisplayList.Effect()
    effect.filters = effects.filters
    effect.clip = effects.clip
    effect.clipIsEvenOdd = effects.clipIsEvenOdd
    effect.origin = Point(x: frame.x, y: frame.y)
    effect.masks = effects.masks.map { $0.placed(in: frame) }
    effect.blend = effects.blend
    return effect
  }

  /// Paints an outline: around a node or each of its boxes, above its content, as round as its border box.
  private mutating func paint(_ outline: ViewOutline, of index: Int) {
    let frame = places[index].frame
    guard tree.nodes[index].paint.isInline, let fragments = tree.nodes[index].paint.fragments else {
      return paint(outline, around: frame, of: index)
    }
    for fragment in fragments where !fragment.frame.isEmpty {
      var box = fragment.frame
      box.x += frame.x
      box.y += frame.y
      paint(outline, around: box, of: index)
    }
  }

  private mutating func paint(_ outline: ViewOutline, around frame: Rect, of index: Int) {
    let reach = outline.offset + outline.width
    let frame = frame.grown(by: reach)
    guard frame.width > 0, frame.height > 0 else { return }
    let side = DisplayList.Border(width: outline.width, style: outline.style, color: outline.color)
    let radii = cornerRadii(tree.nodes[index].paint.radii).inset(by: Edges(-reach))
    var box = DisplayList.Box(frame: frame, borders: Edges(side), radii: radii)
    box.isOutline = true
    items.append(DisplayList.Item(.box(box), node: Int32(clamping: index)))
  }

  /// Opens the clips between a node and the stacking context that paints it; returns their number.
  private mutating func openClips(round index: Int) -> Int {
    guard tree.nodes[index].paint.zOrder != nil else { return 0 }
    var clippers: [Int] = []
    var ancestor = tree.nodes[index].parent
    var steps = tree.nodes[index].paint.effects?.escapes ?? 1
    while let current = ancestor, current != 0, !tree.nodes[current].paint.isolates {
      if steps <= 1, tree.nodes[current].paint.clips { clippers.append(current) }
      steps -= 1
      ancestor = tree.nodes[current].parent
    }
    for clipper in clippers.reversed() { pushClip(of: clipper) }
    return clippers.count
  }

  private mutating func pushClip(of index: Int) {
    let node = tree.nodes[index]
    let frame = places[index].frame
    var inner = node.paddingBox(at: frame)
    var radii = cornerRadii(node.paint.radii).inset(by: node.paint.borderWidths)
    if node.hasCollapsedBorders {
      // The cells paint the borders of the table, over its edge.
      let widths = node.paint.borderWidths
      inner = frame.inset(
        by: Edges(top: -widths.top, right: -widths.right, bottom: -widths.bottom, left: -widths.left))
      radii = cornerRadii(node.paint.radii)
    }
    items.append(DisplayList.Item(.pushClip(inner, radii)))
  }

  /// The background of the root, or else of the body, covers the whole canvas (CSS Backgrounds 3 §2.11.2).
  private var canvasBackground: RGBA {
    if let color = tree.nodes.first?.paint.background { return color }
    let body = tree.nodes.first(where: \.isBody)
    return body?.paint.background ?? .transparent
  }

  /// Paints the boxes of inline elements in a node's own lines, below the text although they come later in
  /// the tree.
  private mutating func paintInlineBoxes(under top: Int) {
    var index = top + 1
    while index < ends[top] {
      let node = tree.nodes[index]
      guard node.paint.lines == nil else {
        index = ends[index]
        continue
      }
      if node.paint.isInline { paintFragments(of: node, index: index) }
      index += 1
    }
  }

  /// Paints the box of a node in the flow; that of an inline element is painted with the lines that it is in,
  /// unless it has lines of its own.
  private mutating func paintBox(of node: ViewNode, index: Int) {
    if !node.paint.isInline || node.paint.lines != nil { paintFragments(of: node, index: index) }
  }

  /// Paints the box of a node, or its boxes.
  private mutating func paintFragments(of node: ViewNode, index: Int) {
    let corner = places[index].frame
    guard let fragments = node.paint.fragments else { return paintBox(node.paint, at: corner, index) }
    if node.hasCollapsedBorders, let sides = node.paint.borders {
      return paintCollapsed(node, sides, fragments, at: corner, index)
    }
    for fragment in fragments {
      var paint = ViewPaint()
      (paint.background, paint.borders, paint.radii) = (fragment.background, fragment.borders, fragment.radii)
      (paint.shadows, paint.gradients) = (fragment.shadows, fragment.gradients)
      (paint.pictures, paint.isPixelated) = (fragment.pictures, node.paint.isPixelated)
      paint.isInline = node.paint.isInline
      if let backdrop = node.paint.effects?.backdrop, !backdrop.isEmpty {
        paint.setEffects { $0.backdrop = backdrop }
      }
      var frame = fragment.frame
      frame.x += corner.x
      frame.y += corner.y
      paintBox(paint, at: frame, index)
    }
  }

  /// Paints a cell whose borders collapse: its box, then each border that it has. Text cells show the borders
  /// of the node, since they have no room for others.
  private mutating func paintCollapsed(
    _ node: ViewNode, _ sides: [ViewBorder], _ fragments: [ViewFragment], at corner: Rect, _ index: Int
  ) {
    let number = Int32(clamping: index)
    let first = items.count
    var ground = node.paint
    (ground.borders, ground.fragments) = (nil, nil)
    paintBox(ground, at: corner, index)
    if items.count > first, case .box(var box) = items[items.count - 1].content {
      box.cellBorders = borders(sides)
      items[items.count - 1].content = .box(box)
    } else {
      var box = DisplayList.Box(frame: corner)
      box.cellBorders = borders(sides)
      items.append(DisplayList.Item(.box(box), node: number))
    }
    for fragment in fragments.dropFirst() {
      guard let sides = fragment.borders, sides.count == 4 else { continue }
      var frame = fragment.frame
      frame.x += corner.x
      frame.y += corner.y
      var box = DisplayList.Box(frame: frame, borders: borders(sides))
      box.isOutline = true
      items.append(DisplayList.Item(.box(box), node: number))
    }
  }

  /// Paints the box of a node, without what is in it.
  private mutating func paintBox(_ paint: ViewPaint, at frame: Rect, _ index: Int) {
    let coversText = tree.nodes[index].paint.effects?.coversText == true
    let number = Int32(clamping: index)
    let radii = cornerRadii(paint.radii)
    let effects = paint.effects
    if let backdrop = effects?.backdrop, !backdrop.isEmpty {
      items.append(DisplayList.Item(.backdrop(frame, radii, backdrop), node: number))
    }
    if paint.background != nil || paint.borders != nil || paint.gradients != nil || paint.shadows != nil {
      var box = DisplayList.Box(frame: frame, radii: radii)
      box.isInline = paint.isInline
      box.shadows = paint.shadows ?? []
      box.gradients = (paint.gradients ?? []).map { $0.placed(in: frame) }
      if let color = paint.background { box.background = color }
      if coversText { box.letters = letters(in: index) }
      paintPictures(paint, under: &box, number)
      if let sides = paint.borders, sides.count == 4 { box.borders = borders(sides) }
      if let ground = effects?.ground {
        box.coverage = Rect(
          x: frame.x + ground.x, y: frame.y + ground.y, width: ground.width, height: ground.height)
      }
      if let notch = effects?.notch { box.cut(notch) }
      if effects?.frame != nil { box.borders = Edges(.none) }
      items.append(DisplayList.Item(.box(box), node: number))
    } else if paint.pictures != nil {
      var nothing = DisplayList.Box(frame: frame, radii: radii)
      paintPictures(paint, under: &nothing, number)
    }
    if let effects { self.paint(effects, in: frame, number) }
  }

  /// The texts in a node, or those of the lines that it is a part of.
  private func letters(in index: Int) -> [DisplayList.Text] {
    var top = index
    while tree.nodes[top].paint.isInline, let parent = tree.nodes[top].parent,
      tree.nodes[top].paint.lines == nil
    {
      top = parent
    }
    return (top..<ends[top]).flatMap { node -> [DisplayList.Text] in
      guard let lines = tree.nodes[node].paint.lines, !lines.isEmpty else { return [] }
      return columns(of: lines).compactMap { text($0, in: places[node].frame) }
    }
  }

  /// Paints the picture of a node, which the node does not clip.
  private mutating func paint(_ image: ViewImage, of node: ViewNode, index: Int) {
    let frame = places[index].frame
    let place = Rect(
      x: frame.x + image.frame.x, y: frame.y + image.frame.y, width: image.frame.width,
      height: image.frame.height)
    // Rounded as the inner edge of what lies around it.
    let radii = cornerRadii(node.paint.radii).inset(
      by: Edges(
        top: max(image.frame.y, 0), right: max(frame.maxX - place.maxX, 0),
        bottom: max(frame.maxY - place.maxY, 0), left: max(image.frame.x, 0)))
    var picture = DisplayList.Image(frame: place, source: image.source, label: image.label, radii: radii)
    (picture.path, picture.hash) = (image.path, image.hash)
    picture.natural = image.natural
    picture.isPixelated = node.paint.isPixelated
    picture.fit = ImageFit(rawValue: image.fit) ?? .fill
    if let position = image.position, position.count == 4 {
      picture.position = ImagePosition(
        shareX: position[0], shareY: position[1], x: position[2], y: position[3])
    }
    items.append(DisplayList.Item(.image(picture), node: Int32(clamping: index)))
  }

  /// Paints the lines of a node, and the boxes of inline elements in them.
  private mutating func paintLines(of node: ViewNode, index: Int, frame: Rect) {
    guard let lines = node.paint.lines, !lines.isEmpty else { return }
    let number = Int32(clamping: index)
    paintInlineBoxes(under: index)
    for lines in columns(of: lines) {
      if let text = text(lines, in: frame) { items.append(DisplayList.Item(.text(text), node: number)) }
    }
  }

  /// Paints the image around a box, and the marks of a control.
  private mutating func paint(_ effects: ViewEffects, in frame: Rect, _ node: Int32) {
    func placed(_ own: Rect) -> Rect {
      Rect(x: frame.x + own.x, y: frame.y + own.y, width: own.width, height: own.height)
    }
    if let image = effects.frame {
      var shown = DisplayList.Frame(
        area: placed(image.area), size: image.size, slices: image.slices, widths: image.widths,
        repetition: image.repetition, fills: image.fills)
      shown.gradient = image.gradient
      (shown.source, shown.path, shown.hash) = (image.source, image.path, image.hash)
      items.append(DisplayList.Item(.frame(shown), node: node))
    }
    for shape in effects.shapes {
      let mark = DisplayList.Shape(
        path: shape.path, origin: Point(x: frame.x, y: frame.y), fill: shape.fill, stroke: shape.stroke,
        width: shape.width, sign: shape.sign, frame: placed(shape.frame))
      items.append(DisplayList.Item(.shape(mark), node: node))
    }
  }

  /// Paints the pictures of a background, each above the colour and gradients below it. Layers above the last
  /// picture, and the borders, remain in `box`.
  private mutating func paintPictures(
    _ paint: ViewPaint, under box: inout DisplayList.Box, _ node: Int32
  ) {
    func bounds(_ frame: Rect) -> Rect {
      Rect(x: box.frame.x + frame.x, y: box.frame.y + frame.y, width: frame.width, height: frame.height)
    }
    // Pictures do not cover letters.
    guard box.letters == nil else { return }
    for picture in (paint.pictures ?? []).reversed() {
      let depth = min(max(picture.depth, 0), box.gradients.count)
      // Inset shadows are painted above the whole background, the others below it.
      let outer = box.shadows.filter { !$0.isInset }
      if depth < box.gradients.count || !box.background.isTransparent || !outer.isEmpty {
        var ground = DisplayList.Box(frame: box.frame, background: box.background, radii: box.radii)
        ground.gradients = Array(box.gradients[depth...])
        ground.shadows = outer
        items.append(DisplayList.Item(.box(ground), node: node))
      }
      box.shadows.removeAll { !$0.isInset }
      box.gradients = Array(box.gradients[..<depth])
      box.background = .transparent
      var image = DisplayList.Image(frame: bounds(picture.frame), source: picture.source)
      (image.path, image.hash) = (picture.path, picture.hash)
      image.isPixelated = paint.isPixelated
      image.tiling = DisplayList.Tiling(
        area: bounds(picture.area), stepX: picture.step.x, stepY: picture.step.y)
      let isRound = box.radii != .zero
      if isRound { items.append(DisplayList.Item(.pushClip(box.frame, box.radii))) }
      items.append(DisplayList.Item(.image(image), node: node))
      if isRound { items.append(DisplayList.Item(.popClip)) }
    }
  }

  /// Groups lines into columns: stacked lines separately from lines beside them, such as titles side by side
  /// or a sign at the right edge.
  private func columns(of lines: [ViewLine]) -> [ArraySlice<ViewLine>] {
    var result: [ArraySlice<ViewLine>] = []
    var start = 0
    for index in lines.indices.dropFirst() {
      let middle = lines[index].frame.y + lines[index].frame.height / 2
      if middle < lines[index - 1].frame.y + lines[index - 1].frame.height {
        result.append(lines[start..<index])
        start = index
      }
    }
    return result + [lines[start...]]
  }

  /// The least distance between two pieces of a line that cells show, in points: nearly a column.
  private static let leastGap = 6.0

  /// The lines as one item; each fragment refers to a run.
  private func text(_ lines: ArraySlice<ViewLine>, in frame: Rect) -> DisplayList.Text? {
    guard let first = lines.first else { return nil }
    let left = lines.map(\.room.start).min() ?? 0
    let right = lines.map { $0.room.start + $0.room.width }.max() ?? 0
    let top = first.frame.y
    let height = (lines.last.map { $0.frame.y + $0.frame.height } ?? top) - top
    var runs: [RichText.Run] = []
    var laidOut: [TextLayout.Line] = []
    for (number, line) in lines.enumerated() {
      var fragments: [TextLayout.Fragment] = []
      var end: Double?
      for piece in line.pieces {
        // A gap between two pieces, such as an inline block, keeps its room in cells.
        if let last = end, piece.x - last > Self.leastGap {
          fragments.append(
            TextLayout.Fragment(
              run: runs.count, text: "", order: fragments.count, x: last - left, width: piece.x - last,
              ascent: 0, descent: 0))
          let room = Size(width: piece.x - last, height: 0)
          runs.append(.object(InlineObject(id: -1, size: room, baseline: nil, place: .baseline(0))))
        }
        end = piece.x + piece.width
        fragments.append(
          TextLayout.Fragment(
            run: runs.count, text: piece.text, order: fragments.count, x: piece.x - left, width: piece.width,
            ascent: piece.size * 0.9 + piece.rise, descent: piece.size * 0.25 - piece.rise,
            isRightToLeft: piece.isRightToLeft, rise: piece.rise))
        runs.append(.text(piece.text, piece.style(fonts)))
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
    let place = Rect(x: frame.x + left, y: frame.y + top, width: max(right - left, 0), height: height)
    return DisplayList.Text(
      frame: place, text: RichText(runs: runs, alignment: alignment),
      layout: TextLayout(size: Size(width: place.width, height: height), lines: laidOut))
  }

  private func borders(_ sides: [ViewBorder]) -> Edges<DisplayList.Border> {
    let lines = sides.map { DisplayList.Border(width: $0.width, style: $0.style, color: $0.color) }
    return Edges(top: lines[0], right: lines[1], bottom: lines[2], left: lines[3])
  }

  private func cornerRadii(_ radii: [Double]?) -> CornerRadii {
    guard let radii, radii.count == 4 || radii.count == 8 else { return .zero }
    func corners(_ start: Int) -> Corners<Double> {
      Corners(
        topLeft: radii[start], topRight: radii[start + 1], bottomRight: radii[start + 2],
        bottomLeft: radii[start + 3])
    }
    return CornerRadii(corners(0), radii.count == 8 ? corners(4) : nil)
  }
}

extension DisplayList.Box {
  /// Moves the upper edge of the box to the middle of a legend, and leaves out the border behind the legend.
  /// HTML Standard §15.3.13.
  fileprivate mutating func cut(_ legend: Rect) {
    let place = Rect(
      x: frame.x + legend.x, y: frame.y + legend.y, width: legend.width, height: legend.height)
    notch = place
    let shift = max(place.y + (place.height - borders.top.width) / 2 - frame.y, 0)
    frame.y += shift
    frame.height = max(frame.height - shift, 0)
  }
}

extension ViewNode {
  /// Whether it is a cell or a table whose borders are fragments of their own, and belong to two cells.
  fileprivate var hasCollapsedBorders: Bool {
    paint.borders != nil && !paint.isInline && paint.fragments.map { $0.first?.borders == nil } == true
  }
}

extension ViewText {
  fileprivate func style(_ fonts: FontSet) -> TextStyle {
    var style = plainStyle
    style.font = style.font.with(
      FontExtras(faces: fonts, stretch: stretch, features: features, variations: variations))
    style.shadows = shadows
    style.rules = rules
    style.stroke = stroke
    return style
  }

  private var plainStyle: TextStyle {
    TextStyle(
      font: Font(
        families: family.split(separator: ",").map(String.init), size: size, weight: weight,
        isItalic: isItalic),
      color: color, isUnderlined: isUnderlined, isStruckThrough: isStruckThrough,
      letterSpacing: letterSpacing, wordSpacing: wordSpacing, rise: rise, link: link)
  }
}

extension [Double] {
  /// Whether these six numbers of a matrix are a pure translation.
  fileprivate var isTranslation: Bool {
    count == 6 && self[0] == 1 && self[1] == 0 && self[2] == 0 && self[3] == 1
  }
}

extension Gradient {
  /// A gradient of a node whose border box is `frame`, relative to the corner of the drawing.
  fileprivate func placed(in frame: Rect) -> Gradient {
    var placed = self
    placed.frame.x += frame.x
    placed.frame.y += frame.y
    return placed
  }
}
