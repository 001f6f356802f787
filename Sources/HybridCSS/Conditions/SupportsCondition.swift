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
struct SupportsCondition {
  private var reader: ComponentValueReader

  private let dialect: Dialect

  private init(_ values: ArraySlice<ComponentValue>, dialect: Dialect) {
    reader = ComponentValueReader(values.trimmed)
    self.dialect = dialect
  }

  /// Whether the condition holds; nil when it is malformed.
  static func evaluate(_ values: ArraySlice<ComponentValue>, dialect: Dialect) -> Bool? {
    var condition = SupportsCondition(values, dialect: dialect)
    return condition.condition()
  }

  /// The argument of `supports()` in an `@import`: a condition, or a declaration without its own brackets.
  static func evaluateImport(_ values: [ComponentValue], dialect: Dialect) -> Bool {
    evaluate(values[...], dialect: dialect)
      ?? Declaration(componentValues: values).map { isSupported($0, dialect: dialect) } ?? false
  }

  private mutating func condition() -> Bool? {
    if reader.takeIdent("not") {
      guard reader.skipWhitespace(), let operand = inParens(), reader.isAtEnd else { return nil }
      return !operand
    }
    guard var result = inParens() else { return nil }
    var word: String?
    while !reader.isAtEnd {
      guard let next = reader.peek?.ident?.asciiLowercased, next == "and" || next == "or",
        word == nil || word == next
      else { return nil }
      word = next
      reader.next()
      guard reader.skipWhitespace(), let operand = inParens() else { return nil }
      result = next == "and" ? result && operand : result || operand
    }
    return result
  }

  /// `<supports-in-parens>`, and the white space after it. Unknown content is false.
  private mutating func inParens() -> Bool? {
    guard let value = reader.next() else { return nil }
    reader.skipWhitespace()
    switch value.content {
    case .function(let name, let values):
      guard values.isAnyValue else { return nil }
      guard name.isASCIIEqual(to: "selector") else { return false }
      var parser = SelectorParser(values, place: value.range)
      parser.isForgiving = false
      let selector = try? parser.parseComplex(.none)
      return selector != nil && parser.reader.isAtEnd
    case .block(.round, let values):
      guard values.isAnyValue else { return nil }
      if values.isCondition {
        var inner = SupportsCondition(values[...], dialect: dialect)
        if let result = inner.condition() { return result }
      }
      return Declaration(componentValues: values).map { isSupported($0, dialect: dialect) } ?? false
    default: return nil
    }
  }
}
