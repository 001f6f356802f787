package import HybridDOM
package import HybridGeometry

/// What a person did to an element: what they typed, ticked, chose and scrolled, and what they are doing to
/// it now.
///
/// What is nil is as the document has it.
package struct ControlState: Hashable, Sendable {
  /// The text of a field; the attribute of that name, or a text area's content, is what it was at first.
  package var value: String?
  /// Whether a check box, radio button or switch is on, or a `details` element is open.
  package var isOn: Bool?
  /// The index of the option, title or page that is chosen; -1 is none.
  package var selected: Int?
  /// Whether keys go to it.
  package var isFocused = false
  /// Whether a finger or a button of the mouse is down on it.
  package var isPressed = false
  /// Before which character of the value the insertion point is; nil is behind the last.
  package var caret: Int?
  /// How far its content is scrolled.
  package var scroll = Point.zero
  /// Whether it is being refreshed, of what scrolls.
  package var isRefreshing = false

  /// Nothing was done to it yet.
  package init() {}

  /// Whether another state makes other boxes: not so for what is only painted or moved.
  func makesSameBoxes(as other: ControlState) -> Bool {
    value == other.value && isOn == other.isOn && selected == other.selected
  }
}

/// The states of a page's elements. An element that nobody touched has none.
package typealias ControlStates = [NodeID: ControlState]
