/// Tracks one unit on one device through its revisions: numbers the nodes and computes patches.
///
/// Nodes are the same in two revisions if their parents are the same and their keys are equal: the `id`, the
/// index in a loop, or else the tag with its index among equals. So a label whose text changed keeps its
/// number, and the client keeps focus and scroll position.
package struct ViewTreeSession: Sendable {
  /// The last tree, numbered.
  package private(set) var tree: ViewTree?
  private var lastHandle = 0

  /// A session without a tree.
  package init() {}

  /// A session that continues from a numbered tree.
  package init(continuing tree: ViewTree) {
    self.tree = tree
    lastHandle = tree.nodes.map(\.handle).max() ?? 0
  }

  /// Takes the next revision. The first has no patch; nor has one whose root is another element.
  ///
  /// - Parameter changes: The known differences; nil compares everything. The patch is the same either way.
  /// - Complexity: O(*n*) in all nodes; O(*c* log *c*) in changed ones where `changes` says that the nodes
  ///   are the same ones.
  package mutating func advance(
    to next: ViewTree, changes: ViewTreeChanges? = nil
  ) -> (patch: Patch?, moved: [MovedNode]) {
    guard let oldRoot = tree?.nodes.first, let newRoot = next.nodes.first, oldRoot.tag == newRoot.tag,
      oldRoot.key == newRoot.key, tree?.viewport == next.viewport
    else {
      var next = next
      for index in next.nodes.indices {
        next.nodes[index].handle = number()
        next.nodes[index].present(after: nil)
      }
      tree = next
      return (nil, [])
    }
    if let changes, let difference = updated(to: next, changes) { return difference }
    guard let old = tree.take() else { return (nil, []) }
    var differ = TreeDifference(old: old, new: next, changes: changes, lastHandle: lastHandle)
    differ.compare()
    lastHandle = differ.lastHandle
    tree = differ.new
    return (Patch(differ.operations), differ.moved)
  }

  /// Updates changed nodes if both trees have the same nodes; nil if not.
  private mutating func updated(
    to next: ViewTree, _ changes: ViewTreeChanges
  ) -> (patch: Patch?, moved: [MovedNode])? {
    guard changes.isSameStructure, let count = tree?.nodes.count, count == next.nodes.count,
      changes.nodes.allSatisfy({
        next.nodes.indices.contains($0) && tree?.nodes[$0].key == next.nodes[$0].key
      }),
      // Taken out while it changes, so that nothing of it is copied.
      var current = tree.take()
    else { return nil }
    var operations: [Patch.Operation] = []
    var moved: [MovedNode] = []
    for index in next.inComparisonOrder(changes.nodes) {
      let handle = current.nodes[index].handle
      var node = next.nodes[index]
      node.present(after: current.nodes[index].paint)
      let change = Patch.Change(from: current.nodes[index], to: node)
      if change.isEmpty { continue }
      if let frame = change.frame {
        moved.append(
          MovedNode(label: next.nodes[index].label, before: current.nodes[index].frame, after: frame))
      }
      operations.append(.set(handle: handle, change))
      node.handle = handle
      current.nodes[index] = node
    }
    tree = current
    return (Patch(operations), moved)
  }

  private mutating func number() -> Int {
    lastHandle += 1
    return lastHandle
  }
}

/// The known differences between two trees of one page with unique keys.
package struct ViewTreeChanges: Hashable, Sendable {
  /// Whether both have the same elements at the same places.
  package var isSameStructure: Bool
  /// The nodes of the second tree that may be new or changed; all others are equal except for their parent's
  /// index. In tree order, each once.
  package var nodes: [Int]

  package init(isSameStructure: Bool, nodes: [Int]) {
    self.isSameStructure = isSameStructure
    self.nodes = nodes
  }
}

extension ViewTree {
  /// Nodes in the order in which trees are compared: a parent before its children, the last child first.
  fileprivate func inComparisonOrder(_ indices: [Int]) -> [Int] {
    // For many queries, one pass over all nodes is fastest; for few, climbing is.
    let ends = indices.count > 32 ? subtreeEnds : []
    func isNode(_ node: Int, in ancestor: Int) -> Bool {
      if !ends.isEmpty { return node < ends[ancestor] }
      var current = node
      while current > ancestor, let parent = nodes[current].parent { current = parent }
      return current == ancestor
    }
    return indices.sorted { $0 < $1 ? isNode($1, in: $0) : $0 > $1 && !isNode($0, in: $1) }
  }
}
