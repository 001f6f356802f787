import HybridDOM

extension ViewTreeInputs {
  /// Whether references between elements may have changed.
  var mayChangeReferences: Bool {
    !changes.children.isEmpty || !added.isEmpty || changes.everything
      || changes.attributes.values.contains { !$0.isDisjoint(with: AccessibilityReferences.attributes) }
  }
}

extension ViewTreeBuilder {
  /// Marks the elements whose accessibility properties changed, except those that ``marks(for:since:)`` marks
  /// anyway.
  func markTold(for inputs: ViewTreeInputs, since last: LiveTree, _ marks: inout NodeMarks) {
    for node in references.differences(from: last.references) {
      marks.mark(node)
      climb(from: node, &marks)
    }
    for (node, names) in inputs.changes.attributes where bearsOnDescendants(node, names) {
      markElements(in: node, &marks)
    }
    for node in inputs.changes.children {
      guard let element = document[node].element, element.elementName == .fieldset, element["disabled"] != nil
      else { continue }
      markElements(in: node, &marks)  // its first legend may have changed
    }
    for node in inputs.changes.children where document[node].elementName == .tr {
      marks.mark(childrenOf: node, in: document)  // header cells depend on their neighbours
    }
    // An element that appears or disappears changes the enclosing names.
    for node in inputs.styled
    where inputs.oldStyles[node].box.display != styles[node].box.display
      || inputs.oldStyles[node].text.visibility != styles[node].text.visibility
    {
      climb(from: node, &marks)
    }
    // So does a change of a control's value.
    for node in inputs.changes.controls.union(inputs.changes.states) { climb(from: node, &marks) }
    for (node, state) in controls where last.controls[node] != state { climb(from: node, &marks) }
    for node in last.controls.keys where controls[node] == nil { climb(from: node, &marks) }
  }

  /// Whether attributes of an element affect its descendants: rows of a table with another role are not rows,
  /// fields of a disabled group are disabled. `none` applies unless another attribute makes the element
  /// relevant.
  private func bearsOnDescendants(_ node: NodeID, _ names: Set<String>) -> Bool {
    guard let element = document[node].element else { return false }
    return names.contains("role") || (element.elementName == .fieldset && names.contains("disabled"))
      || (element["role"] != nil && !names.isDisjoint(with: Self.conflicting))
  }

  private static let conflicting: Set = [
    "aria-label", "aria-labelledby", "aria-describedby", "title", "tabindex", "disabled", "href", "type",
  ]

  private func markElements(in node: NodeID, _ marks: inout NodeMarks) {
    for below in document.nodes(in: node) where document[below].isElement { marks.mark(below) }
  }
}
