/// Selectors indexed by a feature that their subject must have.
///
/// A class, since each element looks here for each sheet: a copy would count the references of all indices.
final class RuleBuckets: Sendable {
  /// One selector of one rule.
  struct Item: Sendable {
    var ancestors: AncestorFilter
    var selector: Int32
    var rule: Int32
    /// Whether the selector is for the host element of a component, which may be outside the scope.
    var isOfHost: Bool
    /// The pseudo-element that the rule is for.
    var pseudoElement: PseudoElement?
  }

  /// Items by the number of a name: those of name `n` are `items[starts[n]..<starts[n + 1]]`.
  struct Index: Sendable {
    var starts: [Int32]
    var items: [Item]

    init(_ pairs: [(name: Int32, item: Item)], nameCount: Int) {
      starts = [Int32](repeating: 0, count: nameCount + 1)
      for pair in pairs { starts[Int(pair.name) + 1] += 1 }
      for name in 0..<nameCount { starts[name + 1] += starts[name] }
      items = pairs.sorted { $0.name < $1.name }.map(\.item)
    }

    func hasItems(_ name: Int32) -> Bool { starts[Int(name)] < starts[Int(name) + 1] }
  }

  let ids: Index
  let classes: Index
  let attributes: Index
  let types: Index
  let universal: [Item]
  /// Selectors with `::part()`.
  let parts: [Item]

  /// The selectors for elements, or those for pseudo-elements of them.
  init(_ builder: RuleSetBuilder, forPseudoElements: Bool) {
    var ids: [(Int32, Item)] = []
    var classes: [(Int32, Item)] = []
    var attributes: [(Int32, Item)] = []
    var types: [(Int32, Item)] = []
    var universal: [Item] = []
    var parts: [Item] = []
    for (rule, list) in builder.selectorLists.enumerated() {
      for index in builder.selectors.lists[Int(list)] {
        let selector = builder.selectors.selectors[Int(index)]
        guard (selector.pseudoElement != nil) == forPseudoElements else { continue }
        let item = Item(
          ancestors: selector.ancestors, selector: index, rule: Int32(rule),
          isOfHost: selector.isOfHost, pseudoElement: selector.pseudoElement)
        for key in selector.keys {
          switch key {
          case .id(let name): ids.append((name, item))
          case .class(let name): classes.append((name, item))
          case .attribute(let name): attributes.append((name, item))
          case .type(let name): types.append((name, item))
          case .universal: universal.append(item)
          case .part: parts.append(item)
          }
        }
      }
    }
    let count = builder.selectors.names.count
    self.ids = Index(ids, nameCount: count)
    self.classes = Index(classes, nameCount: count)
    self.attributes = Index(attributes, nameCount: count)
    self.types = Index(types, nameCount: count)
    self.universal = universal
    self.parts = parts
  }

  /// Whether an element with a name, as its id, class, type or attribute, is looked up here.
  func hasRules(for name: Int32) -> Bool {
    ids.hasItems(name) || classes.hasItems(name) || attributes.hasItems(name) || types.hasItems(name)
  }
}
