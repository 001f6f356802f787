/// The rules of a sheet, and of the sheets it imports, compiled for matching.
///
/// Built once for a sheet and shared by every page that uses it: copies share their storage. Nested rules are flat here, in the
/// order of the cascade.
package struct RuleSet: Sendable {
  /// The declarations of one rule, and where it applies.
  package struct Entry: Sendable {
    /// In the order written.
    package let declarations: [PropertyDeclaration]
    /// The file it comes from, an index into ``RuleSet/paths``, with the bytes of the selector list.
    package let path: Int
    package let range: Range<Int>
    let condition: Int32
    let layer: Int32
  }

  let storage: Storage

  final class Storage: Sendable {
    let rules: [Entry]
    let paths: [String]
    let selectors: CompiledSelectors
    let buckets: RuleBuckets
    let conditions: [Condition]
    let layers: [Layer]
    let layerDeclarations: [LayerDeclaration]

    init(_ builder: RuleSetBuilder) {
      rules = builder.rules
      paths = builder.paths
      selectors = builder.selectors
      buckets = RuleBuckets(builder)
      conditions = builder.conditions
      layers = builder.layers
      layerDeclarations = builder.layerDeclarations
    }
  }

  /// Media queries, inside those of another condition.
  struct Condition: Sendable {
    var parent: Int32
    var media: MediaQueryList
  }

  /// A layer inside another one; without a name it is one of its own. Layer 0 is what is in no layer.
  struct Layer: Sendable {
    var parent: Int32
    var name: String?
  }

  /// Layers are ordered by their first declaration whose condition holds. CSS Cascade 5 §6.4.3.
  struct LayerDeclaration: Sendable {
    var layer: Int32
    var condition: Int32
  }

  /// Compiles a sheet whose imports are resolved.
  package init(_ sheet: StyleSheet) {
    var builder = RuleSetBuilder()
    builder.add(sheet, RuleSetBuilder.Place())
    storage = Storage(builder)
  }

  /// The rules in the order of the cascade, flat.
  package var rules: [Entry] { storage.rules }

  /// The files that rules come from.
  package var paths: [String] { storage.paths }

  /// Whether each condition holds; condition 0 always does.
  func conditionsHold(in environment: MediaEnvironment) -> [Bool] {
    var holds = [true]
    for condition in storage.conditions.dropFirst() {
      holds.append(holds[Int(condition.parent)] && condition.media.matches(environment))
    }
    return holds
  }

  /// Whether two environments give the same rules, so that nothing needs styling anew.
  package func isUnaffected(from old: MediaEnvironment, to new: MediaEnvironment) -> Bool {
    conditionsHold(in: old) == conditionsHold(in: new)
  }
}

/// Lays out the rules of a sheet tree in a row.
struct RuleSetBuilder {
  /// Where a rule stands.
  struct Place {
    var condition: Int32 = 0
    var layer: Int32 = 0
    var path = 0
    /// The selector list of the style rule around it, or -1, and its bytes.
    var nesting: Int32 = -1
    var range = 0..<0
  }

  var rules: [RuleSet.Entry] = []
  /// The selector list of each rule.
  var selectorLists: [Int32] = []
  var paths: [String] = []
  var selectors = CompiledSelectors()
  var conditions = [RuleSet.Condition(parent: 0, media: MediaQueryList(queries: []))]
  var layers = [RuleSet.Layer(parent: 0, name: nil)]
  var layerDeclarations: [RuleSet.LayerDeclaration] = []
  private var layerNumbers: [String: Int32] = [:]

  mutating func add(_ sheet: StyleSheet, _ place: Place) {
    var place = place
    place.path = paths.count
    paths.append(sheet.path)
    add(sheet.rules, place)
  }

  private mutating func add(_ rules: [Rule], _ place: Place) {
    for rule in rules { add(rule, place) }
  }

  private mutating func add(_ rule: Rule, _ place: Place) {
    var place = place
    switch rule {
    case .style(let rule):
      place.nesting = selectors.add(rule.selectors, nesting: place.nesting)
      place.range = rule.range
      add(rule.declarations, place)
      add(rule.rules, place)
    case .declarations(let declarations): add(declarations, place)
    case .media(let media, let rules):
      place.condition = condition(media, in: place)
      add(rules, place)
    case .supports(let holds, let rules):
      if holds { add(rules, place) }
    case .layer(let name, let rules):
      place.layer = layer(name, in: place)
      add(rules, place)
    case .layerStatement(let names):
      for name in names { _ = layer(name, in: place) }
    case .import(let rule):
      guard rule.isSupported else { return }
      place.condition = condition(rule.media, in: place)
      switch rule.layer {
      case .none: break
      case .anonymous: place.layer = layer(nil, in: place)
      case .named(let name): place.layer = layer(name, in: place)
      }
      if let sheet = rule.sheet { add(sheet, place) }
    }
  }

  private mutating func add(_ declarations: [PropertyDeclaration], _ place: Place) {
    guard !declarations.isEmpty, place.nesting >= 0 else { return }
    selectorLists.append(place.nesting)
    rules.append(
      RuleSet.Entry(
        declarations: declarations, path: place.path, range: place.range, condition: place.condition,
        layer: place.layer))
  }

  private mutating func condition(_ media: MediaQueryList, in place: Place) -> Int32 {
    guard !media.queries.isEmpty else { return place.condition }
    conditions.append(RuleSet.Condition(parent: place.condition, media: media))
    return Int32(conditions.count - 1)
  }

  /// The number of a layer, and a note that it was declared here.
  private mutating func layer(_ name: LayerName?, in place: Place) -> Int32 {
    var layer = place.layer
    if let name {
      for part in name.parts { layer = self.layer(part, in: layer) }
    } else {
      layers.append(RuleSet.Layer(parent: layer, name: nil))
      layer = Int32(layers.count - 1)
    }
    layerDeclarations.append(RuleSet.LayerDeclaration(layer: layer, condition: place.condition))
    return layer
  }

  private mutating func layer(_ name: String, in parent: Int32) -> Int32 {
    let key = "\(parent).\(name)"
    if let number = layerNumbers[key] { return number }
    layers.append(RuleSet.Layer(parent: parent, name: name))
    layerNumbers[key] = Int32(layers.count - 1)
    return Int32(layers.count - 1)
  }
}

/// Selectors filed by what their subject has to have.
struct RuleBuckets: Sendable {
  /// One selector of one rule.
  struct Item: Sendable {
    var ancestors: AncestorFilter
    var selector: Int32
    var rule: Int32
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
  }

  let ids: Index
  let classes: Index
  let attributes: Index
  let types: Index
  let universal: [Item]

  init(_ builder: RuleSetBuilder) {
    var ids: [(Int32, Item)] = []
    var classes: [(Int32, Item)] = []
    var attributes: [(Int32, Item)] = []
    var types: [(Int32, Item)] = []
    var universal: [Item] = []
    for (rule, list) in builder.selectorLists.enumerated() {
      for index in builder.selectors.lists[Int(list)] {
        let selector = builder.selectors.selectors[Int(index)]
        let item = Item(ancestors: selector.ancestors, selector: index, rule: Int32(rule))
        for key in selector.keys {
          switch key {
          case .id(let name): ids.append((name, item))
          case .class(let name): classes.append((name, item))
          case .attribute(let name): attributes.append((name, item))
          case .type(let name): types.append((name, item))
          case .universal: universal.append(item)
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
  }
}
