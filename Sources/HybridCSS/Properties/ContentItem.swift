import HybridEncoding

/// One item of `content`. CSS Content 3 §2 and §3.
package enum ContentItem: Hashable, Sendable {
  /// A string.
  case text(String)
  /// `counter()`: the innermost counter of a name in a counter style.
  case counter(String, style: String)
  /// `counters()`: all counters of a name, with a text between them.
  case counters(String, separator: String, style: String)
  /// `open-quote` and the like; `no-open-quote` shows nothing.
  case quote(isOpening: Bool, isShown: Bool)
  /// `url()`
  case image(String)
  /// An image that is not a file, such as a gradient.
  case other
}

extension Content {
  /// The items to show, and the text after a slash, which is read out in their place.
  ///
  /// Empty for `normal` and `none`.
  package var items: (shown: [ContentItem], read: [ContentItem]?) {
    guard case .values(let values) = self else { return ([], nil) }
    var reader = ValueReader(values, dialect: .standard)
    return reader.takeContentItems() ?? ([], nil)
  }
}

extension ValueReader {
  /// The items of `content`, and those behind a slash; nil when one is not valid.
  mutating func takeContentItems() -> (shown: [ContentItem], read: [ContentItem]?)? {
    var shown: [ContentItem] = []
    while let item = takeContentItem(allowsImages: true) { shown.append(item) }
    guard !shown.isEmpty else { return nil }
    guard take(delim: "/") else { return isAtEnd ? (shown, nil) : nil }
    var read: [ContentItem] = []
    while let item = takeContentItem(allowsImages: false) { read.append(item) }
    return isAtEnd && !read.isEmpty ? (shown, read) : nil
  }

  private mutating func takeContentItem(allowsImages: Bool) -> ContentItem? {
    if let text = takeString() { return .text(text) }
    let function = attempt { reader -> ContentItem? in
      guard let (name, values) = reader.takeFunction("counter", "counters") else { return nil }
      var arguments = values
      return arguments.takeCounter(isNested: name == "counters")
    }
    if let function { return function }
    guard allowsImages else { return nil }
    switch peekIdent {
    case "open-quote", "close-quote", "no-open-quote", "no-close-quote":
      let name = peekIdent ?? ""
      advance()
      return .quote(isOpening: name.hasSuffix("open-quote"), isShown: !name.hasPrefix("no-"))
    default: break
    }
    guard let image = takeImage(allowsNone: false) else { return nil }
    if case .url(let url) = image { return .image(url) }
    return .other
  }

  private mutating func takeCounter(isNested: Bool) -> ContentItem? {
    guard let name = takeCounterName() else { return nil }
    var separator: String?
    if isNested {
      guard takeComma(), let text = takeString() else { return nil }
      separator = text
    }
    var style = "decimal"
    if takeComma() {
      guard let written = take(ident: "none") ? "none" : takeCounterStyleName() else { return nil }
      style = written
    }
    guard isAtEnd else { return nil }
    return separator.map { .counters(name, separator: $0, style: style) } ?? .counter(name, style: style)
  }
}

/// `quotes`. CSS Content 3 §3.1.
package enum Quotes: Hashable, Sendable {
  /// `auto`: as the language of the text has them.
  case auto
  /// `none`
  case none
  /// An opening and a closing text for each depth, from the outermost.
  case pairs([QuotePair])
}

/// The quotes of one depth.
package struct QuotePair: Hashable, Sendable {
  package var open: String
  package var close: String

  package init(_ open: String, _ close: String) { (self.open, self.close) = (open, close) }
}

extension ValueType<Quotes> {
  /// CSS Content 3 §3.1.
  static var quotes: Self {
    Self(
      .special("'auto', 'none' or pairs of strings", ["auto", "none"]) { reader in
        if reader.take(ident: "auto") { return .keyword(0) }
        if reader.take(ident: "none") { return .keyword(1) }
        var texts: [SpecifiedValue] = []
        while let text = reader.takeString() { texts.append(.text(text)) }
        return texts.isEmpty || texts.count % 2 != 0 ? nil : .list(texts)
      },
      { value, _ in
        switch value {
        case .list(let values):
          let texts = values.compactMap(\.text)
          return .pairs(
            stride(from: 0, to: texts.count - 1, by: 2).map { QuotePair(texts[$0], texts[$0 + 1]) })
        case .keyword(1): return .none
        default: return .auto
        }
      },
      { value, _ in
        switch value {
        case .auto: "auto"
        case .none: "none"
        case .pairs(let pairs):
          pairs.map { Token.string($0.open).cssText + " " + Token.string($0.close).cssText }
            .joined(separator: " ")
        }
      })
  }
}
