/// The specificity of a selector: ids, then classes, then types. Selectors 4 §16, *Calculating a selector's
/// specificity*.
package struct Specificity: Hashable, Sendable, Comparable {
  /// The three counts, ten bits each; a count saturates at 1,023.
  package let packed: UInt32

  /// The counts A, B and C.
  package init(ids: Int = 0, classes: Int = 0, types: Int = 0) {
    func clamped(_ count: Int) -> UInt32 { UInt32(min(max(count, 0), 1023)) }
    packed = clamped(ids) << 20 | clamped(classes) << 10 | clamped(types)
  }

  /// A: id selectors.
  package var ids: Int { Int(packed >> 20) }
  /// B: class and attribute selectors and pseudo-classes.
  package var classes: Int { Int(packed >> 10 & 1023) }
  /// C: type selectors and pseudo-elements.
  package var types: Int { Int(packed & 1023) }

  package static func < (a: Specificity, b: Specificity) -> Bool { a.packed < b.packed }

  package static func + (a: Specificity, b: Specificity) -> Specificity {
    Specificity(ids: a.ids + b.ids, classes: a.classes + b.classes, types: a.types + b.types)
  }
}

extension ComplexSelector {
  /// The specificity; `&` counts as the most specific selector of the enclosing rule (CSS Nesting 1 §3.1).
  package func specificity(nesting: Specificity = Specificity()) -> Specificity {
    compounds.reduce(Specificity()) { total, compound in
      compound.simples.reduce(total) { $0 + $1.specificity(nesting: nesting) }
    }
  }
}

extension [ComplexSelector] {
  /// The greatest specificity in the list; zero for an empty list.
  package func specificity(nesting: Specificity = Specificity()) -> Specificity {
    map { $0.specificity(nesting: nesting) }.max() ?? Specificity()
  }
}

extension SimpleSelector {
  fileprivate func specificity(nesting: Specificity) -> Specificity {
    switch self {
    case .universal, .typeWithoutNamespace(nil): Specificity()
    case .type, .typeWithoutNamespace, .pseudoElement, .part: Specificity(types: 1)
    case .id: Specificity(ids: 1)
    case .class, .attribute: Specificity(classes: 1)
    case .nesting: nesting
    case .slotted(let list): Specificity(types: 1) + list.specificity(nesting: nesting)
    case .pseudoClass(let pseudo):
      switch pseudo {
      case .matches(let list), .not(let list), .has(let list): list.specificity(nesting: nesting)
      case .where: Specificity()
      case .nth(_, _, _, let list):
        Specificity(classes: 1) + (list ?? []).specificity(nesting: nesting)
      case .host(let list): Specificity(classes: 1) + (list ?? []).specificity(nesting: nesting)
      case .hostContext(let list): Specificity(classes: 1) + list.specificity(nesting: nesting)
      default: Specificity(classes: 1)
      }
    }
  }
}
