package import HybridCSS
package import HybridDOM

/// What an element is besides a box with children: how it is drawn, and what a person can do with it.
package enum ElementControl: Sendable, Hashable {
  /// A box with a picture, or in place of one.
  case picture
  case button
  /// What its attribute `type` says.
  case input
  case textArea, searchBar, select
  /// On or off.
  case toggle
  /// Choices side by side.
  case segment
  /// Dots for pages.
  case dots
  /// A bar that is filled in part.
  case meter
  /// With an address.
  case link
  /// What opens and closes, and the part of it that does so.
  case details, summary
  /// A list of rows, and a row.
  case table, tableRow
}

extension ElementReference {
  private static let webControls = byName(web, \.control)
  private static let controls = webControls.merging(byName(native, \.control)) { $1 }

  /// The controls of a dialect by name in lower case. Native pages may have the elements of HTML too.
  package static func controls(in dialect: Dialect) -> [String: ElementControl] {
    dialect == .native ? controls : webControls
  }

  /// Whether text in a native element shows: elsewhere it is white space between tags.
  private var showsText: Bool { kind == .text || control == .button }

  /// Native elements in which text shows, in lower case.
  package static let nativeWithText = Set(native.filter(\.showsText).map { $0.name.lowercased() })

  /// Native elements in which text does not show, in lower case.
  package static let nativeWithoutText = Set(native.filter { !$0.showsText }.map { $0.name.lowercased() })
}

extension Element {
  /// The control that an element of this name is, in pages of either dialect.
  package var control: ElementControl? { ElementReference.controls(in: .native)[name] }
}
