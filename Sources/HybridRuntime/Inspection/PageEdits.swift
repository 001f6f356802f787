import HybridCSS
import HybridDOM

/// What a client tries on the elements of its page: declarations over all sheets, which are no part of the
/// document.
struct PageEdits {
  /// What is tried on one element.
  struct Element {
    var override = StyleOverride()
    /// The number that the client called it by last. It may have no node any more: `display: none` was tried.
    var handle: Int
    /// Where it was in the tree, for a page that begins anew.
    var path: [String]
  }

  private(set) var elements: [NodeID: Element] = [:]
  /// ``LiveStyles/overrides``
  private(set) var texts: [NodeID: String] = [:]
  private(set) var count = 0
  private(set) var bytes = 0

  subscript(node: NodeID) -> Element? {
    get { elements[node] }
    set {
      if let old = elements[node] {
        count -= old.override.entries.count
        bytes -= old.override.bytes
      }
      guard let newValue, !newValue.override.entries.isEmpty else {
        elements[node] = nil
        texts[node] = nil
        return
      }
      elements[node] = newValue
      texts[node] = newValue.override.text
      count += newValue.override.entries.count
      bytes += newValue.override.bytes
    }
  }
}
