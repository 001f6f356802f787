package import HybridGeometry

/// The operations that turn one view tree into the next.
///
/// Operations apply in order. Each names nodes by ``ViewNode/handle``.
package struct Patch: Hashable, Sendable {
  /// One step.
  package enum Operation: Hashable, Sendable {
    /// Removes a node with its descendants.
    case remove(handle: Int)
    /// Inserts new nodes (a parent before its children, the first is the top) as child number `index` of
    /// `parent`.
    case insert(parent: Int, index: Int, nodes: [ViewNode])
    /// Moves a node to child number `index` of its parent, counted after its removal.
    case move(handle: Int, index: Int)
    /// Sets a node's frame, text, class, look or state; nil keeps a value.
    case set(handle: Int, Change)
  }

  /// The changed parts of a node.
  package struct Change: Hashable, Sendable {
    package var frame: Rect?
    /// The inner nil removes the text.
    package var text: String??
    package var classes: String??
    package var source: String??
    package var paint: ViewPaint?
    /// The inner nil means that it no longer scrolls.
    package var scroll: ViewScroll??
    package var control: ViewControl??
    package var taps: Bool?
    /// The inner nil means that it is `generic` again.
    package var accessibility: ViewAccessibility??

    /// Changes nothing.
    package init() {}

    var isEmpty: Bool { self == Change() }
  }

  package var operations: [Operation]

  /// These operations, in this order.
  package init(_ operations: [Operation] = []) { self.operations = operations }

  /// Whether the tree has the same nodes at the same places afterwards.
  package var keepsNodes: Bool {
    operations.allSatisfy { operation in
      if case .set = operation { true } else { false }
    }
  }
}

/// A node whose frame differs between two revisions.
package struct MovedNode: Hashable, Sendable {
  /// `button#buy`.
  package var label: String
  package var before: Rect
  package var after: Rect

  /// One node with both its frames.
  package init(label: String, before: Rect, after: Rect) {
    self.label = label
    self.before = before
    self.after = after
  }
}

extension ViewTree {
  /// Applies a patch as a client does.
  ///
  /// - Throws: ``PatchError`` when the patch belongs to another tree; then the client asks for a snapshot.
  package mutating func apply(_ patch: Patch) throws(PatchError) {
    // Numbers come from a server: duplicates would create a cycle.
    guard Set(nodes.lazy.map(\.handle)).count == nodes.count else { throw .malformed }
    var editor = TreeEditor(self)
    for operation in patch.operations { try editor.apply(operation) }
    nodes = editor.flattened()
  }
}

/// Why a patch does not fit a tree.
package enum PatchError: Error, Hashable, Sendable {
  /// No node has this number.
  case unknownHandle(Int)
  /// The parent has no such child index.
  case outOfRange(index: Int, in: Int)
  /// The nodes do not form a tree.
  case malformed
}

/// A tree as linked lists of handles while a patch is applied.
private struct TreeEditor {
  var nodes: [Int: ViewNode] = [:]
  var children: [Int: [Int]] = [:]
  var parents: [Int: Int] = [:]
  var root: Int

  init(_ tree: ViewTree) {
    root = tree.nodes.first?.handle ?? 0
    for node in tree.nodes {
      nodes[node.handle] = node
      guard let parent = node.parent else { continue }
      children[tree.nodes[parent].handle, default: []].append(node.handle)
      parents[node.handle] = tree.nodes[parent].handle
    }
  }

  mutating func apply(_ operation: Patch.Operation) throws(PatchError) {
    switch operation {
    case .remove(let handle):
      guard nodes[handle] != nil, let parent = parents[handle] else { throw .unknownHandle(handle) }
      children[parent]?.removeAll { $0 == handle }
      var gone = [handle]
      while let next = gone.popLast() {
        gone += children.removeValue(forKey: next) ?? []
        nodes[next] = nil
        parents[next] = nil
      }
    case .insert(let parent, let index, let added):
      guard nodes[parent] != nil else { throw .unknownHandle(parent) }
      let count = children[parent]?.count ?? 0
      guard (0...count).contains(index) else { throw .outOfRange(index: index, in: parent) }
      for (place, node) in added.enumerated() {
        guard nodes[node.handle] == nil, place == 0 || (0..<place).contains(node.parent ?? -1) else {
          throw .malformed
        }
        nodes[node.handle] = node
        let above = place == 0 ? parent : added[node.parent ?? 0].handle
        parents[node.handle] = above
        if place == 0 {
          children[above, default: []].insert(node.handle, at: index)
        } else {
          children[above, default: []].append(node.handle)
        }
      }
    case .move(let handle, let index):
      guard let parent = parents[handle], let from = children[parent]?.firstIndex(of: handle) else {
        throw .unknownHandle(handle)
      }
      guard (0..<(children[parent]?.count ?? 0)).contains(index) else {
        throw .outOfRange(index: index, in: parent)
      }
      children[parent]?.remove(at: from)
      children[parent]?.insert(handle, at: index)
    case .set(let handle, let change):
      guard nodes[handle] != nil else { throw .unknownHandle(handle) }
      if let frame = change.frame { nodes[handle]?.frame = frame }
      if let text = change.text { nodes[handle]?.text = text }
      if let classes = change.classes { nodes[handle]?.classes = classes }
      if let source = change.source { nodes[handle]?.source = source }
      if let paint = change.paint { nodes[handle]?.paint = paint }
      if let scroll = change.scroll { nodes[handle]?.scroll = scroll }
      if let control = change.control { nodes[handle]?.control = control }
      if let taps = change.taps { nodes[handle]?.taps = taps }
      if let accessibility = change.accessibility { nodes[handle]?.accessibility = accessibility }
    }
  }

  /// All nodes in tree order again.
  func flattened() -> [ViewNode] {
    var result: [ViewNode] = []
    result.reserveCapacity(nodes.count)
    var open: [(handle: Int, parent: Int?)] = [(root, nil)]
    while let (handle, parent) = open.popLast() {
      guard var node = nodes[handle] else { continue }
      node.parent = parent
      let index = result.count
      result.append(node)
      for child in (children[handle] ?? []).reversed() { open.append((child, index)) }
    }
    return result
  }
}
