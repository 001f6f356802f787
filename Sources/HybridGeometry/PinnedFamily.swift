/// A family of the pinned fonts, with the measures of its letters that lengths in CSS are relative to.
///
/// Text is shaped with these families, whatever fonts a machine has. They are those of Debian's packages
/// `fonts-dejavu-core` and `fonts-dejavu-extra`; all lengths are in ems.
package enum PinnedFamily: UInt8, Hashable, Sendable, CaseIterable {
  case sans, serif, mono

  /// The first known name wins; without one it is DejaVu Sans.
  package init(_ names: [String]) {
    for name in names {
      if let family = Self(named: name) {
        self = family
        return
      }
    }
    self = .sans
  }

  /// The family with a name; nil for an unknown one.
  package init?(named name: String) {
    guard let family = Self.names[name.lowercased()] else { return nil }
    self = family
  }

  /// The families, and the generic ones of CSS Fonts 4 §2.1.4, in lower case.
  private static let names: [String: PinnedFamily] = [
    "dejavu sans": .sans, "sans-serif": .sans, "system-ui": .sans, "ui-sans-serif": .sans,
    "ui-rounded": .sans, "-apple-system": .sans, "blinkmacsystemfont": .sans, "cursive": .sans,
    "fantasy": .sans, "emoji": .sans, "math": .sans, "fangsong": .sans,
    "dejavu serif": .serif, "serif": .serif, "ui-serif": .serif,
    "dejavu sans mono": .mono, "monospace": .mono, "ui-monospace": .mono,
  ]

  /// The height of the letter x.
  package var xHeight: Double { self == .serif ? 1063.0 / 2048 : 1120.0 / 2048 }

  /// The height of capital letters.
  package var capHeight: Double { 1493.0 / 2048 }

  /// The advance of the digit 0.
  package func zeroAdvance(isBold: Bool) -> Double {
    if self == .mono { return 1233.0 / 2048 }
    return isBold ? 1425.0 / 2048 : 1303.0 / 2048
  }

  /// The name of the family in its files.
  package var name: String {
    switch self {
    case .sans: "DejaVu Sans"
    case .serif: "DejaVu Serif"
    case .mono: "DejaVu Sans Mono"
    }
  }
}
