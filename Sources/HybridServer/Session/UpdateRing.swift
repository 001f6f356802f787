import HybridReload
import HybridSocket

/// The last updates sent, each encoded once, for clients that missed some of them.
///
/// A client of a variant of a unit can catch up if every update of the unit has a patch or a whole tree for
/// that variant; the other units of an update only cost bytes.
struct UpdateRing {
  /// An update that was sent.
  struct Entry {
    var revision: Int
    /// The encoded message, the same for all clients.
    var message: WebSocketMessage
    /// The unit that the terminal shows after it.
    var shown: String?
    /// The units that it changes, each with the variants for which the message is complete; no variants for a
    /// unit that the message only names.
    var variants: [String: Set<VariantName>]
    /// Templates that were sent after it.
    var templates: [String]
  }

  /// The most updates kept.
  static let countLimit = 512
  /// The most bytes kept.
  static let byteLimit = 16 << 20

  private var entries: [Entry?] = []
  /// The index of the oldest entry.
  private var first = 0
  private(set) var byteCount = 0
  /// Clients at this revision or a later one can catch up.
  private(set) var floor: Int

  /// An empty ring at a revision.
  init(floor: Int = 0) { self.floor = floor }

  var count: Int { entries.count - first }

  /// Adds an update. Beyond the limits the oldest are dropped.
  mutating func append(_ update: ServerMessage.Update, as message: WebSocketMessage, templates: [String]) {
    var variants: [String: Set<VariantName>] = [:]
    for change in update.changes {
      variants[change.unit, default: []].formUnion(change.kind.variant.map { [$0] } ?? [])
    }
    entries.append(
      Entry(
        revision: update.revision, message: message, shown: update.shown, variants: variants,
        templates: templates))
    byteCount += message.bytes.count
    while count > Self.countLimit || (byteCount > Self.byteLimit && count > 0) { dropFirst() }
  }

  /// Clears the ring: clients behind `revision` can no longer catch up.
  mutating func clear(at revision: Int) {
    (entries, first, byteCount, floor) = ([], 0, 0, revision)
  }

  /// The updates sent since a client that showed `variant` of `unit` was at `revision`, in order; nil when
  /// they are not all that it needs.
  ///
  /// - Parameter follows: Whether the client shows the terminal's unit; then the terminal must have shown
  ///   `unit` after each update.
  func missed(since revision: Int, unit: String, variant: VariantName, follows: Bool) -> [Entry]? {
    guard revision >= floor else { return nil }
    var missed: [Entry] = []
    for entry in entries.reversed() {
      guard let entry, entry.revision > revision else { break }
      if let variants = entry.variants[unit], !variants.contains(variant) { return nil }
      if follows, entry.shown != unit { return nil }
      missed.append(entry)
    }
    return missed.reversed()
  }

  /// The unit that the terminal showed at a revision; nil when no update names it.
  func shown(at revision: Int) -> String? {
    for entry in entries.reversed() {
      guard let entry else { break }
      if entry.revision <= revision { return entry.shown }
    }
    return nil
  }

  private mutating func dropFirst() {
    guard let entry = entries[first] else { return }
    floor = entry.revision
    byteCount -= entry.message.bytes.count
    entries[first] = nil
    first += 1
    // Empty places are removed in batches, so that each update is moved once at most.
    if first > Self.countLimit {
      entries.removeFirst(first)
      first = 0
    }
  }
}
