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
  var nodes = NodeArena()
  var styles = StyleTable()
  var positioned = PositionedNotes()
  var lists = FlexLists()
  var subgrids = SubgridTable()
  var columnNotes = ColumnNotes()
  var collapsing = CollapsingTables()

  /// An empty tree.
  package init() {}

  /// Whether a layout of `root` in the same space as before would find every frame as it is.
  package func isUpToDate(_ root: LayoutNodeID) -> Bool {
    !nodes.hasChanges && !nodes[Int(root.index)].isDirty
  }

  /// Reserves room for `count` nodes.
  package mutating func reserve(_ count: Int) { nodes.reserve(count) }
}

/// The containers' records of out-of-flow children, by node. Few nodes have any.
struct PositionedNotes: Sendable {
  private var staticPositions: [Int32: StaticPosition] = [:]
  private var inlineBlocks: [Int32: Rect] = [:]
  private var lineFloats: [Int32: LineFloats] = [:]
  private var grids: [Int32: GridNote] = [:]

  private struct GridNote: Hashable {
    var area: Rect?
    var bounds: Rect?
  }

  /// The static position of an absolutely positioned node; the corner of its container if none is noted.
  subscript(staticPositionOf node: Int) -> StaticPosition {
    get { staticPositions[Int32(node)] ?? StaticPosition(x: 0, y: 0) }
    set { staticPositions[Int32(node)] = newValue }
  }

  /// The inline box that is the containing block of an absolutely positioned node, relative to the corner of
  /// the parent's border box.
  subscript(inlineBlockOf node: Int) -> Rect? {
    get { inlineBlocks.isEmpty ? nil : inlineBlocks[Int32(node)] }
    set { if newValue != nil || !inlineBlocks.isEmpty { inlineBlocks[Int32(node)] = newValue } }
  }

  /// Whether an inline box is a containing block.
  var hasInlineBlocks: Bool { !inlineBlocks.isEmpty }

  /// Moves what is noted of an absolutely positioned node down.
  mutating func move(_ node: Int, down shift: Double) {
    staticPositions[Int32(node)]?.y += shift
    if !inlineBlocks.isEmpty { inlineBlocks[Int32(node)]?.y += shift }
  }

  /// The floats beside and in the lines of a leaf.
  subscript(lineFloatsOf leaf: Int) -> LineFloats? {
    get { lineFloats.isEmpty ? nil : lineFloats[Int32(leaf)] }
    set { if newValue != nil || !lineFloats.isEmpty { lineFloats[Int32(leaf)] = newValue } }
  }

  /// The leaves beside floats, with their floats.
  var leavesBesideFloats: [LayoutNodeID: LineFloats] {
    Dictionary(uniqueKeysWithValues: lineFloats.map { (LayoutNodeID(index: $0.key), $0.value) })
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
    if !inlineBlocks.isEmpty { inlineBlocks[node] = nil }
    grids[node] = nil
    lineFloats[node] = nil
  }
}
