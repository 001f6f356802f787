package import HybridGeometry

/// The columns of containers and the pieces of boxes that are broken between them, by node. Few nodes have
/// any.
struct ColumnNotes: Sendable {
  /// The rows of columns of a container, each from the start, relative to the corner of its border box.
  private(set) var columns: [Int32: [[Rect]]] = [:]
  /// The pieces of a box, relative to the corner of its frame, which is around all of them, and the container
  /// that broke it.
  private(set) var fragments: [Int32: (pieces: [Rect], container: Int32)] = [:]
  /// The boxes in the columns of a container that have pieces.
  private var broken: [Int32: [Int32]] = [:]

  var isEmpty: Bool { columns.isEmpty }

  /// Begins a layout of a container.
  mutating func begin(_ container: Int) {
    for node in broken.removeValue(forKey: Int32(container)) ?? []
    // It may be in another container now.
    where fragments[node]?.container == Int32(container) {
      fragments[node] = nil
    }
    columns[Int32(container)] = []
  }

  /// Adds a row of columns.
  mutating func add(_ row: [Rect], to container: Int) { columns[Int32(container), default: []].append(row) }

  /// Adds the pieces of a box.
  mutating func add(_ pieces: [Rect], of node: Int, in container: Int) {
    fragments[Int32(node)] = (pieces, Int32(container))
    broken[Int32(container), default: []].append(Int32(node))
  }

  /// Forgets the columns of a box that has none any more.
  mutating func tidy(_ node: Int, style: UsedStyle, isLeaf: Bool) {
    guard columns[Int32(node)] != nil, isLeaf || !style.traits.contains(.columns) else { return }
    begin(node)
    columns[Int32(node)] = nil
  }

  /// Forgets the columns of a box that has gone, and its pieces.
  mutating func remove(_ node: Int32) {
    guard !isEmpty else { return }
    begin(Int(node))
    columns[node] = nil
    fragments[node] = nil
  }

  /// Forgets the pieces of a box that leaves its container.
  mutating func removePieces(of node: Int32) { fragments[node] = nil }
}

extension LayoutTree {
  /// The pieces of a box that is broken between columns, relative to the corner of its frame; empty for a
  /// whole box.
  package func fragments(of node: LayoutNodeID) -> [Rect] {
    columnNotes.isEmpty ? [] : columnNotes.fragments[node.index]?.pieces ?? []
  }

  /// The rows of columns of a multi-column container, relative to the corner of its border box.
  package func columns(of node: LayoutNodeID) -> [[Rect]] {
    columnNotes.isEmpty ? [] : columnNotes.columns[node.index] ?? []
  }
}
