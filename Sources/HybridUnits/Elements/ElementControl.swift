package import HybridCSS
package import HybridDOM

/// The kind of an element that is more than a box with children: how it is drawn, and how a user interacts
/// with it.
package enum ElementControl: Sendable, Hashable {
  /// A box with a picture, or a placeholder for one.
  case picture
  case button
  /// A control determined by its attribute `type`.
  case input
  case textArea, searchBar, select
  /// On or off.
  case toggle
  /// A row of choices.
  case segment
  /// Page indicator dots.
  case dots
  /// A partly filled bar.
  case meter
  /// A link.
  case link
  /// A disclosure widget, and its summary.
  case details, summary
  /// A list of rows, and a row.
  case table, tableRow
}

extension ElementReference {
  private static let webControls = byName(web, \.control)
  private static let controls = webControls.merging(byName(native, \.control)) { $1 }

  /// The controls of a dialect by name in lower case. Native pages may also use the elements of HTML.
  package static func controls(in dialect: Dialect) -> [String: ElementControl] {
    dialect == .native ? controls : webControls
  }

  /// Whether text in a native element is visible: elsewhere it is white space between tags.
  private var showsText: Bool { kind == .text || control == .button }

  /// Native elements with visible text, in lower case.
  package static let nativeWithText = Set(native.filter(\.showsText).map { $0.name.lowercased() })

  /// Native elements without visible text, in lower case.
  package static let nativeWithoutText = Set(native.filter { !$0.showsText }.map { $0.name.lowercased() })
}

extension Element {
  /// The control of an element with this name, in pages of either dialect.
  package var control: ElementControl? { ElementReference.controls(in: .native)[name] }
}
