import HybridSource

/// Finds custom properties of one block that can have no value.
///
/// Which declarations apply is decided for each element, and so is the result of `var()`
/// (``CustomPropertyResolver``). But a cycle or a substitution bomb is nearly always written in one block,
/// where it can be reported with its place. CSS Variables 1 §2.3, *Resolving Dependency Cycles*, and §3.3,
/// *Safely Handling Overly-Long Variables*.
struct VariableCheck {
  /// The fault of one property.
  enum Fault: Hashable {
    /// These refer to one another, in this order.
    case loop([String])
    case tooLarge
    case tooDeep
  }

  private struct Variable {
    var range: Range<Int>
    var values: [ComponentValue]
    var references: [String]
  }

  /// The size of a property after substitution; nil when it has no value, which has already been reported.
  private typealias Cost = (weight: Int, depth: Int)?

  private var variables: [String: Variable] = [:]
  private var order: [String] = []
  private var costs: [String: Cost] = [:]
  private var faults: [(fault: Fault, name: String, range: Range<Int>)] = []

  /// The faults of a block, in the order in which they are found.
  static func faults(
    in declarations: [PropertyDeclaration]
  ) -> [(fault: Fault, name: String, range: Range<Int>)] {
    var check = VariableCheck()
    for declaration in declarations { check.add(declaration) }
    guard check.variables.values.contains(where: { !$0.references.isEmpty }) else { return [] }
    for name in check.order { check.follow(name) }
    return check.faults
  }

  private mutating func add(_ declaration: PropertyDeclaration) {
    guard case .custom(let name) = declaration.property else { return }
    let values: [ComponentValue]
    switch declaration.value {
    case .pending(let pending): values = pending.values
    case .components(let components): values = components
    default: return
    }
    let variable = Variable(range: declaration.range, values: values, references: values.variableReferences)
    if variables.updateValue(variable, forKey: name) == nil { order.append(name) }
  }

  /// Computes the cost of a property, after those of all its references. Not recursive: chains may be long.
  private mutating func follow(_ name: String) {
    var open = [(name: name, next: 0)]
    var isOpen: Set<String> = [name]
    while let current = open.last {
      guard costs[current.name] == nil, let variable = variables[current.name] else {
        isOpen.remove(current.name)
        open.removeLast()
        continue
      }
      guard current.next < variable.references.count else {
        finish(current.name, variable)
        continue
      }
      open[open.count - 1].next += 1
      let reference = variable.references[current.next]
      if isOpen.contains(reference), let start = open.firstIndex(where: { $0.name == reference }) {
        let loop = open[start...].map(\.name)
        faults.append((.loop(loop), reference, variables[reference]?.range ?? variable.range))
        for name in loop { costs[name] = .some(nil) }
      } else if costs[reference] == nil, variables[reference] != nil {
        open.append((reference, 0))
        isOpen.insert(reference)
      }
    }
  }

  private mutating func finish(_ name: String, _ variable: Variable) {
    var weight = variable.values.weight
    var depth = 1
    for reference in variable.references {
      guard let cost = costs[reference] else { continue }  // declared elsewhere
      guard let cost else {
        costs[name] = .some(nil)
        return
      }
      weight = min(weight + cost.weight, CustomPropertyResolver.weightLimit + 1)
      depth = max(depth, cost.depth + 1)
    }
    let isTooLarge = weight > CustomPropertyResolver.weightLimit
    guard isTooLarge || depth >= CustomPropertyResolver.depthLimit else {
      costs[name] = (weight, depth)
      return
    }
    faults.append((isTooLarge ? .tooLarge : .tooDeep, name, variable.range))
    costs[name] = .some(nil)
  }
}

extension VariableCheck.Fault {
  /// The diagnostic for the fault.
  func diagnostic(of name: String, at range: Range<Int>, in source: Source) -> Diagnostic {
    switch self {
    case .loop(let names):
      let loop = (names + [names[0]]).prefix(8).joined(separator: " → ") + (names.count > 7 ? " → …" : "")
      return .warning(
        "css.variable-loop",
        names.count == 1
          ? "'\(name)' refers to itself, so it has no value"
          : "these refer to one another, so none has a value: \(loop)",
        at: range, in: source)
    case .tooLarge:
      return .warning(
        "css.variable-too-large",
        "'\(name)' expands to more than \(CustomPropertyResolver.weightLimit) parts, so it has no value",
        at: range,
        in: source)
    case .tooDeep:
      return .warning(
        "css.variable-too-large",
        "'\(name)' refers to a chain of more than \(CustomPropertyResolver.depthLimit) others, "
          + "so it has no value",
        at: range, in: source)
    }
  }
}

extension [ComponentValue] {
  /// The custom properties that `var()` names, once for each occurrence, without those named in fallbacks.
  fileprivate var variableReferences: [String] {
    var names: [String] = []
    for value in self {
      switch value.content {
      case .token: break
      case .function(let name, let arguments):
        if SubstitutionFunction(name: name) == .var {
          if let reference = VarReference(.var, arguments) { names.append(reference.name) }
        } else {
          names += arguments.variableReferences
        }
      case .block(_, let values): names += values.variableReferences
      }
    }
    return names
  }
}
