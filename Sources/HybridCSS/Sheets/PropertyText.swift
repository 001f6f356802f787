import HybridEncoding
import HybridSource

/// Specified values as CSSOM writes them (CSSOM 1 §6.7.2, *serialize a CSS component value*): colours of sRGB
/// as `rgb()`, numbers without what they do not need, zero lengths with a unit, keywords in lower case.
///
/// Differs from browsers: `calc()` is not simplified, and values of properties that browsers alone know keep
/// their order.
enum PropertyText {
  /// The text of a value of a property.
  static func text(_ values: some Sequence<ComponentValue>, of name: String, _ dialect: Dialect) -> String {
    let values = Array(values).trimmed
    guard dialect == .standard, !name.hasPrefix("--") else { return values.cssText }
    let writer = Writer(name: name)
    if writer.isShadows {
      return Array(values).splitAtCommas.map { writer.shadow($0.trimmed) }.joined(separator: ", ")
    }
    return writer.text(values)
  }

  /// The colours at the top level of a value.
  static func colors(in text: String) -> [String] {
    parseComponentValues(Source(path: "", text: text)).filter { isColor($0) }.map(\.description)
  }

  private static func isColor(_ value: ComponentValue) -> Bool {
    var reader = ValueReader([value], dialect: .standard)
    return reader.takeColor() != nil && reader.isAtEnd
  }

  // MARK: Writing

  /// Functions whose numbers are lengths where they lack a unit, so that a zero gets one.
  private static let lengthFunctions: Set = [
    "blur", "circle", "drop-shadow", "ellipse", "fit-content", "inset", "minmax", "perspective", "rect",
    "translate", "translate3d", "translatex", "translatey", "translatez", "xywh",
  ]

  private struct Writer {
    /// Nil for a property that is not known here.
    private let property: PropertyName?
    /// Whether a bare zero is a length.
    private let takesLengths: Bool

    init(name: String) {
      guard case .success(let property) = PropertyName.resolve(name, dialect: .standard) else {
        (self.property, takesLengths) = (nil, false)
        return
      }
      self.property = property
      takesLengths = property.longhands.allSatisfy { $0.grammar.takesLengths }
    }

    /// Whether the value is a list of shadows.
    var isShadows: Bool { property?.longhands.first?.grammar.isShadows ?? false }

    private func isKeyword(_ word: String) -> Bool {
      if namedColors[word] != nil || WideKeyword(rawValue: word) != nil { return true }
      return property?.longhands.contains { $0.grammar.keywordNames.contains(word) } ?? false
    }

    func text(_ values: ArraySlice<ComponentValue>, isLength: Bool? = nil) -> String {
      var text = ""
      var needsBlank = false
      var previous: ComponentValue?
      for value in values {
        switch value.content {
        case .token(.whitespace):
          needsBlank = true
          continue
        case .token(.comma): text += ","
        case .token(.delim("/")): text += " /"
        default:
          let followsMark = previous.map { $0.token == .comma || $0.isDelim("/") } ?? false
          if !text.isEmpty, needsBlank || followsMark { text += " " }
          text += word(value, isLength ?? takesLengths)
        }
        previous = value
        needsBlank = false
      }
      return text
    }

    private func word(_ value: ComponentValue, _ isLength: Bool) -> String {
      switch value.content {
      case .token(.hash(let digits, _)):
        return SRGBColor(hexDigits: digits)?.cssText ?? value.description
      case .token(.ident(let word)):
        let lower = word.asciiLowercased
        return serializedIdent(lower != word && isKeyword(lower) ? lower : word)
      case .token(.number(let number)):
        return numberText(number.value) + (number.value == 0 && isLength ? "px" : "")
      case .token(.percentage(let number)): return numberText(number.value) + "%"
      case .token(.dimension(let number, let unit)): return numberText(number.value) + unit.asciiLowercased
      case .token(.url(let url)): return "url(\(serializedString(url)))"
      case .token: return value.description
      case .function(let function, let arguments): return self.function(function, arguments, value)
      case .block(let bracket, let inner): return bracket.opening + text(inner[...]) + bracket.closing
      }
    }

    private func function(_ written: String, _ arguments: [ComponentValue], _ value: ComponentValue) -> String
    {
      let name = written.asciiLowercased
      let isColor = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"]
        .contains(name)
      let isPlain = name.hasPrefix("rgb") || name.hasPrefix("h") || !arguments.contains(where: \.isFunction)
      if isColor, isPlain, !ValueReader.takesColors(name, arguments) {
        var reader = ValueReader([value], dialect: .standard)
        if case .rgba(let color)? = reader.takeColor() { return color.cssText }
      }
      if name == "url" || name == "src" { return "\(name)(\(arguments.trimmed.cssText))" }
      // Signs inside need their blanks, and the values of variables may be anything.
      if SubstitutionFunction(name: name) != nil { return "\(name)(\(arguments.trimmed.cssText))" }
      let isMath = ["calc", "min", "max", "clamp"].contains(name)
      let isLength = !isMath && PropertyText.lengthFunctions.contains(name)
      return "\(name)(\(text(arguments.trimmed, isLength: isLength)))"
    }

    /// One shadow: the colour comes first, `inset` last.
    func shadow(_ values: ArraySlice<ComponentValue>) -> String {
      let words = values.filter { !$0.isWhitespace }
      let color = words.first { PropertyText.isColor($0) }
      let isInset = words.contains { $0.ident?.asciiLowercased == "inset" }
      let rest = words.filter { $0 != color && $0.ident?.asciiLowercased != "inset" }
      guard !rest.isEmpty, color != nil || isInset else { return text(values) }
      let parts =
        (color.map { [word($0, false)] } ?? []) + rest.map { word($0, true) } + (isInset ? ["inset"] : [])
      return parts.joined(separator: " ")
    }
  }
}

extension ComponentValue {
  fileprivate var isFunction: Bool { if case .function = content { true } else { false } }
}
