import HybridEncoding

/// Replaces `var()`, `attr()` and the like for one element. CSS Variables 1 §3, *Using Cascading Variables*,
/// CSS Values 5 §7, *Arbitrary Substitution*.
///
/// A fallback is read only when it is needed, so a cycle in an unused fallback does no harm (CSS Values 5
/// §5.1).
struct CustomPropertyResolver {
  /// The maximum number of component values in one value, and the maximum depth of references.
  static let weightLimit = 16_384
  static let depthLimit = 256

  /// The custom properties that the element inherits.
  let inherited: CustomProperties
  /// All custom properties of the parent, which `inherit` takes.
  private let parent: CustomProperties
  /// The registered properties, and what their computed values depend on.
  private let registry: PropertyRegistry
  private let context: ComputationContext
  private let element: ElementFacts
  /// The screen, for `media()`; nil where it is not known.
  private let environment: MediaEnvironment?
  /// The custom properties that the cascade found for this element.
  let declared: [String: SpecifiedValue]
  /// The number of component values that substitutions may still produce in the whole document; it stops
  /// substitution bombs.
  var budget: Int

  private var resolved: [String: CustomValue?] = [:]
  private var stack: [String] = []
  private var cyclic: Set<String> = []
  private var depth = 0
  /// The attributes whose values are being read.
  private var openAttributes: Set<String> = []

  init(
    inherited: CustomProperties, declared: [String: SpecifiedValue], budget: Int,
    parent: CustomProperties? = nil, registry: PropertyRegistry = PropertyRegistry(),
    context: ComputationContext = .initial, element: ElementFacts = ElementFacts(),
    environment: MediaEnvironment? = nil
  ) {
    self.inherited = inherited
    self.parent = parent ?? inherited
    (self.registry, self.context) = (registry, context)
    (self.element, self.environment) = (element, environment)
    self.declared = declared
    self.budget = budget
  }

  /// All custom properties of the element.
  mutating func all() -> CustomProperties {
    var result = inherited
    for name in declared.keys { result.values[name] = value(of: name) }
    return result
  }

  /// The computed value; nil is the guaranteed-invalid value.
  mutating func value(of name: String) -> CustomValue? {
    if let known = resolved[name] { return known }
    guard let specified = declared[name] else { return inherited.values[name] }
    if let start = stack.firstIndex(of: name) {
      // §2.3: everything in the cycle is invalid.
      cyclic.formUnion(stack[start...])
      return nil
    }
    stack.append(name)
    var result: CustomValue?
    switch specified {
    case .wide(let keyword): result = value(keyword, of: name)
    case .components(let values): result = CustomValue(values: values, weight: values.weight)
    case .pending(let pending):
      if let values = substituted(pending.values) {
        result =
          values.wideKeyword.map { value($0, of: name) } ?? CustomValue(values: values, weight: values.weight)
      }
    default: break
    }
    stack.removeLast()
    if cyclic.contains(name) { result = nil }
    if !registry.isEmpty, let registered = registry[name], !registered.syntax.isUniversal {
      // §2.4: what is invalid at computed-value time is as if it were unset.
      if let found = result, found.typed == nil {
        result = registered.syntax.computed(found.values, in: context) ?? inherited.values[name]
      } else if result == nil {
        result = inherited.values[name]
      }
    }
    resolved[name] = .some(result)
    return result
  }

  private func value(_ keyword: WideKeyword, of name: String) -> CustomValue? {
    switch keyword {
    case .initial: registry.initial.values[name]
    case .inherit: parent.values[name]
    case .unset, .revert, .revertLayer: inherited.values[name]
    }
  }

  /// `values` with every `var()`, `attr()` and the like replaced and no white space at either end; nil when
  /// one cannot be replaced.
  mutating func substituted(_ values: [ComponentValue]) -> [ComponentValue]? {
    var result: [ComponentValue] = []
    var weight = 0
    guard substitute(values[...], into: &result, &weight) else { return nil }
    return Array(result.trimmed)
  }

  private mutating func substitute(
    _ values: ArraySlice<ComponentValue>, into result: inout [ComponentValue], _ weight: inout Int
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { return false }
    for value in values {
      switch value.content {
      case .token:
        guard spend(1, &weight) else { return false }
        result.append(value)
      case .block(let bracket, let inner):
        guard spend(1, &weight) else { return false }
        var replaced: [ComponentValue] = []
        guard substitute(inner[...], into: &replaced, &weight) else { return false }
        result.append(ComponentValue(.block(bracket, replaced), range: value.range))
      case .function(let name, let arguments):
        if let kind = SubstitutionFunction(name: name) {
          guard replace(kind, arguments, into: &result, &weight) else { return false }
        } else {
          guard spend(1, &weight) else { return false }
          var replaced: [ComponentValue] = []
          guard substitute(arguments[...], into: &replaced, &weight) else { return false }
          result.append(ComponentValue(.function(name: name, replaced), range: value.range))
        }
      }
    }
    return true
  }

  private mutating func replace(
    _ kind: SubstitutionFunction, _ arguments: [ComponentValue], into result: inout [ComponentValue],
    _ weight: inout Int
  ) -> Bool {
    switch kind {
    case .var, .env:
      guard let reference = VarReference(kind, arguments) else { return false }
      return replace(reference, kind, into: &result, &weight)
    case .attr:
      guard let reference = AttributeReference(arguments) else { return false }
      return replace(reference, into: &result, &weight)
    case .if:
      guard let branches = ConditionalValue(arguments)?.branches else { return false }
      for branch in branches where holds(branch.condition) {
        return substitute(branch.values, into: &result, &weight)
      }
      return false
    case .siblingIndex, .siblingCount:
      guard element.siblingIndex > 0 else { return false }
      let value = kind == .siblingIndex ? element.siblingIndex : element.siblingCount
      let number = Token.Numeric(value: Double(value), isInteger: true, hasSign: false, text: "\(value)")
      result.append(ComponentValue(.token(.number(number)), range: 0..<0))
      return spend(1, &weight)
    }
  }

  private mutating func replace(
    _ reference: VarReference, _ kind: SubstitutionFunction, into result: inout [ComponentValue],
    _ weight: inout Int
  ) -> Bool {
    if kind == .env {
      // A preview has no notch: the safe area is the whole screen.
      if reference.name.hasPrefix("safe-area-inset-") {
        let zero = Token.Numeric(value: 0, isInteger: true, hasSign: false, text: "0")
        result.append(ComponentValue(.token(.dimension(zero, unit: "px")), range: 0..<0))
        return spend(1, &weight)
      }
    } else if let value = value(of: reference.name) {
      guard spend(value.weight, &weight) else { return false }
      result += value.values
      return true
    }
    guard let fallback = reference.fallback else { return false }
    return substitute(fallback, into: &result, &weight)
  }

  // MARK: attr()

  private mutating func replace(
    _ reference: AttributeReference, into result: inout [ComponentValue], _ weight: inout Int
  ) -> Bool {
    if let values = values(of: reference) {
      guard spend(values.weight, &weight) else { return false }
      result += values
      return true
    }
    if let fallback = reference.fallback { return substitute(fallback, into: &result, &weight) }
    guard case .untyped = reference.kind else { return false }
    result.append(ComponentValue(.token(.string("")), range: ComponentValue.ofAttribute))
    return spend(1, &weight)
  }

  /// The value of an attribute reference; nil if the attribute is absent or not of the type.
  private mutating func values(of reference: AttributeReference) -> [ComponentValue]? {
    let name = element.isHTML ? reference.name.asciiLowercased : reference.name
    guard let text = element.attributes[name], let values = reference.values(of: text) else { return nil }
    guard case .syntax(let syntax) = reference.kind else { return values }
    // §7.7.1: an attribute that refers to itself has no value.
    guard openAttributes.insert(name).inserted else { return nil }
    defer { openAttributes.remove(name) }
    let replaced: [ComponentValue]?
    switch values.substitutions {
    case .malformed: replaced = nil
    case .some: replaced = substituted(values)
    case .none: replaced = values
    }
    guard let replaced, syntax.isUniversal || syntax.computed(replaced, in: .initial) != nil else {
      return nil
    }
    return replaced
  }

  // MARK: if()

  private mutating func holds(_ condition: FeatureCondition<ConditionalValue.Test>?) -> Bool {
    guard let condition else { return true }
    return condition.evaluate { test in
      switch test {
      case .media(let feature): environment.flatMap { feature.matches($0) }
      case .supports(let isSupported): isSupported
      case .style(let feature): answer(feature)
      }
    } == true
  }

  private mutating func answer(_ feature: StyleFeature) -> Bool? {
    var custom = CustomProperties()
    for name in feature.names { custom.values[name] = value(of: name) }
    return feature.evaluate(AskedContainer(size: nil, custom: custom, lengths: context.lengths))
  }

  private mutating func spend(_ amount: Int, _ weight: inout Int) -> Bool {
    weight += amount
    budget -= amount
    return weight <= Self.weightLimit && budget >= 0
  }
}

/// The facts about an element itself that functions in values read, such as `attr()` and `sibling-index()`.
struct ElementFacts: Sendable {
  /// By name; of an element of HTML in lower case.
  var attributes: [String: String] = [:]
  var isHTML = false
  /// The position among its siblings, from 1; 0 where there is no element.
  var siblingIndex = 0
  var siblingCount = 0
  /// Equal for elements with the same facts; 0 where no value reads them.
  var number: Int32 = 0
}

extension [ComponentValue] {
  /// The number of component values at all depths.
  var weight: Int {
    reduce(0) { total, value in
      switch value.content {
      case .token: total + 1
      case .function(_, let values), .block(_, let values): total + 1 + values.weight
      }
    }
  }
}
