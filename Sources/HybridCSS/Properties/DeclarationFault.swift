import HybridEncoding
package import HybridSource

/// The reason why a declaration was dropped, and the smallest wrong range.
package struct DeclarationFault: Error, Hashable {
  /// The facts.
  enum Reason: Error, Hashable {
    case unknownProperty(String)
    case unsupportedProperty(String)
    case nativeName(String, standard: String)
    case vendorPrefix
    case withoutEffect
    case reservedName
    case missingValue(PropertyName)
    case invalidValue(PropertyName, nearest: String?, hint: String?)
    case unknownUnit(String, nearest: String?)
    case unsupported(String, advice: String)
    /// A function that is replaced at computed-value time.
    case malformedSubstitution(SubstitutionFunction)
    case strayCharacter(String)
    case tooDeep
  }

  var reason: Reason
  /// The smallest wrong range, in UTF-8 bytes.
  package var range: Range<Int>

  init(_ reason: Reason, _ range: Range<Int>) {
    self.reason = reason
    self.range = range
  }

  /// The warning that the declaration is dropped. Nil for properties of other engines and TokenHybrid's
  /// properties without effect, which authors write on purpose.
  package func diagnostic(in source: Source) -> Diagnostic? {
    func warning(_ code: String, _ message: String, hint: String? = nil) -> Diagnostic {
      .warning(code, message, at: range, in: source, hint: hint)
    }
    func meant(_ nearest: String?) -> String? { nearest.map { "did you mean '\($0)'?" } }
    switch reason {
    case .vendorPrefix, .withoutEffect: return nil
    case .unknownProperty(let name):
      return warning(
        "css.unknown-property", "there is no property '\(name)'",
        hint: meant(nearest(to: name, in: PropertyName.allNames)))
    case .unsupportedProperty(let name):
      return warning(
        "css.unsupported-property", "'\(name)' has no effect here",
        hint: UnsupportedProperties.advice(for: name))
    case .nativeName(let name, let standard):
      return warning(
        "css.native-property", "'\(name)' is a name of TokenHybrid pages only",
        hint: "CSS calls it '\(standard)'")
    case .reservedName: return warning("css.unknown-property", "a custom property needs a name after '--'")
    case .missingValue(let name):
      return warning("css.invalid-value", "'\(name.name)' has no value; it takes \(name.expectation)")
    case .invalidValue(let name, let nearest, let hint):
      return warning(
        "css.invalid-value", "this is not a value of '\(name.name)', which takes \(name.expectation)",
        hint: hint ?? meant(nearest))
    case .unknownUnit(let unit, let nearest):
      return warning("css.unknown-unit", "'\(unit)' is not a unit", hint: meant(nearest))
    case .unsupported(let part, let advice):
      return warning("css.unsupported-value", "'\(part)' has no effect here", hint: advice)
    case .malformedSubstitution(let function):
      return warning(
        "css.invalid-value", "this is not a valid '\(function.rawValue)()'", hint: function.form)
    case .tooDeep:
      return warning(
        "css.too-deep",
        "math functions and parentheses can be nested at most \(ValueReader.mathDepthLimit) deep")
    case .strayCharacter(let text):
      return warning("css.invalid-value", "\(text) cannot be part of a value")
    }
  }
}

extension PropertyName {
  /// A description of the accepted value.
  var expectation: String {
    switch self {
    case .longhand(let property): property.grammar.expectation
    case .shorthand(let shorthand): shorthand.expectation
    }
  }

  fileprivate var keywords: [String] {
    longhands.flatMap { $0.grammar.keywordNames } + (shorthand?.grammar.keywords ?? [])
      + WideKeyword.allCases.map(\.rawValue)
  }

  fileprivate var takesLengths: Bool { longhands.contains { $0.grammar.takesLengths } }
}

extension DeclarationFault {
  /// Finds the fault in a value that its grammar rejected.
  static func invalidValue(_ name: PropertyName, _ values: [ComponentValue], _ reader: ValueReader)
    -> DeclarationFault
  {
    if let (unit, range) = values.unknownUnit {
      let units = LengthUnit.allCases.map(\.rawValue) + ["s", "ms", "deg", "grad", "rad", "turn", "fr"]
      return DeclarationFault(.unknownUnit(unit, nearest: nearest(to: unit, in: units)), range)
    }
    if let range = values.place(below: ValueReader.mathDepthLimit) {
      return DeclarationFault(.tooDeep, range)
    }
    if let (name, advice, range) = values.unsupportedFunction {
      return DeclarationFault(.unsupported("\(name)()", advice: advice), range)
    }
    if let (part, advice, range) = values.unsupportedPart {
      return DeclarationFault(.unsupported(part, advice: advice), range)
    }
    let index = reader.furthest
    guard index < values.count else {
      let whole = (values.first?.range.lowerBound ?? 0)..<(values.last?.range.upperBound ?? 0)
      return DeclarationFault(.invalidValue(name, nearest: nil, hint: nil), whole)
    }
    let wrong = values[index]
    var word: String?
    var hint: String?
    switch wrong.content {
    case .token(.ident(let text)):
      word = nearest(to: text, in: name.keywords).flatMap { $0 == text.asciiLowercased ? nil : $0 }
    case .token(.delim("!")): hint = "only '!important' is allowed here"
    case .token(.number(let number)) where name.takesLengths && number.value != 0:
      if index + 2 < values.count, values[index + 1].isWhitespace, let unit = values[index + 2].ident,
        LengthUnit(name: unit) != nil
      {
        hint = "no space between number and unit: '\(number.text)\(unit)'"
      } else {
        hint = "a length needs a unit: '\(number.text)px'"
      }
    default: break
    }
    return DeclarationFault(.invalidValue(name, nearest: word, hint: hint), wrong.range)
  }
}

extension [ComponentValue] {
  /// The CSS-wide keyword, when the value is nothing else.
  var wideKeyword: WideKeyword? {
    guard count == 1, let name = self[0].ident else { return nil }
    return WideKeyword(rawValue: name.asciiLowercased)
  }

  /// Tokens that are forbidden at any depth, and `!` and `;` at the top level. CSS Syntax 3 §8.2,
  /// `<declaration-value>`.
  var syntaxFault: DeclarationFault? {
    for value in self {
      if value.isDelim("!") { return DeclarationFault(.strayCharacter("'!'"), value.range) }
      if case .token(.semicolon) = value.content {
        return DeclarationFault(.strayCharacter("';'"), value.range)
      }
    }
    return badToken
  }

  private var badToken: DeclarationFault? {
    for value in self {
      switch value.content {
      case .token(.badString):
        return DeclarationFault(.strayCharacter("an unclosed string"), value.range)
      case .token(.badURL): return DeclarationFault(.strayCharacter("a malformed url()"), value.range)
      case .token(.unmatched(let bracket)):
        return DeclarationFault(.strayCharacter("an unmatched '\(bracket.closing)'"), value.range)
      case .function(_, let values), .block(_, let values):
        if let fault = values.badToken { return fault }
      default: break
      }
    }
    return nil
  }

  /// The first function that browsers know and that has no effect here, with what to write instead.
  var unsupportedFunction: (name: String, advice: String, range: Range<Int>)? {
    for value in self {
      switch value.content {
      case .function(let name, let values):
        let name = name.asciiLowercased
        if let advice = UnsupportedNames.advice(function: name) { return (name, advice, value.range) }
        if let found = values.unsupportedFunction { return found }
      case .block(_, let values): if let found = values.unsupportedFunction { return found }
      case .token: break
      }
    }
    return nil
  }

  /// The first other part that browsers know and that has no effect here, with what to write instead.
  fileprivate var unsupportedPart: (part: String, advice: String, range: Range<Int>)? {
    for value in self {
      switch value.content {
      case .function(_, let values):
        if let found = values.unsupportedPart { return found }
      case .block(_, let values): if let found = values.unsupportedPart { return found }
      case .token(.ident(let word)):
        if let advice = UnsupportedNames.advice(word: word.asciiLowercased) {
          return (word.asciiLowercased, advice, value.range)
        }
      case .token: break
      }
    }
    return nil
  }

  /// The first function or block at a depth greater than `limit`.
  fileprivate func place(below limit: Int) -> Range<Int>? {
    for value in self {
      switch value.content {
      case .function(_, let values), .block(_, let values):
        if limit == 0 { return value.range }
        if let found = values.place(below: limit - 1) { return found }
      default: break
      }
    }
    return nil
  }

  /// The first dimension with an unknown unit, and the range of the unit.
  fileprivate var unknownUnit: (String, Range<Int>)? {
    for value in self {
      switch value.content {
      case .token(.dimension(_, let unit)):
        let known =
          LengthUnit(name: unit) != nil || ValueReader.degrees(per: unit) != nil
          || ValueReader.seconds(per: unit) != nil
          || ["fr", "hz", "khz", "dpi", "dpcm", "dppx", "x"].contains(unit.asciiLowercased)
        if !known {
          let start = Swift.max(value.range.upperBound - unit.utf8.count, value.range.lowerBound)
          return (unit, start..<value.range.upperBound)
        }
      case .function(_, let values), .block(_, let values):
        if let found = values.unknownUnit { return found }
      default: break
      }
    }
    return nil
  }
}
