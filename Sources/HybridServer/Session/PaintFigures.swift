/// The latencies of saves: from the watcher's first word of a file to a client's `ack`.
package struct PaintFigures: Hashable, Sendable {
  /// Saves that were dealt with.
  package var saves = 0
  /// In milliseconds; nil while nobody painted.
  package var median: Double?
  /// What 95 of 100 stayed within, in milliseconds (nearest rank); nil while nobody painted.
  package var p95: Double?
  /// The last one, in milliseconds; nil while nobody painted.
  package var last: Double?

  /// No saves yet.
  package init() {}
}
