/// The comparison of two trees, level by level, without recursion.
struct TreeDifference {
  let old: ViewTree
  var new: ViewTree
  var lastHandle: Int
  var operations: [Patch.Operation] = []
  var moved: [MovedNode] = []
  private let oldLinks: TreeLinks
  private let newLinks: TreeLinks
  /// Whether no two children of a node have the same key.
  private let hasUniqueKeys: Bool
  /// By node of the new tree: whether it may differ from the old one. Empty if all may.
  private var mayDiffer: [Bool] = []

  init(old: ViewTree, new: ViewTree, changes: ViewTreeChanges?, lastHandle: Int) {
    self.old = old
    self.new = new
    self.lastHandle = lastHandle
    oldLinks = TreeLinks(old)
    newLinks = TreeLinks(new)
    hasUniqueKeys = changes != nil
    guard let changes else { return }
    mayDiffer = Array(repeating: false, count: new.nodes.count)
    for index in changes.nodes where mayDiffer.indices.contains(index) { mayDiffer[index] = true }
  }

  mutating func compare() {
    var pairs = [(old: 0, new: 0)]
    while let pair = pairs.popLast() {
      set(pair.new, from: pair.old)
      // Children at equal positions match up to the first difference, which is usually the end.
      var (oldChild, newChild) = (oldLinks.firstChild[pair.old], newLinks.firstChild[pair.new])
      var count = 0
      while oldChild > 0, newChild > 0, old.nodes[oldChild].key == new.nodes[newChild].key {
        pairs.append((oldChild, newChild))
        (oldChild, newChild) = (oldLinks.next[oldChild], newLinks.next[newChild])
        count += 1
      }
      guard oldChild > 0 || newChild > 0 else { continue }
      compareChildren(
        oldLinks.siblings(from: oldChild), newLinks.siblings(from: newChild), of: pair.new, from: count,
        &pairs)
    }
  }

  /// Compares the children of one node from number `first` on.
  private mutating func compareChildren(
    _ oldChildren: [Int], _ newChildren: [Int], of parent: Int, from first: Int,
    _ pairs: inout [(old: Int, new: Int)]
  ) {
    var end = 0
    // Duplicate keys are matched in order from the front.
    while hasUniqueKeys, end < min(oldChildren.count, newChildren.count),
      old.nodes[oldChildren[oldChildren.count - 1 - end]].key
        == new.nodes[newChildren[newChildren.count - 1 - end]].key
    { end += 1 }
    let oldMiddle = oldChildren.dropLast(end)
    let newMiddle = newChildren.dropLast(end)
    // The children in both, by key; duplicate keys are matched in order.
    var byKey: [String: [Int]] = [:]
    for child in oldMiddle.reversed() { byKey[old.nodes[child].key, default: []].append(child) }
    var partner: [(old: Int?, new: Int)] = []
    for child in newMiddle { partner.append((byKey[new.nodes[child].key]?.popLast(), child)) }
    let kept = Set(partner.compactMap(\.old))
    var order: [Int] = []  // handles of the children as a client has them at this point
    for child in oldMiddle {
      if kept.contains(child) {
        order.append(old.nodes[child].handle)
      } else {
        operations.append(.remove(handle: old.nodes[child].handle))
      }
    }
    let handle = new.nodes[parent].handle
    for (place, (oldChild, newChild)) in partner.enumerated() {
      if let oldChild {
        let handle = old.nodes[oldChild].handle
        if order[place] != handle, let from = order.firstIndex(of: handle) {
          order.remove(at: from)
          order.insert(handle, at: place)
          operations.append(.move(handle: handle, index: first + place))
        }
        pairs.append((oldChild, newChild))
      } else {
        let nodes = added(newChild)
        order.insert(nodes[0].handle, at: place)
        operations.append(.insert(parent: handle, index: first + place, nodes: nodes))
      }
    }
    for place in 0..<end {
      pairs.append((oldChildren[oldMiddle.count + place], newChildren[newMiddle.count + place]))
    }
  }

  /// Numbers a subtree that is new; its nodes, with parents counted among themselves.
  private mutating func added(_ top: Int) -> [ViewNode] {
    var nodes: [ViewNode] = []
    for index in top..<newLinks.ends[top] {
      lastHandle += 1
      new.nodes[index].handle = lastHandle
      new.nodes[index].present(after: nil)
      var node = new.nodes[index]
      node.parent = index == top ? nil : node.parent.map { $0 - top }
      nodes.append(node)
    }
    return nodes
  }

  private mutating func set(_ newIndex: Int, from oldIndex: Int) {
    let handle = old.nodes[oldIndex].handle
    new.nodes[newIndex].handle = handle
    new.nodes[newIndex].present(after: old.nodes[oldIndex].paint)
    guard mayDiffer.isEmpty || mayDiffer[newIndex] else { return }
    let change = Patch.Change(from: old.nodes[oldIndex], to: new.nodes[newIndex])
    guard !change.isEmpty else { return }
    if let frame = change.frame {
      moved.append(
        MovedNode(label: new.nodes[newIndex].label, before: old.nodes[oldIndex].frame, after: frame))
    }
    operations.append(.set(handle: handle, change))
  }
}

extension Patch.Change {
  /// The differences between two states of a node.
  init(from before: borrowing ViewNode, to after: borrowing ViewNode) {
    if before.frame != after.frame { frame = after.frame }
    if before.text != after.text { text = .some(after.text) }
    if before.classes != after.classes { classes = .some(after.classes) }
    if before.source != after.source { source = .some(after.source) }
    if before.paint != after.paint { paint = after.paint }
    if before.scroll != after.scroll { scroll = .some(after.scroll) }
    if before.control != after.control { control = .some(after.control) }
    if before.taps != after.taps { taps = after.taps }
    if before.accessibility != after.accessibility { accessibility = .some(after.accessibility) }
  }
}

/// The shape of a tree: 0 means no parent, as for the root.
private struct TreeLinks {
  var firstChild: [Int]
  var next: [Int]
  /// For each node the index just past its last descendant.
  var ends: [Int]

  init(_ tree: ViewTree) {
    let count = tree.nodes.count
    firstChild = Array(repeating: 0, count: count)
    next = firstChild
    ends = firstChild
    for index in tree.nodes.indices.reversed() {
      ends[index] = max(ends[index], index + 1)
      guard let parent = tree.nodes[index].parent else { continue }
      next[index] = firstChild[parent]
      firstChild[parent] = index
      ends[parent] = max(ends[parent], ends[index])
    }
  }

  /// A node and those that follow it under the same parent.
  func siblings(from first: Int) -> [Int] {
    var result: [Int] = []
    var current = first
    while current > 0 {
      result.append(current)
      current = next[current]
    }
    return result
  }
}
