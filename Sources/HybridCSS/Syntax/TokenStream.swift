package import HybridSource

/// The tokens of a sheet with one token of look-ahead and marks. CSS Syntax 3 §5.3, *token stream*.
///
/// A mark is a byte offset: going back tokenizes again, which costs less than storing every token of a large
/// sheet.
struct TokenStream {
  /// The maximum nesting of blocks and functions; a deeper one reads as one bad token.
  static let depthLimit = 128

  private var tokenizer: Tokenizer
  /// The next token.
  private(set) var current: Lexeme
  /// The bytes of ``current``.
  private(set) var range: Range<Int>
  /// Just past the last token taken.
  private(set) var previousEnd: Int
  /// The first block or function beyond the nesting limit.
  private(set) var tooDeep: Range<Int>?
  /// The outermost bracket that was passed over as part of something else and was still open at the end.
  private(set) var unclosedBracket: Range<Int>?

  init(_ bytes: [UInt8], range: Range<Int>? = nil, dialect: Dialect = .standard) {
    tokenizer = Tokenizer(bytes, range: range, hasLineComments: dialect == .native)
    previousEnd = tokenizer.position
    current = tokenizer.next()
    self.range = tokenizer.start..<tokenizer.position
  }

  var bytes: [UInt8] { tokenizer.bytes }

  /// Where a comment, string or URL was still open when the input ended.
  var unclosed: Range<Int>? { tokenizer.unclosed }

  mutating func advance() {
    previousEnd = range.upperBound
    current = tokenizer.next()
    range = tokenizer.start..<tokenizer.position
  }

  var mark: Int { range.lowerBound }

  mutating func restore(_ mark: Int) {
    tokenizer.position = mark
    current = tokenizer.next()
    range = tokenizer.start..<tokenizer.position
    previousEnd = mark
  }

  mutating func skipWhitespace() {
    while case .token(.whitespace) = current { advance() }
  }

  /// §5.5.8, *Consume a component value*. An unmatched closing bracket becomes an unmatched token.
  mutating func consumeComponentValue(depth: Int = 0) -> ComponentValue {
    let start = range
    switch current {
    case .token(let token):
      advance()
      return ComponentValue(.token(token), range: start)
    case .close(let bracket):
      advance()
      return ComponentValue(.token(.unmatched(bracket)), range: start)
    case .function(let name):
      guard let values = consumeContents(until: .round, depth: depth) else {
        return ComponentValue(.token(.badURL), range: start.lowerBound..<previousEnd)
      }
      return ComponentValue(.function(name: name, values), range: start.lowerBound..<previousEnd)
    case .open(let bracket):
      guard let values = consumeContents(until: bracket, depth: depth) else {
        return ComponentValue(.token(.badURL), range: start.lowerBound..<previousEnd)
      }
      return ComponentValue(.block(bracket, values), range: start.lowerBound..<previousEnd)
    case .end: return ComponentValue(.token(.whitespace), range: start)
    }
  }

  /// §5.5.9 and §5.5.10, *Consume a simple block*, *a function*: from the opening token to its partner or the
  /// end.
  ///
  /// Returns nil for content nested deeper than ``depthLimit``; callers substitute a bad URL, the one token
  /// that makes every value that contains it invalid, custom properties included.
  private mutating func consumeContents(until bracket: Bracket, depth: Int) -> [ComponentValue]? {
    guard depth < Self.depthLimit else {
      tooDeep = tooDeep ?? range
      skipBlock(bracket)
      return nil
    }
    let opening = range
    advance()
    var values: [ComponentValue] = []
    while true {
      switch current {
      case .end:
        if bracket == .curly || values.contains(where: \.isBlockOrSemicolon) { noteUnclosed(opening) }
        return values
      case .close(bracket):
        advance()
        return values
      default: values.append(consumeComponentValue(depth: depth + 1))
      }
    }
  }

  /// Skips the block or function that follows, without recursion.
  mutating func skipBlock(_ bracket: Bracket) {
    let opening = range
    var open = [bracket]
    advance()
    while let innermost = open.last {
      switch current {
      case .end: return noteUnclosed(opening)
      case .function: open.append(.round)
      case .open(let bracket): open.append(bracket)
      case .close(innermost): open.removeLast()
      default: break
      }
      advance()
    }
  }
}

extension TokenStream {
  private mutating func noteUnclosed(_ opening: Range<Int>) {
    if opening.lowerBound < unclosedBracket?.lowerBound ?? .max { unclosedBracket = opening }
  }
}

extension ComponentValue {
  /// Whether a bracket that contains this and never ends has taken in more than a value.
  fileprivate var isBlockOrSemicolon: Bool {
    switch content {
    case .block(.curly, _), .token(.semicolon): true
    default: false
    }
  }
}

/// Reads a list of component values. CSS Syntax 3 §5.4.10, *Parse a list of component values*.
///
///     parseComponentValues(Source(path: "", text: "1px solid"))  // number, white space, identifier
///
/// - Parameters:
///   - source: A file, or a standalone text.
///   - range: The bytes to read; all of them when nil. Ranges in the result count from the start of the file.
/// - Complexity: O(*n*).
package func parseComponentValues(_ source: Source, range: Range<Int>? = nil) -> [ComponentValue] {
  var stream = TokenStream(source.bytes, range: range)
  var values: [ComponentValue] = []
  while true {
    if case .end = stream.current { return values }
    values.append(stream.consumeComponentValue())
  }
}
