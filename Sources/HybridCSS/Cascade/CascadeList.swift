/// Where a declaration comes from. CSS Cascade 5 §6.2, *Cascading Origins*; we have no user origin.
package enum CascadeOrigin: UInt8, Hashable, Sendable {
  /// The defaults of the elements.
  case userAgent
  /// The page's sheets and style attributes.
  case author
}

/// The declarations of one rule or style attribute, split by importance.
struct DeclarationBlock: Sendable {
  /// What reading one declaration settles about the whole block.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// Sides have to be mapped.
    static let logical = Traits(rawValue: 1)
    /// The result hangs on more of the parent than what is inherited.
    static let readsParent = Traits(rawValue: 2)
    /// Custom properties are set.
    static let custom = Traits(rawValue: 4)
    /// Some declarations are important.
    static let important = Traits(rawValue: 8)
    /// The block was looked at.
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
      if case .longhand(let property) = declaration.property {
        if property.isLogical { traits.insert(.logical) }
        switch declaration.value {
        case .pending: traits.insert(.readsParent)
        case .wide(.initial): break
        // `unset` of what is not inherited is `initial`; the others may come to `inherit`.
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

/// The declarations that apply to one element, by the groups that the cascade compares, strongest first.
struct CascadeList {
  /// Declarations of one origin, layer, importance and rule.
  struct Group {
    var declarations: [PropertyDeclaration]
    var origin: CascadeOrigin
    /// As in ``MatchedRule/layer``; attributes are layers of their own above all, or, as hints, below all.
    var layer: Int32
    /// Which rule or attribute it is, for the inspector.
    var source: DeclarationSource
    /// A number for these declarations that no others of the document have.
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

/// The rule or attribute that a declaration stands in.
enum DeclarationSource: Hashable {
  case rule(CascadeOrigin, MatchedRule)
  /// By its name; nil where several are taken together.
  case attribute(String?)
  /// ``LiveStyles/overrides``
  case override
}

/// What a declaration has to be left out for, once `revert` or `revert-layer` was met.
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
