/// The characters that have to be escaped in some context of a markup language, with their replacements.
///
///     "a < b".escaped(.xmlText)  // "a &lt; b"
package struct MarkupEscapes: Sendable {
  // Only a few: searching them costs less than hashing.
  private var escapes: [(scalar: Unicode.Scalar, text: String)]

  /// The replacement of characters that XML 1.0 §2.2 forbids; nil: they stay.
  private var replacement: String?

  /// - Parameters:
  ///   - escapes: The replacement of each character.
  ///   - replacement: The replacement of characters that XML 1.0 §2.2 forbids, and of a carriage return,
  ///     which would be read as a line feed (§2.11); nil when they stay.
  package init(_ escapes: KeyValuePairs<Unicode.Scalar, String>, forbidden replacement: String? = nil) {
    self.escapes = escapes.map { ($0.key, $0.value) }
    self.replacement = replacement
  }

  /// Content of XML elements, and of HTML ones.
  package static let xmlText = MarkupEscapes(["&": "&amp;", "<": "&lt;", ">": "&gt;"])

  /// Values of attributes in double quotes, in XML and in HTML.
  package static let xmlAttribute = MarkupEscapes(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])

  /// Content of XML elements from any source: characters that XML 1.0 §2.2 forbids become `�`.
  package static let anyXMLText = MarkupEscapes(
    ["&": "&amp;", "<": "&lt;", ">": "&gt;"], forbidden: "\u{FFFD}")

  /// Values of attributes from any source. Unescaped tabs and newlines would be read as spaces (§3.3.3).
  package static let anyXMLAttribute = MarkupEscapes(
    ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\t": "&#9;", "\n": "&#10;"],
    forbidden: "\u{FFFD}")

  /// Content of HTML elements, and values of attributes in either kind of quotes.
  package static let html = MarkupEscapes([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ])

  /// Text in `innerHTML`. HTML Standard §13.3, *escaping a string*.
  package static let fragmentText = MarkupEscapes([
    "&": "&amp;", "\u{A0}": "&nbsp;", "<": "&lt;", ">": "&gt;",
  ])

  /// Values of attributes in `innerHTML`. HTML Standard §13.3, *escaping a string*, in the attribute mode.
  package static let fragmentAttribute = MarkupEscapes([
    "&": "&amp;", "\u{A0}": "&nbsp;", "\"": "&quot;",
  ])

  /// The replacement of `scalar`; nil when it stays.
  fileprivate func text(for scalar: Unicode.Scalar) -> String? {
    for escape in escapes where escape.scalar == scalar { return escape.text }
    guard let replacement else { return nil }
    switch scalar.value {
    case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return nil
    default: return replacement
    }
  }
}

extension String {
  /// The text in a form that a markup language reads back in the context of `escapes`.
  package func escaped(_ escapes: MarkupEscapes) -> String {
    guard unicodeScalars.contains(where: { escapes.text(for: $0) != nil }) else { return self }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let text = escapes.text(for: scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
