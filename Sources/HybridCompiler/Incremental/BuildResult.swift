package import HybridSource
package import HybridUnits

/// The result of one build.
package struct BuildResult: Sendable {
  /// A unit that changed.
  package struct Change: Hashable, Sendable {
    /// The unit.
    package var name: String
    /// The hash of its current form.
    package var hash: ContentHash
    /// The path of the change: the saved file first, then each file that depends on the previous one; the
    /// unit itself reads the last one. Empty in the first build.
    package var chain: [String]
  }

  /// Units that existed before and changed, by name.
  package var changed: [Change] = []
  /// New units without errors, by name.
  package var added: [Change] = []
  /// Units whose page was deleted, sorted.
  package var removed: [String] = []
  /// Units that have errors now, sorted; those that were valid before keep their last valid form.
  package var failed: [String] = []
  /// Those of ``failed`` that had no errors before.
  package var newlyFailed: [String] = []
  /// Those of ``failed`` that this build examined and that had errors before too, possibly different ones.
  package var stillFailed: [String] = []
  /// Units that had errors before this build and have none now; each is in ``changed`` too if it differs from
  /// its last valid form.
  package var fixed: [String] = []
  /// Files passed to ``ProjectCompiler/apply(_:)`` whose bytes are unchanged, so that nothing is rebuilt.
  package var unchangedFiles: [String] = []
  /// Used files that changed, appeared or disappeared.
  package var changedFiles: [String] = []
  /// Passed files that nothing depends on.
  package var unusedFiles: [String] = []
  /// Whether `hybrid.json` changed.
  package var configChanged = false
  /// Current diagnostics of all units that this build examined, and of the project itself.
  package var diagnostics: [Diagnostic] = []

  /// Whether the build changed nothing.
  package var isEmpty: Bool {
    changed.isEmpty && added.isEmpty && removed.isEmpty && newlyFailed.isEmpty && fixed.isEmpty
      && !configChanged
  }
}
