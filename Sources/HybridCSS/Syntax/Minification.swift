package import HybridSource

/// A sheet without comments and without insignificant white space; every other byte stays as it is.
///
/// White space is removed at the start, at the end and next to `{`, `}`, `;` or `,` outside of parentheses
/// and brackets; any other run of white space becomes one space. Custom properties keep their values byte for
/// byte (CSS Variables 1 §2: scripts read them), and so does everything in parentheses, where white space is
/// significant, as in `calc(1px + 2px)`.
///
/// The result is tokenized again and compared: if its tokens differ, white space aside, or if a comment,
/// string or URL is never closed, the sheet stays unchanged.
///
/// - Returns: The minified text, with the origin of each token; nil when the sheet stays unchanged.
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
  /// The number of open parentheses and brackets.
  private var depth = 0
  /// The white space or comments before the current token.
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
        // `--name: value` is copied unchanged up to the end of the declaration.
        if name.hasPrefix("--"), depth == 0 { end = copyCustomProperty(from: end) }
      case .token: take(range, dropsGap: false, isOpen: false)
      }
    }
  }

  /// Takes a token. A gap that must stay becomes a space, or `/**/` where there was only a comment.
  private mutating func take(_ range: Range<Int>, dropsGap: Bool, isOpen: Bool) {
    let isNeeded = gap != .none && !dropsGap && !mayDropGap
    if isNeeded {
      // A comment is not white space: `a/**/b` are two adjacent tokens.
      result.insert(gap == .blank ? " " : "/**/")
    }
    result.take(range, of: bytes)
    gap = .none
    mayDropGap = isOpen && depth == 0
  }

  /// Copies everything up to the `;` or `}` that ends a declaration; copies nothing when no colon follows.
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

/// Whether two sheets have the same tokens, except for white space next to `{`, `}`, `;` and `,`.
private func isSameSheet(_ one: [UInt8], _ other: [UInt8], _ dialect: Dialect) -> Bool {
  var (left, right) = (SheetTokens(one, dialect), SheetTokens(other, dialect))
  while true {
    let (a, b) = (left.next(), right.next())
    guard a == b else { return false }
    if a == nil { return true }
  }
}

/// The tokens of a sheet one by one, with significant white space only.
private struct SheetTokens {
  /// The unit of comparison.
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
