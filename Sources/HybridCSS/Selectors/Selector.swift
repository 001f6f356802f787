/// One complex selector: compound selectors with combinators between them. Selectors 4 §3.1, *Structure and
/// terminology*.
package struct ComplexSelector: Hashable, Sendable {
  /// From left to right; at least one.
  package var compounds: [CompoundSelector]
  /// `combinators[i]` is between compound `i` and the next one.
  package var combinators: [Combinator]
  /// The combinator before the first compound of a relative selector, as in `:has(> p)`; nil in all others.
  package var leading: Combinator?
}

/// Simple selectors that one element must match together. Selectors 4 §3.1.
package struct CompoundSelector: Hashable, Sendable {
  /// In the order written; a type selector comes first.
  package var simples: [SimpleSelector]
}

/// The relation between two compound selectors. Selectors 4 §14, *Combinators*.
package enum Combinator: Hashable, Sendable {
  /// White space
  case descendant
  /// `>`
  case child
  /// `+`
  case nextSibling
  /// `~`
  case subsequentSibling
  /// From an element to the slot that it is assigned to: `::slotted()`.
  case slotted
  /// From an element to the host that shows it as a part: `::part()`.
  case part
}

/// One condition on an element. Selectors 4 §5 to §13.
package enum SimpleSelector: Hashable, Sendable {
  /// `*`
  case universal
  /// A name as written.
  case type(String)
  /// `|name`: an element in no namespace. No element of an HTML document matches it.
  case typeWithoutNamespace(String?)
  case id(String)
  case `class`(String)
  case attribute(AttributeSelector)
  /// `&`. CSS Nesting 1 §3, *The nesting selector*.
  case nesting
  case pseudoClass(PseudoClass)
  /// No element matches it: the rule is for a box that belongs to one. Selectors 4 §3.6, *Pseudo-elements*.
  case pseudoElement(String)
  /// `::slotted()`: the elements that are assigned to the slot before it. CSS Scoping 1 §3.3.
  case slotted([ComplexSelector])
  /// `::part()`: the elements in the shadow tree of the host before it that have all these names. CSS Shadow
  /// Parts 1 §4.
  case part([String])
}

/// `[name op value flag]`. Selectors 4 §6, *Attribute selectors*.
package struct AttributeSelector: Hashable, Sendable {
  /// How the value is compared. Selectors 4 §6.1 and §6.2.
  package enum Test: Hashable, Sendable {
    /// `[name]`
    case present
    /// `=`
    case equals
    /// `~=`
    case includesWord
    /// `|=`
    case dashMatch
    /// `^=`
    case prefix
    /// `$=`
    case suffix
    /// `*=`
    case substring
  }

  /// Selectors 4 §6.3, *Case-sensitivity*.
  package enum Case: Hashable, Sendable {
    /// As the document language defines for this attribute.
    case byAttribute
    /// `i`
    case insensitive
    /// `s`
    case sensitive
  }

  /// As written.
  package var name: String
  package var test: Test
  package var value: String
  package var caseRule: Case
}

/// A supported pseudo-class. Selectors 4 §4 and §7 to §13.
package enum PseudoClass: Hashable, Sendable {
  /// `:is()` and `:-webkit-any()`, with their valid selectors.
  case matches([ComplexSelector])
  /// `:where()`
  case `where`([ComplexSelector])
  case not([ComplexSelector])
  /// Relative selectors.
  case has([ComplexSelector])
  /// `:root`
  case root
  /// `:scope`, which is the root element in a sheet.
  case scope
  /// `:host`, and `:host()` with a compound: the element of the component that the sheet belongs to. CSS
  /// Scoping 1 §3.2.1.
  case host([ComplexSelector]?)
  /// `:host-context()`: a host in whose surroundings an element matches. CSS Scoping 1 §3.2.1.
  case hostContext([ComplexSelector])
  /// `:state()`: a custom element that has set the state. HTML Standard §4.13.7.3.
  case customState(String)
  case empty
  case firstChild, lastChild, onlyChild
  case firstOfType, lastOfType, onlyOfType
  /// The four `:nth-` pseudo-classes; `of` is nil when it is not written.
  case nth(AnPlusB, fromEnd: Bool, ofType: Bool, of: [ComplexSelector]?)
  /// `:link` and `:any-link`: an `a` or `area` with `href`.
  case link
  case checked, disabled, enabled, required, optional, readOnly, readWrite, placeholderShown, open
  /// An element that is not custom, or that a script or a component defines.
  case defined
  case lang([String])
  /// `rtl` or something else.
  case direction(isRightToLeft: Bool)
  /// A state that only a user or a running page causes.
  case state(ElementState)
  /// Known to browsers, but it never matches here.
  case never
}

/// The states of an element that its document does not express. A static render sets no state.
///
/// Selectors 4 §9, *User action pseudo-classes*, §8.3, *target*, and §11, *input*.
package struct ElementState: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `:hover`
  package static let hover = ElementState(rawValue: 1 << 0)
  /// `:active`
  package static let active = ElementState(rawValue: 1 << 1)
  /// `:focus`
  package static let focus = ElementState(rawValue: 1 << 2)
  /// `:focus-visible`
  package static let focusVisible = ElementState(rawValue: 1 << 3)
  /// `:focus-within`
  package static let focusWithin = ElementState(rawValue: 1 << 4)
  /// `:visited`
  package static let visited = ElementState(rawValue: 1 << 5)
  /// `:target`
  package static let target = ElementState(rawValue: 1 << 6)

  // The state of a control at run time, which overrides its attributes. When neither state of a pair is set,
  // the attributes count.

  /// `:checked`: checked, switched on or selected.
  package static let checked = ElementState(rawValue: 1 << 7)
  /// Not `:checked`.
  package static let unchecked = ElementState(rawValue: 1 << 8)
  /// `:disabled`
  package static let disabled = ElementState(rawValue: 1 << 9)
  /// `:enabled`, unless an ancestor disables the element.
  package static let enabled = ElementState(rawValue: 1 << 10)
  /// A text field with content, so not `:placeholder-shown`.
  package static let filled = ElementState(rawValue: 1 << 11)
  /// An empty text field: `:placeholder-shown` when it has a placeholder.
  package static let blank = ElementState(rawValue: 1 << 12)

  // The states of an element in the rules of forms: HTML Standard §4.16.3, *Pseudo-classes*.

  /// `:valid`
  package static let valid = ElementState(rawValue: 1 << 13)
  /// `:invalid`
  package static let invalid = ElementState(rawValue: 1 << 14)
  /// `:user-valid`
  package static let userValid = ElementState(rawValue: 1 << 15)
  /// `:user-invalid`
  package static let userInvalid = ElementState(rawValue: 1 << 16)
  /// `:in-range`
  package static let inRange = ElementState(rawValue: 1 << 17)
  /// `:out-of-range`
  package static let outOfRange = ElementState(rawValue: 1 << 18)
  /// `:indeterminate`
  package static let indeterminate = ElementState(rawValue: 1 << 19)
  /// `:default`
  package static let isDefault = ElementState(rawValue: 1 << 20)

  /// The states of forms: those that depend on values and on other elements.
  package static let forms: ElementState = [
    .valid, .invalid, .userValid, .userInvalid, .inRange, .outOfRange, .indeterminate, .isDefault,
  ]

  /// `:modal`: a dialog that keeps all else from being used.
  package static let modal = ElementState(rawValue: 1 << 21)
  /// `:popover-open`
  package static let popoverOpen = ElementState(rawValue: 1 << 22)
}

extension ComplexSelector {
  /// Whether `&` occurs anywhere in the selector.
  var containsNesting: Bool { compounds.contains { $0.simples.contains(where: \.containsNesting) } }

  /// The pseudo-element that the selector ends in; no element matches such a selector.
  var pseudoElement: String? {
    for case .pseudoElement(let name) in compounds.last?.simples ?? [] { return name }
    return nil
  }

  /// Whether the selector ends in a pseudo-element that is never shown.
  var isNeverShown: Bool { pseudoElement.map { PseudoElement(name: $0) == nil } ?? false }

  /// Whether no compound may follow: the last one has a pseudo-element, also one that stands for elements.
  var isAtPseudoElement: Bool { compounds.last?.simples.contains { $0.pseudoElementName != nil } ?? false }
}

extension SimpleSelector {
  /// Whether the selector begins with a colon.
  var isPseudo: Bool {
    switch self {
    case .pseudoClass, .pseudoElement, .slotted, .part: true
    default: false
    }
  }

  /// The name of the pseudo-element that it is, with `()` when it takes arguments.
  var pseudoElementName: String? {
    switch self {
    case .pseudoElement(let name): name
    case .slotted: "slotted()"
    case .part: "part()"
    default: nil
    }
  }

  var containsNesting: Bool {
    switch self {
    case .nesting: true
    case .pseudoClass(let pseudo): pseudo.arguments.contains(where: \.containsNesting)
    default: false
    }
  }
}

extension PseudoClass {
  /// The selectors in its brackets.
  var arguments: [ComplexSelector] {
    switch self {
    case .matches(let list), .where(let list), .not(let list), .has(let list), .host(.some(let list)),
      .hostContext(let list),
      .nth(_, _, _, of: .some(let list)):
      list
    default: []
    }
  }
}
