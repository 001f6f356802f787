/// Names a node of one ``LayoutTree``. An identifier may be given out again after its node was removed for good.
package struct LayoutNodeID: Hashable, Sendable {
  let index: Int32
}

/// A tree of boxes: styles in, frames out. A value: copies are independent, and two threads may lay out two at once.
///
///     var tree = LayoutTree()
///     let leaf = tree.makeNode(.yoga)
///     let root = tree.makeNode(.yoga)
///     tree.append(leaf, to: root)
///     tree.layout(root: root, available: Size(width: .definite(375), height: .maxContent))
///     tree.frame(of: leaf)
///
/// After a change (a style, a measure function, a child more or less) ``layout(root:available:as:)`` does again only what it
/// can affect.
package struct LayoutTree: Sendable {
  var nodes: [Node] = []
  var measures: [MeasureFunction?] = []
  var free: [Int32] = []
  var freeMeasures: [Int32] = []
  /// How many questions are inside one another now.
  var depth = 0
  /// A question too deep to answer: all results after it are to be thrown away.
  var unanswered: Question?
  /// Answers to such questions.
  var answers: [Question: Answer] = [:]
  /// The root of the layout going on, or of the last one.
  var root = -1
  /// Where absolutely positioned nodes would be were they in the flow.
  var staticPositions: [Int32: StaticPosition] = [:]

  /// Grid areas that are the containing blocks of absolutely positioned children, from the container's corner.
  var gridAreas: [Int32: Rect] = [:]

  /// An empty tree.
  package init() {}

  /// Room for `count` nodes, so that growing need not copy them.
  package mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }
}

/// One node of the arena. Links are positions in it, -1 for none.
struct Node: Sendable {
  var style: LayoutStyle
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var lastChild: Int32 = -1
  var previous: Int32 = -1
  var next: Int32 = -1
  var measure: Int32 = -1
  /// Whether nothing is remembered here and in the ancestors.
  var isDirty = true
  /// Whether something inside is positioned against a box further out.
  var escaping: EscapingKinds = []
  var frame = Rect.zero
  var cache = NodeCache()
  var intrinsicCache: IntrinsicEntry?

  init(style: LayoutStyle) { self.style = style }
}
