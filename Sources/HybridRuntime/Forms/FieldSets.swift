import HybridDOM

// Field sets and their legends: HTML Standard §4.10.15, *The fieldset element*. The first legend is on the
// border, and its controls are not disabled with the others.

extension Document {
  /// The first legend of a field set; nil if it has none.
  func legend(of fieldSet: NodeID) -> NodeID? {
    children(of: fieldSet).first { self[$0].elementName == .legend }
  }

  /// Whether a node is the first legend of the field set around it.
  func isLegendOfFieldSet(_ node: NodeID) -> Bool {
    guard self[node].elementName == .legend, let around = self[node].parent,
      self[around].elementName == .fieldset
    else { return false }
    return legend(of: around) == node
  }

  /// Whether a field set around an element is disabled, and the element is not in its first legend (HTML
  /// Standard §4.10.18.5).
  func isInDisabledFieldSet(_ node: NodeID) -> Bool {
    var child = node
    while let above = self[child].parent {
      if self[above].elementName == .fieldset, self[above].element?.attribute("disabled") != nil,
        legend(of: above) != child
      {
        return true
      }
      child = above
    }
    return false
  }
}
