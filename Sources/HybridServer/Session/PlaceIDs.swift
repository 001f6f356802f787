import HybridSocket
import HybridSource

/// Names for places in the project's files, so that a client can have one opened without ever naming a path.
///
/// Only places that the server has sent have a name. A name is random, is valid while the place is among the
/// last ``limit``, and reveals nothing about the place.
struct PlaceIDs: Sendable {
  /// How many places have a name; the one that was spoken of the longest time ago loses it first.
  static let limit = 4_096

  private var ids: [SourceLocation: String] = [:]
  private var places: [String: SourceLocation] = [:]
  /// From the oldest name to the newest.
  private var order: [String] = []

  /// The name of a place, the same as before if it still has one.
  mutating func id(for place: SourceLocation) -> String {
    if let id = ids[place] { return id }
    if order.count >= 2 * Self.limit { forgetOldest() }
    let id = String(randomToken().prefix(16))
    ids[place] = id
    places[id] = place
    order.append(id)
    return id
  }

  /// The place of a name; nil when it was never given, or too long ago.
  func place(ofID id: String) -> SourceLocation? { places[id] }

  /// Removes all names but the last ``limit`` at once, so that the amortized cost of a name is constant.
  private mutating func forgetOldest() {
    for id in order.prefix(order.count - Self.limit) {
      if let place = places.removeValue(forKey: id) { ids[place] = nil }
    }
    order.removeFirst(order.count - Self.limit)
  }
}
