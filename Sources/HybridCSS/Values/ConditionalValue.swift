import HybridEncoding

/// The arguments of `if()`: conditions with values, separated by semicolons. CSS Values 5 §7.6.
struct ConditionalValue {
  /// A test in a condition.
  enum Test: Hashable, Sendable {
    /// `media()`
    case media(MediaFeature)
    /// `supports()`, which does not depend on the page.
    case supports(Bool)
    /// `style()`, of the element itself.
    case style(StyleFeature)
  }

  struct Branch {
    /// Nil for `else`.
    var condition: FeatureCondition<Test>?
    var values: ArraySlice<ComponentValue>
  }

  /// In the order written; at least one.
  let branches: [Branch]

  /// Nil when the syntax is invalid.
  init?(_ arguments: [ComponentValue]) {
    var parts = arguments.split(omittingEmptySubsequences: false) { $0.content == .token(.semicolon) }
    if parts.last?.trimmed.isEmpty == true { parts.removeLast() }
    var branches: [Branch] = []
    for part in parts {
      guard let colon = part.firstIndex(where: { $0.content == .token(.colon) }) else { return nil }
      let (head, values) = (part[..<colon].trimmed, part[(colon + 1)...].trimmed)
      guard Array(values).syntaxFault == nil else { return nil }
      if head.count == 1, head.first?.ident?.isASCIIEqual(to: "else") == true {
        branches.append(Branch(condition: nil, values: values))
      } else {
        var parser = Parser(head)
        guard !head.isEmpty, let condition = parser.takeWholeCondition() else { return nil }
        branches.append(Branch(condition: condition, values: values))
      }
    }
    guard !branches.isEmpty else { return nil }
    self.branches = branches
  }

  /// Reads one condition.
  private struct Parser: FeatureConditionParser {
    var reader: ComponentValueReader

    init(_ values: ArraySlice<ComponentValue>) { reader = ComponentValueReader(values) }

    mutating func takeOperand() -> FeatureCondition<Test>? {
      guard let value = reader.next() else { return nil }
      reader.skipWhitespace()
      switch value.content {
      case .function(let name, let values):
        guard values.isAnyValue else { return nil }
        switch name.asciiLowercased {
        case "media":
          var media = MediaQueryParser([ComponentValue(.block(.round, values), range: value.range)])
          return media.takeOperand().map { $0.map { .media($0) } } ?? .unknown
        case "supports":
          return .feature(.supports(SupportsCondition.evaluateImport(values, dialect: .standard)))
        case "style":
          var query = ContainerQueryParser([value])
          return query.takeOperand()?.map { feature in
            // The parser reads nothing else in `style()`.
            if case .style(let feature) = feature { .style(feature) } else { .supports(false) }
          } ?? .unknown
        default: return .unknown
        }
      case .block(.round, let values):
        guard values.isAnyValue else { return nil }
        var inner = Parser(values.trimmed)
        return inner.takeWholeCondition() ?? .unknown
      default: return nil
      }
    }
  }
}

extension FeatureCondition {
  /// The same condition of other features.
  func map<Other>(_ change: (Feature) -> Other) -> FeatureCondition<Other> {
    switch self {
    case .not(let condition): .not(condition.map(change))
    case .and(let conditions): .and(conditions.map { $0.map(change) })
    case .or(let conditions): .or(conditions.map { $0.map(change) })
    case .feature(let feature): .feature(change(feature))
    case .unknown: .unknown
    }
  }
}

extension StyleFeature {
  /// The custom properties that it asks for, or that its values refer to.
  var names: Set<String> {
    func inside(_ values: [ComponentValue]) -> Set<String> {
      values.reduce(into: []) { names, value in
        switch value.content {
        case .token(.ident(let name)) where name.hasPrefix("--"): names.insert(name)
        case .token: break
        case .function(_, let values), .block(_, let values): names.formUnion(inside(values))
        }
      }
    }
    switch self {
    case .exists(let name): return [name]
    case .equals(let name, let values): return inside(values).union([name])
    case .range(let comparisons):
      return comparisons.reduce(into: []) { $0.formUnion(inside($1.left).union(inside($1.right))) }
    }
  }
}
