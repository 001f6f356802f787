import HybridGeometry

/// Identifies a node of one ``LayoutTree``. An identifier may be reused after its node was removed.
package struct LayoutNodeID: Hashable, Sendable {
  let index: Int32
}

/// A tree of boxes that computes frames from styles. It is a value: copies are independent, and two threads
/// may lay out two trees at once.
///
///     var tree = LayoutTree()
///     let leaf = tree.makeNode(.yoga)
///     let root = tree.makeNode(.yoga)
///     tree.append(leaf, to: root)
///     tree.layout(root: root, available: Size(width: .definite(375), height: .maxContent))
///     tree.frame(of: leaf)
///
/// After a change (a style, a measure function, an added or removed child) ``layout(root:available:as:)``
/// recomputes only what the change can affect.
package struct LayoutTree: Sendable {
  var nodes: [Node] = []
  var styles = StyleTable()
  /// The nodes' cached answers to earlier layouts. Empty boxes have no entry: sizing them is faster than a
  /// look-up.
  var memories: [Memory] = []
  /// The number of memories assigned to nodes: the others are added to ``memories`` when a layout begins.
  var memoryCount = 0
  var measures: [MeasureFunction?] = []
  var freeNodes: [Int32] = []
  var freeMemories: [Int32] = []
  var freeMeasures: [Int32] = []
  /// Nodes whose answers may have changed since their last layout, and whose ancestors still cache the old
  /// ones.
  var changed: [Int32] = []
  var positioned = PositionedNotes()
  var lists = FlexLists()
  var collapsing = CollapsingTables()

  /// An empty tree.
  package init() {}

  /// Reserves room for `count` nodes.
  package mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }
}

/// The containers' records of out-of-flow children, by node. Few nodes have any.
struct PositionedNotes: Sendable {
  /// The static positions of absolutely positioned nodes.
  var staticPositions: [Int32: StaticPosition] = [:]
  /// The floats beside and in the lines of leaves.
  var lineFloats: [Int32: LineFloats] = [:]
  private var grids: [Int32: GridNote] = [:]

  private struct GridNote: Hashable {
    var area: Rect?
    var bounds: Rect?
  }

  /// The grid area that is the containing block of an absolutely positioned child, relative to the
  /// container's corner.
  subscript(areaOf node: Int32) -> Rect? {
    get { grids[node]?.area }
    set { grids[node, default: GridNote()].area = newValue }
  }

  /// The extent of the tracks of a scrollable grid, or the grid box of a table with captions, relative to the
  /// container's corner.
  subscript(boundsOf node: Int32) -> Rect? {
    get { grids[node]?.bounds }
    set { grids[node, default: GridNote()].bounds = newValue }
  }

  mutating func remove(_ node: Int32) {
    staticPositions[node] = nil
    grids[node] = nil
    lineFloats[node] = nil
  }
}

/// One node of the arena. Links are positions in it; -1 for none.
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
  /// The position in the memories, for nodes with children or a measure function.
  var memory: Int32 = -1
  /// Whether the node has not been laid out since it was made or changed, or its ancestors have been told of
  /// the change.
  var isDirty = true
  /// Kinds of descendant boxes whose containing block is further out.
  var escaping: EscapingKinds = []

  init(style: Int32) { self.style = style }
}
