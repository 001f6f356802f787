/// A connected client, for a list of clients.
package struct ClientSummary: Hashable, Sendable {
  /// Unique in this process.
  package var id: UInt64
  /// Its own name: untrusted text.
  package var name: String
  /// Its IP address.
  package var address: String
  /// The name of the device it lays out for.
  package var device: String
  /// The requested data set; nil for each unit's own data.
  package var data: String? = nil
  /// The unit it shows; nil in a project without any.
  package var unit: String?
  /// The revision that it acknowledged; 0 for none.
  package var revision: Int
  /// Whether it is too slow, and gets nothing until it has read the waiting messages.
  package var isBehind: Bool
  /// The time from save to screen in milliseconds, the median of its last paints; nil without any.
  package var latency: Double?
}
