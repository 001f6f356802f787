package import HybridDOM

/// The changes of a document since it was styled. Superfluous entries cost time only.
package struct StyleChanges: Sendable, Hashable {
  /// Elements whose attributes were set or removed, `class`, `id` and `style` among them.
  package var attributes: Set<NodeID> = []
  /// Nodes whose list of children changed: both the old and the new parent of a node that was moved.
  package var children: Set<NodeID> = []
  /// Text nodes whose text changed.
  package var text: Set<NodeID> = []
  /// Elements whose state changed.
  package var states: Set<NodeID> = []
  /// Elements whose ``LiveStyles/overrides`` changed.
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

  /// Whether nothing changed.
  package var isEmpty: Bool {
    attributes.isEmpty && children.isEmpty && text.isEmpty && states.isEmpty && overrides.isEmpty
  }
}

/// The result of an update of styles.
package struct StyleUpdate: Sendable, Hashable {
  /// Elements whose computed style changed. Text and comments go with their parents.
  package var changed: Set<NodeID> = []
  /// Elements that were not in the document before, or were moved.
  package var added: Set<NodeID> = []
  /// Elements of which the style of a pseudo-element changed, was added or was removed, and new elements with
  /// pseudo-elements.
  package var pseudoElements: Set<NodeID> = []
  /// Whether elements were added, removed or moved: a change of text alone does none of these.
  package var hasOtherElements = false
  /// The number of elements that were matched again.
  package var matched = 0
}
