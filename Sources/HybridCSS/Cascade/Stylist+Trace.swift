package import HybridDOM
import HybridSource

/// One declaration that applies to an element, and whether it is the one that counts.
package struct TracedDeclaration: Hashable, Sendable {
  /// The declaration, its range in the file ``path``, or in the attribute's value when that is nil.
  package var declaration: PropertyDeclaration
  /// The file; nil for the `style` attribute.
  package var path: String?
  /// The bytes of the rule's selector list; nil for the `style` attribute.
  package var selectors: Range<Int>?
  /// Where the declaration comes from.
  package var origin: CascadeOrigin
  /// Whether no stronger declaration sets the same property.
  package var wins: Bool
}

/// Where the value of a property comes from. CSS Cascade 5 §4 and §7, *Defaulting*.
package enum ValueOrigin: Hashable, Sendable {
  /// The declaration that won; with `revert` or `revert-layer` the value is that of a weaker one.
  case declared(TracedDeclaration)
  /// The declaration that won for an ancestor, the nearest one that has any.
  case inherited(TracedDeclaration, from: NodeID)
  /// Nothing is declared, nor inherited.
  case initial
}

extension Stylist {
  /// Every declaration that applies to an element, the strongest first, for an inspector.
  ///
  /// For more than one question about a document ask a ``StyleTrace``.
  /// - Complexity: O(*n*) in the document: this answers one question and keeps nothing.
  package func declarations(of node: NodeID, in document: Document) -> [TracedDeclaration] {
    var trace = StyleTrace(self, document, styles: styles(of: document))
    return trace.declarations(of: node)
  }
}

/// Answers where the values of a document's elements come from. Styling itself keeps nothing of this: a trace matches
/// the elements that it is asked about once more.
package struct StyleTrace {
  private let stylist: Stylist
  private let document: Document
  private let styles: StyledDocument
  private let tree: StyleTree
  private var userAgent: OriginMatches
  private var author: OriginMatches
  private var known: [NodeID: [TracedDeclaration]] = [:]

  /// Prepares to answer for a document and the styles that `stylist` gave it.
  /// - Complexity: O(*n*) in elements.
  package init(_ stylist: Stylist, _ document: Document, styles: StyledDocument) {
    self.stylist = stylist
    self.document = document
    self.styles = styles
    tree = StyleTree(document)
    userAgent = OriginMatches(.userAgent, stylist.userAgent, tree, stylist.environment)
    author = OriginMatches(.author, stylist.author, tree, stylist.environment)
  }

  /// Every declaration that applies to an element, the strongest first.
  ///
  /// Logical properties count as the physical ones they are for this element. A declaration with `revert` or
  /// `revert-layer` wins like any other, although its value comes from a weaker one.
  package mutating func declarations(of node: NodeID) -> [TracedDeclaration] {
    if let list = known[node] { return list }
    guard let index = tree.element(of: node), let element = document[node].element else { return [] }
    let traits = userAgent.match(index).union(author.match(index))
    var ignored: [Diagnostic] = []
    let attribute = element["style"].map { text in
      let source = Source(path: "", text: text)
      return (
        block: DeclarationBlock(
          parseDeclarationList(source, dialect: stylist.dialect, diagnostics: &ignored)),
        number: Int32(0)
      )
    }
    let mapping = mapping(of: node)
    var seen: Set<PropertyDeclaration.Property> = []
    let list = CascadeList(userAgent, author, attribute: attribute, traits).groups.flatMap { group in
      let (path, selectors) = place(of: group.source)
      return group.declarations.reversed().map { declaration in
        TracedDeclaration(
          declaration: declaration, path: path, selectors: selectors, origin: group.origin,
          wins: seen.insert(mapping.physical(declaration.property)).inserted)
      }
    }
    known[node] = list
    return list
  }

  /// Where the value that an element has for a property comes from. A logical property is the physical one it is there.
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

  private func mapping(of node: NodeID) -> LogicalMapping {
    let text = styles[node].text
    return LogicalMapping(direction: text.direction, writingMode: text.writingMode)
  }

  private func place(of source: DeclarationSource) -> (String?, Range<Int>?) {
    guard case .rule(let origin, let match) = source else { return (nil, nil) }
    let ruleSet = (origin == .author ? stylist.author : stylist.userAgent)[Int(match.ruleSet)]
    let rule = ruleSet.rules[Int(match.rule)]
    return (ruleSet.paths[rule.path], rule.range)
  }
}

extension LogicalMapping {
  fileprivate func physical(_ property: PropertyDeclaration.Property) -> PropertyDeclaration.Property {
    guard case .longhand(let longhand) = property else { return property }
    return .longhand(physical(longhand))
  }
}
