package import HybridDOM

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

  let userAgent: [RuleSet]
  let author: [RuleSet]

  /// A stylist for sheets in document order.
  ///
  /// - Parameters:
  ///   - userAgent: The defaults of the elements.
  ///   - author: The page's own, those it links and those in it.
  package init(
    userAgent: [RuleSet] = [], author: [RuleSet], environment: MediaEnvironment, dialect: Dialect = .standard
  ) {
    self.environment = environment
    self.dialect = dialect
    self.userAgent = userAgent
    self.author = author
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
  static let substitutionBudget = 4_000_000

  let stylist: Stylist
  let document: Document
  let tree: StyleTree
  private var userAgent: OriginMatches
  private var author: OriginMatches
  private var styles: [ComputedStyle]
  /// Beside each style: which values children inherit, and whether they become blocks.
  private var inheritance: [Int32] = [0]
  private var blockifies: [Bool] = [false]
  private var customNumbers: [Int32] = [0]
  private var inheritedTexts: [Inherited: Int32] = [:]
  private var known: [Key: Int32] = [:]
  private var attributes: AttributeStyles
  /// Lent to one builder after the other, and nil meanwhile, so that it is never copied.
  private var scratch: StyleScratch? = StyleScratch(budget: Self.substitutionBudget)
  /// Rules of the element at hand; an element that shares its style leaves the storage to the next one.
  private var rules: [Int32] = []
  private let styleName: Int32
  /// By the number of an attribute's name: where it stands in the table of presentational attributes.
  private let presentationalEntries: [[Int]]
  private var root: (fontSize: Double, lineHeight: Double)?

  /// What makes two elements' styles equal.
  private struct Key: Hashable {
    /// Rules of both origins, then the numbers of the style attribute and of the presentational ones.
    var rules: [Int32]
    /// What is inherited.
    var inherited: Int32
    /// The parent's style, where more of it counts than what is inherited; -1 otherwise.
    var parent: Int32
    var parentBlockifies: Bool

    /// One number made of all: the standard hasher takes its time with each element of an array.
    func hash(into hasher: inout Hasher) {
      var mixed = UInt64(truncatingIfNeeded: inherited) ^ UInt64(truncatingIfNeeded: parent) << 32
      for rule in rules {
        mixed = (mixed ^ UInt64(truncatingIfNeeded: rule)) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
      }
      hasher.combine(mixed)
    }
  }

  /// What children inherit, custom properties by number.
  private struct Inherited: Hashable {
    var custom: Int32
    var text: ComputedStyle.InheritedText
  }

  init(_ stylist: Stylist, _ document: Document, _ states: [NodeID: ElementState]) {
    self.stylist = stylist
    self.document = document
    var tree = StyleTree(document)
    for (node, state) in states {
      if let element = tree.element(of: node) { tree.states[element] = state }
    }
    self.tree = tree
    styleName = Int32(tree.names.firstIndex(of: AtomName("style")) ?? -1)
    presentationalEntries = tree.names.map {
      PresentationalAttribute.entries(named: $0.text, in: stylist.dialect)
    }
    attributes = AttributeStyles(dialect: stylist.dialect)
    userAgent = OriginMatches(.userAgent, stylist.userAgent, tree, stylist.environment)
    author = OriginMatches(.author, stylist.author, tree, stylist.environment)
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
    var traits = userAgent.match(element)
    traits.formUnion(author.match(element))
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
    var style: AttributeBlock?
    if let text = tree.value(ofAttribute: styleName, of: element), !text.isEmpty {
      style = attributes.style(text)
    }
    let presentational = presentational(element)
    for block in [style, presentational] {
      rules.append(block?.number ?? -1)
      if let block { traits.formUnion(block.block.traits) }
    }
    let key = Key(
      rules: rules, inherited: parent.map { inheritance[Int($0)] } ?? -1,
      parent: traits.contains(.readsParent) ? parent ?? -1 : -1,
      parentBlockifies: parent.map { blockifies[Int($0)] } ?? false)
    if let number = known[key] { return number }

    let place = StyleBuilder.Place(
      parent: parent.map { styles[Int($0)] }, parentBlockifies: key.parentBlockifies,
      customNumber: parent.map { customNumbers[Int($0)] } ?? 0, root: root)
    let list = CascadeList(
      userAgent, author, style: style, attributes: presentational.map { [$0] } ?? [],
      dialect: stylist.dialect, traits)
    let builder = StyleBuilder(
      list, place, initial: stylist.initial, environment: stylist.environment,
      scratch: scratch.take() ?? StyleScratch(budget: 0))
    let computed: ComputedStyle
    (computed, scratch) = builder.build()
    if parent == nil, root == nil { root = (computed.text.fontSize, computed.text.lineHeightInPoints) }
    let number = add(computed, parent: parent)
    known[key] = number
    return number
  }

  private mutating func add(_ style: ComputedStyle, parent: Int32?) -> Int32 {
    styles.append(style)
    let above = styles[Int(parent ?? 0)]
    let custom = style.sharesCustom(with: above) ? customNumbers[Int(parent ?? 0)] : Int32(styles.count)
    customNumbers.append(custom)
    if style.sharesInherited(with: above) {
      inheritance.append(inheritance[Int(parent ?? 0)])
    } else {
      let inherited = Inherited(custom: custom, text: style.inheritedText)
      let number = inheritedTexts[inherited] ?? Int32(inheritedTexts.count + 1)
      inheritedTexts[inherited] = number
      inheritance.append(number)
    }
    let display = style.box.display
    blockifies.append(
      display == .contents ? parent.map { blockifies[Int($0)] } ?? false : display.blockifiesChildren)
    return Int32(styles.count - 1)
  }

  /// What presentational attributes of the element declare.
  private mutating func presentational(_ element: Int) -> AttributeBlock? {
    let range = Int(tree.attributeStarts[element])..<Int(tree.attributeStarts[element + 1])
    let table = PresentationalAttribute.all(in: stylist.dialect)
    var found: [(entry: Int, value: String)] = []
    for place in range {
      for entry in presentationalEntries[Int(tree.attributeNames[place])]
      where table[entry].applies(to: tree.names[Int(tree.lowerTags[element])].text, tree.states[element]) {
        found.append((entry, tree.attributeValues[place]))
      }
    }
    return found.isEmpty ? nil : attributes.presentational(found)
  }
}

extension StyleTree {
  /// The value of an attribute by the number of its name.
  fileprivate func value(ofAttribute name: Int32, of element: Int) -> String? {
    guard name >= 0 else { return nil }
    for index in Int(attributeStarts[element])..<Int(attributeStarts[element + 1])
    where attributeNames[index] == name {
      return attributeValues[index]
    }
    return nil
  }
}
