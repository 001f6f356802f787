/// The timers of one page on a clock that is given from outside, so that a render needs no time and tests never sleep.
struct PageClock {
  private struct Timer {
    var due: Double
    /// Order among those that are due at one time: the one that was set first.
    var order: Int
    /// Between two times, in milliseconds; nil for a timer that fires once.
    var interval: Double?
    /// How many timers stand behind it, each set by the one before (HTML Standard §8.6, *timer nesting level*).
    var nesting: Int
  }

  /// Milliseconds since the page was opened.
  private(set) var now = 0.0
  private var timers: [Int: Timer] = [:]
  private var order = 0

  /// A timer that is set by a timer that is set by a timer … this deep repeats, as far as anyone who waits for quiet goes.
  static let repeatingNesting = 5

  /// Moves the clock on; it never goes back.
  mutating func move(to time: Double) { now = max(now, time) }

  /// Sets timer `id`. A delay that is no number is 0; one below the least that repeating timers wait becomes that
  /// (HTML Standard §8.6, *timer initialization steps*, 4 ms from the fifth on).
  mutating func set(_ id: Int, after delay: Double, repeats: Bool, nesting: Int) {
    var delay = delay.isFinite ? min(max(delay, 0), 2_147_483_647) : 0
    if nesting >= Self.repeatingNesting || repeats { delay = max(delay, 4) }
    order += 1
    timers[id] = Timer(due: now + delay, order: order, interval: repeats ? delay : nil, nesting: nesting)
  }

  /// Takes a timer away; one that is not there is no fault.
  mutating func clear(_ id: Int) { timers[id] = nil }

  /// Takes all timers away.
  mutating func clearAll() { timers = [:] }

  /// When the next timer fires; nil without any.
  var nextDue: Double? { timers.values.map(\.due).min() }

  /// When the next timer fires that will not go on for ever; nil without any.
  var nextSettling: Double? {
    timers.values.filter { $0.interval == nil && $0.nesting < Self.repeatingNesting }.map(\.due).min()
  }

  /// The timer to fire now, the earliest first; a repeating one is set again.
  mutating func takeDue() -> Int? {
    let due = timers.filter { $0.value.due <= now }
    guard let (id, timer) = due.min(by: { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) })
    else {
      return nil
    }
    if let interval = timer.interval {
      // A clock that jumped does not make up for what it jumped over more than once.
      order += 1
      timers[id]?.due = max(timer.due + interval, now - interval * 1000)
      timers[id]?.order = order
    } else {
      timers[id] = nil
    }
    return id
  }
}
