/// The first element of a document with each `id`, found when one is first asked for.
///
/// A class, because reading fills it; it is of one state of one document.
package final class FirstIDs {
  private let counts: (Element) -> Bool
  private var found: [String: NodeID]?

  /// - Parameter counts: Whether an element can be found.
  package init(where counts: @escaping (Element) -> Bool = { _ in true }) { self.counts = counts }

  /// The element with an `id`; nil without one.
  package func element(withID id: String, in document: Document) -> NodeID? {
    if let found { return found[id] }
    var all: [String: NodeID] = [:]
    for node in document.nodes(in: document.root) {
      if let element = document[node].element, counts(element), let id = element.id, all[id] == nil {
        all[id] = node
      }
    }
    found = all
    return all[id]
  }
}
