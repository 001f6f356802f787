import HybridEncoding

/// Splits a script into tokens (ECMA-262 §12) without parsing its grammar.
///
/// Whether `/` is a division or starts a regular expression depends on the grammar. The preceding token, and
/// the word before an opening parenthesis, decide only the unambiguous cases; otherwise the script is
/// uncertain. That is the case after `}`, `++` and `--`, after words that are reserved only in some contexts,
/// and at the start of a line after a value, where a semicolon may be missing.
///
/// These are also uncertain: escapes in names, HTML-like comments (`<!--`, `-->`), `#!`, octal numbers,
/// decorators, and invalid tokens.
struct ScriptTokenizer {
  private enum Bracket {
    /// `(`; after the parenthesis of `if`, `for`, `while` or `with`, a statement follows.
    case round(beforeStatement: Bool)
    case square
    case curly
    /// `${`
    case template
  }

  /// The meaning of a `/` after the last token.
  private enum Slash {
    case division, expression, uncertain
  }

  private let bytes: [UInt8]
  private var position = 0
  private var brackets: [Bracket] = []
  private var slash = Slash.expression
  /// The last token was `.` or `?.`: a name follows, even a reserved one.
  private var isMember = false
  /// The last token was a word whose parenthesis contains a condition.
  private var isBeforeCondition = false
  private var wasFor = false
  private var isFirst = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next token, or the end.
  mutating func next() throws(UncertainScript) -> ScriptToken {
    var token = ScriptToken(
      kind: .end, range: position..<position, hasGap: false, isOnNewLine: false, notices: [])
    try skipGap(&token)
    let start = position
    token.range = start..<start
    let text = bytes
    let bytes = text.span
    guard start < bytes.count else {
      guard brackets.isEmpty else { throw UncertainScript() }
      return token
    }
    let first = bytes[start]
    switch Unicode.Scalar(first) {
    case "\"", "'":
      token.kind = .string
      position = try Self.endOfString(bytes, start)
      note(.division)
    case "`":
      token.kind = try readTemplate()
    case "}" where isInTemplate:
      brackets.removeLast()
      token.kind = try readTemplate(isMiddle: true)
    case "0"..."9":
      token.kind = .number
      try readNumber()
    case "." where start + 1 < bytes.count && bytes[start + 1].isASCIIDigit:
      token.kind = .number
      try readNumber()
    case "/" where slash != .division || token.isOnNewLine:
      guard slash == .expression else { throw UncertainScript() }
      token.kind = .regularExpression
      position = try Self.endOfRegularExpression(bytes, start)
      note(.division)
    case "#":
      position += 1
      guard start > 0, position < bytes.count, bytes[position].isScriptWordPart, !bytes[position].isASCIIDigit
      else {
        throw UncertainScript()
      }
      token.kind = .word
      readWord()
      note(.division)
    case _ where first.isScriptWordPart:
      token.kind = .word
      readWord()
      noteWord(bytes.extracting(start..<position))
    default:
      token.kind = .punctuator
      position = bytes.endOfScriptPunctuator(at: start)
      guard position > start else { throw UncertainScript() }
      try notePunctuator(start, isAtLineStart: token.isOnNewLine || isFirst)
    }
    token.range = start..<position
    isFirst = false
    return token
  }

  private var isInTemplate: Bool { if case .template? = brackets.last { true } else { false } }

  // MARK: White space and comments

  private mutating func skipGap(_ token: inout ScriptToken) throws(UncertainScript) {
    let text = bytes
    let bytes = text.span
    while position < bytes.count {
      if let blank = bytes.scriptBlank(at: position) {
        position += blank.length
        token.hasGap = true
        if blank.endsLine { token.isOnNewLine = true }
        continue
      }
      guard bytes[position] == UInt8(ascii: "/"), position + 1 < bytes.count else { return }
      let start = position
      switch Unicode.Scalar(bytes[position + 1]) {
      case "/":
        while position < bytes.count, bytes.scriptBlank(at: position)?.endsLine != true { position += 1 }
      case "*":
        position += 2
        while position + 1 < bytes.count,
          bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
        {
          if bytes.scriptBlank(at: position)?.endsLine == true { token.isOnNewLine = true }
          position += 1
        }
        guard position + 1 < bytes.count else { throw UncertainScript() }
        position += 2
        if bytes[start + 2] == UInt8(ascii: "!") { token.notices.append(start..<position) }
      default: return
      }
      token.hasGap = true
    }
  }

  // MARK: Tokens

  /// §12.9.4, *String Literals*.
  private static func endOfString(_ bytes: Span<UInt8>, _ start: Int) throws(UncertainScript) -> Int {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case bytes[start]: return index + 1
      case 0x0A, 0x0D: throw UncertainScript()
      case UInt8(ascii: "\\"):
        // A line continuation; CR LF counts as one line end.
        let isPair = index + 2 < bytes.count && bytes[index + 1] == 0x0D && bytes[index + 2] == 0x0A
        index += isPair ? 3 : 2
      default: index += 1
      }
    }
    throw UncertainScript()
  }

  /// §12.9.5, *Regular Expression Literals*.
  private static func endOfRegularExpression(_ bytes: Span<UInt8>, _ start: Int) throws(UncertainScript)
    -> Int
  {
    var index = start + 1
    var isInClass = false
    while index < bytes.count {
      guard bytes.scriptBlank(at: index)?.endsLine != true else { throw UncertainScript() }
      switch Unicode.Scalar(bytes[index]) {
      case "\\":
        index += 1
        guard index < bytes.count, bytes.scriptBlank(at: index)?.endsLine != true else {
          throw UncertainScript()
        }
      case "[": isInClass = true
      case "]": isInClass = false
      case "/" where !isInClass:
        index += 1
        while index < bytes.count, bytes[index].isScriptWordPart, bytes.scriptBlank(at: index) == nil {
          index += 1
        }
        return index
      default: break
      }
      index += 1
    }
    throw UncertainScript()
  }

  /// §12.9.6, *Template Literal Lexical Components*: from a backquote, or from the brace that ends a
  /// substitution.
  private mutating func readTemplate(isMiddle: Bool = false) throws(UncertainScript) -> ScriptToken.Kind {
    let text = bytes
    let bytes = text.span
    position += 1
    while position < bytes.count {
      switch Unicode.Scalar(bytes[position]) {
      case "`":
        position += 1
        note(.division)
        return .template(opens: !isMiddle, closes: true)
      case "$" where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "{"):
        position += 2
        brackets.append(.template)
        note(.expression)
        return .template(opens: !isMiddle, closes: false)
      case "\\": position += 2
      default: position += 1
      }
    }
    throw UncertainScript()
  }

  /// §12.9.3, *Numeric Literals*.
  private mutating func readNumber() throws(UncertainScript) {
    let text = bytes
    let bytes = text.span
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    func skipDigits() {
      while byte(position).isASCIIDigit || byte(position) == UInt8(ascii: "_") { position += 1 }
    }
    let second = byte(position + 1) | 0x20
    if byte(position) == UInt8(ascii: "0"),
      [UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b")].contains(second)
    {
      readWord()
    } else {
      // A legacy octal number, which has no fraction.
      guard byte(position) != UInt8(ascii: "0") || !byte(position + 1).isASCIIDigit else {
        throw UncertainScript()
      }
      skipDigits()
      if byte(position) == UInt8(ascii: ".") {
        position += 1
        skipDigits()
      }
      if byte(position) | 0x20 == UInt8(ascii: "e") {
        position += 1
        if byte(position) == UInt8(ascii: "+") || byte(position) == UInt8(ascii: "-") { position += 1 }
        guard byte(position).isASCIIDigit else { throw UncertainScript() }
        skipDigits()
      }
      if byte(position) == UInt8(ascii: "n") { position += 1 }
      let isBlank = position < bytes.count && bytes.scriptBlank(at: position) != nil
      guard isBlank || !byte(position).isScriptWordPart else { throw UncertainScript() }
    }
    note(.division)
  }

  private mutating func readWord() {
    let text = bytes
    let bytes = text.span
    while position < bytes.count, bytes[position].isScriptWordPart, bytes.scriptBlank(at: position) == nil {
      position += 1
    }
  }

  // MARK: The meaning of a slash after a token

  private mutating func note(_ slash: Slash) {
    self.slash = slash
    (isMember, isBeforeCondition, wasFor) = (false, false, false)
  }

  private mutating func noteWord(_ word: Span<UInt8>) {
    let (wasMember, isBehindFor) = (isMember, wasFor)
    note(.division)
    // Longer words are not reserved.
    guard !wasMember, word.count <= 10 else { return }
    var text = ""
    for index in word.indices { text.unicodeScalars.append(Unicode.Scalar(word[index])) }
    switch text {
    case "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else":
      slash = .expression
    case "if", "for", "while", "with":
      slash = .uncertain
      isBeforeCondition = true
      wasFor = text == "for"
    case "await":
      // `for await (`
      slash = .uncertain
      isBeforeCondition = isBehindFor
    case "yield", "of", "break", "continue", "debugger", "default", "extends", "export", "import", "enum",
      "class",
      "function", "const", "var", "switch", "try", "catch", "finally":
      slash = .uncertain
    default: break
    }
  }

  private mutating func notePunctuator(_ start: Int, isAtLineStart: Bool) throws(UncertainScript) {
    let condition = isBeforeCondition
    let length = position - start
    let first = Unicode.Scalar(bytes[start])
    note(.expression)
    switch (first, length) {
    case ("(", 1): brackets.append(.round(beforeStatement: condition))
    case ("[", 1): brackets.append(.square)
    case ("{", 1): brackets.append(.curly)
    case (")", 1):
      guard case .round(let beforeStatement)? = brackets.popLast() else { throw UncertainScript() }
      slash = beforeStatement ? .expression : .division
    case ("]", 1):
      guard case .square? = brackets.popLast() else { throw UncertainScript() }
      slash = .division
    case ("}", 1):
      guard case .curly? = brackets.popLast() else { throw UncertainScript() }
      // This ends a block or an object.
      slash = .uncertain
    case ("+", 2) where bytes[start + 1] == UInt8(ascii: "+"): slash = .uncertain
    case ("-", 2) where bytes[start + 1] == UInt8(ascii: "-"):
      slash = .uncertain
      // §B.1.1, *HTML-like Comments*.
      let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: ">")
      if isClosing, isAtLineStart { throw UncertainScript() }
    case ("<", 1) where bytes[start...].starts(with: "<!--".utf8): throw UncertainScript()
    case (".", 1), ("?", 2): isMember = first == "." || bytes[start + 1] == UInt8(ascii: ".")
    default: break
    }
  }
}
