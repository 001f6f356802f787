/// What a watcher tells in one call.
package struct WatchBatch: Sendable {
  /// The kernel dropped events, so every file was looked at; ``WatchBatch/changes`` names those that differ.
  package struct Overflow: Hashable, Sendable {
    /// How many files were looked at.
    package var lookedAt: Int
    /// How many of them are new, other than told last, or gone.
    package var differing: Int
  }

  /// In the order they happened, each path once.
  package var changes: [FileChange]
  /// When the first event of these was read.
  package var seen: ContinuousClock.Instant
  /// Set when events were lost before this.
  package var overflow: Overflow?
  /// What to say about watching itself; a batch may have nothing else.
  package var notes: [WatchNote] = []
}
