/// A pseudo-element that has a style of its own. CSS Pseudo-Elements 4.
package enum PseudoElement: UInt8, CaseIterable, Hashable, Sendable {
  // In the order of their boxes, as far as they have boxes.
  case backdrop, marker, before, after
  case firstLetter, firstLine, placeholder, selection

  /// The name without colons.
  package var name: String {
    switch self {
    case .backdrop: "backdrop"
    case .marker: "marker"
    case .before: "before"
    case .after: "after"
    case .firstLetter: "first-letter"
    case .firstLine: "first-line"
    case .placeholder: "placeholder"
    case .selection: "selection"
    }
  }

  /// The pseudo-element of a name in lower case; nil for one that is never shown.
  package init?(name: String) {
    // The name that browsers had before the standard one.
    let name = name == "-webkit-input-placeholder" ? "placeholder" : name
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether its rules have an effect.
  var isShown: Bool {
    switch self {
    case .before, .after, .marker, .firstLetter, .firstLine, .placeholder, .backdrop: true
    case .selection: false
    }
  }

  /// Whether it is a box in the content of its element, an item if that is a flex or grid container.
  var isChild: Bool { self == .before || self == .after }
}
