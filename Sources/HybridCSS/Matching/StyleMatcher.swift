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
  /// The order of the layers of all rule sets.
  package let layers: LayerOrder
  private var matchers: [SelectorMatcher]
  private let holds: [[Bool]]
  /// Whether sheets without a scope apply in shadow trees too, as the defaults of elements do.
  private let reachesShadowTrees: Bool

  /// Prepares to match `tree` against all sheets of one origin, in document order.
  /// - Complexity: O(*n*) in the elements and in the distinct names of the document, for each rule set.
  package init(
    _ ruleSets: [RuleSet], tree: StyleTree, environment: MediaEnvironment, reachesShadowTrees: Bool = false
  ) {
    self.ruleSets = ruleSets
    self.reachesShadowTrees = reachesShadowTrees
    holds = ruleSets.map { $0.conditionsHold(in: environment) }
    layers = LayerOrder(ruleSets, holds: holds)
    matchers = ruleSets.map { SelectorMatcher($0.storage.selectors, tree: tree) }
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
    for index in ruleSets.indices {
      let first = matches.count
      collect(element, index, tree, into: &matches)
      let rules = ruleSets[index].storage.rules
      for place in first..<matches.count {
        let layer = rules[Int(matches[place].rule)].layer
        matches[place].layer = layers.order(ruleSet: index, layer: layer)
        if isFromShadowTree(index, element, tree) { matches[place].layer -= Self.innerContext }
      }
    }
    guard matches.count > 1 else { return }
    matches.sort { $0.precedes($1) }
    removeRepeated(&matches)
  }

  /// What puts rules of a shadow tree for its host, or for what its slots show, behind the rules of the tree
  /// around it, and before them if they are important (CSS Cascade 5 §6.1, *context*).
  private static let innerContext: Int32 = 1 << 24

  private func isFromShadowTree(_ index: Int, _ element: Int, _ tree: StyleTree) -> Bool {
    guard tree.hasShadowTrees, let scope = ruleSets[index].storage.scope else { return false }
    return tree.records[element].scope != matchers[index].treeName(scope)
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
    _ element: Int, _ index: Int, _ tree: StyleTree, into matches: inout [MatchedRule]
  ) {
    let storage = ruleSets[index].storage
    let buckets = storage.buckets
    let record = tree.records[element]
    let isInScope =
      storage.scope.map { record.scope == matchers[index].treeName($0) }
      ?? (record.shadow == 0 || reachesShadowTrees)
    func check(_ items: ArraySlice<RuleBuckets.Item>, _ matcher: inout SelectorMatcher) {
      for item in items {
        guard record.ancestors.contains(item.ancestors), isInScope || item.isOfHost,
          holds[index][Int(storage.rules[Int(item.rule)].condition)],
          matcher.matches(selector: item.selector, element, tree)
        else { continue }
        let specificity = storage.selectors.selectors[Int(item.selector)].specificity
        matches.append(
          MatchedRule(ruleSet: Int32(index), rule: item.rule, layer: 0, specificity: specificity))
      }
    }
    func look(_ bucket: RuleBuckets.Index, _ name: Int32, _ matcher: inout SelectorMatcher) {
      guard name >= 0 else { return }
      let start = Int(bucket.starts[Int(name)])
      let end = Int(bucket.starts[Int(name) + 1])
      if start < end { check(bucket.items[start..<end], &matcher) }
    }
    if record.id >= 0 { look(buckets.ids, matchers[index].inRules[Int(record.id)], &matchers[index]) }
    for place in tree.classes(of: element) {
      look(buckets.classes, matchers[index].inRules[Int(tree.classPool[place])], &matchers[index])
    }
    for place in tree.attributes(of: element) {
      look(
        buckets.attributes, matchers[index].lowerInRules[Int(tree.attributeNames[place])], &matchers[index])
    }
    look(buckets.types, matchers[index].inRules[Int(record.lowerTag)], &matchers[index])
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
  package func elements(matching list: [ComplexSelector]) -> [NodeID] {
    var selectors = CompiledSelectors()
    let number = selectors.add(list, nesting: -1)
    var matcher = SelectorMatcher(selectors, tree: self)
    return nodes.filter { matcher.matches(list: number, $0.index, self) }
  }
}
