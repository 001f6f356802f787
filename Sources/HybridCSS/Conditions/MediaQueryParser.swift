import HybridEncoding
package import HybridSource

extension MediaQueryList {
  /// Reads a media query list; a malformed or unknown query is reported and never holds.
  ///
  /// Media Queries 4 §3, *Syntax*, and §3.2, *Error handling*.
  package init(_ values: ArraySlice<ComponentValue>, in source: Source, diagnostics: inout [Diagnostic]) {
    guard values.contains(where: { !$0.isWhitespace }) else {
      self.init(queries: [])
      return
    }
    var queries: [MediaQuery] = []
    for part in values.splitAtCommas {
      var parser = MediaQueryParser(part)
      queries.append(parser.parseQuery())
      for problem in parser.problems {
        diagnostics.append(
          .warning(
            problem.code, problem.message, at: problem.range ?? values.range, in: source, hint: problem.hint))
      }
    }
    self.init(queries: queries, text: source.text(in: values.range))
  }
}

extension Collection<ComponentValue> {
  /// From the first byte of the first value to the last byte of the last; empty at 0 for an empty list.
  package var range: Range<Int> {
    guard let first else { return 0..<0 }
    let last = self[index(startIndex, offsetBy: count - 1)]
    return first.range.lowerBound..<Swift.max(first.range.lowerBound, last.range.upperBound)
  }
}

/// Reads one media query.
struct MediaQueryParser: FeatureConditionParser {
  struct Problem {
    var code: String
    var message: String
    var range: Range<Int>?
    var hint: String?
  }

  private(set) var problems: [Problem] = []
  var reader: ComponentValueReader

  init(_ values: ArraySlice<ComponentValue>) { reader = ComponentValueReader(values.trimmed) }

  private static let reserved: Set<String> = ["only", "not", "and", "or", "layer"]

  mutating func parseQuery() -> MediaQuery {
    let range = reader.values.isEmpty ? nil : reader.values.range
    if let query = typeQuery() { return query }
    reader.index = 0
    problems = []
    if !reader.isAtEnd, let condition = takeWholeCondition() {
      return MediaQuery(isNegated: false, type: nil, condition: condition)
    }
    let hasBoth = ["and", "or"].allSatisfy { name in
      reader.values.contains { $0.ident?.isASCIIEqual(to: name) == true }
    }
    problems = [
      Problem(
        code: "css.invalid-media-query", message: "this is not a media query, so it never applies",
        range: range,
        hint: hasBoth ? "'and' and 'or' cannot be mixed without parentheses" : nil)
    ]
    return .notAll
  }

  /// `[not | only]? <media-type> [and <media-condition-without-or>]?`
  private mutating func typeQuery() -> MediaQuery? {
    var isNegated = false
    if let word = reader.peek?.ident?.asciiLowercased, word == "not" || word == "only" {
      reader.next()
      guard reader.skipWhitespace(), reader.peek?.ident != nil else { return nil }
      isNegated = word == "not"
    }
    guard let type = reader.next()?.ident?.asciiLowercased, !Self.reserved.contains(type) else { return nil }
    var query = MediaQuery(isNegated: isNegated, type: type == "all" ? nil : type, condition: nil)
    reader.skipWhitespace()
    if reader.isAtEnd { return query }
    guard reader.takeIdent("and"), reader.skipWhitespace(), let condition = takeCondition(allowsOr: false),
      reader.isAtEnd
    else { return nil }
    query.condition = condition
    return query
  }

  /// `<media-in-parens>`, and the white space after it.
  mutating func takeOperand() -> MediaCondition? {
    guard let value = reader.next() else { return nil }
    reader.skipWhitespace()
    switch value.content {
    case .function(_, let values) where values.isAnyValue:
      problems.append(
        Problem(code: "css.unknown-media-feature", message: "this condition is unknown", range: value.range)
      )
      return .unknown
    case .block(.round, let values):
      guard values.isAnyValue else { return nil }
      if values.isCondition {
        var inner = MediaQueryParser(values[...])
        if let condition = inner.takeWholeCondition() {
          problems += inner.problems
          return condition
        }
      }
      switch MediaFeature.parse(values) {
      case .success(let feature): return .feature(feature)
      case .failure where values.isForeignFeature: return .unknown
      case .failure(let problem):
        problems.append(
          Problem(
            code: problem.isName ? "css.unknown-media-feature" : "css.invalid-media-query",
            message: problem.message,
            range: value.range, hint: problem.hint))
        return .unknown
      }
    default: return nil
    }
  }
}

extension [ComponentValue] {
  /// Whether it starts like a condition, and not like a feature or a declaration.
  var isCondition: Bool {
    switch trimmed.first?.content {
    case .token(.ident(let name)): name.isASCIIEqual(to: "not") && trimmed.count > 1
    case .block(.round, _), .function: true
    default: false
    }
  }

  /// `<any-value>`: it contains no bad tokens. CSS Syntax 3 §8.2.
  var isAnyValue: Bool {
    allSatisfy { value in
      switch value.content {
      case .token(.badString), .token(.badURL), .token(.unmatched): false
      case .function(_, let values), .block(_, let values): values.isAnyValue
      default: true
      }
    }
  }
}
