import HybridEncoding

/// Matches the selectors of one rule set against the elements of one tree. Selectors 4 §17, *Evaluating a
/// selector*.
///
/// The names of the tree are translated to the numbers of the rule set once; matching compares numbers only.
struct SelectorMatcher: Sendable {
  let selectors: CompiledSelectors
  /// The number that each name of the rule set has in the tree; -2 for a name that the tree lacks.
  private(set) var inTree: [Int32]
  /// The number that each name of the tree has in the rule set, as it is and in lower case; -1 for none.
  private var inRules: [Int32] = []
  private var lowerInRules: [Int32] = []
  /// The same where there are many sheets with few names each, as those of shadow trees.
  private var sparse: [Int32: Int32]?
  /// How many names of the tree ``sparse`` was made for.
  private var learned = 0
  /// The root of the shadow tree for which a sheet of shadow trees is asked; 0 for the document.
  var context: Int32 = 0 {
    didSet { if context != oldValue, !nestingAnswers.isEmpty { nestingAnswers = [:] } }
  }
  /// The host that is asked for its parts, and the names that the element has there.
  var partHost: Int32 = -1
  var partNames: [Int32] = []

  /// The anchor element of `:has()`.
  private var anchor = -1
  private var depth = 0
  /// The results of `&`, by list and element.
  private var nestingAnswers: [Int64: Bool] = [:]
  /// For `:nth-child(… of S)`: by test, each element's position among the siblings that match S; 0 unknown,
  /// -1 no match.
  private var nthPositions: [Int32: [Int32]] = [:]
  /// For `:has()`: by selector, whether each element has a matching relative.
  private var hasAnswers: [Int32: [Bool]] = [:]
  /// For `~`: by the compound to its left, what the walk over the preceding siblings of each element found.
  private var siblingAnswers: [Int32: [Outcome?]] = [:]

  /// The maximum nesting of selectors, including the elements that they walk over.
  private static let depthLimit = 500

  /// - Parameter isOneOfMany: Whether there are so many sheets that a table of all names of the tree for each
  ///   costs too much.
  init(_ selectors: CompiledSelectors, tree: StyleTree, isOneOfMany: Bool = false) {
    self.selectors = selectors
    inTree = [Int32](repeating: -2, count: selectors.names.count)
    if selectors.isInShadowTrees || isOneOfMany, tree.isHTML { sparse = [:] }
    learnNames(of: tree)
  }

  /// Translates the names that were added to the tree since the last call.
  mutating func learnNames(of tree: StyleTree) {
    if sparse != nil {
      guard learned < tree.names.count else { return }
      learned = tree.names.count
      for (name, number) in selectors.names {
        guard let known = tree.known(name) else { continue }
        sparse?[known] = number
        inTree[Int(number)] = known
      }
      return
    }
    guard inRules.count < tree.names.count else { return }
    for number in inRules.count..<tree.names.count {
      let name = tree.names[number]
      let found = selectors.names[name] ?? -1
      inRules.append(found)
      if found >= 0 { inTree[Int(found)] = Int32(number) }
      lowerInRules.append(
        tree.isHTML ? found : selectors.names[AtomName(name.text.asciiLowercased)] ?? -1)
    }
  }

  /// Clears the cached results, because the document has changed.
  mutating func forget() {
    if !nestingAnswers.isEmpty { nestingAnswers = [:] }
    if !nthPositions.isEmpty { nthPositions = [:] }
    if !hasAnswers.isEmpty { hasAnswers = [:] }
    if !siblingAnswers.isEmpty { siblingAnswers = [:] }
  }

  /// The number that a name of the tree has in the rule set; -1 for none.
  @inline(__always)
  func ruleName(_ name: Int32) -> Int32 {
    sparse == nil ? inRules[Int(name)] : sparse?[name] ?? -1
  }

  /// The same for the name in lower case.
  @inline(__always)
  func lowerRuleName(_ name: Int32) -> Int32 {
    sparse == nil ? lowerInRules[Int(name)] : sparse?[name] ?? -1
  }

  /// The number that a name of the rule set has in the tree.
  @inline(__always)
  func treeName(_ name: Int32) -> Int32 { inTree[Int(name)] }

  // MARK: Complex selectors

  mutating func matches(list: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    for selector in selectors.lists[Int(list)]
    where selectors.selectors[Int(selector)].pseudoElement == nil
      && matches(selector: selector, element, tree)
    { return true }
    return false
  }

  /// Whether an element matches a selector, or is what its pseudo-element belongs to.
  mutating func matches(selector: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    match(selectors.selectors[Int(selector)].compounds.lowerBound, element, tree) == .matches
  }

  /// The extent of a failure, so that no walk is repeated.
  private enum Outcome {
    case matches
    /// Another element may still match.
    case failsHere
    /// No preceding sibling can match either.
    case failsForSiblings
    /// No ancestor can match either.
    case failsEverywhere
  }

  /// Whether `element` matches compound `index`, and the compounds to its left match elements above or before
  /// it.
  private mutating func match(_ index: Int32, _ element: Int, _ tree: StyleTree) -> Outcome {
    let compound = selectors.compounds[Int(index)]
    guard matches(compound, element, tree) else { return .failsHere }
    guard let combinator = compound.combinator else { return .matches }
    guard depth < Self.depthLimit else { return .failsHere }
    depth += 1
    defer { depth -= 1 }
    switch combinator {
    case .child:
      let parent = tree.records[element].parent
      return parent < 0 ? .failsEverywhere : matchAbove(index + 1, Int(parent), from: element, tree)
    case .descendant:
      var below = element
      var ancestor = tree.records[element].parent
      while ancestor >= 0 {
        let outcome = matchAbove(index + 1, Int(ancestor), from: below, tree)
        if outcome == .matches || outcome == .failsEverywhere { return outcome }
        below = Int(ancestor)
        ancestor = tree.records[below].parent
      }
      return .failsEverywhere
    case .slotted:
      let slot = tree.slot(of: element, inShadow: context)
      return slot < 0 ? .failsEverywhere : match(index + 1, Int(slot), tree)
    case .part:
      guard partHost >= 0 else { return .failsEverywhere }
      // `:host::part()` reaches the parts of the tree that the sheet belongs to; no other selector does.
      guard tree.records[Int(partHost)].shadow != context else {
        return match(index + 1, Int(partHost), tree)
      }
      let host = selectors.compounds[Int(index + 1)]
      guard host.combinator == nil, selectors.isOfHost(host) else { return .failsEverywhere }
      return matches(host, Int(partHost), tree) ? .matches : .failsEverywhere
    case .nextSibling:
      let previous = tree.records[element].previous
      return previous < 0 ? .failsForSiblings : match(index + 1, Int(previous), tree)
    case .subsequentSibling: return matchBefore(index + 1, element, tree)
    }
  }

  /// Matches the siblings before an element. The outcome of a walk holds from every sibling on its way, so
  /// each sibling is visited once.
  private mutating func matchBefore(_ index: Int32, _ element: Int, _ tree: StyleTree) -> Outcome {
    // In `:has()` the result depends on the anchor, in shadow trees on the context.
    guard anchor < 0, context == 0 else {
      var sibling = tree.records[element].previous
      while sibling >= 0 {
        let outcome = match(index, Int(sibling), tree)
        if outcome != .failsHere { return outcome }
        sibling = tree.records[Int(sibling)].previous
      }
      return .failsForSiblings
    }
    if siblingAnswers[index] == nil {
      siblingAnswers[index] = [Outcome?](repeating: nil, count: tree.records.count)
    }
    var found = Outcome.failsForSiblings
    var first = element
    while true {
      if let known = siblingAnswers[index]?[first] {
        found = known
        break
      }
      let previous = tree.records[first].previous
      guard previous >= 0 else { break }
      let outcome = match(index, Int(previous), tree)
      if outcome != .failsHere {
        found = outcome
        break
      }
      first = Int(previous)
    }
    var sibling = element
    while siblingAnswers[index]?[sibling] == nil {
      siblingAnswers[index]?[sibling] = found
      if sibling == first { break }
      sibling = Int(tree.records[sibling].previous)
    }
    return found
  }

  /// Matches an element above another one. Above a shadow tree there is only its host, and only for `:host`
  /// (CSS Scoping 1 §3.2.1).
  private mutating func matchAbove(_ index: Int32, _ element: Int, from below: Int, _ tree: StyleTree)
    -> Outcome
  {
    guard tree.records[element].shadow != tree.records[below].shadow else {
      return match(index, element, tree)
    }
    let compound = selectors.compounds[Int(index)]
    let isAnchor = compound.tests.contains { selectors.tests[Int($0)].kind == .anchor }
    guard compound.combinator == nil, isAnchor || selectors.isOfHost(compound) else {
      return .failsEverywhere
    }
    return matches(compound, element, tree) ? .matches : .failsEverywhere
  }

  // MARK: Compound selectors

  private mutating func matches(_ compound: CompiledCompound, _ element: Int, _ tree: StyleTree) -> Bool {
    for index in compound.tests where !passes(index, element, tree) { return false }
    return true
  }

  private mutating func passes(_ index: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    let test = selectors.tests[Int(index)]
    switch test.kind {
    case .universal: return true
    case .type: return tree.records[element].tag == treeName(tree.isHTML ? test.name : test.argument)
    case .typeWithoutNamespace:
      return !tree.isHTML && tree.records[element].tag == treeName(test.argument)
    case .id: return tree.records[element].id == treeName(test.name)
    case .class:
      let name = treeName(test.name)
      for place in tree.classes(of: element) where tree.classPool[place] == name { return true }
      return false
    case .host:
      if context != 0 { return tree.records[element].root == context }
      return test.name >= 0 && tree.records[element].host == treeName(test.name)
    case .slotted:
      // Slots of other trees are not among what a slot shows: their content is (CSS Scoping 1 §3.3).
      let record = tree.records[element]
      guard context != 0, record.shadow == 0 || record.tag != tree.known.slot else { return false }
      return tree.slot(of: element, inShadow: context) >= 0
    case .hostContext:
      guard context != 0, tree.records[element].root == context else { return false }
      return isNested { $0.matchesAround(test.argument, element, tree) }
    case .part:
      return selectors.parts[Int(test.argument)].allSatisfy { partNames.contains(treeName($0)) }
    case .customState:
      return tree.customStates[Int32(element)]?.contains(treeName(test.name)) ?? false
    case .attribute: return matches(selectors.attributes[Int(test.argument)], element, tree)
    case .traits:
      return tree.records[element].traits.rawValue & UInt16(truncatingIfNeeded: test.argument) != 0
    case .notTraits:
      return tree.records[element].traits.rawValue & UInt16(truncatingIfNeeded: test.argument) == 0
    case .state: return tree.records[element].state.rawValue & UInt32(truncatingIfNeeded: test.argument) != 0
    case .firstChild: return tree.records[element].previous < 0
    case .lastChild: return tree.records[element].next < 0
    case .onlyChild: return tree.records[element].count == 1
    case .firstOfType: return tree.records[element].typePosition == 1
    case .lastOfType: return tree.records[element].typePosition == tree.records[element].typeCount
    case .onlyOfType: return tree.records[element].typeCount == 1
    case .nthChild, .nthLastChild:
      if test.argument >= 0 { return matchesNth(index, test, element, tree) }
      let position = tree.records[element].position
      return test.formula.contains(
        Int(test.kind == .nthChild ? position : tree.records[element].count - position + 1))
    case .nthOfType: return test.formula.contains(Int(tree.records[element].typePosition))
    case .nthLastOfType:
      return test.formula.contains(
        Int(tree.records[element].typeCount - tree.records[element].typePosition + 1))
    case .matches: return isNested { $0.matches(list: test.argument, element, tree) }
    case .not: return !isNested { $0.matches(list: test.argument, element, tree) }
    case .has: return isNested { $0.hasRelative(test.argument, element, tree) }
    case .nesting: return isNested { $0.matchesNesting(test.argument, element, tree) }
    case .anchor: return element == anchor
    case .lang: return matchesLanguage(selectors.languages[Int(test.argument)], element, tree)
    case .direction: return isRightToLeft(element, tree) == (test.argument == 1)
    case .never: return false
    }
  }

  /// Runs `body` one level deeper; beyond the limit nothing matches.
  private mutating func isNested(_ body: (inout SelectorMatcher) -> Bool) -> Bool {
    guard depth < Self.depthLimit else { return false }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// `&`: the selector list of the enclosing rule. Results are cached for rules nested two or more levels
  /// deep, because each would evaluate the rule above it again for every `&`.
  private mutating func matchesNesting(_ list: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    guard selectors.listsWithNesting[Int(list)] else { return matches(list: list, element, tree) }
    let key = Int64(list) << 32 | Int64(element)
    if let answer = nestingAnswers[key] { return answer }
    let outer = anchor
    anchor = -1
    let answer = matches(list: list, element, tree)
    anchor = outer
    nestingAnswers[key] = answer
    return answer
  }

  // MARK: Functional pseudo-classes

  /// Whether an element, or one above it, also above its shadow tree, matches a list.
  private mutating func matchesAround(_ list: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    var element = Int32(element)
    while element >= 0 {
      if matches(list: list, Int(element), tree) { return true }
      element = tree.records[Int(element)].parent
    }
    return false
  }

  /// `:nth-child(an+b of S)` and `:nth-last-child(an+b of S)`. Selectors 4 §13.3.1 and §13.3.2.
  private mutating func matchesNth(_ index: Int32, _ test: SelectorTest, _ element: Int, _ tree: StyleTree)
    -> Bool
  {
    if let position = nthPositions[index]?[element], position != 0 {
      return position > 0 && test.formula.contains(Int(position))
    }
    var positions =
      nthPositions.removeValue(forKey: index) ?? [Int32](repeating: 0, count: tree.records.count)
    // Computes all siblings at once, from the end that the test counts from.
    let isFromEnd = test.kind == .nthLastChild
    var sibling = Int32(element)
    while true {
      let before = isFromEnd ? tree.records[Int(sibling)].next : tree.records[Int(sibling)].previous
      if before < 0 { break }
      sibling = before
    }
    var position: Int32 = 0
    while sibling >= 0 {
      let isMember = matches(list: test.argument, Int(sibling), tree)
      position += isMember ? 1 : 0
      positions[Int(sibling)] = isMember ? position : -1
      sibling = isFromEnd ? tree.records[Int(sibling)].previous : tree.records[Int(sibling)].next
    }
    let found = positions[element]
    nthPositions[index] = positions
    return found > 0 && test.formula.contains(Int(found))
  }

  /// `:has()`. Selectors 4 §4.5.
  private mutating func hasRelative(_ list: Int32, _ element: Int, _ tree: StyleTree) -> Bool {
    for index in selectors.lists[Int(list)] {
      let selector = selectors.selectors[Int(index)]
      // A table of answers for all elements is worth its cost for the document, not for each shadow tree.
      if context == 0 {
        if hasAnswer(index, selector, element, tree) { return true }
        continue
      }
      let outer = anchor
      defer { anchor = outer }
      anchor = element
      switch selector.leading ?? .descendant {
      // No relative selector begins so.
      case .slotted, .part: break
      case .descendant, .child:
        if context != 0, tree.records[element].root == context {
          // For a sheet of a shadow tree, the descendants of the host are those in that tree.
          var top = tree.firstInShadow[context] ?? -1
          while top >= 0 {
            if match(selector.compounds.lowerBound, Int(top), tree) == .matches { return true }
            if hasMatch(selector.compounds.lowerBound, below: top, tree) { return true }
            top = tree.records[Int(top)].next
          }
          break
        }
        if hasMatch(selector.compounds.lowerBound, below: Int32(element), tree) { return true }
      case .nextSibling, .subsequentSibling:
        var sibling = tree.records[element].parent < 0 ? -1 : tree.records[element].next
        while sibling >= 0 {
          if match(selector.compounds.lowerBound, Int(sibling), tree) == .matches
            || hasMatch(selector.compounds.lowerBound, below: sibling, tree)
          {
            return true
          }
          sibling = tree.records[Int(sibling)].next
        }
      }
    }
    return false
  }

  /// Whether an element below `top` is the subject of the relative selector whose rightmost compound is
  /// `compound`.
  private mutating func hasMatch(_ compound: Int32, below top: Int32, _ tree: StyleTree) -> Bool {
    var candidate = tree.following(top, below: top)
    while candidate >= 0 {
      if match(compound, Int(candidate), tree) == .matches { return true }
      candidate = tree.following(candidate, below: top)
    }
    return false
  }

  /// Whether a relative selector holds does not depend on the anchor but for its place, so all elements are
  /// tested once: for each compound, from the right to the left, those that are related to an element which
  /// matches what is behind it.
  private mutating func hasAnswer(
    _ index: Int32, _ selector: CompiledSelector, _ element: Int, _ tree: StyleTree
  ) -> Bool {
    if let answers = hasAnswers[index] { return answers[element] }
    let order = tree.orderWithShadowTrees
    var hits = [Bool](repeating: true, count: tree.records.count)
    for place in selector.compounds.dropLast() {
      let compound = selectors.compounds[Int(place)]
      for element in order where hits[Int(element)] {
        hits[Int(element)] = matches(compound, Int(element), tree)
      }
      hits = related(to: hits, by: compound.combinator ?? .descendant, order, tree)
    }
    hasAnswers[index] = hits
    return hits[element]
  }

  /// The elements that have one of `hits` below or behind them, as a combinator says.
  private func related(
    to hits: [Bool], by combinator: Combinator, _ order: [Int32], _ tree: StyleTree
  ) -> [Bool] {
    var answers = [Bool](repeating: false, count: hits.count)
    for element in order.reversed().map({ Int($0) }) {
      let isHit = hits[element]
      var parent = Int(tree.records[element].parent)
      if parent >= 0, tree.records[parent].shadow != tree.records[element].shadow { parent = -1 }
      let previous = Int(tree.records[element].previous)
      switch combinator {
      case .slotted, .part: break
      case .child: if isHit, parent >= 0 { answers[parent] = true }
      case .descendant: if isHit || answers[element], parent >= 0 { answers[parent] = true }
      case .nextSibling: if isHit, previous >= 0 { answers[previous] = true }
      case .subsequentSibling: if isHit || answers[element], previous >= 0 { answers[previous] = true }
      }
    }
    return answers
  }

  /// `:lang()`: the nearest `lang` attribute, by extended filtering (RFC 4647 §3.3.2). Selectors 4 §7.2.
  private func matchesLanguage(_ ranges: [String], _ element: Int, _ tree: StyleTree) -> Bool {
    guard let language = inherited(tree.known.lang, element, tree), !language.isEmpty else { return false }
    let tags = language.asciiLowercased.split(separator: "-", omittingEmptySubsequences: false)
    return ranges.contains { range in
      let wanted = range.asciiLowercased.split(separator: "-", omittingEmptySubsequences: false)
      guard let first = wanted.first, !first.isEmpty, first == "*" || first == tags.first else {
        return false
      }
      var rest = tags.dropFirst()
      for part in wanted.dropFirst() where part != "*" {
        while let next = rest.first, next != part {
          if next.utf8.count == 1 { return false }
          rest.removeFirst()
        }
        if rest.popFirst() == nil { return false }
      }
      return true
    }
  }

  private func isRightToLeft(_ element: Int, _ tree: StyleTree) -> Bool {
    var element = element
    while element >= 0 {
      let traits = tree.records[element].traits
      if traits.contains(.automaticDirection) { return traits.contains(.rightToLeftText) }
      if let value = tree.value(of: tree.known.dir, element) {
        if value.isASCIIEqual(to: "rtl") { return true }
        if value.isASCIIEqual(to: "ltr") { return false }
      }
      element = Int(tree.records[element].parent)
    }
    return false
  }

  /// The value of an attribute of the element or of its nearest ancestor that has it.
  private func inherited(_ attribute: Int32, _ element: Int, _ tree: StyleTree) -> String? {
    var element = element
    while element >= 0 {
      if let value = tree.value(of: attribute, element) { return value }
      element = Int(tree.records[element].parent)
    }
    return nil
  }
}

extension SelectorTest {
  fileprivate var formula: AnPlusB { AnPlusB(a: Int(a), b: Int(b)) }
}
