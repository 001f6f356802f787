import HybridEncoding
import HybridSource

/// Tells of what browsers know and what has no effect here: each thing once in a sheet.
extension SheetParser {
  /// Warns once in a sheet of something without effect.
  mutating func reportUnsupported(_ code: String, _ thing: String, at range: Range<Int>, hint: String?) {
    guard idleBlocks == 0, unsupported.insert(thing).inserted else { return }
    report(code, "\(thing) has no effect here", at: range, hint: hint)
  }

  /// Warns of pseudo-elements, none of which is shown. `::before` and `::after` without `content` make
  /// nothing in any browser (CSS Pseudo-Elements 4 §4.1).
  mutating func reportPseudoElements(
    _ selectors: [ComplexSelector], _ declarations: [PropertyDeclaration], at range: Range<Int>
  ) {
    for name in selectors.lazy.compactMap(\.pseudoElement) where !name.isVendorName {
      let needsContent = name == "before" || name == "after"
      guard !needsContent || declarations.contains(where: \.makesContent) else { continue }
      reportUnsupported(
        "css.unsupported-pseudo-element", "'::\(name)'", at: range,
        hint: UnsupportedNames.advice(pseudoElement: name))
    }
  }

  /// Warns of the pseudo-classes in a list of selectors that no element matches, and of selectors that a
  /// forgiving list left out.
  mutating func reportIdle(_ parser: SelectorParser) {
    for error in parser.forgiven where !error.isMeantForOthers { report { error.diagnostic(in: $0) } }
    for (name, range) in parser.idlePseudoClasses {
      guard let advice = UnsupportedNames.advice(pseudoClass: name) else { continue }
      reportUnsupported("css.unsupported-pseudo-class", "':\(name)'", at: range, hint: advice)
    }
  }

  /// Warns of a property, or of a part of its value, that is computed and not shown.
  mutating func reportLosses(of declaration: Declaration, _ read: [PropertyDeclaration]) {
    guard idleBlocks == 0, !declaration.name.isVendorName else { return }
    if read.contains(where: \.isPending), !declaration.name.hasPrefix("--"),
      let (name, advice, range) = declaration.value.unsupportedFunction,
      !read.contains(where: { $0.property == .longhand(.content) })
    {
      reportUnsupported("css.unsupported-value", "'\(name)()'", at: range, hint: advice)
    }
    if read.contains(where: \.isLost) { reportLostProperties(of: declaration, read) }
    for part in read {
      guard let value = LostValue(part), !value.name.contains(": -") else { continue }
      reportUnsupported(
        "css.unsupported-value", "'\(value.name)'", at: declaration.range, hint: value.advice)
    }
  }

  private mutating func reportLostProperties(of declaration: Declaration, _ read: [PropertyDeclaration]) {
    let lost = read.filter(\.isLost)
    guard lost.count == read.count else {
      for part in lost where !part.isPending && !part.isInitial(dialect) {
        reportUnsupported(
          "css.unsupported-property", "'\(part.name)'", at: declaration.range,
          hint: UnsupportedProperties.advice(for: part.name))
      }
      return
    }
    let name = declaration.name.asciiLowercased
    guard !lost.allSatisfy({ $0.isInitial(dialect) }) || declaration.setsOutlineWidth else { return }
    reportUnsupported(
      "css.unsupported-property", "'\(name)'", at: declaration.nameRange,
      hint: UnsupportedProperties.advice(for: lost.count == 1 ? lost[0].name : name))
  }
}

extension Declaration {
  /// Whether it is an `outline-width`, whose computed value is 0 without a style, with a width.
  fileprivate var setsOutlineWidth: Bool {
    name.isASCIIEqual(to: "outline-width") && !value.isNothing
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

  /// Whether it is a `content` that makes a `::before` or `::after`.
  fileprivate var makesContent: Bool {
    property == .longhand(.content) && value != .keyword(0) && value != .keyword(1)
  }

  /// Whether the value is the initial one, or another that changes nothing.
  fileprivate func isInitial(_ dialect: Dialect) -> Bool {
    guard case .longhand(let property) = property else { return true }
    switch value {
    case .wide: return true
    case .pending: return false
    default: break
    }
    var style = ComputedStyle(initial: dialect)
    let initial = style.cssText(of: property)
    PropertyRow.of(property).set(&style, value, ComputationContext.initial)
    return style.cssText(of: property) == initial
  }
}
