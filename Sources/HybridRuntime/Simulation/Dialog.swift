import HybridEncoding

/// A question of a page that waits for the user's answer.
///
/// `Documentation/javascript.md`, *TokenHybrid*. A script's input may be of any size; it is truncated to what
/// a dialog can show.
package struct Dialog: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// Buttons in the middle of the screen.
    case alert
    /// Buttons at the lower edge.
    case sheet
    /// Fields to type into.
    case input
    /// Columns of rows, with one row selected in each.
    case picker
    /// A Touch ID request.
    case touchID
  }

  package struct Button: Hashable, Sendable {
    package var title: String
    /// The index passed to the page; −1 cancels.
    package var index: Int
    package var isCancel: Bool { index < 0 }

    package init(_ title: String, index: Int) {
      self.title = title.cut(to: 200)
      self.index = index
    }
  }

  package struct Field: Hashable, Sendable {
    package var placeholder: String
    /// The typed text.
    package var text: String
    /// Whether it is shown as dots.
    package var isSecure: Bool

    package init(placeholder: String = "", text: String = "", isSecure: Bool = false) {
      self.placeholder = placeholder.cut(to: 200)
      self.text = text.cut(to: 10_000)
      self.isSecure = isSecure
    }
  }

  package var kind: Kind
  package var title: String
  package var message: String
  /// The buttons in index order, the cancel button last.
  package private(set) var buttons: [Button]
  package private(set) var fields: [Field] = []
  /// The index of the focused field.
  package private(set) var focusedField = 0
  /// The rows of each column of a picker.
  package private(set) var columns: [[String]] = []
  /// The selected row in each column; −1 in a column without any.
  package private(set) var rows: [Int] = []

  private static let mostButtons = 100
  private static let mostFields = 20
  static let mostColumns = 8
  static let mostRows = 10_000

  private init(_ kind: Kind, title: String, message: String, buttons: [Button]) {
    self.kind = kind
    self.title = title.cut(to: 1000)
    self.message = message.cut(to: 10_000)
    self.buttons = buttons
  }

  /// A dialog with a button for each title and, unless `cancel` is nil, a cancel button.
  package static func choice(
    _ kind: Kind = .alert, title: String, message: String = "", titles: [String], cancel: String? = "Cancel"
  ) -> Dialog {
    var buttons = titles.prefix(mostButtons).enumerated().map { Button($1, index: $0) }
    if let cancel { buttons.append(Button(cancel, index: -1)) }
    return Dialog(kind, title: title, message: message, buttons: buttons)
  }

  /// Fields with Done and Cancel.
  package static func input(title: String, message: String = "", fields: [Field], done: String = "Done")
    -> Dialog
  {
    var dialog = choice(.input, title: title, message: message, titles: [done])
    dialog.fields = Array(fields.prefix(mostFields))
    return dialog
  }

  /// A wheel for each column, the first row of each chosen, with Done and Cancel.
  package static func picker(_ columns: [[String]]) -> Dialog {
    var dialog = choice(.picker, title: "", titles: ["Done"])
    dialog.columns = columns.prefix(mostColumns).map { $0.prefix(mostRows).map { $0.cut(to: 200) } }
    dialog.rows = dialog.columns.map { $0.isEmpty ? -1 : 0 }
    return dialog
  }

  /// A request for a fingerprint.
  package static func touchID(reason: String) -> Dialog {
    choice(.touchID, title: "Touch ID", message: reason, titles: ["OK"])
  }

  // MARK: User input

  /// Selects a row of a column; an unknown row or column changes nothing.
  mutating func choose(_ row: Int, in column: Int) {
    guard columns.indices.contains(column), columns[column].indices.contains(row) else { return }
    rows[column] = row
  }

  mutating func focus(_ field: Int) { focusedField = field }

  /// Gives a field its text, in one line.
  mutating func type(_ text: String, in field: Int) {
    guard fields.indices.contains(field) else { return }
    fields[field].text = String(text.map { $0.isNewline ? " " : $0 })
  }
}

/// The outcome of a dialog.
package enum DialogOutcome: Hashable, Sendable {
  /// It was cancelled.
  case cancelled
  /// The button with that index.
  case button(Int)
  /// The texts of all fields.
  case texts([String])
  /// The selected row in each column.
  case rows([Int])
}

extension Dialog {
  /// The outcome for the button at an index in ``buttons``.
  package func outcome(ofButton place: Int) -> DialogOutcome? {
    guard buttons.indices.contains(place) else { return nil }
    if buttons[place].isCancel { return .cancelled }
    return switch kind {
    case .input: .texts(fields.map(\.text))
    case .picker: .rows(rows)
    default: .button(buttons[place].index)
    }
  }

  /// Whether there is a way out without an answer.
  package var canCancel: Bool { buttons.contains(where: \.isCancel) }
}

extension String {
  /// At most that many characters, and an ellipsis for the rest of a longer text.
  func cut(to count: Int) -> String { shortened(to: count, keeping: count) }
}
