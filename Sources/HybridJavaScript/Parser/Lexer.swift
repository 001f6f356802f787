import HybridEncoding

/// Splits a text into tokens, one at a time (ECMA-262 §12).
///
/// The parser knows whether a `/` begins a regular expression and whether a `}` continues a template, and
/// asks for those by ``rescanRegularExpression(_:)`` and ``scanTemplate(from:)``.
struct Lexer {
  let bytes: [UInt8]
  /// Whether `<!--` and `-->` begin comments (§B.1.1), which they do not in modules.
  let allowsHTMLComments: Bool
  var position = 0

  init(_ bytes: [UInt8], isModule: Bool) {
    self.bytes = bytes
    allowsHTMLComments = !isModule
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    // §12.5, Hashbang Comments.
    if at(position) == UInt8(ascii: "#"), at(position + 1) == UInt8(ascii: "!") { skipLine() }
  }

  /// The byte at an offset; 0 behind the end.
  func at(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The next token.
  mutating func next() throws(SyntaxFault) -> Token {
    let isOnNewLine = try skipGap()
    let start = position
    guard start < bytes.count else {
      return Token(kind: .end, start: start, end: start, isOnNewLine: isOnNewLine)
    }
    var token = Token(kind: .end, start: start, end: start, isOnNewLine: isOnNewLine)
    let first = bytes[start]
    switch first {
    case _ where first.isNameStart || first >= 0x80 || first == UInt8(ascii: "\\"):
      token.hasEscape = try scanName()
      token.kind = token.hasEscape ? .name : reservedWord(start..<position)
    case _ where first.isASCIIDigit, UInt8(ascii: ".") where at(start + 1).isASCIIDigit:
      try scanNumber()
      token.kind = .number
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      token.hasEscape = try scanString(first)
      token.kind = .string
    case UInt8(ascii: "`"):
      position += 1
      token.kind = .template
    case UInt8(ascii: "#"):
      position += 1
      guard at(position).isNameStart || at(position) >= 0x80 || at(position) == UInt8(ascii: "\\") else {
        throw SyntaxFault(
          "'#' begins the name of a private member, and no name follows", at: start..<start + 1)
      }
      token.hasEscape = try scanName()
      token.kind = .privateName
    default: token.kind = try scanPunctuator(first)
    }
    token.end = position
    return token
  }

  // MARK: Gaps

  private mutating func skipLine() {
    while position < bytes.count, lineEnd(at: position) == 0 { position += 1 }
  }

  /// The length of the line end at an offset; 0 for none.
  func lineEnd(at offset: Int) -> Int {
    switch at(offset) {
    case 0x0A: offset < bytes.count ? 1 : 0
    case 0x0D: at(offset + 1) == 0x0A ? 2 : 1
    case 0xE2: at(offset + 1) == 0x80 && (at(offset + 2) == 0xA8 || at(offset + 2) == 0xA9) ? 3 : 0
    default: 0
    }
  }

  /// The length of the white space at an offset; 0 for none (§12.2).
  private func blank(at offset: Int) -> Int {
    switch (at(offset), at(offset + 1), at(offset + 2)) {
    case (0x09, _, _), (0x0B, _, _), (0x0C, _, _), (0x20, _, _): 1
    case (0xC2, 0xA0, _): 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F): 3
    case (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): 3
    default: 0
    }
  }

  /// Skips white space, line ends and comments; whether a line ended.
  private mutating func skipGap() throws(SyntaxFault) -> Bool {
    var isNewLine = position == 0
    while position < bytes.count {
      let line = lineEnd(at: position)
      if line > 0 {
        isNewLine = true
        position += line
        continue
      }
      let blank = blank(at: position)
      if blank > 0 {
        position += blank
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "/"):
        if at(position + 1) == UInt8(ascii: "/") {
          skipLine()
        } else if at(position + 1) == UInt8(ascii: "*") {
          if try skipComment() { isNewLine = true }
        } else {
          return isNewLine
        }
      case UInt8(ascii: "<") where allowsHTMLComments && has("<!--"): skipLine()
      case UInt8(ascii: "-") where allowsHTMLComments && isNewLine && has("-->"): skipLine()
      default: return isNewLine
      }
    }
    return isNewLine
  }

  private func has(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return bytes[position..<position + text.utf8CodeUnitCount].elementsEqual("\(text)".utf8)
  }

  private mutating func skipComment() throws(SyntaxFault) -> Bool {
    let start = position
    var isNewLine = false
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), at(position + 1) == UInt8(ascii: "/") {
        position += 2
        return isNewLine
      }
      let line = lineEnd(at: position)
      if line > 0 { isNewLine = true }
      position += max(line, 1)
    }
    throw SyntaxFault("this comment is never closed", at: start..<start + 2)
  }

  // MARK: Names

  /// Reads a name; whether it has escapes. §12.7, *Names and Keywords*.
  private mutating func scanName() throws(SyntaxFault) -> Bool {
    let start = position
    var hasEscape = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isNamePart {
        position += 1
      } else if byte == UInt8(ascii: "\\") {
        hasEscape = true
        try scanNameEscape()
      } else if byte >= 0x80 {
        guard lineEnd(at: position) == 0, blank(at: position) == 0 else { break }
        let length = bytes.scalarLength(at: position)
        guard let scalar = bytes.scalar(at: position), scalar.isNamePart(first: position == start) else {
          if position > start { break }
          throw SyntaxFault("this character cannot be used here", at: position..<position + length)
        }
        position += length
      } else {
        break
      }
    }
    return hasEscape
  }

  private mutating func scanNameEscape() throws(SyntaxFault) {
    let start = position
    position += 1
    let fault = SyntaxFault("this escape is not one of a name", at: start..<start + 1)
    guard at(position) == UInt8(ascii: "u") else { throw fault }
    position += 1
    if at(position) == UInt8(ascii: "{") {
      position += 1
      let digits = position
      while at(position).hexDigitValue != nil { position += 1 }
      guard position > digits, at(position) == UInt8(ascii: "}") else { throw fault }
      position += 1
    } else {
      for _ in 0..<4 {
        guard at(position).hexDigitValue != nil else { throw fault }
        position += 1
      }
    }
  }

  private func reservedWord(_ range: Range<Int>) -> TokenKind {
    guard range.count >= 2, range.count <= 10, bytes[range.lowerBound] >= UInt8(ascii: "b"),
      bytes[range.lowerBound] <= UInt8(ascii: "w")
    else { return .name }
    return TokenKind.reserved[String(decoding: bytes[range], as: UTF8.self)] ?? .name
  }
}

extension [UInt8] {
  /// The length of the character at an offset; 1 for a byte that is none.
  fileprivate func scalarLength(at offset: Int) -> Int {
    let first = self[offset]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return Swift.min(length, count - offset)
  }

  fileprivate func scalar(at offset: Int) -> Unicode.Scalar? {
    String(decoding: self[offset..<offset + scalarLength(at: offset)], as: UTF8.self).unicodeScalars.first
  }
}

extension Unicode.Scalar {
  /// Unicode's *ID_Start* and *ID_Continue*, with the joiners that names may contain.
  fileprivate func isNamePart(first: Bool) -> Bool {
    guard value != 0xFFFD else { return false }
    return first
      ? properties.isIDStart : properties.isIDContinue || value == 0x200C || value == 0x200D
  }
}
