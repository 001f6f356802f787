import HybridDOM

/// The changes to a living document since it was last styled and laid out, recorded as cheap marks.
struct DocumentChanges {
  /// Elements with the names of attributes that were set or removed.
  var attributes: [NodeID: Set<String>] = [:]
  /// Nodes whose child lists changed.
  var children: Set<NodeID> = []
  /// Text nodes whose text changed.
  var texts: Set<NodeID> = []
  /// Elements whose focused, pressed, ticked or disabled state changed.
  var states: Set<NodeID> = []
  /// Elements whose value, choice, indicator or tap handling changed: this affects their look, not their
  /// size.
  var controls: Set<NodeID> = []
  /// Scrolled elements.
  var scrolled: Set<NodeID> = []
  /// Elements advanced by transitions and CSS animations.
  var moved: Set<NodeID> = []
  /// Elements whose tried declarations changed.
  var edited: Set<NodeID> = []
  /// Whether everything has to be recomputed: another viewport, other sheets.
  var everything = false

  var isEmpty: Bool {
    !everything && attributes.isEmpty && children.isEmpty && texts.isEmpty && states.isEmpty
      && controls.isEmpty
      && scrolled.isEmpty && moved.isEmpty && edited.isEmpty
  }

  /// Adds what a new binding has changed.
  mutating func merge(_ other: DocumentChanges) {
    for (node, names) in other.attributes { attributes[node, default: []].formUnion(names) }
    children.formUnion(other.children)
    texts.formUnion(other.texts)
  }
}
