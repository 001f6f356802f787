import HybridEncoding
import HybridSource

/// Whether a condition of `@supports` holds; one that cannot be read does not. A declaration may stand
/// without its brackets, as in `CSS.supports("display: grid")` (CSS Conditional 3 §7.3).
package func isSupported(condition: String, dialect: Dialect) -> Bool {
  let values = parseComponentValues(Source(path: "", text: condition))
  return SupportsCondition.evaluateImport(values, dialect: dialect)
}

/// Evaluates the condition of `@supports`. CSS Conditional 3 §6 and CSS Conditional 4 §2.
///
/// The result does not depend on the page, so the condition is evaluated while the sheet is read.
struct SupportsCondition: FeatureConditionParser {
  var reader: ComponentValueReader

  private let dialect: Dialect

  private init(_ values: ArraySlice<ComponentValue>, dialect: Dialect) {
    reader = ComponentValueReader(values.trimmed)
    self.dialect = dialect
  }

  /// Whether the condition holds; nil when it is malformed.
  static func evaluate(_ values: ArraySlice<ComponentValue>, dialect: Dialect) -> Bool? {
    var condition = SupportsCondition(values, dialect: dialect)
    return condition.takeWholeCondition()?.evaluate { $0 }
  }

  /// The argument of `supports()` in an `@import`: a condition, or a declaration without its own brackets.
  static func evaluateImport(_ values: [ComponentValue], dialect: Dialect) -> Bool {
    evaluate(values[...], dialect: dialect)
      ?? Declaration(componentValues: values).map { isSupported($0, dialect: dialect) } ?? false
  }

  /// `<supports-in-parens>`, and the white space after it. Unknown content is false.
  mutating func takeOperand() -> FeatureCondition<Bool>? {
    guard let value = reader.next() else { return nil }
    reader.skipWhitespace()
    switch value.content {
    case .function(let name, let values):
      guard values.isAnyValue else { return nil }
      guard name.isASCIIEqual(to: "selector") else {
        return .feature(Self.supports(name.asciiLowercased, Array(values.trimmed)))
      }
      var parser = SelectorParser(values, place: value.range)
      parser.isForgiving = false
      let selector = try? parser.parseComplex(.none)
      return .feature(selector != nil && parser.reader.isAtEnd)
    case .block(.round, let values):
      guard values.isAnyValue else { return nil }
      if values.isCondition {
        var inner = SupportsCondition(values[...], dialect: dialect)
        if let condition = inner.takeWholeCondition() { return condition }
      }
      let declaration = Declaration(componentValues: values)
      return .feature(declaration.map { isSupported($0, dialect: dialect) } ?? false)
    default: return nil
    }
  }

  /// `font-tech()`, `font-format()` and `at-rule()`. CSS Conditional 5 §2 and §3.
  private static func supports(_ function: String, _ values: [ComponentValue]) -> Bool {
    guard values.count == 1 else { return false }
    switch (function, values[0].content) {
    case ("font-tech", .token(.ident(let name))):
      return FontFaceRule.technologies.contains(name.asciiLowercased)
    case ("font-format", .token(.ident(let name))), ("font-format", .token(.string(let name))):
      return FontFaceRule.formats.contains(name.asciiLowercased)
    case ("at-rule", .token(.atKeyword(let name))): return SheetParser.atRules.contains(name.asciiLowercased)
    default: return false
    }
  }
}
