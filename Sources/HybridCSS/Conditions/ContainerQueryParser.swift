import HybridEncoding
import HybridSource

extension ContainerConditionList {
  /// Reads the prelude of `@container`; nil if it is malformed, which drops the rule. CSS
  /// Conditional 5 §5.
  init?(_ values: ArraySlice<ComponentValue>, in source: Source, problems: inout [ContainerQueryProblem]) {
    var conditions: [ContainerCondition] = []
    for part in values.trimmed.splitAtCommas {
      var parser = ContainerQueryParser(part)
      guard let condition = parser.parseCondition() else { return nil }
      problems += parser.problems
      conditions.append(condition)
    }
    guard !conditions.isEmpty else { return nil }
    self.init(conditions: conditions, text: source.text(in: values.trimmed.range))
  }
}

/// A part of a query that never holds.
struct ContainerQueryProblem {
  /// The reason: a misspelt or malformed part, or one that browsers know.
  enum Reason {
    case unknown(message: String, hint: String?)
    case unsupported(name: String, advice: String)
  }

  var reason: Reason
  var range: Range<Int>
}

/// Reads one `<container-condition>`: `[ <container-name>? <container-query>? ]!`.
struct ContainerQueryParser: FeatureConditionParser {
  private(set) var problems: [ContainerQueryProblem] = []
  var reader: ComponentValueReader
  private let leaf: Leaf

  init(_ values: ArraySlice<ComponentValue>) { self.init(values, leaf: .size) }

  private init(_ values: ArraySlice<ComponentValue>, leaf: Leaf) {
    (reader, self.leaf) = (ComponentValueReader(values.trimmed), leaf)
  }

  /// The content of the innermost brackets.
  private enum Leaf { case size, style }

  mutating func parseCondition() -> ContainerCondition? {
    guard !reader.isAtEnd else { return nil }
    var name: String?
    if let word = reader.peek?.ident, !word.isASCIIEqual(to: "not") {
      guard word.isContainerName else { return nil }
      name = word
      reader.next()
      guard reader.skipWhitespace() || reader.isAtEnd else { return nil }
    }
    if reader.isAtEnd { return name.map { ContainerCondition(name: $0, query: nil) } }
    guard let query = takeWholeCondition() else { return nil }
    return ContainerCondition(name: name, query: query)
  }

  /// `<query-in-parens>`, and the white space after it.
  mutating func takeOperand() -> ContainerQuery? {
    guard let value = reader.next() else { return nil }
    reader.skipWhitespace()
    switch value.content {
    case .function(let name, let values):
      guard values.isAnyValue else { return nil }
      if leaf == .size, name.isASCIIEqual(to: "style") { return style(values, at: value.range) }
      note(function: name, at: value.range)
      return .unknown
    case .block(.round, let values):
      guard values.isAnyValue else { return nil }
      if values.isCondition, let inner = nested(values, leaf) { return inner }
      return leaf == .style ? styleFeature(values, at: value.range) : size(values, at: value.range)
    default: return nil
    }
  }

  /// A whole query in brackets; nil if the values are something else.
  private mutating func nested(_ values: [ComponentValue], _ leaf: Leaf) -> ContainerQuery? {
    var inner = ContainerQueryParser(values[...], leaf: leaf)
    guard let query = inner.takeWholeCondition() else { return nil }
    problems += inner.problems
    return query
  }

  private mutating func note(function name: String, at range: Range<Int>) {
    let reason: ContainerQueryProblem.Reason =
      switch name.asciiLowercased {
      case "scroll-state", "anchored":
        .unsupported(name: "\(name.asciiLowercased)()", advice: "a script can set a class at 'scroll'")
      default:
        .unknown(
          message: "there is no query '\(name)()', so it never holds",
          hint: nearestHint(to: name, in: ["style", "scroll-state"]))
      }
    problems.append(ContainerQueryProblem(reason: reason, range: range))
  }

  private mutating func size(_ values: [ComponentValue], at range: Range<Int>) -> ContainerQuery {
    switch MediaFeature.parse(values, of: MediaFeature.Name.ofContainers) {
    case .success(let feature): return .feature(.size(feature))
    case .failure(let failure):
      note(failure.message, failure.hint, at: range)
      return .unknown
    }
  }

  private mutating func note(_ message: String, _ hint: String? = nil, at range: Range<Int>) {
    problems.append(ContainerQueryProblem(reason: .unknown(message: message, hint: hint), range: range))
  }

  // MARK: style()

  private mutating func style(_ values: [ComponentValue], at range: Range<Int>) -> ContainerQuery {
    if values.isCondition, let query = nested(values, .style) { return query }
    return styleFeature(values, at: range)
  }

  /// `<style-feature>`: a custom property, alone, with a value or compared.
  private mutating func styleFeature(_ values: [ComponentValue], at range: Range<Int>) -> ContainerQuery {
    let values = Array(values.trimmed)
    if let declaration = Declaration(componentValues: values) {
      guard declaration.name.hasPrefix("--") else {
        problems.append(
          ContainerQueryProblem(
            reason: .unsupported(
              name: "style(\(declaration.name))",
              advice: "ask for a custom property: 'style(--name: value)'"),
            range: range))
        return .unknown
      }
      guard !declaration.isImportant else { return malformedStyle(range) }
      switch declaration.value.wideKeyword {
      case nil where declaration.value.trimmed.isEmpty: return malformedStyle(range)
      case nil: return .feature(.style(.equals(declaration.name, declaration.value)))
      case .initial: return .feature(.style(.equals(declaration.name, [])))
      default: return malformedStyle(range)
      }
    }
    if values.count == 1, let name = values[0].ident, name.hasPrefix("--") {
      return .feature(.style(.exists(name)))
    }
    let (parts, signs) = values.splitAtComparisons
    guard (2...3).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      parts.count == 2 || MediaFeature.Comparison.Operator.isInOneDirection(signs)
    else { return malformedStyle(range) }
    let comparisons = signs.indices.map {
      StyleFeature.Comparison(left: parts[$0], sign: signs[$0], right: parts[$0 + 1])
    }
    return .feature(.style(.range(comparisons)))
  }

  private mutating func malformedStyle(_ range: Range<Int>) -> ContainerQuery {
    note(
      "this asks for no custom property, so it never holds",
      "write style(--name: value), style(--name) or style(--name > value)", at: range)
    return .unknown
  }
}

extension String {
  /// Whether an identifier can name a container. CSS Conditional 5 §5.1: `none`, `and`, `or` and `not` have
  /// other meanings.
  var isContainerName: Bool {
    isCustomIdent && !["none", "and", "or", "not"].contains(asciiLowercased)
  }
}
