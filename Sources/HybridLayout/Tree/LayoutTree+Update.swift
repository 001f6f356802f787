/// Recomputes only what a change can affect.
///
/// A node caches its questions and its answers. After a change it gets the same questions again: if every
/// answer equals the old one, the change has no effect outside the node, and goes no further. So definite
/// sizes, containment, or a line of unchanged height stop it automatically, and the result is identical, bit
/// for bit, to a layout from scratch.
extension LayoutTree {
  /// Asks the changed nodes under `root` again, the innermost first, so that their cached answers are
  /// correct.
  mutating func bringUpToDate(root: Int, _ space: ConstraintSpace) {
    var levels = nodes.takeChanged(under: root)
    guard !levels.isEmpty else { return }
    guard nodes.hasFrames(root, in: space) else {
      // Everything is recomputed from the root: repeating old questions is not worthwhile.
      for node in levels.joined() { nodes.forgetPath(from: Int(node)) }
      return
    }
    /// For nodes that are asked again only because of their children: the children whose answers changed.
    var differing: [Int32: [Int32]] = [:]
    withPass(root: root) { pass in
      for depth in levels.indices.reversed() {
        for node in levels[depth] where pass.nodes[Int(node)].isDirty {
          guard !pass.answersAsBefore(Int(node), differing: differing[node]) else { continue }
          let child = node
          var parent = pass.nodes[Int(node)].parent
          var parentDepth = depth - 1
          while parent >= 0, parent != root, pass.isReplacedByChildren(Int(parent)) {
            parent = pass.nodes[Int(parent)].parent
            parentDepth -= 1
          }
          guard parentDepth >= 0, parent >= 0 else { continue }
          if pass.nodes[Int(parent)].isDirty {
            differing[parent]?.append(child)
          } else {
            pass.nodes[Int(parent)].isDirty = true
            differing[parent] = [child]
            levels[parentDepth].append(parent)
          }
        }
      }
    }
  }
}

extension LayoutPass {
  /// Repeats all cached questions of a node. Returns whether all answers are unchanged.
  ///
  /// - Parameter differing: The children whose answers changed; nil if the node itself has changed.
  mutating func answersAsBefore(_ node: Int, differing: [Int32]?) -> Bool {
    let slot = Int(nodes[node].memory)
    guard slot >= 0 else { return false }
    let before = memories[slot]
    let escapingBefore = nodes[node].escaping
    memories[slot] = Memory()
    spilled.removeAll(of: slot)
    if before.hasList, let differing {
      memories[slot].hasList = lists.unsettle(differing, of: node)
    }
    var isSame = !before.hasForgotten && !before.used.isEmpty && escapingBefore.isEmpty
    if before.used.contains(.intrinsic) {
      let sizes = answerFromEmptyStack(.widths(node, before.intrinsic.space)).widths
      isSame = isSame && sizes == before.intrinsic.sizes
    }
    for (kind, entry) in [
      (Memory.Slots.measuredBefore, before.measuredBefore), (.measured, before.measured),
      (.frames, before.frames),
    ]
    where before.used.contains(kind) {
      // After the first difference the rest does not matter: the parent will ask its own questions.
      guard isSame else { break }
      let result = layoutFromEmptyStack(node, entry.space, entry.purpose)
      isSame = result.isSame(as: entry.result) && !result.hasFloats
    }
    // The tracks of an outer grid depend on what is in a subgrid.
    return isSame && nodes[node].escaping.isEmpty && before.isOutsideSubgrids
  }
}

extension LayoutStyle {
  /// Whether the styles differ only in properties that affect a box's content alone, so that its container
  /// need not be laid out again.
  func isLike(_ other: LayoutStyle) -> Bool {
    guard display == other.display else { return false }
    var inner = other
    inner.flexDirection = flexDirection
    inner.flexWrap = flexWrap
    inner.flexLineCount = flexLineCount
    inner.justifyContent = justifyContent
    inner.alignItems = alignItems
    inner.justifyItems = justifyItems
    inner.gap = gap
    return inner == self
  }
}
