import HybridEncoding

/// Reads the typed values of CSS Values 4 from component values, skipping white space between them.
///
/// Every `take…` function takes a value and returns it, or takes nothing and returns nil.
struct ValueReader {
  var reader: ComponentValueReader
  let dialect: Dialect
  /// The furthest position that reading reached, failed attempts included: the position of the first fault.
  private(set) var furthest = 0

  init(_ values: [ComponentValue], dialect: Dialect) {
    self.reader = ComponentValueReader(values)
    self.dialect = dialect
    reader.skipWhitespace()
  }

  init(_ values: ArraySlice<ComponentValue>, dialect: Dialect) {
    self.reader = ComponentValueReader(values)
    self.dialect = dialect
    reader.skipWhitespace()
  }

  var isAtEnd: Bool { reader.isAtEnd }
  var peek: ComponentValue? { reader.peek }

  /// Advances to the next value.
  mutating func advance() {
    reader.next()
    reader.skipWhitespace()
    furthest = max(furthest, reader.index)
  }

  /// The next identifier in lower case, not consumed.
  var peekIdent: String? { reader.peek?.ident?.asciiLowercased }

  mutating func take(ident name: String) -> Bool {
    guard reader.peek?.ident?.isASCIIEqual(to: name) == true else { return false }
    advance()
    return true
  }

  /// An identifier as written.
  mutating func takeIdent() -> String? {
    guard let name = reader.peek?.ident else { return nil }
    advance()
    return name
  }

  mutating func take(delim: Unicode.Scalar) -> Bool {
    guard reader.peek?.isDelim(delim) == true else { return false }
    advance()
    return true
  }

  mutating func takeComma() -> Bool {
    guard reader.peekToken == .comma else { return false }
    advance()
    return true
  }

  mutating func takeString() -> String? {
    guard case .string(let text)? = reader.peekToken else { return nil }
    advance()
    return text
  }

  mutating func take<K: KeywordValue>(_ type: K.Type) -> K? {
    guard let name = peekIdent, let keyword = K(rawValue: name) else { return nil }
    advance()
    return keyword
  }

  /// The arguments of the next value, if it is one of these functions.
  mutating func takeFunction(_ names: String...) -> (name: String, arguments: ValueReader)? {
    guard case .function(let name, let arguments)? = reader.peek?.content else { return nil }
    let lower = name.asciiLowercased
    guard names.isEmpty || names.contains(lower) else { return nil }
    advance()
    return (lower, ValueReader(arguments, dialect: dialect))
  }

  /// The result of `body`; when it is nil, nothing is consumed.
  mutating func attempt<T>(_ body: (inout ValueReader) -> T?) -> T? {
    let mark = self
    if let result = body(&self) { return result }
    let reached = furthest
    self = mark
    furthest = reached
    return nil
  }

  /// One or more values, separated by commas.
  mutating func takeCommaList<T>(_ element: (inout ValueReader) -> T?) -> [T]? {
    attempt { reader in
      var list: [T] = []
      repeat {
        guard let value = element(&reader) else { return nil }
        list.append(value)
      } while reader.takeComma()
      return list
    }
  }
}
