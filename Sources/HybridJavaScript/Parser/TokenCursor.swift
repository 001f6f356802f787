/// The tokens of a text, with the current one and the end of the one before it.
struct TokenCursor {
  /// A place to come back to.
  struct Mark {
    fileprivate var position: Int
    fileprivate var token: Token
    fileprivate var lastEnd: Int
  }

  private var lexer: Lexer
  /// The current token.
  private(set) var token: Token
  /// The end of the token before it.
  private(set) var lastEnd = 0
  /// The offsets behind a `<` that `!--` follows.
  private(set) var htmlCommentLikes: [Int] = []

  init(_ bytes: [UInt8], isModule: Bool) throws(SyntaxFault) {
    lexer = Lexer(bytes, isModule: isModule)
    token = try lexer.next()
  }

  /// The text.
  var bytes: [UInt8] { lexer.bytes }

  mutating func advance() throws(SyntaxFault) {
    lastEnd = token.end
    if token.kind == .binary, lexer.at(token.end) == UInt8(ascii: "!"),
      lexer.bytes[token.start] == UInt8(ascii: "<"), lexer.at(token.end + 1) == UInt8(ascii: "-"),
      lexer.at(token.end + 2) == UInt8(ascii: "-")
    {
      htmlCommentLikes.append(token.end)
    }
    token = try lexer.next()
  }

  /// The token after the current one.
  func peek() throws(SyntaxFault) -> Token {
    var copy = lexer
    return try copy.next()
  }

  /// Whether the current token is a name, written as `word` without escapes.
  func isWord(_ word: StaticString) -> Bool {
    token.kind == .name && !token.hasEscape && token.end - token.start == word.utf8CodeUnitCount
      && lexer.bytes[token.start..<token.end].elementsEqual("\(word)".utf8)
  }

  // MARK: Reading again

  /// Where the cursor is.
  var mark: Mark { Mark(position: lexer.position, token: token, lastEnd: lastEnd) }

  /// Goes back, or forward again, to a place.
  mutating func move(to mark: Mark) {
    lexer.position = mark.position
    token = mark.token
    lastEnd = mark.lastEnd
  }

  /// Makes an earlier token the current one.
  mutating func move(to earlier: Token) {
    token = earlier
    lexer.position = earlier.end
  }

  /// Reads the current `/` or `/=` as the start of a regular expression.
  mutating func rescanRegularExpression() throws(SyntaxFault) {
    token = try lexer.rescanRegularExpression(token)
  }

  /// Reads the text of a template, behind its first quote or behind `}` of an expression in it. Returns
  /// whether the template ended; else an expression follows. The current token then ends with that text.
  mutating func scanTemplate(from start: Int) throws(SyntaxFault) -> Bool {
    let isEnd = try lexer.scanTemplate(from: start)
    token.end = lexer.position
    return isEnd
  }

  /// Puts the lexer directly behind the current token, `}` in a template, since its text follows.
  mutating func continueTemplate() { lexer.position = token.end }
}
