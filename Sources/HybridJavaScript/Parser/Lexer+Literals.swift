import HybridEncoding

extension Lexer {
  /// §12.9.3, *Numeric Literals*.
  mutating func scanNumber() throws(SyntaxFault) {
    let start = position
    let prefix = at(position + 1) | 0x20
    if at(position) == UInt8(ascii: "0"),
      prefix == UInt8(ascii: "x") || prefix == UInt8(ascii: "o") || prefix == UInt8(ascii: "b")
    {
      position += 2
      let base: UInt8 = prefix == UInt8(ascii: "x") ? 16 : prefix == UInt8(ascii: "o") ? 8 : 2
      try scanDigits(start) { $0.hexDigitValue.map { $0 < base } ?? false }
      if at(position) == UInt8(ascii: "n") { position += 1 }
    } else {
      if at(position) != UInt8(ascii: ".") { try scanDigits(start) { $0.isASCIIDigit } }
      if at(position) == UInt8(ascii: "n") {
        position += 1
      } else {
        if at(position) == UInt8(ascii: ".") {
          position += 1
          if at(position).isASCIIDigit { try scanDigits(start) { $0.isASCIIDigit } }
        }
        if at(position) | 0x20 == UInt8(ascii: "e") {
          position += 1
          if at(position) == UInt8(ascii: "+") || at(position) == UInt8(ascii: "-") { position += 1 }
          try scanDigits(start) { $0.isASCIIDigit }
        }
      }
    }
    if at(position).isNamePart || at(position) == UInt8(ascii: "\\") {
      throw SyntaxFault("a name cannot follow a number directly", at: start..<position + 1)
    }
  }

  private mutating func scanDigits(_ start: Int, _ isDigit: (UInt8) -> Bool) throws(SyntaxFault) {
    let first = position
    while isDigit(at(position)) || at(position) == UInt8(ascii: "_") {
      if at(position) == UInt8(ascii: "_"), position == first || !isDigit(at(position + 1)) {
        throw SyntaxFault("'_' separates two digits of a number", at: position..<position + 1)
      }
      position += 1
    }
    if position == first { throw SyntaxFault("this number has no digits", at: start..<position) }
  }

  /// §12.9.4, *String Literals*; whether it has escapes.
  mutating func scanString(_ quote: UInt8) throws(SyntaxFault) -> Bool {
    let start = position
    var hasEscape = false
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return hasEscape
      }
      if byte == UInt8(ascii: "\\") {
        hasEscape = true
        position += 1
        try checkEscape(start)
        position += max(lineEnd(at: position), 1)
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        position += 1
      }
    }
    throw SyntaxFault("this string is never closed", at: start..<start + 1)
  }

  private func checkEscape(_ start: Int) throws(SyntaxFault) {
    func isHexadecimal(_ range: Range<Int>) -> Bool { range.allSatisfy { at($0).hexDigitValue != nil } }
    switch at(position) {
    case UInt8(ascii: "x"):
      if isHexadecimal(position + 1..<position + 3) { return }
    case UInt8(ascii: "u"):
      if at(position + 1) == UInt8(ascii: "{") {
        var end = position + 2
        var value: UInt32 = 0
        while let digit = at(end).hexDigitValue {
          value = min(value << 4 | UInt32(digit), 0xFF_FFFF)
          end += 1
        }
        if end > position + 2, at(end) == UInt8(ascii: "}"), value <= 0x10FFFF { return }
      } else if isHexadecimal(position + 1..<position + 5) {
        return
      }
    default: return
    }
    throw SyntaxFault("this escape is not complete", at: position - 1..<position + 1)
  }

  /// §12.9.5, *Regular Expression Literals*: reads the token again as one.
  mutating func rescanRegularExpression(_ token: Token) throws(SyntaxFault) -> Token {
    position = token.start + 1
    var isInClass = false
    while true {
      guard position < bytes.count, lineEnd(at: position) == 0 else {
        throw SyntaxFault("this regular expression is never closed", at: token.start..<token.start + 1)
      }
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        position += 1
        if lineEnd(at: position) > 0 || position >= bytes.count { continue }
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        position += 1
        while at(position).isNamePart { position += 1 }
        return Token(
          kind: .regularExpression, start: token.start, end: position, isOnNewLine: token.isOnNewLine)
      default: break
      }
      position += 1
    }
  }

  /// §12.9.6, *Template Literal Lexical Components*: reads text up to `${` or the closing quote, behind which
  /// the position is then.
  /// - Returns: Whether the template ends.
  mutating func scanTemplate(from start: Int) throws(SyntaxFault) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "`"):
        position += 1
        return true
      case UInt8(ascii: "$") where at(position + 1) == UInt8(ascii: "{"):
        position += 2
        return false
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    throw SyntaxFault("this template is never closed", at: start..<start + 1)
  }

  /// §12.8, *Punctuators*.
  mutating func scanPunctuator(_ first: UInt8) throws(SyntaxFault) -> TokenKind {
    let start = position
    let (second, third) = (at(start + 1), at(start + 2))
    func take(_ length: Int, _ kind: TokenKind) -> TokenKind {
      position = start + length
      return kind
    }
    let equals = UInt8(ascii: "=")
    switch Unicode.Scalar(first) {
    case "{": return take(1, .openCurly)
    case "}": return take(1, .closeCurly)
    case "(": return take(1, .openRound)
    case ")": return take(1, .closeRound)
    case "[": return take(1, .openSquare)
    case "]": return take(1, .closeSquare)
    case ";": return take(1, .semicolon)
    case ",": return take(1, .comma)
    case ":": return take(1, .colon)
    case "~": return take(1, .complement)
    case "@": return take(1, .at)
    case ".":
      return second == first && third == first ? take(3, .ellipsis) : take(1, .dot)
    case "?":
      if second == first { return third == equals ? take(3, .logicalAssign) : take(2, .coalesce) }
      return second == UInt8(ascii: ".") && !third.isASCIIDigit ? take(2, .optionalChain) : take(1, .question)
    case "=":
      if second == UInt8(ascii: ">") { return take(2, .arrow) }
      return second == equals ? take(third == equals ? 3 : 2, .binary) : take(1, .assign)
    case "!": return second == equals ? take(third == equals ? 3 : 2, .binary) : take(1, .not)
    case "+":
      return second == first
        ? take(2, .increment) : second == equals ? take(2, .operatorAssign) : take(1, .plus)
    case "-":
      return second == first
        ? take(2, .increment) : second == equals ? take(2, .operatorAssign) : take(1, .minus)
    case "*":
      if second == first { return third == equals ? take(3, .operatorAssign) : take(2, .power) }
      return second == equals ? take(2, .operatorAssign) : take(1, .star)
    case "/": return second == equals ? take(2, .slashAssign) : take(1, .slash)
    case "%", "^": return second == equals ? take(2, .operatorAssign) : take(1, .binary)
    case "&", "|":
      if second == first { return third == equals ? take(3, .logicalAssign) : take(2, .logicalAndOr) }
      return second == equals ? take(2, .operatorAssign) : take(1, .binary)
    case "<":
      if second == first { return third == equals ? take(3, .operatorAssign) : take(2, .binary) }
      return take(second == equals ? 2 : 1, .binary)
    case ">":
      var length = 1
      while length < 3, at(start + length) == first { length += 1 }
      if at(start + length) == equals { return take(length + 1, length > 1 ? .operatorAssign : .binary) }
      return take(length, .binary)
    default:
      throw SyntaxFault("this character cannot be used here", at: start..<start + 1)
    }
  }
}
