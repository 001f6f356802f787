/// Walks that never call themselves, so that the depth of a tree does not matter.
extension LayoutTree {
  /// The children that have boxes, `display: contents` replaced by what is in it, in tree order.
  func boxChildren(of node: Int) -> [Int] {
    var result: [Int] = []
    guard nodes[node].measure < 0 else { return result }
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      if !isReplacedByChildren(index) {
        if nodes[index].style.display != .none { result.append(index) }
      } else if nodes[index].firstChild >= 0 {
        child = nodes[index].firstChild
        continue
      }
      child = next(after: index, in: node)
    }
    return result
  }

  /// Whether a node has no box, and its children stand in its place.
  func isReplacedByChildren(_ node: Int) -> Bool {
    nodes[node].style.display == .contents && nodes[node].measure < 0
  }

  /// The node after `node` and all in it, in tree order, inside `ancestor`; -1 at the end.
  private func next(after node: Int, in ancestor: Int) -> Int32 {
    var index = node
    while nodes[index].next < 0 {
      index = Int(nodes[index].parent)
      if index == ancestor { return -1 }
    }
    return nodes[index].next
  }

  /// Zero frames for children that have no box, and for everything in them that is not a box of this container.
  mutating func clearFramesWithoutBox(of node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      if isReplacedByChildren(index) {
        nodes[index].frame = .zero
        if nodes[index].firstChild >= 0 {
          child = nodes[index].firstChild
          continue
        }
      } else if nodes[index].style.display == .none {
        nodes[index].frame = .zero
        nodes[index].cache.frames = nil
        clearFrames(inside: index)
      }
      child = next(after: index, in: node)
    }
  }

  /// Zero frames for everything inside a node, and no memory of other ones.
  mutating func clearFrames(inside node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      nodes[index].frame = .zero
      nodes[index].cache.frames = nil
      child = nodes[index].firstChild >= 0 ? nodes[index].firstChild : next(after: index, in: node)
    }
  }
}
