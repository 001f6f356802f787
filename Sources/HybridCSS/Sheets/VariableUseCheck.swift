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
    guard let property = use.property, let first = references.first,
      use.pending.values.unsupportedFunction == nil  // told with the sheet
    else { return .valid }
    guard let choices = choices(for: references.map(\.name), scope, use.block) else { return .valid }
    var fault: (DeclarationFault, [String: (scope: Int, index: Int)])?
    for choice in choices {
      var declared: [String: SpecifiedValue] = [:]
      for (name, place) in choice { declared[name] = definition(place, name).value }
      var resolver = CustomPropertyResolver(
        inherited: CustomProperties(), declared: declared, budget: CustomPropertyResolver.weightLimit)
      guard let values = resolver.substituted(use.pending.values), !values.isEmpty, values.wideKeyword == nil,
        case .failure(let found) = readValues(of: property, values, dialect: use.pending.dialect),
        !values.isForOtherEngines
      else { return .valid }
      fault = fault ?? (found, choice)
    }
    guard let (found, choice) = fault else { return .valid }
    let blamed =
      choice.keys.sorted().first { name in
        choice[name].map { definition($0, name).range.contains(found.range) } ?? false
      } ?? first.name
    guard let place = choice[blamed] else { return .valid }
    let source = scopes[scope].source
    guard told.insert("\(source.path) \(blamed) \(property.name)").inserted else { return .valid }
    return .invalid(
      VariableSummary.Fault(
        names: Set(choice.keys),
        diagnostic: diagnostic(
          blamed, definition(place, blamed), in: scopes[place.scope].source, property, found,
          at: references.first { $0.name == blamed }?.range ?? first.range, source)))
  }

  /// The combinations of values that the custom properties, and those that they refer to, can have; nil if
  /// there are too many, or if a value is not in a sheet.
  private func choices(
    for names: [String], _ scope: Int, _ block: Int
  ) -> [[String: (scope: Int, index: Int)]]? {
    var result: [[String: (scope: Int, index: Int)]] = [[:]]
    var open = names
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      guard !set.contains(name), var candidates = places[name] else { return nil }
      if let own = candidates.last(where: { $0.scope == scope && definition($0, name).block == block }) {
        candidates = [own]
      }
      for candidate in candidates {
        switch definition(candidate, name).value {
        case .components: break
        case .pending(let pending):
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
    return result
  }

  private func diagnostic(
    _ name: String, _ definition: VariableScope.Definition, in source: Source, _ property: PropertyName,
    _ fault: DeclarationFault, at range: Range<Int>, _ user: Source
  ) -> Diagnostic {
    var text = ""
    switch definition.value {
    case .components(let values): text = values.trimmed.cssText
    case .pending(let pending): text = pending.values.trimmed.cssText
    default: break
    }
    if text.count > 60 { text = text.prefix(60) + "…" }
    let place = source.location(of: definition.range.lowerBound)
    var hint = "'\(property.name)' takes \(property.expectation)"
    if case .unsupported(let part, let advice) = fault.reason {
      hint = "'\(part)' has no effect here: \(advice)"
    }
    return .warning(
      "css.invalid-variable",
      "'\(name)' is '\(text)' (\(place.path):\(place.line):\(place.column)), "
        + "which is not a value of '\(property.name)'",
      at: range, in: user, hint: hint)
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension [ComponentValue] {
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
