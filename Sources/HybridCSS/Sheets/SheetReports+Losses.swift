import HybridEncoding
import HybridSource

/// Tells of what browsers know and what has no effect here: each thing once in a sheet.
extension SheetReports {
  /// Warns of the parts of a container query that never hold.
  mutating func add(_ problems: [ContainerQueryProblem]) {
    for problem in problems {
      switch problem.reason {
      case .unknown(let message, let hint):
        add("css.unknown-container-feature", message, at: problem.range, hint: hint)
      case .unsupported(let name, let advice):
        addUnsupported("css.unsupported-value", "'\(name)'", at: problem.range, hint: advice)
      }
    }
  }

  /// Warns of pseudo-elements that are not shown. Those of native pages are of boxes that browsers have.
  mutating func checkPseudoElements(_ selectors: [ComplexSelector], at range: Range<Int>) {
    for name in selectors.lazy.compactMap(\.pseudoElement) where !name.isVendorName {
      if dialect == .standard, PseudoElement(name: name)?.isShown == true { continue }
      addUnsupported(
        "css.unsupported-pseudo-element", "'::\(name)'", at: range,
        hint: UnsupportedNames.advice(pseudoElement: name))
    }
  }

  /// Warns of the pseudo-classes in a list of selectors that no element matches, and of selectors that a
  /// forgiving list left out.
  mutating func checkPseudoClasses(_ parser: SelectorParser) {
    for error in parser.forgiven where !error.isMeantForOthers { add { error.diagnostic(in: $0) } }
    for (name, range) in parser.idlePseudoClasses {
      guard let advice = UnsupportedNames.advice(pseudoClass: name) else { continue }
      addUnsupported("css.unsupported-pseudo-class", "':\(name)'", at: range, hint: advice)
    }
  }

  /// Warns of a property, or of a part of its value, that is computed and not shown.
  mutating func checkLosses(of declaration: Declaration, _ read: [PropertyDeclaration]) {
    guard !isInIdleBlock, !declaration.name.isVendorName else { return }
    if read.contains(where: \.isPending), !declaration.name.hasPrefix("--"),
      let (name, advice, range) = declaration.value.unsupportedFunction,
      !read.contains(where: { $0.property == .longhand(.content) })
    {
      addUnsupported("css.unsupported-value", "'\(name)()'", at: range, hint: advice)
    }
    if read.contains(where: \.isLost) { addLostProperties(of: declaration, read) }
    for part in read {
      guard let value = LostValue(part), !value.name.contains(": -") else { continue }
      addUnsupported(
        "css.unsupported-value", "'\(value.name)'", at: declaration.range, hint: value.advice)
    }
  }

  private mutating func addLostProperties(of declaration: Declaration, _ read: [PropertyDeclaration]) {
    let lost = read.filter(\.isLost)
    guard lost.count == read.count else {
      for part in lost where !part.isPending && !part.isInitial(dialect) {
        addUnsupported(
          "css.unsupported-property", "'\(part.name)'", at: declaration.range,
          hint: UnsupportedProperties.advice(for: part.name))
      }
      return
    }
    let name = declaration.name.asciiLowercased
    guard !lost.allSatisfy({ $0.isInitial(dialect) }) else { return }
    addUnsupported(
      "css.unsupported-property", "'\(name)'", at: declaration.nameRange,
      hint: UnsupportedProperties.advice(for: lost.count == 1 ? lost[0].name : name))
  }
}

extension PropertyDeclaration {
  /// The name of the longhand; empty for a custom property.
  fileprivate var name: String { if case .longhand(let property) = property { property.name } else { "" } }

  /// Whether the property has a computed value and no other effect.
  fileprivate var isLost: Bool {
    switch property {
    case .longhand(let id): PropertySet.lost.contains(id)
    case .custom: false
    }
  }

  /// Whether the value contains `var()`.
  fileprivate var isPending: Bool { if case .pending = value { true } else { false } }

  /// Whether the value is the initial one, or another that changes nothing.
  fileprivate func isInitial(_ dialect: Dialect) -> Bool {
    guard case .longhand(let property) = property else { return true }
    var value = value
    switch value {
    case .wide: return true
    case .pending: return false
    // A shorthand with several layers gives each of them the initial value.
    case .list(let items) where Set(items).count == 1: value = .list(Array(items.prefix(1)))
    default: break
    }
    var style = ComputedStyle(initial: dialect)
    let initial = style.cssText(of: property)
    PropertyRow.of(property).set(&style, value, ComputationContext.initial)
    return style.cssText(of: property) == initial
  }
}
