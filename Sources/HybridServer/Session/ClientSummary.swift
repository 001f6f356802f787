/// Who looks, for a list of clients.
package struct ClientSummary: Hashable, Sendable {
  /// Unique in this process.
  package var id: UInt64
  /// As it calls itself: from outside, so it may hold anything.
  package var name: String
  /// Its IP address.
  package var address: String
  /// The name of the device it lays out for.
  package var device: String
  /// The data set that it asked for; nil for each unit's own data.
  package var data: String? = nil
  /// The unit it shows; nil in a project without any.
  package var unit: String?
  /// The revision that it says it shows; 0 while it said none.
  package var revision: Int
  /// Whether it is too slow, and gets nothing until it has taken what waits for it.
  package var isBehind: Bool
  /// From save to screen in milliseconds, the median of its last paints; nil while it told of none.
  package var latency: Double?
}
