import HybridDOM

/// Computes the styles of a document's elements one after another, parents first.
///
/// Results are cached: elements with the same rules and the same inherited values share a style, also in
/// later updates.
struct StyleCalculator {
  /// The maximum size of all `var()` replacements in a document, in component values.
  static let substitutionBudget = 4_000_000

  let stylist: Stylist
  /// ``LiveStyles/overrides``
  var overrides: [NodeID: String] = [:] {
    didSet { overrideBlocks = overrideBlocks.filter { overrides[$0.key] == $0.value.text } }
  }
  /// The declarations of the overrides. The texts change with each key press, so only the latest are cached.
  private var overrideBlocks: [NodeID: (text: String, block: AttributeBlock)] = [:]
  var tree: StyleTree
  private var userAgent: OriginMatches
  private var author: OriginMatches
  private(set) var styles: [ComputedStyle]
  /// The containers of the document.
  var containers: QueryContainers
  /// The number of the sizes that lengths of the current element are relative to, if they are so to a
  /// container.
  private var basis: Int32 = 0
  /// By style: whether it makes an element a container.
  private(set) var makesContainer: [Bool] = [false]
  /// By style: the inherited values of its children, and whether the children are blockified.
  private var inheritance: [Int32] = [0]
  private var blockifies: [Bool] = [false]
  private var customNumbers: [Int32] = [0]
  private var inheritedValues: [Inherited: Int32] = [:]
  private var known: [Key: Int32] = [:]
  private var attributes: AttributeStyles
  /// Lent to one builder after another, and nil meanwhile, so that it is never copied.
  private var scratch: StyleScratch? = StyleScratch(budget: Self.substitutionBudget)
  /// Rules of the current element; an element that shares its style leaves the storage to the next one.
  private var rules: [Int32] = []
  /// By the number of an attribute's name: its indices in the table of presentational attributes.
  private var presentationalEntries: [[Int]] = []
  /// The elements whose style, or that of a pseudo-element, reads their attributes or place.
  private(set) var elementReaders: Set<Int32> = []
  /// The numbers of the facts that such styles read.
  private var factNumbers: [[String]: Int32] = [:]
  /// Font size, line height and font of the root element, for lengths relative to it; nil until they are
  /// known.
  private(set) var root: (fontSize: Double, lineHeight: Double, font: LengthFont)?

  /// The inputs of a style: elements with equal keys have equal styles.
  private struct Key: Hashable {
    /// The rules of both origins, then the numbers of the blocks of the style attribute, of the
    /// presentational attributes and, if any, of overrides.
    var rules: [Int32]
    /// The number of the inherited values.
    var inherited: Int32
    /// The parent's style, when the element depends on more of it than the inherited values; -1 otherwise.
    var parent: Int32
    var parentBlockifies: Bool
    /// The number of the sizes of containers, when lengths may depend on them; 0 otherwise.
    var basis: Int32

    /// Combines all numbers into one: the standard hasher is slow for each element of an array.
    func hash(into hasher: inout Hasher) {
      var mixed =
        UInt64(truncatingIfNeeded: inherited) ^ UInt64(truncatingIfNeeded: parent) << 32
        ^ UInt64(truncatingIfNeeded: basis) << 48
      for rule in rules {
        mixed = (mixed ^ UInt64(truncatingIfNeeded: rule)) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
      }
      hasher.combine(mixed)
    }
  }

  /// The values that children inherit, custom properties by number.
  private struct Inherited: Hashable {
    var custom: Int32
    var values: ComputedStyle.InheritedValues
  }

  init(_ stylist: Stylist, _ document: Document, _ states: [NodeID: ElementState]) {
    self.stylist = stylist
    tree = StyleTree(document, states: states)
    attributes = AttributeStyles(dialect: stylist.dialect)
    userAgent = OriginMatches(.userAgent, stylist.userAgent, tree, stylist.environment)
    author = OriginMatches(.author, stylist.author, tree, stylist.environment, shadow: stylist.shadow)
    containers = QueryContainers(author.ruleSets)
    styles = [stylist.initial]
    learnNames()
  }

  /// Updates the matchers and tables after ``tree`` has changed.
  mutating func refresh() {
    containers.forget()
    userAgent.refresh(tree)
    author.refresh(tree)
    learnNames()
    scratch?.budget = Self.substitutionBudget
  }

  private mutating func learnNames() {
    for name in tree.names[presentationalEntries.count...] {
      presentationalEntries.append(PresentationalAttribute.entries(named: name.text, in: stylist.dialect))
    }
  }

  /// The number of the element's style among ``styles``, and whether the style depends on more of the
  /// parent's style than the inherited values.
  ///
  /// - Parameters:
  ///   - parent: The number of its parent's style; nil for a root element.
  ///   - container: The nearest container around it.
  mutating func style(
    of element: Int, parent: Int32?, in container: Int32
  ) -> (number: Int32, readsParent: Bool) {
    style(of: element, parent: parent, in: container, overrides.isEmpty ? nil : override(of: NodeID(element)))
  }

  private mutating func style(
    of element: Int, parent: Int32?, in container: Int32, _ override: AttributeBlock?
  ) -> (number: Int32, readsParent: Bool) {
    enter(container, below: parent)
    var traits = userAgent.match(element, in: tree)
    traits.formUnion(author.match(element, in: tree))
    let style = tree.value(of: tree.known.style, element).flatMap { $0.isEmpty ? nil : attributes.style($0) }
    let presentational = presentational(element)
    collectRules(style, presentational, &traits)
    if let override {
      rules.append(override.number)
      traits.formUnion(override.block.traits)
    }
    let isBlockified = parent.map { blockifies[Int($0)] } ?? false
    let number = number(
      parent: parent, isBlockified: isBlockified, traits, of: element, style: style,
      presentational: presentational, override: override)
    return (number, traits.contains(.readsParent))
  }

  /// Answers the queries for elements in a container.
  @inline(__always) private mutating func enter(_ container: Int32, below parent: Int32?) {
    if !containers.isIdle { ask(container, below: parent) }
  }

  @inline(never) private mutating func ask(_ container: Int32, below parent: Int32?) {
    basis = containers.basis(in: container, styles)
    guard containers.hasTests else { return }
    var lengths = LengthContext(
      fontSize: stylist.initial.text.fontSize,
      rootFontSize: root?.fontSize ?? stylist.initial.text.fontSize,
      viewportWidth: stylist.environment.width, viewportHeight: stylist.environment.height)
    if let root { (lengths.rootLineHeight, lengths.rootFont) = (root.lineHeight, root.font) }
    author.containerAnswers = containers.answers(in: container, below: parent, styles, lengths)
  }

  /// Records the style of an element for the queries of what is in it.
  @inline(__always) mutating func settleContainer(_ element: Int, below parent: Int32, style: Int32) {
    let isContainer = makesContainer[Int(style)]
    if isContainer || !containers.isIdle {
      containers.settle(
        element, below: parent, style: style, isContainer: isContainer, count: tree.records.count)
    }
  }

  /// Whether what is below an element has to be computed again when the element's style changes from `a` to
  /// `b`, because it may ask for the element as a container.
  func differsForQueries(_ a: Int32, _ b: Int32) -> Bool {
    makesContainer[Int(a)] || makesContainer[Int(b)]
      || containers.asksForStyle && customNumbers[Int(a)] != customNumbers[Int(b)]
  }

  /// Whether a rule is for a pseudo-element.
  var hasPseudoElements: Bool { userAgent.hasPseudoElements || author.hasPseudoElements }

  /// The styles of the pseudo-elements of an element that rules are for; `number` is the style of the
  /// element, which they inherit.
  ///
  /// - Parameter withoutBox: Whether `::before` and `::after` are among them if no rule sets their `content`.
  ///   Many sheets have a rule for those of all elements.
  mutating func pseudoElementStyles(
    of element: Int, number: Int32, withoutBox: Bool = false
  ) -> [PseudoElementStyle] {
    // CSS Conditional 5 §5.1: the element itself is a container for its pseudo-elements.
    enter(containers.around(below: Int32(element)), below: number)
    let isOfUserAgent = userAgent.matchPseudoElements(of: element, in: tree)
    let isOfAuthor = author.matchPseudoElements(of: element, in: tree)
    guard isOfUserAgent || isOfAuthor else { return [] }
    let found = PseudoElement.allCases.filter { userAgent.hasRules(for: $0) || author.hasRules(for: $0) }
    return found.compactMap { pseudoElement in
      var traits = userAgent.select(pseudoElement)
      traits.formUnion(author.select(pseudoElement))
      guard withoutBox || traits.contains(.content) || !pseudoElement.isChild else { return nil }
      let own = self.number(of: pseudoElement, of: element, below: number, &traits)
      return PseudoElementStyle(pseudoElement: pseudoElement, number: own)
    }
  }

  /// The number of the style that the selected rules give a pseudo-element.
  private mutating func number(
    of pseudoElement: PseudoElement, of element: Int, below parent: Int32,
    _ traits: inout DeclarationBlock.Traits,
    override: AttributeBlock? = nil
  ) -> Int32 {
    collectRules(nil, nil, &traits)
    // Distinguishes it from elements with the same rules: there are none.
    rules.append(.min + Int32(pseudoElement.rawValue))
    if let override {
      rules.append(override.number)
      traits.formUnion(override.block.traits)
    }
    let isBlockified = pseudoElement.isChild && blockifies[Int(parent)]
    return number(
      parent: parent, isBlockified: isBlockified, traits, of: element, override: override,
      pseudoElement: pseudoElement)
  }

  /// The style of a pseudo-element of `block` that inherits from another style, by its number.
  mutating func style(of pseudoElement: PseudoElement, of block: Int, below number: Int32) -> Int32? {
    // A node outside of the document has no style.
    guard tree.holds(NodeID(block)) else { return nil }
    return pseudoElementStyles(of: block, number: number, withoutBox: true).first {
      $0.pseudoElement == pseudoElement
    }?.number
  }

  /// The style that an element, or its pseudo-element, would have with more declarations. They beat all
  /// others except important ones.
  mutating func style(
    of element: Int, _ pseudoElement: PseudoElement?, below parent: Int32?,
    with declarations: [PropertyDeclaration]
  ) -> ComputedStyle {
    let block = attributes.unshared(declarations)
    guard let pseudoElement, let parent else {
      return styles[Int(style(of: element, parent: parent, in: containers.around(element), block).number)]
    }
    enter(containers.around(below: Int32(element)), below: parent)
    _ = userAgent.matchPseudoElements(of: element, in: tree)
    _ = author.matchPseudoElements(of: element, in: tree)
    var traits = userAgent.select(pseudoElement)
    traits.formUnion(author.select(pseudoElement))
    return styles[Int(number(of: pseudoElement, of: element, below: parent, &traits, override: block))]
  }

  /// The style of an element just before it is first shown. CSS Transitions 2 §3.3, *starting style*.
  mutating func startingStyle(of element: Int, below parent: Int32?) -> ComputedStyle {
    author.asksForStartingStyle = true
    defer { author.asksForStartingStyle = false }
    return styles[Int(style(of: element, parent: parent, in: containers.around(element)).number)]
  }

  /// The style of a box without rules.
  mutating func anonymousStyle(below number: Int32) -> Int32 {
    userAgent.selectNone()
    author.selectNone()
    rules = [.min + Int32(PseudoElement.allCases.count)]
    return self.number(parent: number, isBlockified: false, [], of: nil)
  }

  /// Returns the facts about an element itself that values read.
  private mutating func facts(of element: Int) -> ElementFacts {
    elementReaders.insert(Int32(element))
    let record = tree.records[element]
    var facts = ElementFacts(
      isHTML: tree.isHTML, siblingIndex: Int(record.position), siblingCount: Int(record.count))
    var key = ["\(record.position)", "\(record.count)"]
    for place in tree.attributes(of: element) {
      let name = tree.names[Int(tree.attributeNames[place])].text
      guard facts.attributes[name] == nil else { continue }
      facts.attributes[name] = tree.attributeValues[place]
      key += [name, tree.attributeValues[place]]
    }
    facts.number = factNumbers[key] ?? Int32(factNumbers.count + 1)
    factNumbers[key] = facts.number
    return facts
  }

  /// The number of the style that ``rules`` give below a parent's.
  ///
  /// - Parameter element: The element, or the one of the pseudo-element; nil for a box without rules.
  private mutating func number(
    parent: Int32?, isBlockified: Bool, _ traits: DeclarationBlock.Traits, of element: Int?,
    style: AttributeBlock? = nil, presentational: AttributeBlock? = nil, override: AttributeBlock? = nil,
    pseudoElement: PseudoElement? = nil
  ) -> Int32 {
    var facts = ElementFacts()
    if traits.contains(.readsElement), let element {
      facts = self.facts(of: element)
      // No other number in the list is below -1, apart from those of pseudo-elements near the least one.
      rules.append(-1 - facts.number)
    }
    let basis = traits.isDisjoint(with: [.containerUnits, .readsParent]) ? 0 : basis
    let key = Key(
      rules: rules, inherited: parent.map { inheritance[Int($0)] } ?? -1,
      parent: traits.contains(.readsParent) ? parent ?? -1 : -1, parentBlockifies: isBlockified, basis: basis)
    if let number = known[key] { return number }

    let place = StyleBuilder.Place(
      parent: parent.map { styles[Int($0)] }, parentBlockifies: key.parentBlockifies,
      customNumber: parent.map { customNumbers[Int($0)] } ?? 0,
      isStandard: stylist.dialect == .standard, root: root, container: containers.bases[Int(basis)],
      element: facts)
    let list = CascadeList(
      userAgent, author, style: style, attributes: presentational.map { [$0] } ?? [],
      override: override, dialect: stylist.dialect, traits)
    let builder = StyleBuilder(
      list, place, initial: stylist.initial, environment: stylist.environment, registry: stylist.registry,
      scratch: scratch.take() ?? StyleScratch(budget: 0))
    var computed: ComputedStyle
    (computed, scratch) = builder.build()
    switch pseudoElement {
    case .firstLetter: computed.restrictToFirstLetter(initial: stylist.initial)
    case nil: computed.settleContentOfElement()
    default: break
    }
    if parent == nil, root == nil {
      let zoom = computed.text.usedZoom
      root = (
        computed.text.fontSize / zoom, computed.text.lineHeightInPoints / zoom, computed.text.lengthFont
      )
    }
    let number = add(computed, parent: parent)
    known[key] = number
    return number
  }

  /// Whether children have to be computed again when their parent's style changes from `a` to `b`, if they
  /// depend only on inherited values.
  func differsForChildren(_ a: Int32, _ b: Int32) -> Bool {
    inheritance[Int(a)] != inheritance[Int(b)] || blockifies[Int(a)] != blockifies[Int(b)]
  }

  private mutating func collectRules(
    _ style: AttributeBlock?, _ presentational: AttributeBlock?, _ traits: inout DeclarationBlock.Traits
  ) {
    rules.removeAll(keepingCapacity: true)
    for match in userAgent.matches {
      rules.append(match.ruleSet)
      rules.append(match.rule)
    }
    rules.append(-1)
    for match in author.matches {
      rules.append(match.ruleSet)
      rules.append(match.rule)
    }
    for block in [style, presentational] {
      rules.append(block?.number ?? -1)
      if let block { traits.formUnion(block.block.traits) }
    }
  }

  private mutating func add(_ style: ComputedStyle, parent: Int32?) -> Int32 {
    styles.append(style)
    makesContainer.append(style.makesContainer)
    let above = styles[Int(parent ?? 0)]
    let custom = style.sharesCustom(with: above) ? customNumbers[Int(parent ?? 0)] : Int32(styles.count)
    customNumbers.append(custom)
    if style.sharesInherited(with: above) {
      inheritance.append(inheritance[Int(parent ?? 0)])
    } else {
      let inherited = Inherited(custom: custom, values: style.inheritedValues)
      let number = inheritedValues[inherited] ?? Int32(inheritedValues.count + 1)
      inheritedValues[inherited] = number
      inheritance.append(number)
    }
    let display = style.box.display
    blockifies.append(
      display == .contents ? parent.map { blockifies[Int($0)] } ?? false : display.blockifiesChildren)
    return Int32(styles.count - 1)
  }

  private mutating func override(of element: NodeID) -> AttributeBlock? {
    guard let text = overrides[element] else { return nil }
    if let known = overrideBlocks[element] { return known.block }
    let block = attributes.unshared(text)
    overrideBlocks[element] = (text, block)
    return block
  }

  /// The attributes of the table around a cell that apply to its cells.
  private func findOfTable(around cell: Int, _ found: inout [(entry: Int, value: String)]) {
    guard tree.known.tableCells.contains(tree.records[cell].lowerTag) else { return }
    var ancestor = Int(tree.records[cell].parent)
    while ancestor >= 0, tree.known.tableParts.contains(tree.records[ancestor].lowerTag) {
      ancestor = Int(tree.records[ancestor].parent)
    }
    guard ancestor >= 0, tree.records[ancestor].lowerTag == tree.known.table else { return }
    let table = PresentationalAttribute.all(in: stylist.dialect)
    for place in tree.attributes(of: ancestor) {
      for entry in presentationalEntries[Int(tree.attributeNames[place])] where table[entry].isForCells {
        found.append((entry, tree.attributeValues[place]))
      }
    }
  }

  /// The declarations of the element's presentational attributes.
  private mutating func presentational(_ element: Int) -> AttributeBlock? {
    let table = PresentationalAttribute.all(in: stylist.dialect)
    var found: [(entry: Int, value: String)] = []
    for place in tree.attributes(of: element) {
      for entry in presentationalEntries[Int(tree.attributeNames[place])]
      where table[entry].applies(
        to: tree.names[Int(tree.records[element].lowerTag)].text, tree.records[element].state)
      {
        found.append((entry, tree.attributeValues[place]))
      }
    }
    if stylist.dialect == .standard { findOfTable(around: element, &found) }
    return found.isEmpty ? nil : attributes.presentational(found)
  }
}
