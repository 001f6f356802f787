/// One token of a script, by where it is (ECMA-262 §12, *ECMAScript Language: Lexical Grammar*).
struct ScriptToken: Hashable {
  enum Kind: Hashable {
    /// A name, reserved or not; also one with `#` in front.
    case word
    case punctuator
    case number
    case string
    case regularExpression
    /// A template, or the part of one up to `${` or from `}` on.
    case template(opens: Bool, closes: Bool)
    /// No token any more: the end of the script.
    case end
  }

  var kind: Kind
  /// Its bytes in the script.
  var range: Range<Int>
  /// Whether white space or a comment is in front of it.
  var hasGap: Bool
  /// Whether a line ends in what is in front of it, where a semicolon may be left out.
  var isOnNewLine: Bool
  /// Comments in front of it that begin with `/*!`: notices, which stay.
  var notices: [Range<Int>]
}

/// The script has something that nobody can be certain of without its grammar, or that is none: it stays as
/// it is.
struct UncertainScript: Error {}

extension UInt8 {
  /// What names of ASCII and numbers go on with (§12.7, *IdentifierPart*). Escapes (`\u0061`) are left to the
  /// uncertain.
  var isScriptWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: self >= 0x80
    }
  }

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Span<UInt8> {
  /// How many bytes of white space or of a line end are at `index` (§12.2 and §12.3); nil where there is
  /// another character.
  func scriptBlank(at index: Int) -> (length: Int, endsLine: Bool)? {
    switch self[index] {
    case 0x09, 0x0B, 0x0C, 0x20: return (1, false)
    case 0x0A, 0x0D: return (1, true)
    case 0xC2: return index + 1 < count && self[index + 1] == 0xA0 ? (2, false) : nil  // U+00A0
    case 0xE1...0xE3, 0xEF:
      guard index + 2 < count else { return nil }
      switch (self[index], self[index + 1], self[index + 2]) {
      case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9): return (3, true)  // U+2028, U+2029
      case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF): return (3, false)
      case (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return (3, false)
      default: return nil
      }
    default: return nil
    }
  }

  /// The end of the longest punctuator at `index`, `/` and `/=` among them (§12.8); `index` itself where
  /// there is none.
  func endOfScriptPunctuator(at index: Int) -> Int {
    let first = self[index]
    func has(_ offset: Int, _ character: Unicode.Scalar) -> Bool {
      index + offset < count && self[index + offset] == UInt8(ascii: character)
    }
    switch Unicode.Scalar(first) {
    case "{", "}", "(", ")", "[", "]", ";", ",", "~", ":": return index + 1
    case ".": return has(1, ".") && has(2, ".") ? index + 3 : index + 1
    case "?":
      if has(1, "?") { return index + (has(2, "=") ? 3 : 2) }
      // `a?.5:b` is a condition.
      let isChain = has(1, ".") && !(index + 2 < count && self[index + 2].isDigit)
      return index + (isChain ? 2 : 1)
    case "=":
      if has(1, ">") { return index + 2 }
      return index + (has(1, "=") ? has(2, "=") ? 3 : 2 : 1)
    case "!": return index + (has(1, "=") ? has(2, "=") ? 3 : 2 : 1)
    case "+", "-":
      return index + (has(1, Unicode.Scalar(first)) || has(1, "=") ? 2 : 1)
    case "&", "|":
      if has(1, Unicode.Scalar(first)) { return index + (has(2, "=") ? 3 : 2) }
      return index + (has(1, "=") ? 2 : 1)
    case "*":
      if has(1, "*") { return index + (has(2, "=") ? 3 : 2) }
      return index + (has(1, "=") ? 2 : 1)
    case "<":
      if has(1, "<") { return index + (has(2, "=") ? 3 : 2) }
      return index + (has(1, "=") ? 2 : 1)
    case ">":
      var end = index + 1
      while end < index + 3, end < count, self[end] == first { end += 1 }
      return end < count && self[end] == UInt8(ascii: "=") ? end + 1 : end
    case "%", "^", "/": return index + (has(1, "=") ? 2 : 1)
    default: return index
    }
  }
}
