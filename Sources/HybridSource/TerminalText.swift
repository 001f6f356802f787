extension String {
  /// The text with every character that controls a terminal, reorders a line or is hidden shown as a symbol
  /// or as U+FFFD.
  ///
  /// Text from a template, its data, a script, a file name or a client passes through here before it reaches
  /// a terminal: an escape sequence could set the title, the clipboard (OSC 52) or a link (OSC 8), a line end
  /// could forge a line, a bidirectional override could disguise the meaning. The components of letters and
  /// emoji stay: joiners, marks and selectors.
  package var withoutControls: String {
    guard unicodeScalars.contains(where: \.drivesTerminal) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case _ where !scalar.drivesTerminal: result.append(scalar)
      case 0x00...0x1F: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: result.append("\u{2421}")
      default: result.append("\u{FFFD}")
      }
    }
    return String(result)
  }

  /// The text with the same characters escaped, `\n`, `\r`, `\t` or as numbers such as `\u{1b}`: it stays on
  /// its line, and nothing of it is lost.
  package var escapingControls: String { escaped(isQuoted: false) }

  /// ``escapingControls`` with quotes and backslashes escaped as in JSON, for a text between quotes.
  package var escapedForQuotes: String { escaped(isQuoted: true) }

  private func escaped(isQuoted: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x22 where isQuoted, 0x5C where isQuoted:
        result.append("\\")
        result.append(scalar)
      case 0x0A: result.append(contentsOf: "\\n".unicodeScalars)
      case 0x0D: result.append(contentsOf: "\\r".unicodeScalars)
      case 0x09: result.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.drivesTerminal:
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal does anything but show the character.
  package var drivesTerminal: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL and C1: ECMA-48 §5
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // UAX 9 §2, directional formatting
    case 0x2028...0x2029: true  // line ends
    case 0x206A...0x206F, 0xFFF9...0xFFFB: true  // deprecated format characters, annotations
    case 0xE0000...0xE007F: true  // tags: invisible text
    default: false
    }
  }
}
