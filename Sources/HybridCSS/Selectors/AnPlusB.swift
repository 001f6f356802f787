import HybridEncoding

/// The positions `a·n + b` for n = 0, 1, 2 … CSS Syntax 3 §6, *The An+B microsyntax*.
package struct AnPlusB: Hashable, Sendable {
  /// The step.
  package var a: Int
  /// The offset.
  package var b: Int

  /// Positions are 1-based.
  package init(a: Int, b: Int) {
    self.a = a
    self.b = b
  }

  /// Whether `position` is among them.
  package func contains(_ position: Int) -> Bool {
    let distance = position - b
    return a == 0 ? distance == 0 : distance % a == 0 && distance / a >= 0
  }
}

extension AnPlusB {
  /// Reads `odd`, `even`, an integer or an+b, with white space before it; nil, with the reader unmoved, for
  /// anything else.
  package init?(_ reader: inout ComponentValueReader) {
    let mark = reader.index
    reader.skipWhitespace()
    guard let result = Self.parse(&reader) else {
      reader.index = mark
      return nil
    }
    self = result
  }

  /// A whole list of component values as an+b; nil for anything else.
  package init?(_ values: [ComponentValue]) {
    var reader = ComponentValueReader(values)
    self.init(&reader)
    reader.skipWhitespace()
    guard reader.isAtEnd else { return nil }
  }

  /// §6.2, *The <an+b> type*: the number before `n` may be a dimension or an identifier that starts with `n`
  /// or `-n`.
  private static func parse(_ reader: inout ComponentValueReader) -> AnPlusB? {
    guard let first = reader.next() else { return nil }
    switch first.content {
    case .token(.number(let number)):
      guard number.isInteger, let b = integer(number.text) else { return nil }
      return AnPlusB(a: 0, b: b)
    case .token(.dimension(let number, let unit)):
      guard number.isInteger, let a = integer(number.text) else { return nil }
      return parse(a, unit, &reader)
    case .token(.delim("+")):
      guard let ident = reader.next()?.ident, ident.utf8.first != UInt8(ascii: "-") else { return nil }
      return parse(1, ident, &reader)
    case .token(.ident(let ident)):
      if ident.isASCIIEqual(to: "odd") { return AnPlusB(a: 2, b: 1) }
      if ident.isASCIIEqual(to: "even") { return AnPlusB(a: 2, b: 0) }
      let isNegative = ident.utf8.first == UInt8(ascii: "-")
      return parse(isNegative ? -1 : 1, isNegative ? String(ident.dropFirst()) : ident, &reader)
    default: return nil
    }
  }

  /// `name` is what follows the step: `n`, `n-` or `n-3`.
  private static func parse(_ a: Int, _ name: String, _ reader: inout ComponentValueReader) -> AnPlusB? {
    let name = name.asciiLowercased
    guard name.utf8.first == UInt8(ascii: "n") else { return nil }
    let rest = name.dropFirst()
    if rest.isEmpty { return parseOffset(a, &reader) }
    guard rest.utf8.first == UInt8(ascii: "-") else { return nil }
    let digits = rest.dropFirst()
    if digits.isEmpty {
      reader.skipWhitespace()
      return unsigned(&reader).map { AnPlusB(a: a, b: -$0) }
    }
    guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return integer(String(rest)).map { AnPlusB(a: a, b: $0) }
  }

  /// The part after `n`: a signed integer, a sign and an integer, or nothing.
  private static func parseOffset(_ a: Int, _ reader: inout ComponentValueReader) -> AnPlusB? {
    let mark = reader.index
    reader.skipWhitespace()
    switch reader.peekToken {
    case .number(let number) where number.hasSign:
      guard number.isInteger, let b = integer(number.text) else { return nil }
      reader.next()
      return AnPlusB(a: a, b: b)
    case .delim("+"), .delim("-"):
      let sign = reader.next()?.isDelim("-") == true ? -1 : 1
      reader.skipWhitespace()
      return unsigned(&reader).map { AnPlusB(a: a, b: sign * $0) }
    default:
      reader.index = mark
      return AnPlusB(a: a, b: 0)
    }
  }

  private static func unsigned(_ reader: inout ComponentValueReader) -> Int? {
    guard case .number(let number) = reader.next().flatMap(\.token), number.isInteger, !number.hasSign else {
      return nil
    }
    return integer(number.text)
  }

  /// Clamped to a billion: greater positions do not occur, and sums of clamped numbers cannot overflow.
  private static func integer(_ text: String) -> Int? {
    let limit = 1_000_000_000.0
    return Double(text).map { Int(min(max($0, -limit), limit)) }
  }
}

extension ComponentValue {
  /// The token, when the value is one.
  package var token: Token? { if case .token(let token) = content { token } else { nil } }
}
