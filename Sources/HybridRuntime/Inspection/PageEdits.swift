import HybridCSS
import HybridDOM

/// The declarations that a client tries on the elements of its page. They override all sheets and are not
/// part of the document.
///
/// A class, because extensions of the page change it through its methods only.
final class PageEdits {
  /// The edits of one element.
  struct Element {
    var override = StyleOverride()
    /// The client's last number of the node. The node may be gone: `display: none` may have been tried.
    var handle: Int
    /// Its path in the tree, for a page that restarts.
    var path: [String]
  }

  private(set) var elements: [NodeID: Element] = [:]
  /// ``LiveStyles/overrides``
  private(set) var texts: [NodeID: String] = [:]
  private(set) var count = 0
  private(set) var bytes = 0

  /// The edits of an element; nil if it has none.
  subscript(node: NodeID) -> Element? { elements[node] }

  /// Sets the edits of an element. Nil, or edits without a declaration, removes them.
  func set(_ element: Element?, of node: NodeID) {
    if let old = elements[node] {
      count -= old.override.entries.count
      bytes -= old.override.bytes
    }
    guard let element, !element.override.entries.isEmpty else {
      elements[node] = nil
      texts[node] = nil
      return
    }
    elements[node] = element
    texts[node] = element.override.text
    count += element.override.entries.count
    bytes += element.override.bytes
  }
}
