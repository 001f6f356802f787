import HybridEncoding

/// All selectors of a rule set in flat tables: matching reads numbers from arrays and needs no reference
/// counting.
///
/// A selector is a run of `compounds` from right to left; a compound is a run of `tests`; a list is a run of
/// `selectors`.
struct CompiledSelectors: Sendable {
  var tests: [SelectorTest] = []
  var compounds: [CompiledCompound] = []
  var selectors: [CompiledSelector] = []
  var lists: [Range<Int32>] = []
  var attributes: [CompiledAttribute] = []
  var languages: [[String]] = []
  /// By list: whether `&` occurs in it, so that its results are worth caching.
  var listsWithNesting: [Bool] = []
  /// The distinct names of all selectors, with their numbers.
  var names: [AtomName: Int32] = [:]
  /// The hash of each name, for the ancestor filter.
  var hashes: [UInt32] = []
  /// By `::part()`: its names.
  var parts: [[Int32]] = []
  /// The number of the component's scope; -1 in a sheet of no component.
  var scope: Int32 = -1
  /// Whether the sheet is one of shadow trees: which one, the matcher knows.
  var isInShadowTrees = false
  /// Whether the argument of `:host()` is compiled: its features are those of the host.
  private var isInsideHost = false
  /// Whether a selector contains `:scope`.
  private(set) var asksForScope = false
}

/// A feature that an element must have for a selector to be tested, by number.
enum SubjectKey: Hashable, Sendable {
  case id(Int32)
  case `class`(Int32)
  case attribute(Int32)
  case type(Int32)
  case universal
  /// A part of a shadow tree.
  case part

  var isSpecific: Bool {
    switch self {
    case .id, .class, .attribute, .part: true
    case .type, .universal: false
    }
  }
}

/// One test on one element.
struct SelectorTest: Sendable {
  enum Kind: UInt8, Sendable {
    case universal
    /// `name` in lower case for HTML, `argument` as written for XML
    case type
    /// An element in no namespace; never matches in HTML
    case typeWithoutNamespace
    case id, `class`
    /// The element of the component that the sheet belongs to; `name` is -1 in a page's sheet
    case host
    /// An element that is assigned to a slot of the shadow tree that the sheet belongs to
    case slotted
    /// The host of the shadow tree that the sheet belongs to, if it or an element around it matches the list
    /// `argument`
    case hostContext
    /// An element that the current host shows as a part; `argument` indexes `parts`
    case part
    /// An element that has set the state `name`
    case customState
    /// `argument` indexes `attributes`
    case attribute
    /// `argument` is a mask of ``ElementTraits``; one common bit is enough
    case traits, notTraits
    /// `argument` is a mask of ``ElementState``
    case state
    case firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
    /// `a` and `b` are the formula; `argument` is a list, or -1
    case nthChild, nthLastChild, nthOfType, nthLastOfType
    /// `argument` is a list
    case matches, not, has
    /// `argument` is the selector list of the rule around this one
    case nesting
    /// The anchor element of `:has()`
    case anchor
    /// `argument` indexes `languages`
    case lang
    /// `argument` is 1 for right to left
    case direction
    case never
  }

  var kind: Kind
  var name: Int32 = -1
  var argument: Int32 = -1
  var a: Int32 = 0
  var b: Int32 = 0
}

/// One compound selector, and how it relates to the one on its left.
struct CompiledCompound: Sendable {
  var tests: Range<Int32>
  /// The combinator to its left; nil at the start of the selector.
  var combinator: Combinator?
}

/// One complex selector.
struct CompiledSelector: Sendable {
  /// From the subject leftwards.
  var compounds: Range<Int32>
  var specificity: Specificity
  /// The names required above the subject, and those required on the subject itself.
  var ancestors: AncestorFilter
  var subject: AncestorFilter
  /// Every element that matches has one of these; empty when no element can match.
  var keys: [SubjectKey]
  /// The combinator before a relative selector.
  var leading: Combinator?
  /// The pseudo-element of the subject that it is for; no element matches it itself.
  var pseudoElement: PseudoElement?
  /// Whether the subject is the host element of a component, which may be outside the scope of the sheet.
  var isOfHost = false
}

/// An attribute selector with its names as numbers.
struct CompiledAttribute: Sendable {
  var lowerName: Int32
  var exactName: Int32
  var test: AttributeSelector.Test
  var value: String
  /// Whether the value compares ASCII case-insensitively in HTML.
  var ignoresCaseInHTML: Bool
  var ignoresCase: Bool
}

extension CompiledSelectors {
  /// The number of a name.
  mutating func number(_ name: String) -> Int32 {
    let name = AtomName(name)
    if let number = names[name] { return number }
    let number = Int32(names.count)
    names[name] = number
    hashes.append(name.hash)
    return number
  }

  /// Adds a selector list; `nesting` is the list that `&` stands for, or -1 outside of any rule.
  mutating func add(_ list: [ComplexSelector], nesting: Int32) -> Int32 {
    let specificity = nesting < 0 ? Specificity() : greatestSpecificity(nesting)
    // Inner lists are added first, so that the selectors of this list are contiguous.
    let compiled = list.map { compile($0, nesting: nesting, specificity: specificity) }
    let start = Int32(selectors.count)
    selectors += compiled
    lists.append(start..<Int32(selectors.count))
    listsWithNesting.append(list.contains(where: \.containsNesting))
    return Int32(lists.count - 1)
  }

  private func greatestSpecificity(_ list: Int32) -> Specificity {
    lists[Int(list)].map { selectors[Int($0)].specificity }.max() ?? Specificity()
  }

  private mutating func compile(
    _ selector: ComplexSelector, nesting: Int32, specificity: Specificity
  ) -> CompiledSelector {
    var runs: [(tests: [SelectorTest], combinator: Combinator?)] = []
    var pseudoElement: PseudoElement?
    for index in selector.compounds.indices.reversed() {
      var simples = selector.compounds[index].simples
      if index == selector.compounds.count - 1, case .pseudoElement(let name) = simples.last {
        pseudoElement = PseudoElement(name: name)
        if pseudoElement != nil { simples.removeLast() }
      }
      let combinator = index > 0 ? selector.combinators[index - 1] : selector.leading
      if case .slotted(let list) = simples.last {
        // The rest of the compound is about the slot.
        simples.removeLast()
        let inner = SelectorTest(kind: .matches, argument: add(list, nesting: nesting))
        runs.append(([SelectorTest(kind: .slotted, name: scope), inner], .slotted))
      }
      if let place = simples.firstIndex(where: \.isPart), case .part(let names) = simples[place] {
        // The compounds before it apply to the host, those after it to the part.
        parts.append(names.map { number($0) })
        let own = SelectorTest(kind: .part, argument: Int32(parts.count - 1))
        runs.append(([own] + simples[(place + 1)...].map { test(for: $0, nesting: nesting) }, .part))
        simples.removeSubrange(place...)
      }
      var tests = simples.map { test(for: $0, nesting: nesting) }
      if isInShadowTrees, !isInsideHost, simples.isHostWithFeatures {
        tests.append(SelectorTest(kind: .never))
      }
      // Tests that are cheap and often false come first.
      runs.append((tests.filter { $0.kind.isCheap } + tests.filter { !$0.kind.isCheap }, combinator))
    }
    if selector.leading != nil { runs.append(([SelectorTest(kind: .anchor)], nil)) }
    let start = Int32(compounds.count)
    for run in runs {
      let first = Int32(tests.count)
      tests += run.tests
      compounds.append(CompiledCompound(tests: first..<Int32(tests.count), combinator: run.combinator))
    }
    let range = start..<Int32(compounds.count)
    let (ancestors, subject) = filters(of: range)
    return CompiledSelector(
      compounds: range, specificity: selector.specificity(nesting: specificity), ancestors: ancestors,
      subject: subject, keys: keys(of: compounds[Int(start)]), leading: selector.leading,
      pseudoElement: pseudoElement,
      isOfHost: scope >= 0 && isOfHost(compounds[Int(start)]))
  }

  /// The names required above the subject: those of compounds reached by a descendant or child combinator,
  /// also across sibling combinators, because siblings share their ancestors. And the names required on the
  /// subject itself.
  private func filters(of range: Range<Int32>) -> (ancestors: AncestorFilter, subject: AncestorFilter) {
    var ancestors = AncestorFilter()
    var subject = AncestorFilter()
    var combinator: Combinator?
    for index in range {
      var own = AncestorFilter()
      for test in compounds[Int(index)].tests {
        let test = tests[Int(test)]
        switch test.kind {
        case .type: own.insert(hash(test.name), .type)
        case .id: own.insert(hash(test.name), .id)
        case .class: own.insert(hash(test.name), .class)
        case .nesting, .matches:
          // `&` or `:is()` with one selector is equivalent to that selector.
          let list = lists[Int(test.argument)]
          guard list.count == 1 else { break }
          let inner = selectors[Int(list.lowerBound)]
          ancestors = ancestors.union(inner.ancestors)
          own = own.union(inner.subject)
        default: break
        }
      }
      if index == range.lowerBound { subject = own }
      if combinator == .descendant || combinator == .child { ancestors = ancestors.union(own) }
      combinator = compounds[Int(index)].combinator
      // The compounds left of `::slotted()` and `::part()` match an element of another tree.
      if combinator == .slotted || combinator == .part { break }
    }
    return (ancestors, subject)
  }

  /// Whether the subject is the host element of a component, or a child of one that a slot shows: both are
  /// outside of the scope.
  func isOfHost(_ compound: CompiledCompound) -> Bool {
    compound.tests.contains { index in
      let test = tests[Int(index)]
      switch test.kind {
      case .host, .slotted, .hostContext: return true
      case .matches, .nesting:
        return lists[Int(test.argument)].contains { selectors[Int($0)].isOfHost }
      default: return false
      }
    }
  }

  /// The index keys of a rule, from its rightmost compound: the most selective of its tests.
  private func keys(of compound: CompiledCompound) -> [SubjectKey] {
    var best = SubjectKey.universal
    var inner: [SubjectKey]?
    for test in compound.tests.map({ tests[Int($0)] }) {
      switch (test.kind, best) {
      case (.never, _): return []
      case (.part, _): return [.part]
      case (.id, _): return [.id(test.name)]
      case (.class, .attribute), (.class, .type), (.class, .universal): best = .class(test.name)
      case (.attribute, .type), (.attribute, .universal): best = .attribute(test.name)
      case (.type, .universal): best = .type(test.name)
      case (.nesting, _), (.matches, _):
        let all = Set(lists[Int(test.argument)].flatMap { selectors[Int($0)].keys })
        if inner == nil, all.count <= 16, !all.contains(.universal) { inner = Array(all) }
      default: break
      }
    }
    if let inner, best == .universal || !best.isSpecific && inner.allSatisfy(\.isSpecific) { return inner }
    return [best]
  }

  private func hash(_ name: Int32) -> UInt32 { hashes[Int(name)] }

  private mutating func test(for simple: SimpleSelector, nesting: Int32) -> SelectorTest {
    switch simple {
    case .universal, .typeWithoutNamespace(nil): return SelectorTest(kind: .universal)
    case .type(let name):
      return SelectorTest(kind: .type, name: number(name.asciiLowercased), argument: number(name))
    case .typeWithoutNamespace(.some(let name)):
      return SelectorTest(
        kind: .typeWithoutNamespace, name: number(name.asciiLowercased), argument: number(name))
    case .id(let name): return SelectorTest(kind: .id, name: number(name))
    case .class(let name): return SelectorTest(kind: .class, name: number(name))
    case .attribute(let attribute):
      let lower = attribute.name.asciiLowercased
      attributes.append(
        CompiledAttribute(
          lowerName: number(lower), exactName: number(attribute.name), test: attribute.test,
          value: attribute.value,
          ignoresCaseInHTML: attribute.caseRule == .insensitive
            || attribute.caseRule == .byAttribute && attributesWithoutCase.contains(lower),
          ignoresCase: attribute.caseRule == .insensitive))
      return SelectorTest(
        kind: .attribute, name: attributes[attributes.count - 1].lowerName,
        argument: Int32(attributes.count - 1))
    case .nesting:
      return nesting < 0
        ? SelectorTest(kind: .traits, argument: Int32(ElementTraits.root.rawValue))
        : SelectorTest(kind: .nesting, argument: nesting)
    case .pseudoClass(.host(let list?)):
      // A host that matches the argument: `:host` is added to the subject of each of its selectors.
      let inner = list.map { selector in
        var selector = selector
        selector.compounds[selector.compounds.count - 1].simples.append(.pseudoClass(.host(nil)))
        return selector
      }
      let outer = isInsideHost
      isInsideHost = true
      defer { isInsideHost = outer }
      return SelectorTest(kind: .matches, argument: add(inner, nesting: nesting))
    case .pseudoClass(let pseudo): return test(for: pseudo, nesting: nesting)
    case .pseudoElement, .slotted, .part: return SelectorTest(kind: .never)
    }
  }

  private mutating func test(for pseudo: PseudoClass, nesting: Int32) -> SelectorTest {
    func traits(_ mask: ElementTraits) -> SelectorTest {
      SelectorTest(kind: .traits, argument: Int32(mask.rawValue))
    }
    switch pseudo {
    case .matches(let list), .where(let list):
      return SelectorTest(kind: .matches, argument: add(list, nesting: nesting))
    case .not(let list): return SelectorTest(kind: .not, argument: add(list, nesting: nesting))
    case .has(let list): return SelectorTest(kind: .has, argument: add(list, nesting: nesting))
    case .host: return SelectorTest(kind: .host, name: scope)
    case .hostContext(let list):
      return SelectorTest(kind: .hostContext, argument: add(list, nesting: nesting))
    case .customState(let name): return SelectorTest(kind: .customState, name: number(name))
    case .root: return traits(.root)
    case .scope:
      asksForScope = true
      return traits(.scope)
    case .empty: return traits(.empty)
    case .link: return traits(.link)
    case .checked: return traits(.checked)
    case .disabled: return traits(.disabled)
    case .enabled: return traits(.enabled)
    case .required: return traits(.required)
    case .optional: return traits(.optional)
    case .readWrite: return traits(.readWrite)
    case .readOnly: return SelectorTest(kind: .notTraits, argument: Int32(ElementTraits.readWrite.rawValue))
    case .placeholderShown: return traits(.placeholderShown)
    case .open: return traits(.open)
    case .defined: return SelectorTest(kind: .notTraits, argument: Int32(ElementTraits.undefined.rawValue))
    case .firstChild: return SelectorTest(kind: .firstChild)
    case .lastChild: return SelectorTest(kind: .lastChild)
    case .onlyChild: return SelectorTest(kind: .onlyChild)
    case .firstOfType: return SelectorTest(kind: .firstOfType)
    case .lastOfType: return SelectorTest(kind: .lastOfType)
    case .onlyOfType: return SelectorTest(kind: .onlyOfType)
    case .nth(let formula, let fromEnd, let ofType, let list):
      var test = SelectorTest(
        kind: ofType ? (fromEnd ? .nthLastOfType : .nthOfType) : (fromEnd ? .nthLastChild : .nthChild),
        a: Int32(clamping: formula.a), b: Int32(clamping: formula.b))
      if let list { test.argument = add(list, nesting: nesting) }
      return test
    case .lang(let ranges):
      languages.append(ranges)
      return SelectorTest(kind: .lang, argument: Int32(languages.count - 1))
    case .direction(let isRightToLeft): return SelectorTest(kind: .direction, argument: isRightToLeft ? 1 : 0)
    case .state(let state): return SelectorTest(kind: .state, argument: Int32(state.rawValue))
    case .never: return SelectorTest(kind: .never)
    }
  }
}

extension [SimpleSelector] {
  /// Whether a compound asks the host of a shadow tree for more than that: to a sheet of its tree it has no
  /// features (CSS Scoping 1 §3.2).
  fileprivate var isHostWithFeatures: Bool {
    var hasHost = false
    var hasFeatures = false
    for simple in self {
      switch simple {
      case .pseudoClass(.host), .pseudoClass(.hostContext): hasHost = true
      case .pseudoClass(.has), .pseudoElement, .part, .slotted: break
      default: hasFeatures = true
      }
    }
    return hasHost && hasFeatures
  }
}

extension SimpleSelector {
  fileprivate var isPart: Bool { if case .part = self { true } else { false } }
}

extension SelectorTest.Kind {
  fileprivate var isCheap: Bool {
    switch self {
    case .has, .not, .matches, .nesting, .attribute, .lang, .direction, .nthChild, .nthLastChild,
      .hostContext:
      false
    default: true
    }
  }
}

/// Attributes of HTML whose values compare case-insensitively. HTML Standard §4.16.2, *Case-sensitivity of
/// selectors*.
let attributesWithoutCase: Set<String> = [
  "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
  "color",
  "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
  "http-equiv",
  "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap",
  "readonly", "rel",
  "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype",
  "vlink",
]
