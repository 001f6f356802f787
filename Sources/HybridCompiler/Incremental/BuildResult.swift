package import HybridSource
package import HybridUnits

/// What one build did.
package struct BuildResult: Sendable {
  /// A unit that is another than before.
  package struct Change: Hashable, Sendable {
    /// The unit.
    package var name: String
    /// Stands for what it is now.
    package var hash: ContentHash
    /// How the save reached it: the file that was saved first, then each that depends on the one before it,
    /// the last one being read by the unit itself. Empty in the first build.
    package var chain: [String]
  }

  /// Units that were there before and changed, by name.
  package var changed: [Change] = []
  /// Units that are new and good, by name.
  package var added: [Change] = []
  /// Units whose page is gone, sorted.
  package var removed: [String] = []
  /// Units that have errors now, sorted; of those that once were good the last good form stays.
  package var failed: [String] = []
  /// Those of ``failed`` that had none before.
  package var newlyFailed: [String] = []
  /// Those of ``failed`` that this build looked at and that had errors before it too, maybe others.
  package var stillFailed: [String] = []
  /// Units that had errors before this build and have none now; each is in ``changed`` too if it is another
  /// than when it last was good.
  package var fixed: [String] = []
  /// Files that were named to ``ProjectCompiler/apply(_:)`` and have the bytes they had: saved, nothing to
  /// do.
  package var unchangedFiles: [String] = []
  /// Files that changed, appeared or disappeared and that something depends on.
  package var changedFiles: [String] = []
  /// Files that were named and that nothing depends on.
  package var unusedFiles: [String] = []
  /// Whether `hybrid.json` changed.
  package var configChanged = false
  /// Current diagnostics of all units that this build looked at, and of the project itself.
  package var diagnostics: [Diagnostic] = []

  /// Whether nothing is different from before the build.
  package var isEmpty: Bool {
    changed.isEmpty && added.isEmpty && removed.isEmpty && newlyFailed.isEmpty && fixed.isEmpty
      && !configChanged
  }
}
