import HybridGeometry

/// The static position of an out-of-flow box: a rectangle, and the alignment of the margin box in it (CSS
/// Positioned Layout 3 §4.1, *static position rectangle*). Relative to the corner of the parent's border box.
struct StaticPosition: Equatable, Sendable {
  enum Part: UInt8, Sendable { case start, center, end }

  var x: Double
  var y: Double
  var width = 0.0
  var height = 0.0
  /// ``Part/start`` is the left edge.
  var horizontal = Part.start
  /// ``Part/start`` is the upper edge.
  var vertical = Part.start
  /// The alignment for a box that is larger than the rectangle, for `safe` alignment.
  var safeHorizontal: Part?
  var safeVertical: Part?
}

/// Absolutely and fixed positioned boxes (CSS Positioned Layout 3 §3 and §4, CSS 2.2 §10.3.7 and §10.6.4).
extension LayoutPass {
  /// Lays out the positioned boxes whose containing block this box is, after its own content is laid out.
  mutating func finishFrames(of content: ContentBox, size: Size<Double>) {
    let node = content.node
    if !columnNotes.isEmpty {
      columnNotes.tidy(node, style: content.style, isLeaf: nodes[node].measure >= 0)
    }
    let isPlain = plainContainer.take(node)
    guard !isPlain, hasUnusualChildren(node) else {
      nodes[node].escaping = []
      return
    }
    clearFramesWithoutBox(of: node)
    if positioned.hasInlineBlocks { layoutInInlineBlocks(of: node) }
    var escaping = escapingKinds(of: node)
    // A root without an initial containing block acts as one.
    let own: EscapingKinds =
      node == root && !content.space.isInitial ? .all : content.style.containedKinds
    if !escaping.isDisjoint(with: own) {
      let edges = content.style.borders + content.scrollbars
      layoutOutOfFlow(
        in: ContainingBlock(
          node: node, x: edges.left, y: edges.top, width: max(0, size.width - edges.horizontal),
          height: max(0, size.height - edges.vertical), takes: own))
      // A fixed box may have been found inside an absolute one.
      escaping = escapingKinds(of: node).subtracting(own)
    }
    if content.space.isInitial, !escaping.isEmpty {
      layoutOutOfFlow(
        in: initialContainingBlock(of: content, size: size, takes: EscapingKinds.all.subtracting(own)))
      escaping = []
    }
    nodes[node].escaping = escaping
  }

  /// Lays out the positioned children whose containing blocks are inline boxes in the lines of a node.
  private mutating func layoutInInlineBlocks(of node: Int) {
    for child in boxChildren(of: node) where usedStyle(child).position == .absolute {
      guard let area = inlineBlock(of: child) else { continue }
      let place = positioned[staticPositionOf: child]
      nodes[child].frame = layoutPositioned(
        child,
        in: ContainingBlock(
          node: node, x: area.x, y: area.y, width: area.width, height: area.height, takes: .absolute),
        static: place)
    }
  }

  /// The inline box that is the containing block of a positioned node; nil where that is a box of the tree.
  private func inlineBlock(of child: Int) -> Rect? {
    positioned.hasInlineBlocks && usedStyle(child).isInLine ? positioned[inlineBlockOf: child] : nil
  }

  /// The space around the root element, relative to the corner of the root's border box (CSS 2.2 §10.1 step
  /// 1). Where the space is unlimited, it extends as far as the root.
  private func initialContainingBlock(
    of content: ContentBox, size: Size<Double>, takes kinds: EscapingKinds
  ) -> ContainingBlock {
    let offered = content.space.percentage
    let frame = styles[Int(nodes[content.node].style)].given.rootFrame(size, offered: offered, as: .element)
    return ContainingBlock(
      node: content.node, x: -frame.x, y: -frame.y,
      width: offered.width.isDefinite ? offered.width : max(0, frame.x + size.width),
      height: offered.height.isDefinite ? offered.height : max(0, frame.y + size.height), takes: kinds,
      isInitial: true)
  }

  /// Whether a child has no box, or is or contains a box whose containing block is this box or one further
  /// out.
  func hasUnusualChildren(_ node: Int) -> Bool {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      if !usedStyle(index).traits.isDisjoint(with: .unusual) || !nodes[index].escaping.isEmpty {
        return true
      }
      child = nodes[index].next
    }
    return false
  }

  /// The kinds of positioned boxes in a node whose containing block is the node or a box further out.
  private func escapingKinds(of node: Int) -> EscapingKinds {
    var kinds: EscapingKinds = []
    for child in boxChildren(of: node) {
      switch usedStyle(child).position {
      case .absolute: if inlineBlock(of: child) == nil { kinds.insert(.absolute) }
      case .fixed: kinds.insert(.fixed)
      default: break
      }
      kinds.formUnion(nodes[child].escaping)
    }
    return kinds
  }

  /// Finds the boxes positioned against `block` among the descendants of its node, in tree order.
  private mutating func layoutOutOfFlow(in block: ContainingBlock) {
    /// A box to visit, its position in the containing block, and whether absolute boxes in it belong to this
    /// containing block too.
    var open = [(node: block.node, x: 0.0, y: 0.0, takesAbsolute: block.takes.contains(.absolute))]
    let takesFixed = block.takes.contains(.fixed)
    while let container = open.popLast() {
      var inner: [(node: Int, x: Double, y: Double, takesAbsolute: Bool)] = []
      for child in boxChildren(of: container.node) {
        let position = usedStyle(child).position
        let isAbsolute = position == .absolute && container.takesAbsolute && inlineBlock(of: child) == nil
        if isAbsolute || position == .fixed && takesFixed {
          var place = positioned[staticPositionOf: child]
          place.x += container.x
          place.y += container.y
          var around = block
          if container.node == block.node, !block.isInitial, usedStyle(block.node).display == .grid,
            let area = positioned[areaOf: Int32(child)]
          {
            (around.x, around.y, around.width, around.height) = (area.x, area.y, area.width, area.height)
          }
          var frame = layoutPositioned(child, in: around, static: place)
          frame.x -= container.x
          frame.y -= container.y
          if recorded == child, container.node != block.node {
            recordParent(container.node, x: container.x, y: container.y)
          }
          nodes[child].frame = frame
          if nodes[child].escaping.contains(.fixed) { escapeFixed(from: child, to: block.node) }
        }
        let escaping = nodes[child].escaping
        let takesAbsolute = container.takesAbsolute && position == .static && escaping.contains(.absolute)
        if takesAbsolute || takesFixed && escaping.contains(.fixed) {
          let frame = nodes[child].frame
          inner.append((child, container.x + frame.x, container.y + frame.y, takesAbsolute))
        }
      }
      open += inner.reversed()
    }
  }

  /// Updates the boxes around a fixed box that was found inside an absolute one, after they were finished.
  private mutating func escapeFixed(from child: Int, to ancestor: Int) {
    var index = Int(nodes[child].parent)
    while index >= 0, index != ancestor {
      nodes[index].escaping.insert(.fixed)
      if nodes[index].memory >= 0 { memories[Int(nodes[index].memory)].hasList = false }
      index = Int(nodes[index].parent)
    }
  }

  /// Lays out one positioned box and returns its frame relative to the corner of the containing block's
  /// border box.
  private mutating func layoutPositioned(
    _ child: Int, in block: ContainingBlock, static place: StaticPosition
  ) -> Rect {
    let style = usedStyle(child)
    let margins = style.margins(percentageWidth: block.width)
    var horizontal = InsetAxis(
      start: style.resolve(style.inset.left, against: block.width),
      end: style.resolve(style.inset.right, against: block.width), extent: block.width,
      place: place.x - block.x, placeExtent: place.width, part: place.horizontal,
      safePart: place.safeHorizontal, alignment: style.justifySelf,
      marginStart: margins.left, marginEnd: margins.right, isStartAuto: style.margin.left.isAuto,
      isEndAuto: style.margin.right.isAuto,
      isReversed: usedStyle(block.node).direction == .rightToLeft)
    var vertical = InsetAxis(
      start: style.resolve(style.inset.top, against: block.height),
      end: style.resolve(style.inset.bottom, against: block.height), extent: block.height,
      place: place.y - block.y, placeExtent: place.height, part: place.vertical, safePart: place.safeVertical,
      alignment: style.alignSelf,
      marginStart: margins.top, marginEnd: margins.bottom, isVertical: true,
      isStartAuto: style.margin.top.isAuto,
      isEndAuto: style.margin.bottom.isAuto, isReversed: false)
    horizontal.limitInsets()
    vertical.limitInsets()
    var space = ConstraintSpace(
      available: Size(width: horizontal.room, height: vertical.room),
      percentage: Size(width: block.width, height: block.height))
    space.isIndependent = true
    if horizontal.stretches {
      space.widthBehaviour = horizontal.alignment.keyword == .stretch ? .stretchExplicit : .stretch
    }
    // An aspect ratio that has a width to start from takes precedence over filling the height by default.
    let yields =
      style.ratio != nil && vertical.alignment.keyword != .stretch
      && (horizontal.stretches || !style.size.width.isAuto)
    space.stretchesHeight = vertical.stretches && !yields
    var widthSpace: ConstraintSpace?
    if vertical.stretches, style.ratio != nil, style.size.height.isAuto, !horizontal.stretches,
      vertical.alignment.keyword != .stretch
    {
      space.stretchesHeight = true
      widthSpace = space
      // The filled height gives a width by the ratio; the width after content and limits then gives the
      // height.
      space.available.width = usedWidth(
        of: child, style, space: space, box: style.boxModel(percentageWidth: block.width))
      space.isWidthFixed = true
      space.stretchesHeight = false
    }
    let result = layoutBox(child, space, .frames)
    if recorded == child { recordPositioned(result.size, in: block, horizontal, vertical, widthSpace) }
    return Rect(
      x: block.x + horizontal.position(of: result.size.width),
      y: block.y + vertical.position(of: result.size.height),
      width: result.size.width, height: result.size.height)
  }
}

/// The padding box that is the containing block of positioned boxes, or the initial containing block,
/// relative to the corner of its node's border box.
struct ContainingBlock {
  var node: Int
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  /// The kinds of boxes whose containing block it is.
  var takes: EscapingKinds
  /// Whether it is the initial containing block; ``node`` is then the root element.
  var isInitial = false
}

/// One axis of the inset-modified containing block (CSS Positioned Layout 3 §4.1).
struct InsetAxis {
  var start: Double?
  var end: Double?
  /// The containing block's extent.
  var extent: Double
  /// The static position.
  var place: Double
  var placeExtent: Double
  var part: StaticPosition.Part
  var safePart: StaticPosition.Part?
  var alignment: Alignment
  var marginStart: Double
  var marginEnd: Double
  var isVertical = false
  var isStartAuto: Bool
  var isEndAuto: Bool
  /// Whether `start` alignment refers to the end edge.
  var isReversed: Bool

  /// If the two insets exceed the extent, reduces the end inset so that the room is 0.
  mutating func limitInsets() {
    guard let start, let end, start + end > extent else { return }
    if isReversed { self.start = extent - end } else { self.end = extent - start }
  }

  /// The room for the margin box.
  var room: Double {
    if start == nil, end == nil {
      switch part {
      case .start: return max(0, extent - place)
      case .end: return max(0, place + placeExtent)
      case .center:
        let middle = place + placeExtent / 2
        return max(0, 2 * min(middle, extent - middle))
      }
    }
    return max(0, extent - (start ?? 0) - (end ?? 0))
  }

  /// Whether an automatic size fills the room.
  var stretches: Bool {
    guard start != nil, end != nil else { return false }
    switch alignment.keyword {
    case .auto, .normal, .stretch: return true
    default: return false
    }
  }

  /// The position of a border box of this extent.
  func position(of size: Double) -> Double {
    guard let start else {
      if let end { return extent - end - marginEnd - size }
      let free = placeExtent - size - marginStart - marginEnd
      switch free < 0 ? safePart ?? part : part {
      case .start: return place + marginStart
      case .end: return place + marginStart + free
      case .center: return place + marginStart + free / 2
      }
    }
    guard let end else { return start + marginStart }
    let free = extent - start - end - size - marginStart - marginEnd
    let atStart = start + marginStart
    let atEnd = extent - end - marginEnd - size
    if isStartAuto && isEndAuto {
      return free >= 0 || isVertical ? atStart + free / 2 : isReversed ? atEnd : atStart
    }
    if isStartAuto { return atEnd }
    if isEndAuto { return atStart }
    let isSafe = alignment.safety == .safe && free < 0
    var position: Double
    switch alignment.keyword {
    case .center where !isSafe: position = atStart + free / 2
    case .end, .flexEnd, .selfEnd, .lastBaseline: position = isReversed != isSafe ? atStart : atEnd
    default: position = isReversed ? atEnd : atStart
    }
    // By default a box that is too large may overflow its own room, but stays in the containing block if it
    // fits (CSS Box Alignment 3 §4.4.2).
    if free < 0, alignment.safety == .normal, alignment.keyword != .auto, alignment.keyword != .normal {
      position = min(position, max(extent, extent - end) - marginEnd - size)
      position = max(position, min(0, start) + marginStart)
    }
    return position
  }
}

/// Kinds of positioned boxes inside a box whose containing block is further out.
struct EscapingKinds: OptionSet, Sendable {
  let rawValue: UInt8
  static let absolute = EscapingKinds(rawValue: 1)
  static let fixed = EscapingKinds(rawValue: 2)
  static let all: EscapingKinds = [.absolute, .fixed]
}

extension UsedStyle {
  /// The kinds of descendant positioned boxes whose containing block is the padding box of a box with this
  /// style: CSS Positioned Layout 3 §2.1, and CSS Containment 1 §3.1 and §3.3.
  var containedKinds: EscapingKinds {
    if containsPositioned { return .all }
    return position == .static ? [] : .absolute
  }
}
