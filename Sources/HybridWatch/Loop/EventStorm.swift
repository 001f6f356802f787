/// Notices when many events come at once (a checkout, a build): their changes are collected and reported
/// together. Times are in nanoseconds.
struct EventStorm {
  /// How many events in one go make a storm: from then on changes are gathered.
  private static let threshold = 32
  /// A storm is over after this silence,
  private static let silence: UInt64 = 10_000_000
  /// or, for its listener, after this time,
  private static let limit: UInt64 = 1_000_000_000
  /// or this, while git holds its lock.
  private static let lockLimit: UInt64 = 10_000_000_000
  /// How often to look whether git still holds it.
  private static let lockInterval: UInt64 = 5_000_000

  private struct Gathering {
    var since: UInt64
    var last: UInt64
    /// Git is at work.
    var isLocked: Bool
  }

  private var gathering: Gathering?
  private var eventsThisTurn = 0

  var isOn: Bool { gathering != nil }

  mutating func countEvent() { eventsThisTurn += 1 }

  /// When to look again whether the storm is over.
  ///
  /// - Parameter held: When the next held event is due.
  func deadline(held: UInt64?, at time: UInt64) -> UInt64? {
    guard let gathering else { return nil }
    if gathering.isLocked { return min(time + Self.lockInterval, gathering.since + Self.lockLimit) }
    // If the storm is over except for held events, wait for those.
    return min(max(gathering.last + Self.silence, held ?? 0), gathering.since + Self.limit)
  }

  /// Ends a turn of events; whether a storm begins or goes on.
  ///
  /// - Parameters:
  ///   - isWaiting: Whether more is known to come: events, or a held event that is due in a moment.
  ///   - isLocked: Whether git is at work; asked only when it matters.
  mutating func endTurn(at time: UInt64, isWaiting: Bool, isLocked: () -> Bool) -> Bool {
    defer { eventsThisTurn = 0 }
    guard eventsThisTurn > 0 || isOn else { return false }
    let isLocked = isLocked()
    guard let before = gathering else {
      guard eventsThisTurn > Self.threshold || isLocked else { return false }
      gathering = Gathering(since: time, last: time, isLocked: isLocked)
      return true
    }
    // Git's last writes may come together with the end of its lock.
    let last = eventsThisTurn > 0 || before.isLocked && !isLocked ? time : before.last
    let isSilent = !isWaiting && !isLocked && time >= last + Self.silence
    let limit = before.isLocked || isLocked ? Self.lockLimit : Self.limit
    guard isSilent || time >= before.since + limit else {
      gathering = Gathering(since: before.since, last: last, isLocked: isLocked)
      return true
    }
    gathering = nil
    return false
  }
}
