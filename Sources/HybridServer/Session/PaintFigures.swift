/// The latencies of saves: from the first event of the watcher to the `ack` of a client.
package struct PaintFigures: Hashable, Sendable {
  /// The number of saves.
  package var saves = 0
  /// The median in milliseconds; nil without an `ack`.
  package var median: Double?
  /// The 95th percentile in milliseconds (nearest rank); nil without an `ack`.
  package var p95: Double?
  /// The last one in milliseconds; nil without an `ack`.
  package var last: Double?

  /// No saves yet.
  package init() {}
}
