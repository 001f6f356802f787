/// The rules of a sheet, and of the sheets it imports, compiled for matching.
///
/// It is built once for a sheet and shared by every page that uses it: copies share their storage. Nested
/// rules are flattened, in the order of the cascade.
package struct RuleSet: Sendable {
  /// The declarations of one rule, and where it applies.
  package struct Entry: Sendable {
    /// In the order written.
    package let declarations: [PropertyDeclaration]
    /// The file of the rule, an index into ``RuleSet/paths``, and the byte range of the selector list.
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
    /// The selectors for pseudo-elements, by features of the elements that they belong to; nil without any.
    let pseudoElements: RuleBuckets?
    let conditions: [Condition]
    /// The tests of containers; an inner one comes after the one around it.
    let containers: [ContainerTest]
    /// By condition: the innermost test of a container around it, or -1.
    let containerOfCondition: [Int32]
    let layers: [Layer]
    let layerDeclarations: [LayerDeclaration]
    /// The `@counter-style` rules, in the order written.
    let counterStyles: [NamedRule<CounterStyleRule>]
    /// The `@font-face` rules, in the order written.
    let fontFaces: [NamedRule<FontFaceRule>]
    /// The `@keyframes` rules, in the order written.
    let keyframes: [NamedRule<KeyframesRule>]
    /// The `@property` rules, in the order written.
    let properties: [NamedRule<PropertyRule>]
    /// Whether a condition is `@starting-style`.
    let hasStartingStyles: Bool
    /// The number of the component's scope among the names of the selectors; nil when the rule applies to all
    /// elements.
    let scope: Int32?
    /// The features of elements that the selectors depend on.
    let dependencies: SelectorDependencies

    init(_ builder: RuleSetBuilder) {
      rules = builder.rules
      paths = builder.paths
      selectors = builder.selectors
      buckets = RuleBuckets(builder, forPseudoElements: false)
      pseudoElements =
        builder.selectors.selectors.contains { $0.pseudoElement != nil }
        ? RuleBuckets(builder, forPseudoElements: true) : nil
      conditions = builder.conditions
      containers = builder.containers
      containerOfCondition = builder.containerOfCondition
      layers = builder.layers
      layerDeclarations = builder.layerDeclarations
      counterStyles = builder.counterStyles
      fontFaces = builder.fontFaces
      keyframes = builder.keyframes
      properties = builder.properties
      hasStartingStyles = builder.conditions.contains(where: \.isStarting)
      scope = builder.selectors.scope < 0 ? nil : builder.selectors.scope
      dependencies = SelectorDependencies(builder.selectors, lists: builder.selectorLists)
    }
  }

  /// A rule that defines something by a name, and where it applies.
  struct NamedRule<Rule: Sendable>: Sendable {
    let rule: Rule
    let condition: Int32
    let layer: Int32

    init(_ rule: Rule, condition: Int32, layer: Int32) {
      (self.rule, self.condition, self.layer) = (rule, condition, layer)
    }
  }

  /// The rules of sheets whose conditions hold, the weakest first: of several with one name the last one
  /// counts.
  static func namedRules<Rule>(
    _ path: KeyPath<Storage, [NamedRule<Rule>]>, of ruleSets: [RuleSet], in environment: MediaEnvironment
  ) -> [Rule] {
    guard ruleSets.contains(where: { !$0.storage[keyPath: path].isEmpty }) else { return [] }
    let holds = ruleSets.map { $0.conditionsHold(in: environment) }
    let order = LayerOrder(ruleSets, holds: holds)
    var found: [(order: Int32, rule: Rule)] = []
    for (index, ruleSet) in ruleSets.enumerated() {
      for entry in ruleSet.storage[keyPath: path] where holds[index][Int(entry.condition)] {
        found.append((order.order(ruleSet: index, layer: entry.layer), entry.rule))
      }
    }
    // Sorting is stable: in one layer the order of the sheets decides.
    return found.sorted { $0.order < $1.order }.map(\.rule)
  }

  /// An `@container` rule. Its conditions depend on the element.
  struct ContainerTest: Sendable {
    let list: ContainerConditionList
    /// The test around it, or -1.
    let outer: Int32
  }

  /// Media queries, nested in another condition.
  struct Condition: Sendable {
    var parent: Int32
    var media: MediaQueryList
    /// Whether the condition, or one around it, is `@starting-style`.
    var isStarting = false
  }

  /// A layer inside another one; a layer without a name is anonymous. Layer 0 holds the unlayered rules.
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
  ///
  /// - Parameter scope: The component that the sheet belongs to. Its rules apply only to elements whose
  ///   `t:scope` equals it and, with `:host`, to the element whose `t:host` equals it. Nil for a sheet of a
  ///   page.
  package init(_ sheet: StyleSheet, scope: String? = nil) {
    var builder = RuleSetBuilder()
    if let scope { builder.selectors.scope = builder.selectors.number(scope) }
    builder.selectors.isInShadowTrees = scope == Self.shadowScope
    builder.add(sheet, RuleSetBuilder.Place())
    storage = Storage(builder)
  }

  /// The scope of sheets for shadow trees, which no component can have. One rule set serves all shadow trees
  /// that have the sheet; see ``ShadowSheets``.
  package static let shadowScope = "#shadow"

  /// The rules in the order of the cascade, flattened.
  package var rules: [Entry] { storage.rules }

  /// The files that rules come from.
  package var paths: [String] { storage.paths }

  /// Whether each condition holds for elements whose containers fulfil all queries; condition 0 always does.
  func conditionsHold(in environment: MediaEnvironment) -> [Bool] {
    var holds = [true]
    for condition in storage.conditions.dropFirst() {
      holds.append(holds[Int(condition.parent)] && condition.media.matches(environment))
    }
    return holds
  }

  /// Whether two environments give the same rules, so that nothing needs restyling.
  package func isUnaffected(from old: MediaEnvironment, to new: MediaEnvironment) -> Bool {
    conditionsHold(in: old) == conditionsHold(in: new)
  }
}
