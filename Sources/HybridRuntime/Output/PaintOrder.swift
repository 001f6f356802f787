import HybridViewTree

/// The painting order of a tree's nodes: CSS 2.2 Appendix E, for whole nodes.
///
/// A stacking context paints its own background, nodes below the flow, the flow in tree order, then nodes
/// above it.
struct PaintOrder {
  /// One step of painting.
  enum Step: Hashable {
    /// Paints a node itself; its content follows, up to its ``close(_:)``.
    case open(Int)
    /// Ends the effects that apply to a node's content.
    case close(Int)
  }

  private let tree: ViewTree
  /// The out-of-flow nodes of each stacking context: below the flow, and above it.
  private var below: [Int: [Int]] = [:]
  private var above: [Int: [Int]] = [:]
  private let children: [[Int]]

  init(_ tree: ViewTree) {
    self.tree = tree
    children = tree.childLists
    guard tree.nodes.contains(where: { $0.paint.zOrder != nil }) else { return }
    // Each node's stacking context: that of its parent, or the parent.
    var contexts = [Int](repeating: 0, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      guard let parent = node.parent else { continue }
      contexts[index] = tree.nodes[parent].paint.isolates ? parent : contexts[parent]
      guard let order = node.paint.zOrder else { continue }
      if order < 0 {
        below[contexts[index], default: []].append(index)
      } else {
        above[contexts[index], default: []].append(index)
      }
    }
    let order = { (index: Int) in (tree.nodes[index].paint.zOrder ?? 0, index) }
    for context in below.keys { below[context]?.sort { order($0) < order($1) } }
    for context in above.keys { above[context]?.sort { order($0) < order($1) } }
  }

  /// All steps, computed without recursion.
  var steps: [Step] {
    var result: [Step] = []
    guard !tree.nodes.isEmpty else { return result }
    result.reserveCapacity(tree.nodes.count * 2)
    var waiting: [Step] = [.open(0)]
    while let step = waiting.popLast() {
      result.append(step)
      guard case .open(let index) = step else { continue }
      waiting.append(.close(index))
      let isContext = index == 0 || tree.nodes[index].paint.isolates
      if isContext { waiting += (above[index] ?? []).reversed().map { .open($0) } }
      for child in children[index].reversed() where tree.nodes[child].paint.zOrder == nil {
        waiting.append(.open(child))
      }
      if isContext { waiting += (below[index] ?? []).reversed().map { .open($0) } }
    }
    return result
  }
}
