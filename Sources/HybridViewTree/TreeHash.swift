import HybridJSON
import HybridUnits

/// The hash of a tree including node numbers: a client with the server's hash needs no new tree.
///
/// It is the ``ContentHash`` of the tree in its `snapshot` form, so that both ends compute the same value.
package struct TreeHash: Hashable, Sendable {
  /// 32 hexadecimal digits.
  package let text: String

  /// The hash of a tree.
  /// - Complexity: O(*n*): the tree is written once. It is not computed for each save.
  package init(_ tree: ViewTree) {
    var json = JSONWriter()
    json.array {
      $0.value(tree.viewport.width)
      $0.value(tree.viewport.height)
      tree.write(to: &$0, detail: .full)
    }
    text = ContentHash(json.bytes).description
  }

  /// A received hash; any text is valid but may match no tree.
  package init(text: String) { self.text = text }
}
