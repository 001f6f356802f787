/// Where a declaration comes from. CSS Cascade 5 §6.2, *Cascading Origins*; we have no user origin.
package enum CascadeOrigin: UInt8, Hashable, Sendable {
  /// The defaults of the elements.
  case userAgent
  /// The page's sheets and style attributes.
  case author
}

/// The declarations of one rule or style attribute, split by importance.
struct DeclarationBlock: Sendable {
  /// Properties of a whole block, found in one pass over its declarations.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// The block sets logical properties, which have to be mapped to physical ones.
    static let logical = Traits(rawValue: 1)
    /// The result depends on more of the parent's style than its inherited values.
    static let readsParent = Traits(rawValue: 2)
    /// The block sets custom properties.
    static let custom = Traits(rawValue: 4)
    /// Some declarations are important.
    static let important = Traits(rawValue: 8)
    /// The block sets `content`, without which `::before` and `::after` have no box.
    static let content = Traits(rawValue: 16)
    /// Lengths are relative to containers.
    static let containerUnits = Traits(rawValue: 32)
    /// Values read attributes of the element, or its place among its siblings.
    static let readsElement = Traits(rawValue: 64)
    /// The traits of the block are computed.
    static let known = Traits(rawValue: 128)
  }

  let normal: [PropertyDeclaration]
  let important: [PropertyDeclaration]
  let traits: Traits

  var isEmpty: Bool { normal.isEmpty && important.isEmpty }

  init(_ declarations: [PropertyDeclaration]) {
    var traits: Traits = .known
    for declaration in declarations {
      if declaration.isImportant { traits.insert(.important) }
      if declaration.hasContainerUnits { traits.insert(.containerUnits) }
      if case .pending(let pending) = declaration.value, !traits.contains(.readsElement),
        pending.values.uses(SubstitutionFunction.ofElement)
      {
        traits.insert(.readsElement)
      }
      if case .longhand(let property) = declaration.property {
        if property.isLogical { traits.insert(.logical) }
        if property == .content { traits.insert(.content) }
        switch declaration.value {
        case .pending: traits.insert(.readsParent)
        case .wide(.initial): break
        // `unset` of a property that is not inherited is `initial`; the others may resolve to `inherit`.
        case .wide(.unset) where !property.isInherited: break
        case .wide where !property.isInherited: traits.insert(.readsParent)
        default: break
        }
      } else {
        traits.insert(.custom)
      }
    }
    self.traits = traits
    let isMixed = traits.contains(.important)
    important = isMixed ? declarations.filter(\.isImportant) : []
    normal = isMixed ? declarations.filter { !$0.isImportant } : declarations
  }
}

/// The declarations that apply to one element, in the groups that the cascade compares, strongest first.
struct CascadeList {
  /// The declarations with the same origin, layer, importance and rule.
  struct Group {
    var declarations: [PropertyDeclaration]
    var origin: CascadeOrigin
    /// As in ``MatchedRule/layer``; attributes have layers of their own above all rules, hints one below all
    /// rules.
    var layer: Int32
    /// The rule or attribute, for the inspector.
    var source: DeclarationSource
    /// The number of the block, unique in the document.
    var block: Int64
  }

  /// Overrides beat native attributes, which beat the style attribute, which beats rules, which beat
  /// presentational hints of HTML.
  static let overrideLayer = Int32.max
  static let nativeLayer = Int32.max - 1
  static let styleLayer = Int32.max - 2
  static let hintLayer: Int32 = -1

  var groups: [Group] = []
  var traits: DeclarationBlock.Traits = []
}

/// The rule or attribute that holds a declaration.
enum DeclarationSource: Hashable {
  case rule(CascadeOrigin, MatchedRule)
  /// The attribute's name; nil for several attributes together.
  case attribute(String?)
  /// ``LiveStyles/overrides``
  case override
}

/// The declarations to leave out after `revert` or `revert-layer`.
struct Rollback {
  private var origins: [CascadeOrigin] = []
  private var layers: [(CascadeOrigin, Int32)] = []

  /// CSS Cascade 5 §7.3.4 and §7.3.5: as if the origin, or the layer, had no declaration of the property.
  mutating func exclude(_ keyword: WideKeyword, _ group: CascadeList.Group) {
    if keyword == .revert { origins.append(group.origin) } else { layers.append((group.origin, group.layer)) }
  }

  func excludes(_ group: CascadeList.Group) -> Bool {
    origins.contains(group.origin) || layers.contains { $0.0 == group.origin && $0.1 == group.layer }
  }
}
