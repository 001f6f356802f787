import HybridDOM

/// An index of the forms in one version of a document, so that it is not searched for each form and control.
/// A class, because reading fills it.
final class FormIndex {
  /// Radio buttons that exclude each other.
  struct Group: Hashable {
    var form: NodeID?
    var name: String
  }

  let ids = FirstIDs()
  /// Counts changes of what controls have selected; readers from before a change do not see it.
  private(set) var controlVersion = 0
  /// The selected options of each `select`, for ``controlVersion``.
  var selections: [NodeID: [NodeID]] = [:]
  /// By the top of their tree, and by form: the elements in tree order.
  var elements: [NodeID: [NodeID: [NodeID]]] = [:]
  /// By the top of their tree: the buttons of each group.
  var groups: [NodeID: [Group: [NodeID]]] = [:]
  /// By the top of their tree: the button of each group that was turned on last, so that all others are off.
  var chosen: [NodeID: [Group: NodeID]] = [:]
  /// By the top of their tree: the `details` elements of each name.
  var details: [NodeID: [String: [NodeID]]] = [:]

  /// The state of a control has changed.
  func noteControl() {
    controlVersion += 1
    if !selections.isEmpty { selections = [:] }
  }
}
