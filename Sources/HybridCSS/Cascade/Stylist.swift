package import HybridDOM
import HybridSource

/// Gives every element of a document its computed style: matching, cascade, inheritance.
///
/// A stylist is a value that knows sheets, viewport and dialect. It styles any number of documents; make a new one when
/// a sheet or the viewport changes (rule sets are shared, so that is cheap).
///
///     let stylist = Stylist(author: [RuleSet(sheet)], environment: MediaEnvironment(width: 375, height: 667))
///     let styled = stylist.styles(of: document)
///     styled[node].box.width
package struct Stylist: Sendable {
  /// The viewport and what the user prefers.
  package let environment: MediaEnvironment
  /// Which initial values apply.
  package let dialect: Dialect
  /// Every property at its initial value.
  package let initial: ComputedStyle

  let userAgent: Sheets
  let author: Sheets

  /// The sheets of one origin with their declarations made ready.
  struct Sheets: Sendable {
    let ruleSets: [RuleSet]
    let blocks: [[DeclarationBlock]]

    init(_ ruleSets: [RuleSet]) {
      self.ruleSets = ruleSets
      blocks = ruleSets.map { $0.rules.map { DeclarationBlock($0.declarations) } }
    }
  }

  /// A stylist for sheets in document order.
  ///
  /// - Parameter userAgent: The defaults of the elements; nil takes ``userAgentRules(for:)``.
  package init(
    userAgent: [RuleSet]? = nil, author: [RuleSet], environment: MediaEnvironment, dialect: Dialect = .standard
  ) {
    self.environment = environment
    self.dialect = dialect
    self.userAgent = Sheets(userAgent ?? Self.userAgentRules(for: dialect))
    self.author = Sheets(author)
    initial = ComputedStyle(initial: dialect)
  }

  /// A stylist for sheets whose imports are resolved.
  package init(sheets: [StyleSheet], environment: MediaEnvironment, dialect: Dialect = .standard) {
    self.init(author: sheets.map { RuleSet($0) }, environment: environment, dialect: dialect)
  }

  /// The computed style of every element of `document`; text and comments have their parent's.
  ///
  /// - Parameter states: Elements that are hovered, focused and the like.
  /// - Complexity: O(*n*) in elements and in the rules that come into question for them. Elements with the same rules
  ///   and the same inherited values are computed once.
  package func styles(of document: Document, states: [NodeID: ElementState] = [:]) -> StyledDocument {
    var pass = StylePass(self, document, states)
    return pass.run()
  }
}

/// The styles of one document.
package struct StyledDocument: Sendable, Hashable {
  /// Distinct styles; elements with equal rules and parents share one.
  package let styles: [ComputedStyle]
  /// Index into ``styles`` by node.
  let indices: [Int32]

  /// The style of a node of the document that was styled.
  package subscript(node: NodeID) -> ComputedStyle {
    styles[indices.indices.contains(node.index) ? Int(indices[node.index]) : 0]
  }

  /// Nodes with the same number have the same style; different numbers do not mean different styles.
  package func styleNumber(of node: NodeID) -> Int {
    indices.indices.contains(node.index) ? Int(indices[node.index]) : 0
  }
}

/// One walk over a document.
struct StylePass {
  /// What all `var()` of a document may come to, in component values.
  static let substitutionBudget = 8_000_000

  let stylist: Stylist
  let document: Document
  let tree: StyleTree
  private var userAgent: StyleMatcher
  private var author: StyleMatcher
  private var styles: [ComputedStyle]
  /// Beside each style: which values children inherit, and whether they become blocks.
  private var inheritance: [Int32] = [0]
  private var blockifies: [Bool] = [false]
  private var inheritedParts: [ComputedStyle.InheritedPart: Int32] = [:]
  private var known: [Key: Int32] = [:]
  private var attributes: [String: DeclarationBlock] = [:]
  private var attributeNumbers: [String: Int32] = [:]
  private var budget = Self.substitutionBudget
  private var root: (fontSize: Double, lineHeight: Double)?
  private var matchesOfAgent: [MatchedRule] = []
  private var matchesOfAuthor: [MatchedRule] = []

  /// What makes two elements' styles equal.
  private struct Key: Hashable {
    /// Rules of both origins, then the number of the style attribute.
    var rules: [Int32]
    /// What is inherited.
    var inherited: Int32
    /// The parent's style, where more of it counts than what is inherited; -1 otherwise.
    var parent: Int32
    var parentBlockifies: Bool
  }

  init(_ stylist: Stylist, _ document: Document, _ states: [NodeID: ElementState]) {
    self.stylist = stylist
    self.document = document
    var tree = StyleTree(document)
    for (node, state) in states {
      if let element = tree.element(of: node) { tree.states[element] = state }
    }
    self.tree = tree
    userAgent = StyleMatcher(stylist.userAgent.ruleSets, tree: tree, environment: stylist.environment)
    author = StyleMatcher(stylist.author.ruleSets, tree: tree, environment: stylist.environment)
    styles = [stylist.initial]
  }

  mutating func run() -> StyledDocument {
    var indices = [Int32](repeating: 0, count: document.nodes.count)
    var ofElement = [Int32](repeating: 0, count: tree.count)
    for element in 0..<tree.count {
      let parent = tree.parents[element]
      ofElement[element] = style(of: element, parent: parent < 0 ? nil : ofElement[Int(parent)])
      indices[tree.nodes[element].index] = ofElement[element]
    }
    for index in document.nodes.indices where document.nodes[index].element == nil {
      if let parent = document.nodes[index].parent { indices[index] = indices[parent.index] }
    }
    return StyledDocument(styles: styles, indices: indices)
  }

  /// The number of the element's style among ``styles``; `parent` is that of its parent.
  private mutating func style(of element: Int, parent: Int32?) -> Int32 {
    userAgent.collectMatches(of: element, into: &matchesOfAgent)
    author.collectMatches(of: element, into: &matchesOfAuthor)
    let attribute = document[tree.nodes[element]].element?["style"]

    var traits: DeclarationBlock.Traits = []
    var rules: [Int32] = []
    rules.reserveCapacity(matchesOfAgent.count + matchesOfAuthor.count * 2 + 2)
    for match in matchesOfAgent {
      rules.append(match.rule)
      traits.formUnion(stylist.userAgent.blocks[Int(match.ruleSet)][Int(match.rule)].traits)
    }
    rules.append(-1)
    for match in matchesOfAuthor {
      rules.append(match.ruleSet)
      rules.append(match.rule)
      traits.formUnion(stylist.author.blocks[Int(match.ruleSet)][Int(match.rule)].traits)
    }
    var block: DeclarationBlock?
    if let attribute, !attribute.isEmpty {
      let read = attributeBlock(attribute)
      block = read
      rules.append(attributeNumbers[attribute] ?? 0)
      traits.formUnion(read.traits)
    } else {
      rules.append(-1)
    }
    let key = Key(
      rules: rules, inherited: parent.map { inheritance[Int($0)] } ?? -1,
      parent: traits.contains(.readsParent) ? parent ?? -1 : -1,
      parentBlockifies: parent.map { blockifies[Int($0)] } ?? false)
    if let number = known[key] { return number }

    let place = StyleBuilder.Place(
      parent: parent.map { styles[Int($0)] }, parentBlockifies: key.parentBlockifies, root: root)
    var builder = StyleBuilder(
      cascadeList(attribute: block, traits), place, initial: stylist.initial, environment: stylist.environment,
      budget: budget)
    let (style, rest) = builder.build()
    budget = rest
    if parent == nil, root == nil { root = (style.text.fontSize, style.text.lineHeightInPoints) }
    let number = add(style, parent: parent)
    known[key] = number
    return number
  }

  private mutating func add(_ style: ComputedStyle, parent: Int32?) -> Int32 {
    styles.append(style)
    if let parent, style.sharesInherited(with: styles[Int(parent)]) {
      inheritance.append(inheritance[Int(parent)])
    } else {
      let part = style.inheritedPart
      let number = inheritedParts[part] ?? Int32(inheritedParts.count + 1)
      inheritedParts[part] = number
      inheritance.append(number)
    }
    let display = style.box.display
    blockifies.append(
      display == .contents ? parent.map { blockifies[Int($0)] } ?? false : display.blockifiesChildren)
    return Int32(styles.count - 1)
  }

  private mutating func attributeBlock(_ text: String) -> DeclarationBlock {
    if let known = attributes[text] { return known }
    var ignored: [Diagnostic] = []
    let block = DeclarationBlock(parseDeclarationList(Source(path: "", text: text), diagnostics: &ignored))
    attributes[text] = block
    attributeNumbers[text] = Int32(attributeNumbers.count)
    return block
  }

  /// The declarations of the rules matched last, strongest first. CSS Cascade 5 §6.1, *Cascade Sorting Order*.
  private func cascadeList(attribute: DeclarationBlock?, _ traits: DeclarationBlock.Traits) -> CascadeList {
    CascadeList(
      userAgent: (matchesOfAgent, stylist.userAgent), author: (matchesOfAuthor, stylist.author), attribute: attribute,
      traits: traits)
  }
}

extension CascadeList {
  init(
    userAgent: (matches: [MatchedRule], sheets: Stylist.Sheets), author: (matches: [MatchedRule], sheets: Stylist.Sheets),
    attribute: DeclarationBlock?, traits: DeclarationBlock.Traits
  ) {
    self.traits = traits
    groups.reserveCapacity(userAgent.matches.count + author.matches.count + 1)
    // Important declarations: origins and layers the other way round, rules of one layer as ever.
    addImportant(userAgent.matches, userAgent.sheets, .userAgent)
    if let attribute { add(attribute.important, .author, Self.attributeLayer, .styleAttribute) }
    addImportant(author.matches, author.sheets, .author)
    if let attribute { add(attribute.normal, .author, Self.attributeLayer, .styleAttribute) }
    addNormal(author.matches, author.sheets, .author)
    addNormal(userAgent.matches, userAgent.sheets, .userAgent)
  }

  private mutating func add(
    _ declarations: [PropertyDeclaration], _ origin: CascadeOrigin, _ layer: Int32, _ source: DeclarationSource
  ) {
    guard !declarations.isEmpty else { return }
    groups.append(Group(declarations: declarations, origin: origin, layer: layer, source: source))
  }

  private mutating func addNormal(_ matches: [MatchedRule], _ sheets: Stylist.Sheets, _ origin: CascadeOrigin) {
    for match in matches.reversed() {
      add(
        sheets.blocks[Int(match.ruleSet)][Int(match.rule)].normal, origin, match.layer, .rule(origin, match))
    }
  }

  private mutating func addImportant(_ matches: [MatchedRule], _ sheets: Stylist.Sheets, _ origin: CascadeOrigin) {
    var important: [MatchedRule] = []
    for match in matches where !sheets.blocks[Int(match.ruleSet)][Int(match.rule)].important.isEmpty {
      important.append(match)
    }
    guard !important.isEmpty else { return }
    // Matches come weakest first, by layer: a stable sort keeps specificity and order within each layer.
    let byLayer = Dictionary(grouping: important, by: \.layer)
    for layer in byLayer.keys.sorted() {
      for match in (byLayer[layer] ?? []).reversed() {
        add(
          sheets.blocks[Int(match.ruleSet)][Int(match.rule)].important, origin, match.layer, .rule(origin, match))
      }
    }
  }
}
