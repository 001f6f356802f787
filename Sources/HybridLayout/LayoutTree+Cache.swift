/// A remembered layout.
struct LayoutEntry: Sendable {
  var space: ConstraintSpace
  var purpose: Purpose
  var result: BoxResult
}

/// What a node remembers of earlier questions. Two slots are for measuring; the third is the layout whose frames stand in the tree.
struct NodeCache: Sendable {
  var frames: LayoutEntry?
  var measured: LayoutEntry?
  var measuredBefore: LayoutEntry?
}

extension LayoutTree {
  /// An earlier answer to the same question, if it was wanted for at least this purpose.
  func cached(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult? {
    if let entry = nodes[node].cache.frames, entry.space == space { return entry.result }
    if purpose == .frames { return nil }
    if let entry = nodes[node].cache.measured, entry.purpose >= purpose, entry.space == space {
      return entry.result
    }
    if let entry = nodes[node].cache.measuredBefore, entry.purpose >= purpose, entry.space == space {
      return entry.result
    }
    return nil
  }

  /// Keeps an answer.
  mutating func remember(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose, _ result: BoxResult) {
    let entry = LayoutEntry(space: space, purpose: purpose, result: result)
    if purpose == .frames {
      nodes[node].cache.frames = entry
    } else {
      nodes[node].cache.measuredBefore = nodes[node].cache.measured
      nodes[node].cache.measured = entry
    }
    nodes[node].isDirty = false
  }

  /// Forgets everything about a node and what hangs on it: its ancestors.
  mutating func invalidate(_ node: Int) {
    var index = Int32(node)
    while index >= 0 {
      let current = Int(index)
      // What has no box of its own remembers nothing and is never clean.
      if nodes[current].isDirty, current != node, nodes[current].style.display != .contents { return }
      nodes[current].isDirty = true
      nodes[current].cache = NodeCache()
      nodes[current].intrinsicCache = nil
      index = nodes[current].parent
    }
  }
}
