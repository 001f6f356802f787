import HybridEncoding

/// Features in brackets, and how `not`, `and` and `or` combine them: the conditions of media, of containers
/// and of `@supports`. Media Queries 4 §2.5, CSS Conditional 5 §5, CSS Conditional 3 §6.
package indirect enum FeatureCondition<Feature: Hashable & Sendable>: Hashable, Sendable {
  case not(FeatureCondition)
  case and([FeatureCondition])
  case or([FeatureCondition])
  case feature(Feature)
  /// `<general-enclosed>`: neither true nor false.
  case unknown

  /// Kleene's three-valued logic; nil is unknown. Media Queries 4 §3.1, *Evaluating media queries*.
  ///
  /// - Parameters:
  ///   - unknown: The result of what is neither true nor false.
  ///   - holds: Whether a feature holds.
  func evaluate(unknown: Bool? = nil, _ holds: (Feature) -> Bool?) -> Bool? {
    switch self {
    case .not(let condition): condition.evaluate(unknown: unknown, holds).map { !$0 }
    case .and(let conditions): Self.combine(conditions, until: false, unknown, holds)
    case .or(let conditions): Self.combine(conditions, until: true, unknown, holds)
    case .feature(let feature): holds(feature)
    case .unknown: unknown
    }
  }

  /// The first result that decides; else the other one, or nil if a result is unknown.
  private static func combine(
    _ conditions: [FeatureCondition], until decisive: Bool, _ unknown: Bool?, _ holds: (Feature) -> Bool?
  ) -> Bool? {
    var result: Bool? = !decisive
    for condition in conditions {
      guard let own = condition.evaluate(unknown: unknown, holds) else {
        result = nil
        continue
      }
      if own == decisive { return decisive }
    }
    return result
  }

  /// All features, in the order written.
  var features: [Feature] {
    switch self {
    case .not(let condition): condition.features
    case .and(let conditions), .or(let conditions): conditions.flatMap(\.features)
    case .feature(let feature): [feature]
    case .unknown: []
    }
  }
}

/// Reads conditions; each kind defines the content of brackets.
protocol FeatureConditionParser {
  associatedtype Feature: Hashable & Sendable

  var reader: ComponentValueReader { get set }

  /// An operand, and the white space after it; nil if it is malformed.
  mutating func takeOperand() -> FeatureCondition<Feature>?
}

extension FeatureConditionParser {
  /// A condition, up to the first value that is not part of it; nil if it is malformed.
  mutating func takeCondition(allowsOr: Bool = true) -> FeatureCondition<Feature>? {
    if reader.takeIdent("not") {
      guard reader.skipWhitespace() else { return nil }
      return takeOperand().map { .not($0) }
    }
    guard let first = takeOperand() else { return nil }
    var all = [first]
    var word: String?
    while !reader.isAtEnd {
      guard let next = reader.peek?.ident?.asciiLowercased, next == "and" || next == "or" && allowsOr,
        word == nil || word == next
      else { return nil }
      word = next
      reader.next()
      guard reader.skipWhitespace(), let operand = takeOperand() else { return nil }
      all.append(operand)
    }
    return switch word {
    case "and": .and(all)
    case "or": .or(all)
    default: first
    }
  }

  /// A condition, and nothing after it; nil for anything else.
  mutating func takeWholeCondition() -> FeatureCondition<Feature>? {
    takeCondition().flatMap { reader.isAtEnd ? $0 : nil }
  }
}
