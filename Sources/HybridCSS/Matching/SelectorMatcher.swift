/// Matches the selectors of one rule set against the elements of one tree. Selectors 4 §17, *Evaluating a selector*.
///
/// The names of the tree are translated to the numbers of the rule set once; after that only numbers are compared.
struct SelectorMatcher: Sendable {
  let selectors: CompiledSelectors
  let tree: StyleTree
  /// What elements are called, in the numbers of the rule set; -1 for names that no selector has.
  let tags: [Int32]
  let lowerTags: [Int32]
  let ids: [Int32]
  let classes: [Int32]
  let attributeNames: [Int32]
  let lowerAttributeNames: [Int32]

  /// The element that `:has()` is asked of.
  private var anchor = -1
  private var depth = 0
  /// What `&` came to, by list and element.
  private var nestingAnswers: [Int64: Bool] = [:]
  /// For `:nth-child(… of S)`: by test, each element's position among the siblings that match S; 0 not known, -1 none.
  private var nthPositions: [Int32: [Int32]] = [:]
  /// For `:has()` with one compound: by selector, whether each element has such a relative.
  private var hasAnswers: [Int32: [Bool]] = [:]

  /// Selectors inside selectors, with all the elements they walk over, go this deep.
  private static let depthLimit = 500

  init(_ selectors: CompiledSelectors, tree: StyleTree) {
    self.selectors = selectors
    self.tree = tree
    let exact = tree.names.map { selectors.names[$0] ?? -1 }
    let lower =
      tree.isHTML ? exact : tree.names.map { selectors.names[AtomName($0.text.asciiLowercased)] ?? -1 }
    tags = tree.tags.map { exact[Int($0)] }
    lowerTags = tree.lowerTags.map { exact[Int($0)] }
    ids = tree.ids.map { $0 < 0 ? -1 : exact[Int($0)] }
    classes = tree.classes.map { exact[Int($0)] }
    attributeNames = tree.attributeNames.map { exact[Int($0)] }
    lowerAttributeNames = tree.isHTML ? attributeNames : tree.attributeNames.map { lower[Int($0)] }
  }

  @inline(__always)
  func classRange(of element: Int) -> Range<Int> {
    Int(tree.classStarts[element])..<Int(tree.classStarts[element + 1])
  }

  @inline(__always)
  func attributeRange(of element: Int) -> Range<Int> {
    Int(tree.attributeStarts[element])..<Int(tree.attributeStarts[element + 1])
  }

  // MARK: Complex selectors

  mutating func matches(list: Int32, _ element: Int) -> Bool {
    for selector in selectors.lists[Int(list)] where matches(selector: selector, element) { return true }
    return false
  }

  mutating func matches(selector: Int32, _ element: Int) -> Bool {
    match(selectors.selectors[Int(selector)].compounds.lowerBound, element) == .matches
  }

  /// How far a failure reaches, so that no walk is taken twice.
  private enum Outcome {
    case matches
    /// Another element may still do.
    case failsHere
    /// No element before this one in its row will do either.
    case failsForSiblings
    /// Nothing above will do either.
    case failsEverywhere
  }

  /// Whether `element` matches compound `index`, and what is on its left matches what is above or before it.
  private mutating func match(_ index: Int32, _ element: Int) -> Outcome {
    let compound = selectors.compounds[Int(index)]
    guard matches(compound, element) else { return .failsHere }
    guard let combinator = compound.combinator else { return .matches }
    guard depth < Self.depthLimit else { return .failsHere }
    depth += 1
    defer { depth -= 1 }
    switch combinator {
    case .child:
      let parent = tree.parents[element]
      return parent < 0 ? .failsEverywhere : match(index + 1, Int(parent))
    case .descendant:
      var ancestor = tree.parents[element]
      while ancestor >= 0 {
        let outcome = match(index + 1, Int(ancestor))
        if outcome == .matches || outcome == .failsEverywhere { return outcome }
        ancestor = tree.parents[Int(ancestor)]
      }
      return .failsEverywhere
    case .nextSibling:
      let previous = tree.previous[element]
      return previous < 0 ? .failsForSiblings : match(index + 1, Int(previous))
    case .subsequentSibling:
      var sibling = tree.previous[element]
      while sibling >= 0 {
        let outcome = match(index + 1, Int(sibling))
        if outcome != .failsHere { return outcome }
        sibling = tree.previous[Int(sibling)]
      }
      return .failsForSiblings
    }
  }

  // MARK: Compound selectors

  private mutating func matches(_ compound: CompiledCompound, _ element: Int) -> Bool {
    for index in compound.tests where !passes(index, element) { return false }
    return true
  }

  private mutating func passes(_ index: Int32, _ element: Int) -> Bool {
    let test = selectors.tests[Int(index)]
    switch test.kind {
    case .universal: return true
    case .type: return tree.isHTML ? tags[element] == test.name : tags[element] == test.argument
    case .typeWithoutNamespace: return !tree.isHTML && tags[element] == test.argument
    case .id: return ids[element] == test.name
    case .class:
      for place in classRange(of: element) where classes[place] == test.name { return true }
      return false
    case .attribute: return matches(selectors.attributes[Int(test.argument)], element)
    case .traits: return tree.traits[element].rawValue & UInt16(truncatingIfNeeded: test.argument) != 0
    case .notTraits: return tree.traits[element].rawValue & UInt16(truncatingIfNeeded: test.argument) == 0
    case .state: return tree.states[element].rawValue & UInt16(truncatingIfNeeded: test.argument) != 0
    case .firstChild: return tree.previous[element] < 0
    case .lastChild: return tree.next[element] < 0
    case .onlyChild: return tree.counts[element] == 1
    case .firstOfType: return tree.typePositions[element] == 1
    case .lastOfType: return tree.typePositions[element] == tree.typeCounts[element]
    case .onlyOfType: return tree.typeCounts[element] == 1
    case .nthChild, .nthLastChild:
      if test.argument >= 0 { return matchesNth(index, test, element) }
      let position = tree.positions[element]
      return test.formula.contains(
        Int(test.kind == .nthChild ? position : tree.counts[element] - position + 1))
    case .nthOfType: return test.formula.contains(Int(tree.typePositions[element]))
    case .nthLastOfType:
      return test.formula.contains(Int(tree.typeCounts[element] - tree.typePositions[element] + 1))
    case .matches: return isNested { $0.matches(list: test.argument, element) }
    case .not: return !isNested { $0.matches(list: test.argument, element) }
    case .has: return isNested { $0.hasRelative(test.argument, element) }
    case .nesting: return isNested { $0.matchesNesting(test.argument, element) }
    case .anchor: return element == anchor
    case .lang: return matchesLanguage(selectors.languages[Int(test.argument)], element)
    case .direction: return isRightToLeft(element) == (test.argument == 1)
    case .never: return false
    }
  }

  /// One step deeper; past the limit nothing matches.
  private mutating func isNested(_ body: (inout SelectorMatcher) -> Bool) -> Bool {
    guard depth < Self.depthLimit else { return false }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// `&`: the selector list of the rule around this one. Answers of rules nested twice and more are kept, since each would ask the
  /// one above it again for every `&` it has.
  private mutating func matchesNesting(_ list: Int32, _ element: Int) -> Bool {
    guard selectors.listsWithNesting[Int(list)] else { return matches(list: list, element) }
    let key = Int64(list) << 32 | Int64(element)
    if let answer = nestingAnswers[key] { return answer }
    let outer = anchor
    anchor = -1
    let answer = matches(list: list, element)
    anchor = outer
    nestingAnswers[key] = answer
    return answer
  }

  // MARK: Functional pseudo-classes

  /// `:nth-child(an+b of S)` and its twin. Selectors 4 §13.3.1 and §13.3.2.
  private mutating func matchesNth(_ index: Int32, _ test: SelectorTest, _ element: Int) -> Bool {
    if let position = nthPositions[index]?[element], position != 0 {
      return position > 0 && test.formula.contains(Int(position))
    }
    var positions = nthPositions.removeValue(forKey: index) ?? [Int32](repeating: 0, count: tree.count)
    // All siblings at once, from the end that is counted from.
    let isFromEnd = test.kind == .nthLastChild
    var sibling = Int32(element)
    while true {
      let before = isFromEnd ? tree.next[Int(sibling)] : tree.previous[Int(sibling)]
      if before < 0 { break }
      sibling = before
    }
    var position: Int32 = 0
    while sibling >= 0 {
      let isMember = matches(list: test.argument, Int(sibling))
      position += isMember ? 1 : 0
      positions[Int(sibling)] = isMember ? position : -1
      sibling = isFromEnd ? tree.previous[Int(sibling)] : tree.next[Int(sibling)]
    }
    let found = positions[element]
    nthPositions[index] = positions
    return found > 0 && test.formula.contains(Int(found))
  }

  /// `:has()`. Selectors 4 §4.5.
  private mutating func hasRelative(_ list: Int32, _ element: Int) -> Bool {
    for index in selectors.lists[Int(list)] {
      let selector = selectors.selectors[Int(index)]
      if selector.compounds.count == 2 {
        if hasAnswer(index, selector, element) { return true }
        continue
      }
      let outer = anchor
      defer { anchor = outer }
      anchor = element
      for candidate in candidates(selector.leading ?? .descendant, element)
      where match(selector.compounds.lowerBound, candidate) == .matches {
        return true
      }
    }
    return false
  }

  /// The elements that a relative selector can have as its subject. What follows in tree order lies side by side.
  private func candidates(_ leading: Combinator, _ element: Int) -> Range<Int> {
    let end = Int(tree.subtreeEnds[element])
    switch leading {
    case .descendant, .child: return element + 1..<end
    case .nextSibling, .subsequentSibling:
      let parent = tree.parents[element]
      return parent < 0 ? end..<end : end..<Int(tree.subtreeEnds[Int(parent)])
    }
  }

  /// One compound does not depend on who asks, so all elements are asked once, and those around each match remember it.
  private mutating func hasAnswer(_ index: Int32, _ selector: CompiledSelector, _ element: Int) -> Bool {
    if let answers = hasAnswers[index] { return answers[element] }
    var answers = [Bool](repeating: false, count: tree.count)
    let compound = selectors.compounds[Int(selector.compounds.lowerBound)]
    for relative in stride(from: tree.count - 1, through: 0, by: -1) {
      let isHit = matches(compound, relative)
      let parent = Int(tree.parents[relative])
      let previous = Int(tree.previous[relative])
      switch selector.leading ?? .descendant {
      case .child: if isHit, parent >= 0 { answers[parent] = true }
      case .descendant: if isHit || answers[relative], parent >= 0 { answers[parent] = true }
      case .nextSibling: if isHit, previous >= 0 { answers[previous] = true }
      case .subsequentSibling: if isHit || answers[relative], previous >= 0 { answers[previous] = true }
      }
    }
    hasAnswers[index] = answers
    return answers[element]
  }

  /// `:lang()`: the nearest `lang` attribute, by extended filtering (RFC 4647 §3.3.2). Selectors 4 §7.2.
  private func matchesLanguage(_ ranges: [String], _ element: Int) -> Bool {
    guard let language = inherited(tree.lang, element), !language.isEmpty else { return false }
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

  private func isRightToLeft(_ element: Int) -> Bool {
    inherited(tree.dir, element)?.isASCIIEqual(to: "rtl") ?? false
  }

  /// The value of an attribute of the element or of the nearest one above it that has it.
  private func inherited(_ attribute: Int32, _ element: Int) -> String? {
    var element = element
    while element >= 0 {
      for place in attributeRange(of: element) where tree.attributeNames[place] == attribute {
        return tree.attributeValues[place]
      }
      element = Int(tree.parents[element])
    }
    return nil
  }
}

extension SelectorTest {
  fileprivate var formula: AnPlusB { AnPlusB(a: Int(a), b: Int(b)) }
}
