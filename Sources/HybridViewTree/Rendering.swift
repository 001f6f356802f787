package import HybridSource

/// A unit with its data, styled and laid out for a device, and the diagnostics.
package struct Rendering: Sendable {
  /// The view tree.
  package var tree: ViewTree
  /// The diagnostics of the data.
  package var diagnostics: [Diagnostic]

  /// A view tree and what was wrong with its data.
  package init(tree: ViewTree, diagnostics: [Diagnostic]) {
    self.tree = tree
    self.diagnostics = diagnostics
  }
}
