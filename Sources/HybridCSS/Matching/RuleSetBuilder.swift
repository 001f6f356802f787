/// Flattens the rules of a sheet tree into one list.
struct RuleSetBuilder {
  /// The context of a rule.
  struct Place {
    var condition: Int32 = 0
    var layer: Int32 = 0
    var path = 0
    /// The selector list of the style rule around it, or -1, with its byte range.
    var nesting: Int32 = -1
    var range = 0..<0
  }

  var rules: [RuleSet.Entry] = []
  /// The selector list of each rule.
  var selectorLists: [Int32] = []
  var paths: [String] = []
  var selectors = CompiledSelectors()
  var conditions = [RuleSet.Condition(parent: 0, media: MediaQueryList(queries: []))]
  /// The tests of containers, the outer ones before the inner ones.
  var containers: [RuleSet.ContainerTest] = []
  /// By condition: the innermost test of a container around it, or -1.
  var containerOfCondition: [Int32] = [-1]
  var layers = [RuleSet.Layer(parent: 0, name: nil)]
  var layerDeclarations: [RuleSet.LayerDeclaration] = []
  var counterStyles: [RuleSet.NamedRule<CounterStyleRule>] = []
  var fontFaces: [RuleSet.NamedRule<FontFaceRule>] = []
  var keyframes: [RuleSet.NamedRule<KeyframesRule>] = []
  var properties: [RuleSet.NamedRule<PropertyRule>] = []
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
    case .container(let list, let rules):
      containers.append(RuleSet.ContainerTest(list: list, outer: containerOfCondition[Int(place.condition)]))
      place.condition = add(
        RuleSet.Condition(parent: place.condition, media: MediaQueryList(queries: [])),
        container: Int32(containers.count - 1))
      add(rules, place)
    case .supports(let holds, let rules):
      if holds { add(rules, place) }
    case .startingStyle(let rules):
      var condition = RuleSet.Condition(parent: place.condition, media: MediaQueryList(queries: []))
      condition.isStarting = true
      place.condition = add(condition, container: containerOfCondition[Int(place.condition)])
      add(rules, place)
    case .layer(let name, let rules):
      place.layer = layer(name, in: place)
      add(rules, place)
    case .counterStyle(let rule):
      counterStyles.append(RuleSet.NamedRule(rule, condition: place.condition, layer: place.layer))
    case .fontFace(let rule):
      fontFaces.append(RuleSet.NamedRule(rule, condition: place.condition, layer: place.layer))
    case .keyframes(let rule):
      keyframes.append(RuleSet.NamedRule(rule, condition: place.condition, layer: place.layer))
    case .property(let rule):
      properties.append(RuleSet.NamedRule(rule, condition: place.condition, layer: place.layer))
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
    return add(
      RuleSet.Condition(parent: place.condition, media: media),
      container: containerOfCondition[Int(place.condition)])
  }

  private mutating func add(_ condition: RuleSet.Condition, container: Int32) -> Int32 {
    var condition = condition
    if conditions[Int(condition.parent)].isStarting { condition.isStarting = true }
    conditions.append(condition)
    containerOfCondition.append(container)
    return Int32(conditions.count - 1)
  }

  /// The number of a layer; records that it was declared here.
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
