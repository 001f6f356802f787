import HybridEncoding

/// The path of a value in the data of a page: `item.prices[0].amount`, `rows[index]`, `$item`.
///
/// Package dialect, template language: dotted names, each optionally followed by `[n]` or `[variable]`.
public struct BindingPath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a value in it.
  public enum Step: Hashable, Sendable {
    /// The member of an object; `length` is the number of items of a list and of characters of a text.
    case member(String)
    /// The item of a list by its number, from 0.
    case index(Int)
    /// The item of a list by the number in a loop variable, or the member of an object by the text in a loop
    /// variable.
    case variable(String)
  }

  /// The first name: a loop variable, `$item` (the item of the innermost loop), or a member of the page's
  /// data.
  public var head: String
  /// The steps after it.
  public var steps: [Step]
  /// The UTF-8 byte range of each name in the parsed text, the head first: one more than ``steps``.
  public var ranges: [Range<Int>]

  /// A path from its parts.
  public init(head: String, steps: [Step] = [], ranges: [Range<Int>] = []) {
    self.head = head
    self.steps = steps
    self.ranges = ranges
  }

  /// The path as it is written.
  public var description: String {
    steps.reduce(into: head) { text, step in
      switch step {
      case .member(let name): text += "." + name
      case .index(let index): text += "[\(index)]"
      case .variable(let name): text += "[\(name)]"
      }
    }
  }

  /// Parses a path; white space around it is allowed.
  /// - Throws: ``BindingSyntaxError`` at the first unexpected byte.
  public init(parsing text: String) throws(BindingSyntaxError) {
    var scanner = BindingScanner(Array(text.utf8))
    self = try scanner.wholePath(until: scanner.bytes.count)
  }
}

/// A syntax error in a `{{ }}`, `t:for` or `t:if`, with its range in the text.
public struct BindingSyntaxError: Error, Hashable, Sendable {
  /// The alternatives.
  public enum Reason: Hashable, Sendable {
    /// `{{` without `}}`.
    case unclosed
    /// Nothing between the braces, or an empty `t:for` or `t:if`.
    case empty
    /// A name was expected.
    case expectedName
    /// A `[` without its number or variable, or without `]`.
    case badIndex
    /// Text after a complete path: expressions and filters are not part of the language.
    case trailing
    /// A `t:for` that is neither `item in path` nor `(item, index) in path`.
    case badLoop
  }

  /// The kind of error.
  public var reason: Reason
  /// UTF-8 bytes in the text that was parsed.
  public var range: Range<Int>

  /// An error with its range.
  public init(reason: Reason, range: Range<Int>) {
    self.reason = reason
    self.range = range
  }

  /// One sentence for the template author.
  package var message: String {
    switch reason {
    case .unclosed: "'{{' is never closed with '}}'"
    case .empty: "a path is missing here"
    case .expectedName: "a name is expected here"
    case .badIndex: "'[' needs a number or a loop variable, and ']' after it"
    case .trailing: "only a path is allowed here, such as 'item.price'"
    case .badLoop: "a loop is written 'item in path' or '(item, index) in path'"
    }
  }
}

/// Scans the binding language from bytes.
struct BindingScanner {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  func peek(until end: Int) -> UInt8? { position < end ? bytes[position] : nil }

  mutating func skipWhitespace(until end: Int) {
    while let byte = peek(until: end), byte.isASCIISpace { position += 1 }
  }

  /// A name: letters, digits, `_`, `-`, `$`, `:` and all non-ASCII characters. Nil, with the position
  /// unchanged, when there is none.
  mutating func name(until end: Int) -> (text: String, range: Range<Int>)? {
    let start = position
    while let byte = peek(until: end), isBindingName(byte) { position += 1 }
    guard position > start else { return nil }
    return (String(decoding: bytes[start..<position], as: UTF8.self), start..<position)
  }

  /// A path surrounded by optional white space, up to `end`.
  mutating func wholePath(until end: Int) throws(BindingSyntaxError) -> BindingPath {
    let start = position
    skipWhitespace(until: end)
    guard position < end else { throw BindingSyntaxError(reason: .empty, range: start..<end) }
    let path = try path(until: end)
    skipWhitespace(until: end)
    guard position == end else { throw BindingSyntaxError(reason: .trailing, range: position..<end) }
    return path
  }

  /// A path. White space is allowed inside brackets only.
  mutating func path(until end: Int) throws(BindingSyntaxError) -> BindingPath {
    guard let head = name(until: end) else { throw expectedName(until: end) }
    var path = BindingPath(head: head.text, ranges: [head.range])
    while let byte = peek(until: end) {
      if byte == UInt8(ascii: ".") {
        position += 1
        guard let member = name(until: end) else { throw expectedName(until: end) }
        path.steps.append(.member(member.text))
        path.ranges.append(member.range)
      } else if byte == UInt8(ascii: "[") {
        let open = position
        position += 1
        skipWhitespace(until: end)
        guard let inside = name(until: end) else {
          throw BindingSyntaxError(reason: .badIndex, range: open..<min(open + 1, end))
        }
        skipWhitespace(until: end)
        guard peek(until: end) == UInt8(ascii: "]") else {
          throw BindingSyntaxError(reason: .badIndex, range: open..<position)
        }
        position += 1
        path.steps.append(Int(inside.text).map { .index($0) } ?? .variable(inside.text))
        path.ranges.append(inside.range)
      } else {
        break
      }
    }
    return path
  }

  private func expectedName(until end: Int) -> BindingSyntaxError {
    BindingSyntaxError(
      reason: .expectedName, range: min(position, end)..<min(position + 1, max(end, position)))
  }
}

func isBindingName(_ byte: UInt8) -> Bool {
  byte.isASCIIAlphanumeric || byte >= 0x80 || "_-$:".utf8.contains(byte)
}
