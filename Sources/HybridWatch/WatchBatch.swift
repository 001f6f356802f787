/// The changes and notes that a watcher reports in one call.
package struct WatchBatch: Sendable {
  /// The kernel dropped events, so every file was compared; ``WatchBatch/changes`` has the differences.
  package struct Overflow: Hashable, Sendable {
    /// The number of files compared.
    package var lookedAt: Int
    /// The number of new, changed or removed files among them.
    package var differing: Int
  }

  /// In the order they happened, each path once.
  package var changes: [FileChange]
  /// When the first event of these was read.
  package var seen: ContinuousClock.Instant
  /// Set when events were lost before this.
  package var overflow: Overflow?
  /// Notes about watching itself; a batch may have only notes.
  package var notes: [WatchNote] = []
}
