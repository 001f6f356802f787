import HybridEncoding

/// One token of a script, as a range (ECMA-262 §12, *ECMAScript Language: Lexical Grammar*).
struct ScriptToken: Hashable {
  enum Kind: Hashable {
    /// A name, reserved or not, possibly with a leading `#`.
    case word
    case punctuator
    case number
    case string
    case regularExpression
    /// A template, or the part of one up to `${` or from `}`.
    case template(opens: Bool, closes: Bool)
    /// The end of the script.
    case end
  }

  var kind: Kind
  /// Its bytes in the script.
  var range: Range<Int>
  /// Whether white space or a comment precedes it.
  var hasGap: Bool
  /// Whether a line end precedes it, where a semicolon may have been omitted.
  var isOnNewLine: Bool
  /// Preceding comments that begin with `/*!`: notices, which are kept.
  var notices: [Range<Int>]
}

/// The script contains something that only its grammar could decide, or an invalid token: it stays unchanged.
struct UncertainScript: Error {}

extension UInt8 {
  /// Whether it continues an ASCII name or a number (§12.7, *IdentifierPart*). Escapes (`\u0061`) make a
  /// script uncertain.
  var isScriptWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: self >= 0x80
    }
  }
}

extension Span<UInt8> {
  /// The length of the white space or line end at `index` in bytes (§12.2 and §12.3); nil for other
  /// characters.
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

  /// The end of the longest punctuator at `index`, including `/` and `/=` (§12.8); `index` itself without
  /// one.
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
      // `a?.5:b` is a conditional expression.
      let isChain = has(1, ".") && !(index + 2 < count && self[index + 2].isASCIIDigit)
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
