import HybridDOM
import HybridSource
import HybridUnits

/// One finding of a rule, before suppression is checked.
struct Finding: Hashable, Sendable {
  var rule: CheckRule
  /// One sentence without a full stop, and without the screen.
  var message: String
  var hint: String?
  /// The template's node.
  var origin: NodeID

  /// About the element of a node.
  init(_ rule: CheckRule, _ message: String, _ index: Int, in page: RulePage, hint: String? = nil) {
    self.rule = rule
    self.message = message
    self.hint = hint
    origin = page.bound.origins[page.elements[index].index]
  }
}
