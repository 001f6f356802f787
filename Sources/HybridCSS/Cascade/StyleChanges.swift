package import HybridDOM

/// What has happened to a document since it was styled. Naming too much costs time only.
package struct StyleChanges: Sendable, Hashable {
  /// Elements whose attributes were set or removed, `class`, `id` and `style` among them.
  package var attributes: Set<NodeID> = []
  /// Nodes whose list of children is another one: both the old and the new parent of a node that was moved.
  package var children: Set<NodeID> = []
  /// Text nodes with other text.
  package var text: Set<NodeID> = []
  /// Elements in another state.
  package var states: Set<NodeID> = []
  /// Elements whose ``LiveStyles/overrides`` are others.
  package var overrides: Set<NodeID> = []

  package init(
    attributes: Set<NodeID> = [], children: Set<NodeID> = [], text: Set<NodeID> = [],
    states: Set<NodeID> = [],
    overrides: Set<NodeID> = []
  ) {
    self.attributes = attributes
    self.children = children
    self.text = text
    self.states = states
    self.overrides = overrides
  }

  /// Whether nothing happened.
  package var isEmpty: Bool {
    attributes.isEmpty && children.isEmpty && text.isEmpty && states.isEmpty && overrides.isEmpty
  }
}

/// What an update of styles came to.
package struct StyleUpdate: Sendable, Hashable {
  /// Elements whose computed style is another one. Text and comments go with their parents.
  package var changed: Set<NodeID> = []
  /// Elements that were not in the document before, or were moved.
  package var added: Set<NodeID> = []
  /// How many elements were matched anew.
  package var matched = 0
}
