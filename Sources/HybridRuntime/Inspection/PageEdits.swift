import HybridCSS
import HybridDOM

/// The declarations that a client tries on the elements of its page. They override all sheets and are not
/// part of the document.
struct PageEdits {
  /// The edits of one element.
  struct Element {
    var override = StyleOverride()
    /// The client's last number of it. It may no longer have a node: `display: none` may have been tried.
    var handle: Int
    /// Its path in the tree, for a page that restarts.
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
