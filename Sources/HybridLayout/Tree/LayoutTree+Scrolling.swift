package import HybridGeometry

extension LayoutTree {
  /// The size of a box's scrollable overflow area in the last layout: its padding box, enlarged by its
  /// content (CSS Overflow 3 §2.2).
  ///
  /// Content before the edge that scrolling starts from cannot be reached and does not count. Each call
  /// computes the area by one walk over all descendants that are not clipped; leaves are measured for text
  /// that is wider or higher than they are. A node without a box has no area.
  /// - Complexity: O(*n*) in the number of nodes inside and above.
  package func scrollSize(of node: LayoutNodeID) -> Size<Double> {
    guard hasBox(Int(node.index)) else { return .zero }
    return nodes.withReadTable { nodes in
      styles.entries.withReadTable { styles in
        var walk = OverflowWalk(self, nodes, styles)
        return walk.scrollSize(of: Int(node.index))
      }
    }
  }

  /// Whether a node and its ancestors are displayed, and it is not replaced by its children.
  private func hasBox(_ node: Int) -> Bool {
    func display(_ node: Int) -> Display { styles.entries[Int(nodes[node].style)].given.display }
    if display(node) == .contents, nodes[node].measure < 0, nodes[node].parent >= 0 { return false }
    var ancestor = node
    while display(ancestor) != .none {
      ancestor = Int(nodes[ancestor].parent)
      if ancestor < 0 { return true }
      if nodes[ancestor].measure >= 0 { return false }
    }
    return false
  }
}

/// The walk over a box that finds its scrollable overflow area.
private struct OverflowWalk {
  /// A box whose children are being visited.
  private struct OpenBox {
    var node: Int
    /// The corner of its border box.
    var x: Double
    var y: Double
    /// The index in ``open`` of the box to which this one's overflow is added.
    var holder: Int
    /// The index of the containing block of absolutely positioned descendants, or -1 for one outside the
    /// walk.
    var containing: Int
    var children: BoxChildren
    var overflow: Bounds
  }

  private let tree: LayoutTree
  private let nodes: Table<Node>
  private let styles: Table<StyleEntry>
  private var open: [OpenBox] = []
  /// Whether the box is the containing block of fixed descendants.
  private var takesFixed = false
  /// The part of the box that can be scrolled to. Unlimited where all overflow counts.
  private var reach = Bounds.everything

  init(_ tree: LayoutTree, _ nodes: Table<Node>, _ styles: Table<StyleEntry>) {
    self.tree = tree
    self.nodes = nodes
    self.styles = styles
  }

  /// The position of a box's style. Its members are read in place: a style is large, and a copy of it counts
  /// references.
  private func style(of node: Int) -> Int { Int(nodes[node].style) }

  /// The size of the scrollable overflow area of a box.
  mutating func scrollSize(of container: Int) -> Size<Double> {
    let entry = styles[style(of: container)]
    let style = entry.given
    let isScrollContainer = entry.traits.contains(.scrolls)
    // A box that only clips is not scrolled: browsers compute its area by the direction of its lines alone.
    let origin =
      isScrollContainer
      ? ScrollOrigin(style, isLeaf: nodes[container].measure >= 0)
      : ScrollOrigin(isRight: style.direction == .rightToLeft)
    let frame = nodes[container].frame
    var edges = style.borders
    let bars = style.scrollbars
    let room = max(0, frame.width - edges.horizontal)
    edges.left += min(bars.left, room)
    edges.right += min(bars.right, room)
    edges.bottom += bars.bottom
    let port = Bounds(
      left: edges.left, top: edges.top, right: max(edges.left, frame.width - edges.right),
      bottom: max(edges.top, frame.height - edges.bottom))
    if isScrollContainer {
      reach = Bounds(
        left: origin.isRight ? -.infinity : port.left, top: origin.isBottom ? -.infinity : port.top,
        right: origin.isRight ? port.right : .infinity, bottom: origin.isBottom ? port.bottom : .infinity)
    }
    var area = overflow(in: container, port)
    if isScrollContainer, var bounds = inFlowBounds(of: container, style, origin) {
      // In-flow content keeps the padding at its end.
      let insets = tree.contentInsets(of: LayoutNodeID(index: Int32(container)))
      let all = style.borders + style.scrollbars
      bounds.left -= insets.left - all.left
      bounds.top -= insets.top - all.top
      bounds.right += insets.right - all.right
      bounds.bottom += insets.bottom - all.bottom
      area.formUnion(bounds.limited(to: reach))
    }
    // Differs from §2.2 as browsers do: an area that is empty on one axis has no overflow on the other.
    if area.isEmpty { area = port }
    return Size(
      width: origin.isRight ? port.right - area.left : area.right - port.left,
      height: origin.isBottom ? port.bottom - area.top : area.bottom - port.top)
  }

  /// A box's padding box and all overflow, relative to the corner of its border box.
  private mutating func overflow(in container: Int, _ port: Bounds) -> Bounds {
    let style = style(of: container)
    let isContaining =
      nodes[container].parent < 0 || styles[style].given.position != .static
      || styles[style].given.containsPositioned
    takesFixed = styles[style].given.containsPositioned
    open = [
      OpenBox(
        node: container, x: 0, y: 0, holder: -1, containing: isContaining ? 0 : -1,
        children: BoxChildren(nodes, styles, of: container), overflow: port)
    ]
    if let text = text(of: container) { add(text, to: 0) }
    while true {
      let last = open.count - 1
      if let child = open[last].children.next() {
        enter(child, in: last)
      } else {
        let box = open.removeLast()
        if open.isEmpty { return box.overflow }
        add(contribution(of: box), to: box.holder)
      }
    }
  }

  /// Starts a child of an open box, unless its overflow counts elsewhere.
  private mutating func enter(_ child: Int, in parent: Int) {
    let style = style(of: child)
    let position = styles[style].given.position
    let holder: Int
    switch position {
    case .absolute: holder = open[parent].containing
    // Fixed boxes do not scroll, unless containment makes the scrolled box their containing block.
    case .fixed: holder = takesFixed ? 0 : -1
    default: holder = parent
    }
    guard holder >= 0 else { return }
    let frame = nodes[child].frame
    let (x, y) = (open[parent].x + frame.x, open[parent].y + frame.y)
    let own = Bounds(left: x, top: y, right: x + frame.width, bottom: y + frame.height)
    if styles[style].given.keepsOverflow, !nodes[child].escaping.contains(.absolute) {
      add(own, to: holder)
      return
    }
    var overflow = own
    if let text = text(of: child)?.moved(x, y), !text.isEmpty { overflow.formUnion(text) }
    open.append(
      OpenBox(
        node: child, x: x, y: y, holder: holder,
        containing: position == .static ? open[parent].containing : open.count,
        children: BoxChildren(nodes, styles, of: child), overflow: overflow))
  }

  /// The area that a box adds to its holder: its border box, and overflow that it does not clip.
  private func contribution(of box: OpenBox) -> Bounds {
    let style = style(of: box.node)
    let frame = nodes[box.node].frame
    let own = Bounds(left: box.x, top: box.y, right: box.x + frame.width, bottom: box.y + frame.height)
    if styles[style].given.keepsOverflow { return own }
    let clips = styles[style].given.overflow
    var result = box.overflow
    if clips.width != .visible { (result.left, result.right) = (own.left, own.right) }
    if clips.height != .visible { (result.top, result.bottom) = (own.top, own.bottom) }
    result.formUnion(own)
    return result
  }

  /// Enlarges an open box's overflow. Empty bounds are ignored.
  private mutating func add(_ bounds: Bounds, to holder: Int) {
    let bounds = holder == 0 ? bounds.limited(to: reach) : bounds
    if !bounds.isEmpty { open[holder].overflow.formUnion(bounds) }
  }

  /// The lines of a leaf, relative to the corner of its border box.
  private func text(of leaf: Int) -> Bounds? {
    guard let measure = tree.nodes.measure(of: leaf) else { return nil }
    let style = style(of: leaf)
    let insets = tree.contentInsets(of: LayoutNodeID(index: Int32(leaf)))
    let frame = nodes[leaf].frame
    let (width, height) = (
      max(0, frame.width - insets.horizontal), max(0, frame.height - insets.vertical)
    )
    let isHorizontal = styles[style].given.writingMode == .horizontal
    let content = measure(
      MeasureInput(
        available: Size(
          width: isHorizontal ? .definite(width) : .maxContent,
          height: isHorizontal ? .maxContent : .definite(height)),
        known: Size(nil), floats: tree.lineFloats(of: LayoutNodeID(index: Int32(leaf)))))
    guard !content.isReplaced else { return nil }
    let size = Size(
      width: max(0, LayoutStyle.clamped(content.size.width)),
      height: max(0, LayoutStyle.clamped(content.size.height)))
    let origin =
      isHorizontal
      ? ScrollOrigin(isRight: styles[style].given.direction == .rightToLeft)
      : ScrollOrigin(styles[style].given, isLeaf: true)
    let x = insets.left + (origin.isRight ? width - size.width : 0)
    let y = insets.top + (origin.isBottom ? height - size.height : 0)
    return Bounds(left: x, top: y, right: x + size.width, bottom: y + size.height)
  }
}

/// The margin boxes of a scroll container's content.
extension OverflowWalk {
  /// The in-flow margin boxes of a box, before relative positioning, or the tracks of a grid; nil when there
  /// are none.
  private func inFlowBounds(of container: Int, _ style: LayoutStyle, _ origin: ScrollOrigin) -> Bounds? {
    if nodes[container].measure >= 0 { return text(of: container) }
    if style.display == .grid { return tree.positioned[boundsOf: Int32(container)].map(Bounds.init) }
    let insets = tree.contentInsets(of: LayoutNodeID(index: Int32(container)))
    let frame = nodes[container].frame
    let content = Size(
      width: max(0, frame.width - insets.horizontal),
      height: isHeightDefinite(container, style) ? max(0, frame.height - insets.vertical) : indefinite)
    let isBlock = style.display != .flex && style.display != .table
    let direction = style.direction
    var strut = MarginStrut()
    var result: Bounds?
    for child in BoxChildren(nodes, styles, of: container) {
      let style = self.style(of: child)
      if styles[style].traits.contains(.outOfFlow) { continue }
      var bounds = Bounds(nodes[child].frame)
      if styles[style].traits.contains(.moved) {
        let offset = styles[style].given.relativeOffset(in: content, direction)
        bounds = bounds.moved(-offset.width, -offset.height)
      }
      var margins = styles[style].given.margins(percentageWidth: content.width)
      // Floats count like in-flow boxes, and their margins never collapse.
      if isBlock, styles[style].given.float == .none {
        margins.bottom = collapse(margins, of: child, into: &strut)
      }
      bounds.add(margins, from: origin)
      result = result.map { $0.union(bounds) } ?? bounds
    }
    return result
  }

  /// The margin below a block-level child, with those inside it that collapse with it (CSS 2.2 §8.3.1).
  ///
  /// - Parameter strut: The margins above the child; then those below it.
  private func collapse(
    _ margins: Edges<Double>, of child: Int, into strut: inout MarginStrut
  ) -> Double {
    let result = tree.lastLayout(of: child)?.result
    let isEmpty = nodes[child].frame.height == 0 && !styles[style(of: child)].traits.contains(.independent)
    if result?.collapsesThrough ?? isEmpty {
      // Its position already includes the margins before its lower one.
      strut.append(margins.top)
      if let leading = result?.leadingMargins { strut.append(leading) }
      let before = strut.sum
      strut.append(margins.bottom)
      return strut.sum - before
    }
    strut = result?.trailingMargins ?? MarginStrut()
    strut.append(margins.bottom)
    return strut.sum
  }

  /// Whether percentages of a box's height resolve.
  private func isHeightDefinite(_ node: Int, _ style: LayoutStyle) -> Bool {
    tree.isHeightDefinite(node, style)
  }
}

/// The corner where scrolling starts: content beyond its edges cannot be reached (CSS Overflow 3 §2.2).
private struct ScrollOrigin {
  /// Whether scrolling goes to the left.
  var isRight: Bool
  /// Whether scrolling goes up.
  var isBottom: Bool

  init(isRight: Bool) {
    self.isRight = isRight
    isBottom = false
  }

  init(_ style: LayoutStyle, isLeaf: Bool) {
    self.init(isRight: style.direction == .rightToLeft)
    if isLeaf, style.writingMode != .horizontal {
      isBottom = isRight
      isRight = style.writingMode == .verticalRightToLeft
    } else if !isLeaf, style.display == .flex {
      let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
      if style.flexDirection == .rowReverse || !isRow && style.flexWrap.isReverse { isRight.toggle() }
      isBottom = style.flexDirection == .columnReverse || isRow && style.flexWrap.isReverse
    }
  }
}

extension LayoutStyle {
  /// Whether overflow of the box never makes an ancestor scroll.
  fileprivate var keepsOverflow: Bool {
    overflow.width != .visible && overflow.height != .visible || !contain.isDisjoint(with: .overflow)
  }
}

/// A rectangle by its edges.
private struct Bounds {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  static let everything = Bounds(left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)

  var isEmpty: Bool { right <= left || bottom <= top }

  func moved(_ x: Double, _ y: Double) -> Bounds {
    Bounds(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  /// The part of the rectangle inside another one; an edge of that one when they do not overlap.
  func limited(to reach: Bounds) -> Bounds {
    Bounds(
      left: min(max(left, reach.left), reach.right), top: min(max(top, reach.top), reach.bottom),
      right: min(max(right, reach.left), reach.right), bottom: min(max(bottom, reach.top), reach.bottom))
  }

  func union(_ other: Bounds) -> Bounds {
    Bounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  mutating func formUnion(_ other: Bounds) { self = union(other) }

  /// Grows by margins. Negative margins count only at the edges that scrolling goes to, and the result is at
  /// least empty.
  mutating func add(_ margins: Edges<Double>, from origin: ScrollOrigin) {
    let (width, height) = (right - left, bottom - top)
    left -= max(margins.left, origin.isRight ? -width : 0)
    right += max(margins.right, origin.isRight ? 0 : -width)
    top -= max(margins.top, origin.isBottom ? -height : 0)
    bottom += max(margins.bottom, origin.isBottom ? 0 : -height)
  }
}

extension Bounds {
  init(_ rect: Rect) {
    self.init(left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height)
  }
}
