/// A unit from the tokenizer: a token, or an opening or closing lexeme.
enum Lexeme {
  case token(Token)
  /// `name(`
  case function(String)
  case open(Bracket)
  case close(Bracket)
  case end
}

/// Turns bytes into tokens, one at a time. CSS Syntax 3 §4, *Tokenizing and parsing CSS*, in its order.
///
/// §3.3, *Preprocessing*, happens on the fly, so ranges count the bytes of the file: CR, FF and CR LF are
/// newlines; NUL and invalid UTF-8 read as U+FFFD. Comments are skipped. The parser goes back to a mark by
/// setting ``position`` to an earlier value.
struct Tokenizer {
  let bytes: [UInt8]
  /// The end of the bytes to read.
  let limit: Int
  /// The next byte to read.
  var position: Int
  /// The first byte of the last lexeme; comments before it are not part of it.
  private(set) var start: Int
  /// Whether `//` starts a comment too, as in sheets of TokenHybrid; not after a colon, where URLs contain
  /// it.
  let hasLineComments: Bool
  /// Where a comment, string or URL was still open when the input ended.
  private(set) var unclosed: Range<Int>?

  init(_ bytes: [UInt8], range: Range<Int>? = nil, hasLineComments: Bool = false) {
    self.hasLineComments = hasLineComments
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    self.bytes = bytes
    self.limit = range.upperBound
    self.position = range.lowerBound
    self.start = range.lowerBound
  }

  /// The byte at `index`; -1 past the end.
  @inline(__always)
  func byte(_ index: Int) -> Int { index < limit ? Int(bytes[index]) : -1 }

  /// §4.3.1, *Consume a token*.
  mutating func next() -> Lexeme {
    skipComments()
    start = position
    guard position < limit else { return .end }
    let first = bytes[position]
    switch first {
    case _ where isWhitespace(Int(first)):
      repeat { position += 1 } while isWhitespace(byte(position))
      return .token(.whitespace)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .token(consumeString(endingIn: first))
    case UInt8(ascii: "#"):
      guard isIdent(at: position + 1) || isEscape(at: position + 1) else { return delimiter() }
      let isID = startsIdentSequence(at: position + 1)
      position += 1
      return .token(.hash(consumeIdentSequence(), isID: isID))
    case UInt8(ascii: "("): return punctuation(.open(.round))
    case UInt8(ascii: ")"): return punctuation(.close(.round))
    case UInt8(ascii: "["): return punctuation(.open(.square))
    case UInt8(ascii: "]"): return punctuation(.close(.square))
    case UInt8(ascii: "{"): return punctuation(.open(.curly))
    case UInt8(ascii: "}"): return punctuation(.close(.curly))
    case UInt8(ascii: ","): return punctuation(.token(.comma))
    case UInt8(ascii: ":"): return punctuation(.token(.colon))
    case UInt8(ascii: ";"): return punctuation(.token(.semicolon))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .token(consumeNumeric())
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return startsNumber(at: position) ? .token(consumeNumeric()) : delimiter()
    case UInt8(ascii: "-"):
      if startsNumber(at: position) { return .token(consumeNumeric()) }
      if byte(position + 1) == 0x2D, byte(position + 2) == 0x3E {
        position += 3
        return .token(.cdc)
      }
      return startsIdentSequence(at: position) ? consumeIdentLike() : delimiter()
    case UInt8(ascii: "<"):
      guard byte(position + 1) == 0x21, byte(position + 2) == 0x2D, byte(position + 3) == 0x2D else {
        return delimiter()
      }
      position += 4
      return .token(.cdo)
    case UInt8(ascii: "@"):
      guard startsIdentSequence(at: position + 1) else { return delimiter() }
      position += 1
      return .token(.atKeyword(consumeIdentSequence()))
    case UInt8(ascii: "\\"): return isEscape(at: position) ? consumeIdentLike() : delimiter()
    default: return isIdentStart(at: position) ? consumeIdentLike() : delimiter()
    }
  }

  private mutating func punctuation(_ lexeme: Lexeme) -> Lexeme {
    position += 1
    return lexeme
  }

  private mutating func delimiter() -> Lexeme { .token(.delim(consumeScalar())) }

  /// §4.3.2, *Consume comments*.
  private mutating func skipComments() {
    while byte(position) == 0x2F {
      if hasLineComments, byte(position + 1) == 0x2F,
        position == 0 || bytes[position - 1] != UInt8(ascii: ":")
      {
        while position < limit, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        continue
      }
      guard byte(position + 1) == 0x2A else { return }
      let open = position
      position += 2
      while position < limit, !(bytes[position] == UInt8(ascii: "*") && byte(position + 1) == 0x2F) {
        position += 1
      }
      if position >= limit { unclosed = unclosed ?? open..<min(open + 2, limit) }
      position = min(position + 2, limit)
    }
  }

  /// §4.3.3, *Consume a numeric token*.
  private mutating func consumeNumeric() -> Token {
    let number = consumeNumber()
    if startsIdentSequence(at: position) { return .dimension(number, unit: consumeIdentSequence()) }
    guard byte(position) == 0x25 else { return .number(number) }
    position += 1
    return .percentage(number)
  }

  /// §4.3.4, *Consume an ident-like token*.
  private mutating func consumeIdentLike() -> Lexeme {
    let name = consumeIdentSequence()
    guard byte(position) == 0x28 else { return .token(.ident(name)) }
    position += 1
    guard name.utf8.count == 3, name.lowercased() == "url" else { return .function(name) }
    var index = position
    while isWhitespace(byte(index)) { index += 1 }
    let isQuoted = byte(index) == 0x22 || byte(index) == 0x27
    return isQuoted ? .function(name) : .token(consumeURL())
  }

  /// §4.3.5, *Consume a string token*.
  private mutating func consumeString(endingIn quote: UInt8) -> Token {
    position += 1
    let first = position
    // The common case has no escape and no newline: one slice.
    while position < limit {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return .string(text(first..<position - 1))
      }
      if byte == UInt8(ascii: "\\") || byte == 0 || isNewline(Int(byte)) { break }
      position += 1
    }
    var value = text(first..<position)
    while position < limit {
      switch bytes[position] {
      case quote:
        position += 1
        return .string(value)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: return .badString
      case UInt8(ascii: "\\"):
        if position + 1 >= limit {
          position += 1
        } else if isNewline(byte(position + 1)) {
          position += 1
          skipNewline()
        } else {
          position += 1
          value.unicodeScalars.append(consumeEscape())
        }
      default: value.unicodeScalars.append(consumeScalar())
      }
    }
    unclosed = unclosed ?? start..<start + 1
    return .string(value)
  }

  /// §4.3.6, *Consume a url token*.
  private mutating func consumeURL() -> Token {
    while isWhitespace(byte(position)) { position += 1 }
    var value = ""
    while position < limit {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: ")"):
        position += 1
        return .url(value)
      case _ where isWhitespace(Int(byte)):
        while isWhitespace(self.byte(position)) { position += 1 }
        if position >= limit { break }
        guard bytes[position] == UInt8(ascii: ")") else { return consumeBadURL() }
        position += 1
        return .url(value)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F:
        return consumeBadURL()
      case UInt8(ascii: "\\"):
        guard isEscape(at: position) else { return consumeBadURL() }
        position += 1
        value.unicodeScalars.append(consumeEscape())
      default: value.unicodeScalars.append(consumeScalar())
      }
    }
    unclosed = unclosed ?? start..<min(start + 4, limit)
    return .url(value)
  }

  /// §4.3.14, *Consume the remnants of a bad url*.
  private mutating func consumeBadURL() -> Token {
    while position < limit {
      if bytes[position] == UInt8(ascii: ")") {
        position += 1
        break
      }
      if isEscape(at: position) {
        position += 1
        _ = consumeEscape()
      } else {
        position += 1
      }
    }
    return .badURL
  }
}
