import HybridJSON
import HybridUnits

/// What stands for a tree, its nodes' numbers included: a client that has the server's needs no other.
///
/// It is the ``ContentHash`` of the tree as a `snapshot` has it, so that both ends come to the same.
package struct TreeHash: Hashable, Sendable {
  /// 32 hexadecimal digits.
  package let text: String

  /// The hash of a tree.
  /// - Complexity: O(*n*): the tree is written once. Nobody does that for each save.
  package init(_ tree: ViewTree) {
    var json = JSONWriter()
    json.array {
      $0.value(tree.viewport.width)
      $0.value(tree.viewport.height)
      tree.write(to: &$0, detail: .full)
    }
    text = ContentHash(json.bytes).description
  }

  /// A hash as it was told; nothing can be wrong with it but that no tree has it.
  package init(text: String) { self.text = text }
}
