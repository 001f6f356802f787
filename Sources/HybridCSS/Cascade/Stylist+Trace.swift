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

extension Stylist {
  /// Every declaration that applies to an element, the strongest first, for an inspector.
  ///
  /// Logical properties count as the physical ones they are for this element. A declaration with `revert` or
  /// `revert-layer` wins like any other, although its value comes from a weaker one.
  /// - Complexity: O(*n*) in the document: this answers one question and keeps nothing.
  package func declarations(of node: NodeID, in document: Document) -> [TracedDeclaration] {
    let tree = StyleTree(document)
    guard let index = tree.element(of: node), let element = document[node].element else { return [] }
    var userAgent = OriginMatches(.userAgent, self.userAgent, tree, environment)
    var author = OriginMatches(.author, self.author, tree, environment)
    let traits = userAgent.match(index).union(author.match(index))
    var ignored: [Diagnostic] = []
    let attribute = element["style"].map { text in
      let source = Source(path: "", text: text)
      return (
        block: DeclarationBlock(parseDeclarationList(source, dialect: dialect, diagnostics: &ignored)),
        number: Int32(0)
      )
    }
    let style = styles(of: document)[node]
    let mapping = LogicalMapping(direction: style.text.direction, writingMode: style.text.writingMode)

    var seen: Set<PropertyDeclaration.Property> = []
    return CascadeList(userAgent, author, attribute: attribute, traits).groups.flatMap { group in
      let (path, selectors) = place(of: group.source)
      return group.declarations.reversed().map { declaration in
        var property = declaration.property
        if case .longhand(let longhand) = property { property = .longhand(mapping.physical(longhand)) }
        return TracedDeclaration(
          declaration: declaration, path: path, selectors: selectors, origin: group.origin,
          wins: seen.insert(property).inserted)
      }
    }
  }

  private func place(of source: DeclarationSource) -> (String?, Range<Int>?) {
    guard case .rule(let origin, let match) = source else { return (nil, nil) }
    let ruleSet = (origin == .author ? author : userAgent)[Int(match.ruleSet)]
    let rule = ruleSet.rules[Int(match.rule)]
    return (ruleSet.paths[rule.path], rule.range)
  }
}
