/// The scroll offset of a node and the size of its content, in points.
///
/// Frames of descendants are unscrolled: drawing moves them by the offset and clips them to the node's
/// padding box.
package struct ViewScroll: Hashable, Sendable {
  /// How far the content is moved to the left: 0 shows its left edge.
  package var x: Double
  /// How far it is moved up: 0 shows its upper edge.
  package var y: Double
  /// The width of the content, or of the padding box if there is nothing to scroll.
  package var width: Double
  /// The height of the content.
  package var height: Double

  /// An offset and the size of the content.
  package init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A control: what a user can do with a node, and its state.
package struct ViewControl: Hashable, Sendable {
  /// The kinds of controls.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Does something when it is tapped.
    case button
    /// Navigates when it is tapped.
    case link
    /// One line of text that can be edited.
    case text
    /// Several lines of text that can be edited.
    case multiline
    /// One line of text that is shown as dots.
    case password
    /// One line of text to search for.
    case search
    /// Ticked or not.
    case checkbox
    /// Ticked or not, one of several.
    case radio
    /// On or off.
    case `switch`
    /// One of several titles side by side.
    case segment
    /// One of several pages.
    case dots
    /// One of several options that open when it is tapped.
    case select
    /// Rows, of which one can be tapped.
    case table
    /// One row of a table.
    case row
  }

  /// The kind.
  package var kind: Kind
  /// The edited text, or the title of the selected option.
  package var value: String?
  /// The placeholder of an empty text.
  package var placeholder: String?
  /// Whether it is ticked or on.
  package var isOn: Bool?
  /// The index of the selected option, -1 for none.
  package var selected: Int?
  /// The indices of the selected options, of a list that takes several; nil for all others.
  package var chosen: [Int]?
  /// Whether it is disabled.
  package var isDisabled = false
  /// Whether it has the focus.
  package var isFocused = false
  /// The insertion point: the index of the character after it; nil is the end of the value.
  package var caret: Int?
  /// The titles to choose from.
  package var options: [String] = []

  /// A control of a kind, without state.
  package init(_ kind: Kind) { self.kind = kind }
}
