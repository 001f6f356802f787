import HybridSource

extension ColorValue {
  /// The colour in an attribute's text; nil when the text is not a colour.
  package init?(text: String, dialect: Dialect) {
    var reader = ValueReader(parseComponentValues(Source(path: "", text: text)), dialect: dialect)
    guard let color = reader.takeColor(), reader.isAtEnd else { return nil }
    self = color
  }
}
