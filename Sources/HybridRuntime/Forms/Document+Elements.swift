import HybridDOM

/// Which elements belong to which others.
extension Document {
  /// The nearest ancestor of a name.
  func ancestor(of node: NodeID, named name: ElementName) -> NodeID? {
    var above = self[node].parent
    while let current = above {
      if self[current].elementName == name { return current }
      above = self[current].parent
    }
    return nil
  }

  /// The `details` that a `summary` opens and closes: the element around it (HTML Standard §4.11.2).
  func details(of summary: NodeID) -> NodeID? {
    self[summary].parent.flatMap { self[$0].elementName == .details ? $0 : nil }
  }

  /// The options in a `select` or in a group of options.
  func options(in node: NodeID) -> [NodeID] { nodes(in: node).filter { self[$0].elementName == .option } }

  /// The group of options that an option is in; nil if it is in none.
  func optionGroup(of option: NodeID) -> NodeID? {
    self[option].parent.flatMap { self[$0].elementName == .optgroup ? $0 : nil }
  }
}
