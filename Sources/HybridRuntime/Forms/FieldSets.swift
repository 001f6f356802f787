import HybridDOM

// Field sets and their legends: HTML Standard §4.10.15, *The fieldset element*. The first legend is on the
// border, and its controls are not disabled with the others.

extension Element {
  var isFieldSet: Bool { name == "fieldset" }
}

extension Document {
  /// The first legend of a field set; nil if it has none.
  func legend(of fieldSet: NodeID) -> NodeID? {
    children(of: fieldSet).first { self[$0].element?.name == "legend" }
  }

  /// Whether a node is the first legend of the field set around it.
  func isLegendOfFieldSet(_ node: NodeID) -> Bool {
    guard self[node].element?.name == "legend", let around = self[node].parent,
      self[around].element?.isFieldSet == true
    else { return false }
    return legend(of: around) == node
  }

  /// The options in a `select` or in a group of options.
  func options(in node: NodeID) -> [NodeID] { nodes(in: node).filter { self[$0].element?.name == "option" } }

  /// The nearest ancestor of a name.
  func ancestor(of node: NodeID, named name: String) -> NodeID? {
    var above = self[node].parent
    while let current = above {
      if self[current].element?.name == name { return current }
      above = self[current].parent
    }
    return nil
  }
}
