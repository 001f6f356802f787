import HybridSource

extension ColorValue {
  /// The colour that an attribute's text names; nil when it names none.
  package init?(text: String, dialect: Dialect) {
    var reader = ValueReader(parseComponentValues(Source(path: "", text: text)), dialect: dialect)
    guard let color = reader.takeColor(), reader.isAtEnd else { return nil }
    self = color
  }
}
