package import HybridDOM
import HybridEncoding

/// One declaration that applies to an element, and whether it wins.
package struct TracedDeclaration: Hashable, Sendable {
  /// The declaration; its range is in the file ``path`` or, when that is nil, in the value of ``attribute``.
  package var declaration: PropertyDeclaration
  /// The file; nil for an attribute.
  package var path: String?
  /// The attribute of the element that holds the declaration, `style` or a presentational one; nil for a rule
  /// or an override.
  package var attribute: String?
  /// The bytes of the rule's selector list; nil for an attribute.
  package var selectors: Range<Int>?
  /// The origin of the declaration.
  package var origin: CascadeOrigin
  /// Whether no stronger declaration sets the same property.
  package var wins: Bool { overriddenBy == nil }
  /// The index in the list of the stronger declaration that sets the same property; nil for the winner.
  package var overriddenBy: Int?
  /// The rule, attribute or override that holds the declaration.
  var source: DeclarationSource

  /// Whether the declaration is one of ``LiveStyles/overrides``.
  package var isOverride: Bool { source == .override }
}

/// Where the value of a property comes from. CSS Cascade 5 §4 and §7, *Defaulting*.
package enum ValueOrigin: Hashable, Sendable {
  /// The winning declaration; with `revert` or `revert-layer` the value is that of a weaker one.
  case declared(TracedDeclaration)
  /// The winning declaration of the nearest ancestor that has one.
  case inherited(TracedDeclaration, from: NodeID)
  /// Nothing is declared or inherited.
  case initial
}

extension Stylist {
  /// Every declaration that applies to an element, the strongest first, for an inspector.
  ///
  /// To ask several questions about a document, use a ``StyleTrace``.
  /// - Complexity: O(*n*) in the document: every call prepares the document again.
  package func declarations(of node: NodeID, in document: Document) -> [TracedDeclaration] {
    var trace = StyleTrace(self, document, styles: styles(of: document))
    return trace.declarations(of: node)
  }
}

/// Answers where the values of a document's elements come from. Styling does not record this: a trace matches
/// the requested elements again.
package struct StyleTrace {
  let stylist: Stylist
  let document: Document
  private let styles: StyledDocument
  private let overrides: [NodeID: String]
  private let tree: StyleTree
  private var userAgent: OriginMatches
  private var author: OriginMatches
  private var containers: QueryContainers
  private var known: [NodeID: [TracedDeclaration]] = [:]

  /// Prepares to answer for a document and the styles that `stylist` gave it.
  /// - Complexity: O(*n*) in elements.
  package init(
    _ stylist: Stylist, _ document: Document, styles: StyledDocument, states: [NodeID: ElementState] = [:],
    overrides: [NodeID: String] = [:]
  ) {
    self.stylist = stylist
    self.document = document
    self.styles = styles
    self.overrides = overrides
    tree = StyleTree(document, states: states)
    userAgent = OriginMatches(.userAgent, stylist.userAgent, tree, stylist.environment)
    author = OriginMatches(.author, stylist.author, tree, stylist.environment, shadow: stylist.shadow)
    containers = QueryContainers(author.ruleSets)
    if containers.hasTests { settleContainers() }
  }

  /// Finds the containers of the document.
  private mutating func settleContainers() {
    _ = containers.takeSizes(styles.containerSizes)
    let flat = document.flattened()
    for node in flat.nodes(in: flat.root) where flat[node].isElement {
      let style = styles[node]
      containers.settle(
        node.index, below: flat[node].parent.map { Int32($0.index) } ?? -1,
        style: Int32(styles.styleNumber(of: node)), isContainer: style.makesContainer,
        count: flat.nodes.count)
    }
  }

  /// Answers the queries for an element.
  private mutating func enter(_ node: NodeID) {
    guard containers.hasTests else { return }
    let parent = document.flattened()[node].parent.flatMap { document[$0].element == nil ? nil : $0 }
    let root = document.rootElement.map { styles[$0].text }
    var lengths = LengthContext(
      fontSize: stylist.initial.text.fontSize, rootFontSize: root?.fontSize ?? 16,
      viewportWidth: stylist.environment.width, viewportHeight: stylist.environment.height)
    if let root { (lengths.rootLineHeight, lengths.rootFont) = (root.lineHeightInPoints, root.lengthFont) }
    author.containerAnswers = containers.answers(
      in: containers.around(node.index), below: parent.map { Int32(styles.styleNumber(of: $0)) },
      styles.styles, lengths)
  }

  /// Every declaration that applies to an element, the strongest first.
  ///
  /// Logical properties count as the physical ones that they map to for this element. A declaration with
  /// `revert` or `revert-layer` wins like any other, although its value comes from a weaker one.
  package mutating func declarations(of node: NodeID) -> [TracedDeclaration] {
    if let list = known[node] { return list }
    let index = node.index
    guard let element = document[node].element, tree.holds(node) else { return [] }
    enter(node)
    let traits = userAgent.match(index, in: tree).union(author.match(index, in: tree))
    let style = element["style"].map { AttributeBlock(styleText: $0, dialect: stylist.dialect, number: 0) }
    let attributes = presentational(element, tree.records[index].state)
    let override = overrides[node].map { AttributeBlock(styleText: $0, dialect: stylist.dialect, number: 1) }
    let mapping = mapping(of: node)
    var winners: [PropertyDeclaration.Property: Int] = [:]
    let cascade = CascadeList(
      userAgent, author, style: style, attributes: attributes, override: override, dialect: stylist.dialect,
      [style, override].reduce(into: traits) { $0.formUnion($1?.block.traits ?? []) })
    var list: [TracedDeclaration] = []
    for group in cascade.groups {
      let (path, selectors) = place(of: group.source)
      var attribute: String?
      if case .attribute(let name) = group.source { attribute = name }
      for declaration in group.declarations.reversed() {
        let property = mapping.physical(declaration.property)
        list.append(
          TracedDeclaration(
            declaration: declaration, path: path, attribute: attribute, selectors: selectors,
            origin: group.origin, overriddenBy: winners[property], source: group.source))
        if winners[property] == nil { winners[property] = list.count - 1 }
      }
    }
    known[node] = list
    return list
  }

  /// The origin of an element's value for a property. A logical property counts as the physical one that it
  /// maps to there.
  package mutating func origin(of property: PropertyID, at node: NodeID) -> ValueOrigin {
    let wanted = PropertyDeclaration.Property.longhand(mapping(of: node).physical(property))
    var element: NodeID? = node
    while let current = element {
      let mapping = mapping(of: current)
      if let winner = declarations(of: current).first(where: {
        $0.wins && mapping.physical($0.declaration.property) == wanted
      }) {
        return current == node ? .declared(winner) : .inherited(winner, from: current)
      }
      guard property.isInherited else { return .initial }
      element = document[current].parent
    }
    return .initial
  }

  /// The declarations of each presentational attribute, strongest first.
  private func presentational(_ element: HybridDOM.Element, _ state: ElementState) -> [AttributeBlock] {
    let table = PresentationalAttribute.all(in: stylist.dialect)
    let tag = element.name.asciiLowercased
    let found = element.attributes.flatMap { attribute in
      PresentationalAttribute.entries(named: attribute.name, in: stylist.dialect).filter {
        table[$0].applies(to: tag, state)
      }.map { (entry: $0, attribute: attribute) }
    }
    return found.sorted { $0.entry > $1.entry }.enumerated().map { index, found in
      AttributeBlock(
        block: DeclarationBlock(
          table[found.entry].declarations(for: found.attribute.value, dialect: stylist.dialect)),
        number: Int32(index + 1), name: found.attribute.name)
    }
  }

  func mapping(of node: NodeID) -> LogicalMapping {
    let text = styles[node].text
    return LogicalMapping(direction: text.direction, writingMode: text.writingMode)
  }

  private func place(of source: DeclarationSource) -> (String?, Range<Int>?) {
    guard case .rule(let origin, let match) = source else { return (nil, nil) }
    let (ruleSet, rule) = rule(match, origin)
    return (ruleSet.paths[rule.path], rule.range)
  }

  func rule(_ match: MatchedRule, _ origin: CascadeOrigin) -> (RuleSet, RuleSet.Entry) {
    var place = Int(match.ruleSet)
    guard origin == .author, place >= stylist.author.count else {
      let ruleSet = (origin == .author ? stylist.author : stylist.userAgent)[place]
      return (ruleSet, ruleSet.rules[Int(match.rule)])
    }
    place -= stylist.author.count
    let ruleSet = stylist.shadow.ruleSets[place]
    return (ruleSet, ruleSet.rules[Int(match.rule)])
  }
}

extension LogicalMapping {
  func physical(_ property: PropertyDeclaration.Property) -> PropertyDeclaration.Property {
    guard case .longhand(let longhand) = property else { return property }
    return .longhand(physical(longhand))
  }
}
