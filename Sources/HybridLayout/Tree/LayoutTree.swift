import HybridGeometry

/// Names a node of one ``LayoutTree``. An identifier may be given out again after its node was removed for
/// good.
package struct LayoutNodeID: Hashable, Sendable {
  let index: Int32
}

/// A tree of boxes: styles in, frames out. A value: copies are independent, and two threads may lay out two
/// at once.
///
///     var tree = LayoutTree()
///     let leaf = tree.makeNode(.yoga)
///     let root = tree.makeNode(.yoga)
///     tree.append(leaf, to: root)
///     tree.layout(root: root, available: Size(width: .definite(375), height: .maxContent))
///     tree.frame(of: leaf)
///
/// After a change (a style, a measure function, a child more or less) ``layout(root:available:as:)`` does
/// again only what it can affect.
package struct LayoutTree: Sendable {
  var nodes: [Node] = []
  var styles = StyleTable()
  /// What nodes remember of earlier layouts. Empty boxes have no entry: they are sized faster than looked up.
  var memories: [Memory] = []
  /// How many of them have been given to nodes: the rest of ``memories`` is made when a layout begins.
  var memoryCount = 0
  var measures: [MeasureFunction?] = []
  var freeNodes: [Int32] = []
  var freeMemories: [Int32] = []
  var freeMeasures: [Int32] = []
  /// Nodes whose answers may have changed since they were last laid out, and whose ancestors still remember
  /// the old ones.
  var changed: [Int32] = []
  var positioned = PositionedNotes()
  /// Items of containers that have many, by node.
  var lists: [Int32: FlexList] = [:]

  /// An empty tree.
  package init() {}

  /// Room for `count` nodes, so that growing need not copy them.
  package mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }
}

/// What containers note about children out of the flow, by node. Few have any.
struct PositionedNotes: Sendable {
  /// Where absolutely positioned nodes would be were they in the flow.
  var staticPositions: [Int32: StaticPosition] = [:]
  /// Grid areas that are the containing blocks of absolutely positioned children, from the container's
  /// corner.
  var gridAreas: [Int32: Rect] = [:]
  /// What the tracks of grids that scroll take together, from the container's corner.
  var gridBounds: [Int32: Rect] = [:]

  mutating func remove(_ node: Int32) {
    staticPositions[node] = nil
    gridAreas[node] = nil
    gridBounds[node] = nil
  }
}

/// One node of the arena. Links are positions in it, -1 for none.
struct Node: Sendable {
  var frame = Rect.zero
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var lastChild: Int32 = -1
  var previous: Int32 = -1
  var next: Int32 = -1
  /// Position in the style table.
  var style: Int32
  var measure: Int32 = -1
  /// Position in the memories, for what has children or a measure function.
  var memory: Int32 = -1
  /// Whether nobody has asked since it was made or changed, or its ancestors have been told that it did.
  var isDirty = true
  /// Kinds of boxes inside that are positioned against a box further out.
  var escaping: EscapingKinds = []

  init(style: Int32) { self.style = style }
}
