package import HybridSource

/// A sheet without its comments and without white space that no reader needs; every other byte stays as it
/// is.
///
/// White space goes at the start, at the end and where it touches `{`, `}`, `;` or `,` outside of any
/// parentheses and brackets; what is left of it becomes one blank. Custom properties keep their values byte
/// for byte (CSS Variables 1 §2: scripts read them), and so does everything in parentheses, where blanks tell
/// `calc(1px + 2px)` from another value.
///
/// The result is read again and compared: where it would be other tokens than before, white space aside, or
/// where a comment, string or URL is never closed, the sheet stays as it was.
///
/// - Returns: What is left, with the place of each token; nil when the sheet stays as it is.
package func minifiedCSS(_ bytes: [UInt8], dialect: Dialect) -> MinifiedText? {
  var minifier = SheetMinifier(bytes, dialect)
  minifier.run()
  guard minifier.isCertain else { return nil }
  let result = minifier.result
  return result.bytes.count < bytes.count && isSameSheet(bytes, result.bytes, dialect) ? result : nil
}

private struct SheetMinifier {
  private var tokens: Tokenizer
  private let bytes: [UInt8]
  private(set) var result = MinifiedText()
  /// How many parentheses and brackets are open.
  private var depth = 0
  /// White space or a comment came before the token at hand.
  private var gap = Gap.none
  private var mayDropGap = true

  private enum Gap { case none, comment, blank }

  init(_ bytes: [UInt8], _ dialect: Dialect) {
    self.bytes = bytes
    tokens = Tokenizer(bytes, hasLineComments: dialect == .native)
  }

  var isCertain: Bool { tokens.unclosed == nil }

  mutating func run() {
    result.reserve(bytes.count)
    var end = 0
    while true {
      let lexeme = tokens.next()
      let range = tokens.start..<tokens.position
      if range.lowerBound > end, gap == .none { gap = .comment }
      end = range.upperBound
      switch lexeme {
      case .end: return
      case .token(.whitespace): gap = .blank
      case .open(.curly):
        take(range, dropsGap: depth == 0, isOpen: true)
      case .close(.curly): take(range, dropsGap: depth == 0, isOpen: true)
      case .token(.semicolon), .token(.comma): take(range, dropsGap: depth == 0, isOpen: true)
      case .open, .function:
        take(range, dropsGap: false, isOpen: false)
        depth += 1
      case .close:
        depth = max(0, depth - 1)
        take(range, dropsGap: false, isOpen: false)
      case .token(.ident(let name)):
        take(range, dropsGap: false, isOpen: false)
        // `--name: value` to the end of the declaration, as it is.
        if name.hasPrefix("--"), depth == 0 { end = copyCustomProperty(from: end) }
      case .token: take(range, dropsGap: false, isOpen: false)
      }
    }
  }

  /// Takes a token. Between two that would join a blank stays, where only a comment was.
  private mutating func take(_ range: Range<Int>, dropsGap: Bool, isOpen: Bool) {
    let isNeeded = gap != .none && !dropsGap && !mayDropGap
    if isNeeded {
      // A comment alone is no white space: `a/**/b` are two tokens beside each other.
      result.insert(gap == .blank ? " " : "/**/")
    }
    result.take(range, of: bytes)
    gap = .none
    mayDropGap = isOpen && depth == 0
  }

  /// Copies everything up to the `;` or `}` that ends a declaration; where no colon follows, nothing.
  private mutating func copyCustomProperty(from start: Int) -> Int {
    var probe = tokens
    var lexeme = probe.next()
    while case .token(.whitespace) = lexeme { lexeme = probe.next() }
    guard case .token(.colon) = lexeme else { return start }
    var open = 0
    var end = probe.position
    while true {
      let before = probe
      let start = probe.position
      lexeme = probe.next()
      switch lexeme {
      case .end: end = probe.start
      case .token(.semicolon) where open == 0, .close(.curly) where open == 0:
        probe = before
        end = start
      case .open, .function:
        open += 1
        continue
      case .close:
        open = max(0, open - 1)
        continue
      default: continue
      }
      break
    }
    tokens = probe
    tokens.position = end
    result.take(start..<end, of: bytes)
    gap = .none
    mayDropGap = false
    return end
  }
}

/// Whether two sheets are the same tokens, white space left out that stands at `{`, `}`, `;` and `,`.
private func isSameSheet(_ one: [UInt8], _ other: [UInt8], _ dialect: Dialect) -> Bool {
  var (left, right) = (SheetTokens(one, dialect), SheetTokens(other, dialect))
  while true {
    let (a, b) = (left.next(), right.next())
    guard a == b else { return false }
    if a == nil { return true }
  }
}

/// The tokens of a sheet one by one, white space only where it counts.
private struct SheetTokens {
  /// What has to be the same in both sheets.
  enum Word: Hashable {
    case token(Token)
    case function(String)
    case open(Bracket)
    case close(Bracket)
  }

  private var tokens: Tokenizer
  private var depth = 0
  private var pending: Word?
  private var wasPunctuation = true

  init(_ bytes: [UInt8], _ dialect: Dialect) {
    tokens = Tokenizer(bytes, hasLineComments: dialect == .native)
  }

  mutating func next() -> Word? {
    if let word = pending {
      pending = nil
      return word
    }
    var hadBlank = false
    while true {
      let lexeme = tokens.next()
      let word: Word
      var isPunctuation = false
      switch lexeme {
      case .end: return nil
      case .token(.whitespace):
        hadBlank = true
        continue
      case .token(let token):
        word = .token(token)
        isPunctuation = depth == 0 && (token == .semicolon || token == .comma)
      case .function(let name):
        word = .function(name)
        depth += 1
      case .open(let bracket):
        word = .open(bracket)
        if bracket == .curly { isPunctuation = depth == 0 } else { depth += 1 }
      case .close(let bracket):
        word = .close(bracket)
        if bracket == .curly { isPunctuation = depth == 0 } else { depth = max(0, depth - 1) }
      }
      let counts = hadBlank && !isPunctuation && !wasPunctuation
      wasPunctuation = isPunctuation
      guard counts else { return word }
      pending = word
      return .token(.whitespace)
    }
  }
}
