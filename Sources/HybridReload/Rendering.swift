package import HybridSource

/// A unit with its data, styled and laid out for a device, and what went wrong on the way.
package struct Rendering: Sendable {
  /// What clients show.
  package var tree: ViewTree
  /// What was wrong with the data.
  package var diagnostics: [Diagnostic]

  /// A view tree and what was wrong with its data.
  package init(tree: ViewTree, diagnostics: [Diagnostic]) {
    self.tree = tree
    self.diagnostics = diagnostics
  }
}
