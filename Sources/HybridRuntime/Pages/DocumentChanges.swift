import HybridCSS
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

  /// Elements with a changed attribute that can change their box by other means than their style.
  func elementsWithOtherContent(in document: Document) -> Set<NodeID> {
    Set(
      attributes.lazy.filter { node, names in
        // The elements of a drawing are parts of its picture.
        document[node].element?.namespace != .html || !names.allSatisfy(Self.changesOnlyStyle)
      }.map(\.key))
  }

  /// Whether an attribute of HTML is read by style sheets, scripts and assistive technology only.
  private static func changesOnlyStyle(_ name: String) -> Bool {
    switch name {
    case "class", "id", "role", "style": true
    default: name.hasPrefix("data-") || name.hasPrefix("aria-") && name != "aria-label"
    }
  }

  /// Adds what a new binding has changed.
  mutating func merge(_ other: DocumentChanges) {
    for (node, names) in other.attributes { attributes[node, default: []].formUnion(names) }
    children.formUnion(other.children)
    texts.formUnion(other.texts)
  }

  /// Adds what changed in generated content.
  mutating func add(_ generated: GeneratedContent.Changes) {
    children.formUnion(generated.children)
    texts.formUnion(generated.texts)
    controls.formUnion(generated.pictures)
  }
}

extension StyleChanges {
  /// Adds the changes of nodes that selectors can see.
  mutating func merge(_ other: DocumentChanges) {
    attributes.formUnion(other.attributes.keys)
    children.formUnion(other.children)
    text.formUnion(other.texts)
    states.formUnion(other.states)
  }
}
