/// The rules of one origin that apply to the current element, with their declaration blocks.
struct OriginMatches {
  /// The rules, weakest first.
  private(set) var matches: [MatchedRule] = []
  private let origin: CascadeOrigin
  private var matcher: StyleMatcher
  /// The rules of the pseudo-elements of the current element.
  private var ofPseudoElements: [(pseudoElement: PseudoElement, matches: [MatchedRule])] = []
  /// By rule set and rule; a block is made when its rule first applies, because most rules of a shared sheet
  /// never apply.
  private var blocks: [[DeclarationBlock?]]
  /// The traits of ``blocks``, stored apart because every element reads them; empty until the block is made.
  private var traits: [[DeclarationBlock.Traits]]

  init(
    _ origin: CascadeOrigin, _ ruleSets: [RuleSet], _ tree: StyleTree, _ environment: MediaEnvironment,
    shadow: ShadowSheets = ShadowSheets()
  ) {
    self.origin = origin
    matcher = StyleMatcher(
      ruleSets, tree: tree, environment: environment, reachesShadowTrees: origin == .userAgent,
      shadow: shadow)
    let ruleSets = matcher.ruleSets
    blocks = ruleSets.map { [DeclarationBlock?](repeating: nil, count: $0.rules.count) }
    traits = ruleSets.map { [DeclarationBlock.Traits](repeating: [], count: $0.rules.count) }
  }

  /// Finds the rules of an element; returns the union of the traits of their declarations.
  mutating func match(_ element: Int, in tree: StyleTree) -> DeclarationBlock.Traits {
    matcher.collectMatches(of: element, in: tree, into: &matches)
    return traitsOfMatches()
  }

  /// All rule sets.
  var ruleSets: [RuleSet] { matcher.ruleSets }

  /// By rule set: whether each test of a container holds for the current element.
  var containerAnswers: [[Bool]] {
    get { matcher.containerAnswers }
    set { matcher.containerAnswers = newValue }
  }

  /// Whether the rules in `@starting-style` apply.
  var asksForStartingStyle: Bool {
    get { matcher.asksForStartingStyle }
    set { matcher.asksForStartingStyle = newValue }
  }

  /// Whether a rule is for a pseudo-element.
  var hasPseudoElements: Bool { matcher.hasPseudoElements }

  /// Finds the rules of the pseudo-elements of an element; returns whether there are any.
  mutating func matchPseudoElements(of element: Int, in tree: StyleTree) -> Bool {
    guard hasPseudoElements else { return false }
    ofPseudoElements = matcher.pseudoElementMatches(of: element, in: tree)
    return !ofPseudoElements.isEmpty
  }

  /// Whether a rule is for a pseudo-element of the current element.
  func hasRules(for pseudoElement: PseudoElement) -> Bool {
    ofPseudoElements.contains { $0.pseudoElement == pseudoElement }
  }

  /// Makes ``matches`` the rules of a pseudo-element; returns the union of the traits of their declarations.
  mutating func select(_ pseudoElement: PseudoElement) -> DeclarationBlock.Traits {
    matches = ofPseudoElements.first { $0.pseudoElement == pseudoElement }?.matches ?? []
    return traitsOfMatches()
  }

  private mutating func traitsOfMatches() -> DeclarationBlock.Traits {
    var found: DeclarationBlock.Traits = []
    for match in matches {
      let (set, rule) = (Int(match.ruleSet), Int(match.rule))
      if traits[set][rule].isEmpty {
        let block = DeclarationBlock(matcher.ruleSets[set].rules[rule].declarations)
        blocks[set][rule] = block
        traits[set][rule] = block.traits
      }
      found.formUnion(traits[set][rule])
    }
    return found
  }

  /// Makes ``matches`` those of a box without rules.
  mutating func selectNone() { matches = [] }

  /// Updates the matcher after the tree has changed.
  mutating func refresh(_ tree: StyleTree) { matcher.refresh(tree) }

  /// The trees of which rules are added, as seen from the tree that the element is in.
  fileprivate enum Trees {
    case inner, notInner, outer, notOuter, all

    func contains(_ match: MatchedRule) -> Bool {
      switch self {
      case .all: true
      case .inner: match.layer < 0
      case .notInner: match.layer >= 0
      case .outer: match.layer >= StyleMatcher.innerContext
      case .notOuter: match.layer < StyleMatcher.innerContext
      }
    }
  }

  /// Adds the important declarations, strongest first: the first layer wins, and unlayered declarations come
  /// last.
  fileprivate func addImportant(to list: inout CascadeList, of trees: Trees = .all) {
    guard list.traits.contains(.important) else { return }
    let important = matches.filter {
      traits[Int($0.ruleSet)][Int($0.rule)].contains(.important) && trees.contains($0)
    }
    // Matches come weakest first, by layer: grouping keeps specificity and order within each layer.
    let byLayer = Dictionary(grouping: important, by: \.layer)
    for layer in byLayer.keys.sorted() {
      for match in (byLayer[layer] ?? []).reversed() {
        list.add(
          block(of: match)?.important ?? [], origin, match.layer, .rule(origin, match), number(of: match) | 1)
      }
    }
  }

  fileprivate func addNormal(to list: inout CascadeList, of trees: Trees = .all) {
    if trees == .outer, matches.last.map(trees.contains) != true { return }
    for match in matches.reversed() where trees.contains(match) {
      list.add(block(of: match)?.normal ?? [], origin, match.layer, .rule(origin, match), number(of: match))
    }
  }

  private func number(of match: MatchedRule) -> Int64 {
    Int64(match.ruleSet) << 34 | Int64(match.rule) << 2 | (origin == .author ? 2 : 0)
  }

  private func block(of match: MatchedRule) -> DeclarationBlock? {
    blocks[Int(match.ruleSet)][Int(match.rule)]
  }
}

extension CascadeList {
  /// Puts the declarations that apply to an element in order. CSS Cascade 5 §6.1, *Cascade Sorting Order*.
  ///
  /// - Parameters:
  ///   - style: The `style` attribute.
  ///   - override: The declarations of ``LiveStyles/overrides`` for the element, which beat all other author
  ///     declarations.
  ///   - attributes: The declarations of presentational attributes, strongest first.
  ///   - dialect: Decides the place of `attributes`: TokenHybrid's beat the style attribute, hints of HTML
  ///     lose to all rules.
  init(
    _ userAgent: OriginMatches, _ author: OriginMatches, style: AttributeBlock?, attributes: [AttributeBlock],
    override: AttributeBlock? = nil, dialect: Dialect, _ traits: DeclarationBlock.Traits
  ) {
    self.traits = traits
    groups.reserveCapacity(userAgent.matches.count + author.matches.count + attributes.count + 1)
    // Importance reverses the order of the origins, and of the layers in each.
    userAgent.addImportant(to: &self)
    if let override { add(override.block.important, override, Self.overrideLayer, .override, bit: 1) }
    // CSS Cascade 5 §6.1, *context*: the style attribute is of the tree that the element is in.
    author.addImportant(to: &self, of: .inner)
    if let style { add(style.block.important, style, Self.styleLayer, bit: 1) }
    author.addImportant(to: &self, of: .notInner)
    if let override { add(override.block.normal, override, Self.overrideLayer, .override) }
    author.addNormal(to: &self, of: .outer)
    if dialect == .native { for block in attributes { add(block.block.normal, block, Self.nativeLayer) } }
    if let style { add(style.block.normal, style, Self.styleLayer) }
    author.addNormal(to: &self, of: .notOuter)
    // CSS Cascade 5 §6.2: hints of HTML precede all other author declarations.
    if dialect == .standard { for block in attributes { add(block.block.normal, block, Self.hintLayer) } }
    userAgent.addNormal(to: &self)
  }

  private mutating func add(
    _ declarations: [PropertyDeclaration], _ block: AttributeBlock, _ layer: Int32,
    _ source: DeclarationSource? = nil, bit: Int64 = 0
  ) {
    let number = (-Int64(block.number) * 2 - 2) | bit
    add(declarations, .author, layer, source ?? .attribute(block.name), number)
  }

  fileprivate mutating func add(
    _ declarations: [PropertyDeclaration], _ origin: CascadeOrigin, _ layer: Int32,
    _ source: DeclarationSource,
    _ block: Int64
  ) {
    guard !declarations.isEmpty else { return }
    groups.append(
      Group(declarations: declarations, origin: origin, layer: layer, source: source, block: block))
  }
}
