package import HybridDOM

/// The style sheets of shadow trees: each rule set once, however many trees have it.
package struct ShadowSheets: Sendable {
  /// Rule sets with ``RuleSet/shadowScope``.
  package private(set) var ruleSets: [RuleSet] = []
  /// By the root of a shadow tree: its sheets, in order, as indices of ``ruleSets``.
  package private(set) var byRoot: [NodeID: [Int]] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// No sheets.
  package init() {}

  /// Whether no shadow tree has a sheet.
  package var isEmpty: Bool { byRoot.isEmpty }

  /// Adds a sheet behind those that a shadow tree has.
  package mutating func add(_ ruleSet: RuleSet, to root: NodeID) {
    let key = ObjectIdentifier(ruleSet.storage)
    let number = numbers[key] ?? ruleSets.count
    if number == ruleSets.count {
      numbers[key] = number
      ruleSets.append(ruleSet)
    }
    byRoot[root, default: []].append(number)
  }
}
