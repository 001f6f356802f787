import HybridEncoding
import HybridSource

/// Checks each `var()` against the values that sheets give to its custom property.
///
/// Which of several values an element has is decided when it is styled. Here a use is wrong only if it is
/// with every one of them; a value in the use's own block is the one that counts. CSS Variables 1 §3, *Using
/// Cascading Variables*.
struct VariableUseCheck {
  enum Result {
    case valid
    /// A custom property without a value, and the place of its `var()`.
    case unknown(String, Range<Int>)
    case invalid(VariableSummary.Fault)
  }

  /// The greatest number of combinations of values that are tried for one use, and of uses that are tried at
  /// all: a page has a few thousand.
  private static let combinationLimit = 16
  private static let useLimit = 20_000

  private let scopes: [VariableScope]
  /// Custom properties that have values elsewhere.
  private let set: Set<String>
  private var places: [String: [(scope: Int, index: Int)]] = [:]
  private var count = 0
  private var told: Set<String> = []

  init(_ scopes: [VariableScope], set: Set<String> = []) {
    self.scopes = scopes
    self.set = set
    for (number, scope) in scopes.enumerated() {
      for (name, definitions) in scope.definitions {
        places[name, default: []] += definitions.indices.map { (number, $0) }
      }
    }
  }

  /// All custom properties with values, sorted.
  var names: [String] { places.keys.sorted() }

  private func definition(_ place: (scope: Int, index: Int), _ name: String) -> VariableScope.Definition {
    scopes[place.scope].definitions[name]![place.index]
  }

  mutating func result(_ scope: Int, _ index: Int) -> Result {
    count += 1
    guard count <= Self.useLimit else { return .valid }
    let use = scopes[scope].uses[index]
    let references = use.pending.values.requiredReferences { places[$0] != nil || set.contains($0) }
    for reference in references where places[reference.name] == nil && !set.contains(reference.name) {
      return .unknown(reference.name, reference.range)
    }
    guard let property = use.property, use.pending.values.unsupportedFunction == nil,  // told with the sheet
      !use.pending.values.uses(SubstitutionFunction.ofStyling)
    else { return .valid }
    let replaced = use.pending.values.replacedReferences { places[$0] != nil || set.contains($0) }
    guard !references.isEmpty || !replaced.isEmpty else { return .valid }
    guard let (choices, isNarrowed) = self.choices(for: references.map(\.name), scope, use.block) else {
      return .valid
    }
    var fault: (DeclarationFault?, Choice)?
    for choice in choices {
      switch outcome(of: use, property, choice, references.map(\.name), isNarrowed) {
      case .valid: return .valid
      case .noValue: fault = fault ?? (nil, choice)
      case .invalid(let found): fault = fault ?? (found, choice)
      }
    }
    guard let (found, choice) = fault else { return .valid }
    let source = scopes[scope].source
    let names = Set(choice.keys).union(replaced.map(\.name))
    guard let first = references.first else {
      let name = replaced[0].name
      guard told.insert("\(source.path) \(name) \(property.name)").inserted else { return .valid }
      return .invalid(
        VariableSummary.Fault(names: names, diagnostic: diagnostic(replaced[0], property, found, source)))
    }
    let blamed =
      choice.keys.sorted().first { name in
        guard let found, let place = choice[name] else { return false }
        return definition(place, name).range.contains(found.range)
      } ?? first.name
    guard let place = choice[blamed] else { return .valid }
    guard told.insert("\(source.path) \(blamed) \(property.name)").inserted else { return .valid }
    return .invalid(
      VariableSummary.Fault(
        names: names,
        diagnostic: diagnostic(
          blamed, definition(place, blamed), in: scopes[place.scope].source, property, found, isNarrowed,
          at: references.first { $0.name == blamed }?.range ?? first.range, source)))
  }

  /// A value for each custom property that decides.
  private typealias Choice = [String: (scope: Int, index: Int)]

  private enum Outcome {
    case valid
    /// A custom property is empty, or has no value.
    case noValue
    case invalid(DeclarationFault)
  }

  /// Returns the outcome of a use for these values of the custom properties.
  private func outcome(
    of use: VariableScope.Use, _ property: PropertyName, _ choice: Choice, _ names: [String],
    _ isNarrowed: Bool
  ) -> Outcome {
    var declared: [String: SpecifiedValue] = [:]
    for (name, place) in choice { declared[name] = definition(place, name).value }
    var resolver = CustomPropertyResolver(
      inherited: CustomProperties(), declared: declared, budget: CustomPropertyResolver.weightLimit)
    guard let values = resolver.substituted(use.pending.values) else {
      // Loops have reports of their own.
      let hasNoValue = names.contains { name in
        if case .wide(.initial)? = declared[name] { true } else { false }
      }
      return hasNoValue && !isNarrowed ? .noValue : .valid
    }
    guard !values.isEmpty else {
      // Several that are empty are often meant: one of them is set where the declaration shall apply.
      return use.pending.values.trimmed.count == 1 && !isNarrowed ? .noValue : .valid
    }
    guard values.wideKeyword == nil,
      case .failure(let found) = readValues(of: property, values, dialect: use.pending.dialect),
      !values.isForOtherEngines
    else { return .valid }
    return .invalid(found)
  }

  /// The combinations of values that the custom properties, and those that they refer to, can have; nil if
  /// there are too many, or if a value is not in a sheet.
  ///
  /// The value of the root element is the value of all elements outside of those that set another. If the
  /// selectors of the use name none of these, the use has the value of the root element somewhere, so that it
  /// alone decides: the combinations are narrowed.
  private func choices(
    for names: [String], _ scope: Int, _ block: Int
  ) -> (choices: [Choice], isNarrowed: Bool)? {
    var result: [Choice] = [[:]]
    var isNarrowed = false
    var open = names
    var seen: Set<String> = []
    var around = scopes[scope].blocks[block].selectors.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      guard !set.contains(name), var candidates = places[name] else { return nil }
      if let own = candidates.last(where: { $0.scope == scope && definition($0, name).block == block }) {
        candidates = [own]
      } else if candidates.count > 1 {
        let narrowed = candidates.filter { self.block($0, name).isForAll }
        let others = candidates.lazy.filter { !self.block($0, name).isForAll }
        if !narrowed.isEmpty, narrowed.count < candidates.count,
          others.allSatisfy({ self.block($0, name).isApart(from: around) })
        {
          (candidates, isNarrowed) = (narrowed, true)
        }
      }
      for candidate in candidates {
        switch definition(candidate, name).value {
        case .components, .wide(.initial): break
        case .pending(let pending):
          guard !pending.values.uses(SubstitutionFunction.ofStyling) else { return nil }
          for selector in self.block(candidate, name).selectors { around.formUnion(selector.names) }
          for reference in pending.values.requiredReferences({ places[$0] != nil || set.contains($0) }) {
            guard places[reference.name] != nil else { return nil }
            open.append(reference.name)
          }
        default: return nil
        }
      }
      guard result.count * candidates.count <= Self.combinationLimit else { return nil }
      result = result.flatMap { chosen in
        candidates.map { candidate in chosen.merging([name: candidate]) { $1 } }
      }
    }
    return (result, isNarrowed)
  }

  private func block(_ place: (scope: Int, index: Int), _ name: String) -> VariableScope.Block {
    scopes[place.scope].blocks[definition(place, name).block]
  }

  /// A fallback with which its declaration is invalid.
  private func diagnostic(
    _ reference: (name: String, range: Range<Int>), _ property: PropertyName, _ fault: DeclarationFault?,
    _ source: Source
  ) -> Diagnostic {
    .warning(
      "css.invalid-variable",
      "no style sheet or script sets '\(reference.name)', and with its fallback this is not a value of "
        + "'\(property.name)'",
      at: reference.range, in: source, hint: hint(property, fault))
  }

  private func hint(_ property: PropertyName, _ fault: DeclarationFault?) -> String {
    if case .unsupported(let part, let advice)? = fault?.reason {
      return "'\(part)' has no effect here: \(advice)"
    }
    return "'\(property.name)' takes \(property.expectation)"
  }

  private func diagnostic(
    _ name: String, _ definition: VariableScope.Definition, in source: Source, _ property: PropertyName,
    _ fault: DeclarationFault?, _ isNarrowed: Bool, at range: Range<Int>, _ user: Source
  ) -> Diagnostic {
    var text = ""
    switch definition.value {
    case .components(let values): text = values.trimmed.cssText
    case .pending(let pending): text = pending.values.trimmed.cssText
    default: break
    }
    if case .wide(.initial) = definition.value { text = "initial" }
    text = text.shortened(to: 60, keeping: 60)
    let place = source.location(of: definition.range.lowerBound)
    return .warning(
      "css.invalid-variable",
      "'\(name)' \(isNarrowed ? "can be" : "is") \(text.isEmpty ? "empty" : "'\(text)'") "
        + "(\(place.path):\(place.line):\(place.column)), which is not a value of '\(property.name)'",
      at: range, in: user, hint: hint(property, fault))
  }
}

extension VariableScope.Block {
  /// Whether its selectors name something, and nothing of these names.
  fileprivate func isApart(from others: Set<String>) -> Bool {
    !selectors.isEmpty
      && selectors.allSatisfy { selector in
        let names = selector.names
        return !names.isEmpty && names.isDisjoint(with: others)
      }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension [ComponentValue] {
  /// The custom properties without a value, for which `var()` has a fallback, with the places.
  fileprivate func replacedReferences(_ isSet: (String) -> Bool) -> [(name: String, range: Range<Int>)] {
    var found: [(name: String, range: Range<Int>)] = []
    for value in self {
      switch value.content {
      case .token: break
      case .function(let name, let arguments):
        guard SubstitutionFunction(name: name) == .var, let reference = VarReference(.var, arguments) else {
          found += arguments.replacedReferences(isSet)
          continue
        }
        guard let fallback = reference.fallback, !isSet(reference.name) else { continue }
        found.append((reference.name, value.range))
        found += Array(fallback).replacedReferences(isSet)
      case .block(_, let values): found += values.replacedReferences(isSet)
      }
    }
    return found
  }

  /// The custom properties that `var()` names, where a fallback does not stand in, with the places.
  ///
  /// - Parameter isSet: Whether a custom property has a value, so that its fallback is not used.
  fileprivate func requiredReferences(_ isSet: (String) -> Bool) -> [(name: String, range: Range<Int>)] {
    var found: [(name: String, range: Range<Int>)] = []
    for value in self {
      switch value.content {
      case .token: break
      case .function(let name, let arguments):
        guard let kind = SubstitutionFunction(name: name) else {
          found += arguments.requiredReferences(isSet)
          continue
        }
        guard kind == .var || kind == .env else {
          // Which of these are used is decided for each element.
          found += kind == .if ? arguments.requiredReferences(isSet) : []
          continue
        }
        guard let reference = VarReference(kind, arguments) else { continue }
        if kind == .var, reference.fallback == nil || isSet(reference.name) {
          found.append((reference.name, value.range))
        } else if let fallback = reference.fallback {
          found += Array(fallback).requiredReferences(isSet)
        }
      case .block(_, let values): found += values.requiredReferences(isSet)
      }
    }
    return found
  }
}
