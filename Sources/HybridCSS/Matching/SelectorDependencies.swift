/// The elements whose matches may change when a feature of one element changes.
///
/// It corresponds to the invalidation sets of browsers, with this granularity only.
struct Reach: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  /// The element itself.
  static let itself = Reach(rawValue: 1)
  /// All descendants.
  static let descendants = Reach(rawValue: 2)
  /// The following siblings.
  static let siblings = Reach(rawValue: 4)
  /// All descendants of the following siblings.
  static let belowSiblings = Reach(rawValue: 8)
  /// All elements of the document: `:has()` can depend on any of them.
  static let document = Reach(rawValue: 16)

  /// The composition of two reaches: all elements in the reach `next` of an element in this reach.
  func followed(by next: Reach) -> Reach {
    guard !next.isEmpty else { return [] }
    if !isEmpty, contains(.document) || next.contains(.document) { return .document }
    var result: Reach = contains(.itself) ? next : []
    if contains(.descendants) { result.insert(.descendants) }
    if contains(.siblings) {
      if !next.isDisjoint(with: [.itself, .siblings]) { result.insert(.siblings) }
      if !next.isDisjoint(with: [.descendants, .belowSiblings]) { result.insert(.belowSiblings) }
    }
    if contains(.belowSiblings) { result.insert(.belowSiblings) }
    return result
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The reach from the left side of a combinator to its right side.
  init(_ combinator: Combinator) {
    switch combinator {
    case .descendant, .child: self = .descendants
    case .nextSibling, .subsequentSibling: self = .siblings
    case .slotted, .part: self = .document
    }
  }
}

/// The features of elements that the selectors of a rule set depend on, with the reach of each.
struct SelectorDependencies: Sendable {
  private(set) var classes: [AtomName: Reach] = [:]
  private(set) var ids: [AtomName: Reach] = [:]
  /// By name in lower case.
  private(set) var attributes: [AtomName: Reach] = [:]
  /// By bit of ``ElementState`` and ``ElementTraits``.
  private(set) var states = [Reach](repeating: [], count: 32)
  private(set) var traits = [Reach](repeating: [], count: 16)
  /// The reach of an element's position among its siblings, counted from the first one and from the last one.
  private(set) var positions: Reach = []
  private(set) var lastPositions: Reach = []
  /// The reach of a change in the preceding siblings of an element.
  private(set) var predecessors: Reach = []
  /// Whether `:has()` occurs, whose result may change with every change of the tree.
  private(set) var hasRelatives = false

  private struct Visit: Hashable {
    var list: Int32
    var reach: Reach
  }

  init() {}

  /// Reads the selector lists of rules.
  init(_ selectors: CompiledSelectors, lists: [Int32]) {
    var names = [AtomName](repeating: AtomName(""), count: selectors.names.count)
    for (name, number) in selectors.names { names[Int(number)] = name }
    var seen: Set<Visit> = []
    // A worklist of lists: nested rules may refer to those around them at every level.
    var open = lists.map { Visit(list: $0, reach: .itself) }
    while let visit = open.popLast() {
      guard seen.insert(visit).inserted else { continue }
      for selector in selectors.lists[Int(visit.list)] {
        var inner: Reach = .itself
        for index in selectors.selectors[Int(selector)].compounds {
          let compound = selectors.compounds[Int(index)]
          let reach = inner.followed(by: visit.reach)
          for test in compound.tests {
            open += note(selectors.tests[Int(test)], reach, selectors, names)
          }
          guard let combinator = compound.combinator else { continue }
          if combinator == .nextSibling || combinator == .subsequentSibling { predecessors.formUnion(reach) }
          inner = Reach(combinator).followed(by: inner)
        }
      }
    }
    if selectors.scope >= 0 { attributes[AtomName("t:scope"), default: []].insert(.itself) }
  }

  /// Records one test; returns the lists that it refers to.
  private mutating func note(
    _ test: SelectorTest, _ reach: Reach, _ selectors: CompiledSelectors, _ names: [AtomName]
  ) -> [Visit] {
    func name(_ number: Int32) -> AtomName { names[Int(number)] }
    switch test.kind {
    // A document with shadow trees, and one in which states have changed, is styled as a whole.
    case .universal, .type, .typeWithoutNamespace, .anchor, .never, .slotted, .part, .customState,
      .hostContext:
      break
    case .id: ids[name(test.name), default: []].formUnion(reach)
    case .class: classes[name(test.name), default: []].formUnion(reach)
    case .host: attributes[AtomName("t:host"), default: []].formUnion(reach)
    case .attribute: attributes[name(test.name), default: []].formUnion(reach)
    case .lang: attributes[AtomName("lang"), default: []].formUnion(Self.inheriting.followed(by: reach))
    case .direction:
      let reach = Self.inheriting.followed(by: reach)
      attributes[AtomName("dir"), default: []].formUnion(reach)
      for trait in [ElementTraits.automaticDirection, .rightToLeftText] {
        traits[trait.rawValue.trailingZeroBitCount].formUnion(reach)
      }
    case .traits, .notTraits:
      for bit in 0..<16 where test.argument & 1 << Int32(bit) != 0 { traits[bit].formUnion(reach) }
    case .state:
      for bit in 0..<31 where test.argument & 1 << Int32(bit) != 0 { states[bit].formUnion(reach) }
    case .firstChild, .firstOfType: positions.formUnion(reach)
    case .lastChild, .lastOfType: lastPositions.formUnion(reach)
    case .onlyChild, .onlyOfType:
      positions.formUnion(reach)
      lastPositions.formUnion(reach)
    case .nthChild, .nthOfType:
      positions.formUnion(reach)
      if test.argument >= 0 { return [Visit(list: test.argument, reach: .document)] }
    case .nthLastChild, .nthLastOfType:
      lastPositions.formUnion(reach)
      if test.argument >= 0 { return [Visit(list: test.argument, reach: .document)] }
    case .matches, .not, .nesting: return [Visit(list: test.argument, reach: reach)]
    case .has:
      hasRelatives = true
      return [Visit(list: test.argument, reach: .document)]
    }
    return []
  }

  /// Whether a selector depends on one of some states.
  func depend(on some: ElementState) -> Bool {
    states.indices.contains { some.rawValue & 1 << UInt32($0) != 0 && !states[$0].isEmpty }
  }

  private static let inheriting: Reach = [.itself, .descendants]

  /// Adds the dependencies of other selectors.
  mutating func formUnion(_ other: SelectorDependencies) {
    classes.merge(other.classes) { $0.union($1) }
    ids.merge(other.ids) { $0.union($1) }
    attributes.merge(other.attributes) { $0.union($1) }
    for bit in states.indices { states[bit].formUnion(other.states[bit]) }
    for bit in traits.indices { traits[bit].formUnion(other.traits[bit]) }
    positions.formUnion(other.positions)
    lastPositions.formUnion(other.lastPositions)
    predecessors.formUnion(other.predecessors)
    hasRelatives = hasRelatives || other.hasRelatives
  }
}
