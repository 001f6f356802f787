import HybridEncoding

/// Walks a list of component values with look-ahead; a copy is a mark to return to.
package struct ComponentValueReader: Sendable {
  /// The list.
  package let values: [ComponentValue]
  /// Index of the next value.
  package var index: Int
  /// The end of the part to read.
  package let end: Int

  /// Starts at the first of `values`.
  package init(_ values: [ComponentValue]) {
    self.values = values
    self.index = 0
    self.end = values.count
  }

  /// Starts at the first value of a part of a list.
  package init(_ values: ArraySlice<ComponentValue>) {
    // The slices come from small arrays, so this copy is cheap.
    self.values = Array(values)
    self.index = 0
    self.end = values.count
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { index >= end }

  /// The next value, not consumed.
  package var peek: ComponentValue? { index < end ? values[index] : nil }

  /// The next value as a token, not consumed; nil for a function, a block and the end.
  package var peekToken: Token? {
    if index < end, case .token(let token) = values[index].content { token } else { nil }
  }

  /// The value `offset` places after the next one.
  package func peek(_ offset: Int) -> ComponentValue? { index + offset < end ? values[index + offset] : nil }

  /// Takes the next value.
  @discardableResult
  package mutating func next() -> ComponentValue? {
    guard index < end else { return nil }
    defer { index += 1 }
    return values[index]
  }

  /// Takes white space; returns whether there was any.
  @discardableResult
  package mutating func skipWhitespace() -> Bool {
    let start = index
    while index < end, values[index].isWhitespace { index += 1 }
    return index > start
  }

  /// Takes the next value if it is the token `token`.
  package mutating func take(_ token: Token) -> Bool {
    guard peekToken == token else { return false }
    index += 1
    return true
  }

  /// Takes the next value if it is the identifier `name`, ASCII case-insensitively.
  package mutating func takeIdent(_ name: String) -> Bool {
    guard let ident = peek?.ident, ident.isASCIIEqual(to: name) else { return false }
    index += 1
    return true
  }

  /// The remaining values.
  package var rest: ArraySlice<ComponentValue> { values[min(index, end)..<end] }
}

extension ComponentValue {
  /// Whether the value is white space.
  package var isWhitespace: Bool { if case .token(.whitespace) = content { true } else { false } }

  /// The name, when the value is an identifier.
  package var ident: String? { if case .token(.ident(let name)) = content { name } else { nil } }

  /// Whether the value is the delimiter `scalar`.
  package func isDelim(_ scalar: Unicode.Scalar) -> Bool {
    if case .token(.delim(scalar)) = content { true } else { false }
  }
}

extension Collection<ComponentValue> where SubSequence == ArraySlice<ComponentValue> {
  /// The values without white space at either end.
  package var trimmed: ArraySlice<ComponentValue> { self[...].trimming(while: \.isWhitespace) }

  /// The parts between top-level commas; one part when there is no comma.
  package var splitAtCommas: [ArraySlice<ComponentValue>] {
    split(omittingEmptySubsequences: false) { if case .token(.comma) = $0.content { true } else { false } }
  }
}
