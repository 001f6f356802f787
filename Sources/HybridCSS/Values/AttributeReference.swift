import HybridEncoding
import HybridSource

/// The arguments of `attr()`: `attr( <attr-name> <attr-type>? , <declaration-value>? )`. CSS Values 5 §7.7.
struct AttributeReference {
  /// The type as which the text of the attribute is read.
  enum Kind {
    /// Nothing else: its text is a string, and an absent attribute the empty string.
    case untyped
    /// `raw-string`
    case text
    /// A number with this unit: none for `number`, or `%`.
    case number(unit: String)
    /// `type()`
    case syntax(PropertySyntax)
    /// A word that is no unit: no text is of that type.
    case unknown
  }

  /// As written.
  let name: String
  let kind: Kind
  /// The values after the comma, possibly none; nil without a comma.
  let fallback: ArraySlice<ComponentValue>?

  /// Nil when the syntax is invalid.
  ///
  /// Differs from CSS Values 5 §7.7, as browsers do: a name has no namespace.
  init?(_ arguments: [ComponentValue]) {
    var reader = ComponentValueReader(arguments)
    reader.skipWhitespace()
    guard let name = reader.next()?.ident else { return nil }
    self.name = name
    reader.skipWhitespace()
    if reader.isAtEnd || reader.peekToken == .comma {
      kind = .untyped
    } else {
      guard let kind = reader.next().flatMap(Kind.init) else { return nil }
      self.kind = kind
      reader.skipWhitespace()
    }
    guard let fallback = SubstitutionFallback(&reader) else { return nil }
    self.fallback = fallback.values
  }

  /// The values that a text stands for; nil if it is not of the type. `var()` and the like in it are not
  /// replaced.
  func values(of text: String) -> [ComponentValue]? {
    switch kind {
    case .untyped, .text: return [ComponentValue(.token(.string(text)), range: ComponentValue.ofAttribute)]
    case .number(let unit):
      let values = parseComponentValues(Source(path: "", text: text))
      guard case .token(.number(let number))? = values.first?.content,
        values.dropFirst().allSatisfy(\.isWhitespace)
      else { return nil }
      let token: Token =
        switch unit {
        case "": .number(number)
        case "%": .percentage(number)
        default: .dimension(number, unit: unit)
        }
      return [ComponentValue(.token(token), range: ComponentValue.ofAttribute)]
    case .syntax:
      let values = Array(parseComponentValues(Source(path: "", text: text)).trimmed)
      return values.syntaxFault == nil ? values.map(\.taken) : nil
    case .unknown: return nil
    }
  }
}

extension AttributeReference.Kind {
  fileprivate init?(_ value: ComponentValue) {
    switch value.content {
    case .token(.delim("%")): self = .number(unit: "%")
    case .token(.ident(let name)):
      switch name.asciiLowercased {
      case "raw-string": self = .text
      case "number": self = .number(unit: "")
      case let unit where Self.isUnit(unit): self = .number(unit: unit)
      default: self = .unknown
      }
    case .function(let name, let values) where name.isASCIIEqual(to: "type"):
      // A URL from an attribute could tell another host what the page contains.
      guard let syntax = PropertySyntax(values.cssText), !syntax.takesURLs else { return nil }
      self = .syntax(syntax)
    default: return nil
    }
  }

  private static func isUnit(_ name: String) -> Bool {
    LengthUnit(name: name) != nil || ValueReader.degrees(per: name) != nil
      || ValueReader.seconds(per: name) != nil || ["fr", "hz", "khz"].contains(name)
  }
}

extension ComponentValue {
  /// The place of values that come from an attribute: none.
  static let ofAttribute = -1..<0

  /// The value as one that comes from an attribute, with what is in it.
  fileprivate var taken: ComponentValue {
    switch content {
    case .token: ComponentValue(content, range: Self.ofAttribute)
    case .function(let name, let values):
      ComponentValue(.function(name: name, values.map(\.taken)), range: Self.ofAttribute)
    case .block(let bracket, let values):
      ComponentValue(.block(bracket, values.map(\.taken)), range: Self.ofAttribute)
    }
  }
}

extension [ComponentValue] {
  /// Whether a URL is made of what comes from an attribute, which makes a value invalid. CSS Values 5 §7.7.2,
  /// *Security*.
  var hasURLOfAttribute: Bool { hasURLOfAttribute(inURL: false) }

  private func hasURLOfAttribute(inURL: Bool) -> Bool {
    contains { value in
      let isTaken = value.range == ComponentValue.ofAttribute
      switch value.content {
      case .token(.url): return isTaken
      case .token: return inURL && isTaken
      case .function(let name, let values):
        let isURL = ["url", "src", "image-set", "-webkit-image-set", "image"].contains(name.asciiLowercased)
        return values.hasURLOfAttribute(inURL: inURL || isURL)
      case .block(_, let values): return values.hasURLOfAttribute(inURL: inURL)
      }
    }
  }
}
