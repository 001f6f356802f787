/// Shadow trees that the markup of a page declares (HTML Standard §13.2.6.4.4, `template` with
/// `shadowrootmode`).
extension Document {
  /// Whether an element can have a shadow tree (DOM Standard §4.9, *valid shadow host name*).
  package static func canHostShadow(_ element: Element) -> Bool {
    element.elementName?.isShadowHost == true || element.namespace == .html && element.name.contains("-")
  }

  /// Their names, besides those with a dash.
  package static let shadowHostNames = Set(ElementName.allCases.filter(\.isShadowHost).map(\.name))

  /// The traits of the shadow tree that a `template` declares for its parent; nil if it declares none.
  package func declaredShadow(by template: NodeID) -> ShadowTraits? {
    guard let element = self[template].element, element.elementName == .template,
      let mode = element["shadowrootmode"]?.lowercased(), mode == "open" || mode == "closed",
      let host = self[template].parent.flatMap({ self[$0].element }), Self.canHostShadow(host)
    else { return nil }
    var traits: ShadowTraits = [.declarative]
    if mode == "closed" { traits.insert(.closed) }
    if element["shadowrootdelegatesfocus"] != nil { traits.insert(.delegatesFocus) }
    if element["shadowrootserializable"] != nil { traits.insert(.serializable) }
    if element["shadowrootclonable"] != nil { traits.insert(.clonable) }
    return traits
  }

  /// Whether the markup of an element declares a shadow tree for it.
  package func declaresShadow(of host: NodeID) -> Bool {
    children(of: host).contains { declaredShadow(by: $0) != nil }
  }

  /// The `template` elements above a node, the innermost first.
  package func templates(above node: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var above = self[node].parent
    while let current = above {
      if self[current].elementName == .template { found.append(current) }
      above = parentOrHost(of: current)
    }
    return found
  }

  /// Makes the shadow trees that templates of a page declare: a template becomes the root of the tree, so
  /// that nodes keep their numbers. Of several for one host the first counts.
  ///
  /// - Complexity: O(*n*) in the nodes.
  package mutating func attachDeclaredShadowTrees() {
    attachDeclaredShadowTrees(in: nodes.indices.map { NodeID($0) })
  }

  /// Makes the shadow trees that some of the nodes declare, which come in tree order.
  package mutating func attachDeclaredShadowTrees(in candidates: [NodeID]) {
    for node in candidates {
      guard self[node].elementName == .template,
        let traits = declaredShadow(by: node), let host = self[node].parent, shadowRoots[host] == nil
      else { continue }
      remove(node)
      self[node].content = .document
      attachShadow(node, to: host, traits)
    }
  }
}
