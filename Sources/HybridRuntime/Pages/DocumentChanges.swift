import HybridDOM

/// What happened to a living document since it was last styled and laid out: marks, as cheap as the changes
/// themselves.
struct DocumentChanges {
  /// Elements with the names of the attributes that were set or taken away.
  var attributes: [NodeID: Set<String>] = [:]
  /// Nodes whose child lists are other than before.
  var children: Set<NodeID> = []
  /// Texts that say something else.
  var texts: Set<NodeID> = []
  /// Elements that are focused, pressed, ticked or disabled, or no longer.
  var states: Set<NodeID> = []
  /// Elements whose value, choice, indicator or taps are other than before: what they show, not how large
  /// they are.
  var controls: Set<NodeID> = []
  /// Scrolled elements.
  var scrolled: Set<NodeID> = []
  /// Elements that transitions have taken further.
  var moved: Set<NodeID> = []
  /// Elements on which somebody tries other declarations than before.
  var edited: Set<NodeID> = []
  /// Whether everything has to be done anew: another viewport, other sheets.
  var everything = false

  var isEmpty: Bool {
    !everything && attributes.isEmpty && children.isEmpty && texts.isEmpty && states.isEmpty
      && controls.isEmpty
      && scrolled.isEmpty && moved.isEmpty && edited.isEmpty
  }
}
