package import HybridDOM

extension StyleTree {
  private func contains(_ node: NodeID) -> Bool { node.index < records.count && records[node.index].tag >= 0 }

  /// Whether an element matches a selector list; false for a node that is not an element of the tree.
  package func matches(_ node: NodeID, _ list: [ComplexSelector]) -> Bool {
    guard contains(node) else { return false }
    var selectors = CompiledSelectors()
    let number = selectors.add(list, nesting: -1)
    let tree = scoped(to: node, selectors)
    var matcher = SelectorMatcher(selectors, tree: tree)
    return matcher.matches(list: number, node.index, tree)
  }

  /// This tree with `:scope` meaning `node` (Selectors 4 §3.4, *Scoped selectors*); unchanged when no
  /// selector contains `:scope`.
  private func scoped(to node: NodeID, _ selectors: CompiledSelectors) -> StyleTree {
    guard selectors.asksForScope else { return self }
    var tree = self
    for index in tree.records.indices { tree.records[index].traits.remove(.scope) }
    tree.records[node.index].traits.insert(.scope)
    return tree
  }

  /// The elements below `top` that match a selector list, in tree order; `:scope` is `top`.
  package func elements(matching list: [ComplexSelector], below top: NodeID) -> [NodeID] {
    guard contains(top) else { return [] }
    var selectors = CompiledSelectors()
    let number = selectors.add(list, nesting: -1)
    let tree = scoped(to: top, selectors)
    var matcher = SelectorMatcher(selectors, tree: tree)
    var found: [NodeID] = []
    var current = records[top.index].firstChild
    while current >= 0 {
      if matcher.matches(list: number, Int(current), tree) { found.append(NodeID(Int(current))) }
      var next = records[Int(current)].firstChild
      while next < 0, current >= 0, Int(current) != top.index {
        next = records[Int(current)].next
        if next < 0 { current = records[Int(current)].parent }
      }
      current = next
    }
    return found
  }
}
