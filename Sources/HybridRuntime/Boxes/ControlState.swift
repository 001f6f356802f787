package import HybridDOM
package import HybridGeometry

/// The state of an element from user input: typed text, ticks, choices, scroll offset, and the current
/// interaction.
///
/// A nil member means the value from the document.
package struct ControlState: Hashable, Sendable {
  /// The text of a field; the attribute of that name, or a text area's content, is what it was at first.
  package var value: String?
  /// Whether a check box, radio button or switch is on, an option is selected, or a `details` element is
  /// open.
  package var isOn: Bool?
  /// The index of the selected title or page; -1 is none. Of a `select` only whether nothing is selected, by
  /// -1: each of its options knows by ``isOn`` whether it is selected.
  package var selected: Int?
  /// The files that were chosen in a field.
  package var files: [ChosenFile]?
  /// Whether it has the focus.
  package var isFocused = false
  /// Whether a finger or a mouse button is down on it.
  package var isPressed = false
  /// The insertion point: the index of the character after it; nil is the end of the value.
  package var caret: Int?
  /// The other end of the selection, before or after the insertion point; nil if nothing is selected.
  package var anchor: Int?
  /// Its place in the top layer, counted in the order of opening; nil for an element that is not in it.
  package var layer: Int?
  /// Whether its backdrop covers the page: of a modal dialog.
  package var hasBackdrop = false
  /// The scroll offset of its content.
  package var scroll = Point.zero
  /// The picture of a canvas, as a `data:` address; nil for an empty one.
  package var picture: String?
  /// Whether it is being refreshed, of what scrolls.
  package var isRefreshing = false

  /// The state without any user input.
  package init() {}
}

/// A file that was chosen in a field: one of the project, or one that a script made.
package struct ChosenFile: Hashable, Sendable {
  /// The name without folders.
  package var name: String
  /// The path in the project; nil for a file of a script.
  package var path: String?
}

/// The states of a page's elements. An element without user input has none.
package typealias ControlStates = [NodeID: ControlState]
