import HybridCSS

extension ComputedStyle {
  /// The characters of Unicode before and after what is in an inline box that give its text its order (CSS
  /// Writing Modes 4 §2.2); nil if it is part of the text around it.
  var textOrder: (start: String, end: String)? {
    let isReversed = text.direction == .rtl
    let isolate = isReversed ? "\u{2067}" : "\u{2066}"
    return switch self[\.unicodeBidi] {
    case .normal: nil
    case .embed: (isReversed ? "\u{202B}" : "\u{202A}", "\u{202C}")
    case .isolate: (isolate, "\u{2069}")
    case .bidiOverride: (text.direction.override, "\u{202C}")
    case .isolateOverride: (isolate + text.direction.override, "\u{202C}\u{2069}")
    case .plaintext: ("\u{2068}", "\u{2069}")
    }
  }
}

extension Direction {
  /// The character after which all text has this direction.
  var override: String { self == .rtl ? "\u{202E}" : "\u{202D}" }
}
