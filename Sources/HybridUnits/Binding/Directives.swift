import HybridEncoding

/// A `t:for`: `item in path`, or `(item, index) in path`.
public struct ForClause: Hashable, Sendable {
  /// The attribute's name.
  public static let attribute = "t:for"

  /// The variable that holds each item.
  public var item: String
  /// The variable that holds its number, from 0; `index` by default.
  public var index: String
  /// The list.
  public var path: BindingPath

  /// Parses a loop. The word `in` needs white space on both sides: `origin in origins` is a loop over
  /// `origins`.
  public init(parsing text: String) throws(BindingSyntaxError) {
    var scanner = BindingScanner(Array(text.utf8))
    let end = scanner.bytes.count
    let bad = BindingSyntaxError(reason: .badLoop, range: 0..<end)
    index = "index"
    scanner.skipWhitespace(until: end)
    guard scanner.position < end else { throw BindingSyntaxError(reason: .empty, range: 0..<end) }
    if scanner.peek(until: end) == UInt8(ascii: "(") {
      scanner.position += 1
      scanner.skipWhitespace(until: end)
      guard let name = scanner.name(until: end) else { throw bad }
      item = name.text
      scanner.skipWhitespace(until: end)
      if scanner.peek(until: end) == UInt8(ascii: ",") {
        scanner.position += 1
        scanner.skipWhitespace(until: end)
        guard let name = scanner.name(until: end) else { throw bad }
        index = name.text
        scanner.skipWhitespace(until: end)
      }
      guard scanner.peek(until: end) == UInt8(ascii: ")") else { throw bad }
      scanner.position += 1
    } else {
      guard let name = scanner.name(until: end) else { throw bad }
      item = name.text
      guard let next = scanner.peek(until: end), next.isASCIISpace else { throw bad }
    }
    scanner.skipWhitespace(until: end)
    guard let word = scanner.name(until: end), word.text == "in" else { throw bad }
    path = try scanner.wholePath(until: end)
  }
}

/// A `t:if`: `path`, or `!path`.
public struct Condition: Hashable, Sendable {
  /// The attribute's name.
  public static let attribute = "t:if"

  /// Whether the condition is negated.
  public var isNegated: Bool
  /// The tested value.
  public var path: BindingPath

  /// Parses a condition; `!!path` is `path`.
  public init(parsing text: String) throws(BindingSyntaxError) {
    var scanner = BindingScanner(Array(text.utf8))
    isNegated = false
    scanner.skipWhitespace(until: scanner.bytes.count)
    while scanner.peek(until: scanner.bytes.count) == UInt8(ascii: "!") {
      isNegated.toggle()
      scanner.position += 1
    }
    path = try scanner.wholePath(until: scanner.bytes.count)
  }
}
