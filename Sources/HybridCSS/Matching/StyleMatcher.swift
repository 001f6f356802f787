package import HybridDOM

/// A rule that applies to an element, with its sort keys for the cascade.
package struct MatchedRule: Hashable, Sendable {
  /// The rule set, an index into the list that the matcher was made with.
  package var ruleSet: Int32
  /// The rule, an index into ``RuleSet/rules``.
  package var rule: Int32
  /// The position of its layer: the greater wins among normal declarations, the smaller among important ones.
  package var layer: Int32
  /// The specificity of the most specific of its selectors that match.
  package var specificity: Specificity
}

/// Finds the rules of one origin that apply to the elements of one page.
///
///     let tree = StyleTree(document)
///     let environment = MediaEnvironment(width: 375, height: 667)
///     var matcher = StyleMatcher([sheet], tree: tree, environment: environment)
///     for rule in matcher.matches(of: node.index, in: tree) { apply(rule) }  // weakest first
///
/// Cost grows with the rules whose rightmost compound names an id, class, attribute or type of the element,
/// not with all rules.
package struct StyleMatcher: Sendable {
  /// In the order given; the index is ``MatchedRule/ruleSet``.
  package let ruleSets: [RuleSet]
  /// The order of the layers of the sheets of the document.
  package let layers: LayerOrder
  private let shadow: ShadowSheets
  /// The order of the layers of a list of sheets that shadow trees have; nil where all have one layer only.
  private var shadowLayers: [[Int]: LayerOrder] = [:]
  /// The host that is asked for its parts, and the names that the current element has there.
  private var partHost: Int32 = -1
  private var partNames: [Int32] = []
  /// Whether a rule is for a pseudo-element.
  let hasPseudoElements: Bool
  /// Whether rules for pseudo-elements are collected, and the pseudo-elements of those found, in the order of
  /// the rules.
  private var asksForPseudoElements = false
  private var pseudoElementsFound: [PseudoElement] = []
  /// How many rule sets, from the first, are of the document.
  private let ownCount: Int
  private var matchers: [SelectorMatcher]
  /// Which sheets of the document may have rules for an element, and for its pseudo-elements; nil for few
  /// sheets, each of which is asked.
  private var sheets: (elements: SheetIndex, pseudoElements: SheetIndex)?
  private let holds: [[Bool]]
  /// By rule set: whether each test of a container holds for the current element; empty without tests.
  var containerAnswers: [[Bool]] = []
  /// Whether the rules in `@starting-style` apply.
  var asksForStartingStyle = false
  /// Whether sheets without a scope apply in shadow trees too, as the defaults of elements do.
  private let reachesShadowTrees: Bool

  /// Prepares to match `tree` against all sheets of one origin, in document order; those of `shadow` come
  /// behind them in ``ruleSets``.
  /// - Complexity: O(*n*) in the elements and in the distinct names of the document, for each rule set.
  package init(
    _ ruleSets: [RuleSet], tree: StyleTree, environment: MediaEnvironment, reachesShadowTrees: Bool = false,
    shadow: ShadowSheets = ShadowSheets()
  ) {
    ownCount = ruleSets.count
    let ruleSets = ruleSets + shadow.ruleSets
    self.ruleSets = ruleSets
    self.shadow = shadow
    hasPseudoElements = ruleSets.contains { $0.storage.pseudoElements != nil }
    self.reachesShadowTrees = reachesShadowTrees
    let holds = ruleSets.map { $0.conditionsHold(in: environment) }
    self.holds = holds
    layers = LayerOrder(Array(ruleSets[..<ownCount]), holds: Array(holds[..<ownCount]))
    let areMany = ownCount > SheetIndex.worthwhile
    matchers = ruleSets.map { SelectorMatcher($0.storage.selectors, tree: tree, isOneOfMany: areMany) }
    if areMany {
      let own = ruleSets[..<ownCount].map(\.storage)
      sheets = (
        SheetIndex(own.map { ($0.buckets, $0.selectors) }),
        SheetIndex(own.map { ($0.pseudoElements, $0.selectors) })
      )
    }
    guard shadow.ruleSets.contains(where: { $0.storage.layers.count > 1 }) else { return }
    for list in Set(shadow.byRoot.values) {
      let places = list.map { $0 + ownCount }
      shadowLayers[list] = LayerOrder(places.map { ruleSets[$0] }, holds: places.map { holds[$0] })
    }
  }

  /// The rules that apply to an element, the weakest normal declarations first: by layer, specificity and
  /// order.
  package mutating func matches(of element: Int, in tree: StyleTree) -> [MatchedRule] {
    var matches: [MatchedRule] = []
    collectMatches(of: element, in: tree, into: &matches)
    return matches
  }

  /// Like ``matches(of:in:)``, into an array whose storage is reused; its old content is removed.
  package mutating func collectMatches(
    of element: Int, in tree: StyleTree, into matches: inout [MatchedRule]
  ) {
    matches.removeAll(keepingCapacity: true)
    collectUnordered(element, tree, into: &matches)
    sort(&matches)
  }

  private mutating func collectUnordered(
    _ element: Int, _ tree: StyleTree, into matches: inout [MatchedRule]
  ) {
    func ask(_ index: Int) {
      let first = matches.count
      collect(element, index, tree, into: &matches)
      order(&matches, from: first, layers, ruleSet: index)
    }
    if let sheets {
      let index = asksForPseudoElements ? sheets.pseudoElements : sheets.elements
      var last: Int32 = -1
      for sheet in index.candidates(for: element, in: tree) where sheet != last {
        ask(Int(sheet))
        last = sheet
      }
    } else {
      for index in 0..<ownCount { ask(index) }
    }
    if tree.hasShadowTrees { collectAcrossTrees(element, tree, into: &matches) }
  }

  private func sort(_ matches: inout [MatchedRule]) {
    guard matches.count > 1 else { return }
    matches.sort { $0.precedes($1) }
    removeRepeated(&matches)
  }

  /// The rules that apply to each pseudo-element of an element, the weakest normal declarations first;
  /// without the pseudo-elements for which there is none.
  mutating func pseudoElementMatches(
    of element: Int, in tree: StyleTree
  ) -> [(pseudoElement: PseudoElement, matches: [MatchedRule])] {
    asksForPseudoElements = true
    defer { asksForPseudoElements = false }
    pseudoElementsFound.removeAll(keepingCapacity: true)
    var all: [MatchedRule] = []
    collectUnordered(element, tree, into: &all)
    guard !all.isEmpty else { return [] }
    return PseudoElement.allCases.compactMap { wanted in
      var matches = zip(pseudoElementsFound, all).filter { $0.0 == wanted }.map(\.1)
      guard !matches.isEmpty else { return nil }
      sort(&matches)
      return (wanted, matches)
    }
  }

  /// The selectors that are asked.
  private func buckets(_ index: Int) -> RuleBuckets? {
    let storage = ruleSets[index].storage
    return asksForPseudoElements ? storage.pseudoElements : storage.buckets
  }

  private func order(
    _ matches: inout [MatchedRule], from first: Int, _ layers: LayerOrder, ruleSet: Int, context: Int32 = 0
  ) {
    guard first < matches.count else { return }
    let rules = ruleSets[Int(matches[first].ruleSet)].storage.rules
    for place in first..<matches.count {
      let layer = rules[Int(matches[place].rule)].layer
      matches[place].layer = layers.order(ruleSet: ruleSet, layer: layer) + context
    }
  }

  /// The step in layer order between a shadow tree and the tree around it: for the host and for slotted
  /// elements, normal rules of the outer tree win, and important rules of the inner one (CSS Cascade 5 §6.1,
  /// *context*).
  static let innerContext: Int32 = 1 << 24
  /// The number of nested trees whose rules are kept apart.
  private static let contextLimit: Int32 = 60

  // MARK: Shadow trees

  /// The rules of the shadow trees that the element is in, is the host of, or is shown by; and those of the
  /// trees around it for parts.
  private mutating func collectAcrossTrees(
    _ element: Int, _ tree: StyleTree, into matches: inout [MatchedRule]
  ) {
    let record = tree.records[element]
    if record.shadow != 0 { collect(element, ofShadow: record.shadow, .own, 0, tree, into: &matches) }
    if record.root != 0 { collect(element, ofShadow: record.root, .host, -1, tree, into: &matches) }
    var slot = record.slot
    var context: Int32 = -1
    while slot >= 0 {
      let shown = tree.records[Int(slot)]
      collect(element, ofShadow: shown.shadow, .host, context, tree, into: &matches)
      slot = shown.slot
      context -= 1
    }
    guard record.shadow != 0, !tree.parts.isEmpty, let names = tree.parts[Int32(element)] else { return }
    collectParts(element, names, tree, into: &matches)
  }

  /// Which selectors of a sheet are asked.
  private enum Reach { case own, host, parts }

  private mutating func collect(
    _ element: Int, ofShadow root: Int32, _ reach: Reach, _ context: Int32, _ tree: StyleTree,
    into matches: inout [MatchedRule]
  ) {
    guard let list = shadow.byRoot[NodeID(Int(root))] else { return }
    for (position, index) in list.enumerated() {
      let place = ownCount + index
      let first = matches.count
      matchers[place].context = root
      collect(element, place, tree, reach: reach, into: &matches)
      let offset = max(-Self.contextLimit, min(context, Self.contextLimit)) * Self.innerContext
      if let layers = shadowLayers[list] {
        order(&matches, from: first, layers, ruleSet: position, context: offset)
      } else {
        for place in first..<matches.count { matches[place].layer = offset }
      }
    }
  }

  /// `::part()` (CSS Shadow Parts 1 §4): in the tree of the host, and in those around it as far as each host
  /// exports the name.
  private mutating func collectParts(
    _ element: Int, _ names: [Int32], _ tree: StyleTree, into matches: inout [MatchedRule]
  ) {
    var names = names
    var host = hostOfShadow(around: element, tree)
    var context: Int32 = 0
    while !names.isEmpty, host >= 0 {
      (partHost, partNames) = (host, names)
      let inner = tree.records[Int(host)]
      if context == 0 { collect(element, ofShadow: inner.root, .parts, 0, tree, into: &matches) }
      context += 1
      if inner.shadow != 0 {
        collect(element, ofShadow: inner.shadow, .parts, context, tree, into: &matches)
      } else {
        for index in 0..<ownCount where buckets(index)?.parts.isEmpty == false {
          let first = matches.count
          collect(element, index, tree, reach: .parts, into: &matches)
          order(&matches, from: first, layers, ruleSet: index, context: context * Self.innerContext)
        }
      }
      let visible = names
      names = (tree.exportedParts[host] ?? []).filter { visible.contains($0.inner) }.map(\.outer)
      host = inner.shadow == 0 ? -1 : hostOfShadow(around: Int(host), tree)
    }
  }

  /// The host of the shadow tree that an element is in.
  private func hostOfShadow(around element: Int, _ tree: StyleTree) -> Int32 {
    let shadow = tree.records[element].shadow
    var above = tree.records[element].parent
    while above >= 0, tree.records[Int(above)].root != shadow { above = tree.records[Int(above)].parent }
    return above
  }

  /// A rule that matches with several of its selectors counts once, with the most specific one.
  private func removeRepeated(_ matches: inout [MatchedRule]) {
    guard repeats(matches) else { return }
    var seen: Set<Int64> = []
    var kept: [MatchedRule] = []
    for match in matches.reversed() where seen.insert(Int64(match.ruleSet) << 32 | Int64(match.rule)).inserted
    {
      kept.append(match)
    }
    matches = kept.reversed()
  }

  private func repeats(_ matches: [MatchedRule]) -> Bool {
    // Most lists are short and few hold a rule twice: comparing is faster than hashing.
    if matches.count > 64 { return true }
    for (index, match) in matches.enumerated() {
      for other in matches[(index + 1)...] where other.rule == match.rule && other.ruleSet == match.ruleSet {
        return true
      }
    }
    return false
  }

  /// Translates the names that were added to the tree, and clears cached results.
  mutating func refresh(_ tree: StyleTree) {
    for index in matchers.indices {
      matchers[index].learnNames(of: tree)
      matchers[index].forget()
    }
  }

  private mutating func collect(
    _ element: Int, _ index: Int, _ tree: StyleTree, reach: Reach? = nil, into matches: inout [MatchedRule]
  ) {
    guard let buckets = buckets(index) else { return }
    let storage = ruleSets[index].storage
    let record = tree.records[element]
    let isInScope =
      reach.map { $0 != .host }
      ?? ((record.shadow == 0 || reachesShadowTrees)
        && storage.scope.map { record.scope == matchers[index].treeName($0) } ?? true)
    let takesAll = asksForStartingStyle || !storage.hasStartingStyles
    let answers = containerAnswers.isEmpty ? [] : containerAnswers[index]
    /// Whether the containers of the element fulfil the queries around a rule.
    @inline(__always) func holdsInContainers(_ condition: Int32) -> Bool {
      if answers.isEmpty { return true }
      let test = storage.containerOfCondition[Int(condition)]
      return test < 0 || answers[Int(test)]
    }
    func check(_ items: ArraySlice<RuleBuckets.Item>, _ matcher: inout SelectorMatcher) {
      for item in items {
        guard record.ancestors.contains(item.ancestors), isInScope || item.isOfHost,
          holds[index][Int(storage.rules[Int(item.rule)].condition)],
          takesAll || !storage.conditions[Int(storage.rules[Int(item.rule)].condition)].isStarting,
          holdsInContainers(storage.rules[Int(item.rule)].condition),
          matcher.matches(selector: item.selector, element, tree)
        else { continue }
        let specificity = storage.selectors.selectors[Int(item.selector)].specificity
        matches.append(
          MatchedRule(ruleSet: Int32(index), rule: item.rule, layer: 0, specificity: specificity))
        if let pseudoElement = item.pseudoElement { pseudoElementsFound.append(pseudoElement) }
      }
    }
    func look(_ bucket: RuleBuckets.Index, _ name: Int32, _ matcher: inout SelectorMatcher) {
      guard name >= 0 else { return }
      let start = Int(bucket.starts[Int(name)])
      let end = Int(bucket.starts[Int(name) + 1])
      if start < end { check(bucket.items[start..<end], &matcher) }
    }
    if reach == .parts {
      guard !buckets.parts.isEmpty else { return }
      (matchers[index].partHost, matchers[index].partNames) = (partHost, partNames)
      return check(buckets.parts[...], &matchers[index])
    }
    if record.id >= 0 { look(buckets.ids, matchers[index].ruleName(record.id), &matchers[index]) }
    for place in tree.classes(of: element) {
      look(buckets.classes, matchers[index].ruleName(tree.classPool[place]), &matchers[index])
    }
    for place in tree.attributes(of: element) {
      look(
        buckets.attributes, matchers[index].lowerRuleName(tree.attributeNames[place]), &matchers[index])
    }
    look(buckets.types, matchers[index].ruleName(record.lowerTag), &matchers[index])
    if !buckets.universal.isEmpty { check(buckets.universal[...], &matchers[index]) }
  }
}

extension MatchedRule {
  /// The order of CSS Cascade 5 §6.1 for normal declarations of one origin.
  package func precedes(_ other: MatchedRule) -> Bool {
    if layer != other.layer { return layer < other.layer }
    if specificity != other.specificity { return specificity < other.specificity }
    if ruleSet != other.ruleSet { return ruleSet < other.ruleSet }
    return rule < other.rule
  }
}

extension StyleTree {
  /// The elements that match a selector list, in tree order.
  ///
  /// - Parameter host: The value of `t:host` of the element that `:host` matches.
  package func elements(matching list: [ComplexSelector], host: String? = nil) -> [NodeID] {
    var selectors = CompiledSelectors()
    if let host { selectors.scope = selectors.number(host) }
    let number = selectors.add(list, nesting: -1)
    var matcher = SelectorMatcher(selectors, tree: self)
    return nodes.filter { matcher.matches(list: number, $0.index, self) }
  }
}
