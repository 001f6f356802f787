/// The timers of one page on an external clock, so that a render takes no real time and tests never sleep.
struct PageClock {
  private struct Timer {
    var due: Double
    /// The order among timers due at the same time: the earliest set first. It also identifies the setting.
    var order: Int
    /// The interval in milliseconds; nil for a timer that fires once.
    var interval: Double?
    /// The total duration of the chain of timers, each set by the one before, up to and including this one; 0
    /// for the first.
    var chain: Double
    /// Whether it has to fire before the page counts as settled.
    var settles: Bool
  }

  /// Milliseconds since the page was opened.
  private(set) var now = 0.0
  private var timers: [Int: Timer] = [:]
  /// All timers, and those that settle, by due time; entries of cleared or reset timers are skipped.
  private var queue = TimerQueue()
  private var settling = TimerQueue()
  private var order = 0
  /// The chain of the timer that fired last.
  private var chain = 0.0

  /// Timers this deep in a chain have a minimum delay (HTML Standard §8.6, *timer initialization steps*).
  static let repeatingNesting = 5
  /// A chain of timers, each set by the one before, that lasts longer than this, in milliseconds, or has more
  /// than ``chainLength`` timers, counts as repeating for ever.
  static let chainTime = 5_000.0
  static let chainLength = 500

  /// Advances the clock; it never goes back.
  mutating func move(to time: Double) { now = max(now, time) }

  /// Sets timer `id`. A delay of NaN becomes 0; a delay below the minimum for nested timers becomes that
  /// minimum (HTML Standard §8.6, *timer initialization steps*, 4 ms from the fifth on).
  mutating func set(_ id: Int, after delay: Double, repeats: Bool, nesting: Int) {
    var delay = delay.isFinite ? min(max(delay, 0), 2_147_483_647) : 0
    if nesting >= Self.repeatingNesting || repeats { delay = max(delay, 4) }
    order += 1
    let length = nesting > 0 ? chain + delay : 0
    let timer = Timer(
      due: now + delay, order: order, interval: repeats ? delay : nil, chain: length,
      settles: !repeats && nesting < Self.chainLength && length <= Self.chainTime)
    timers[id] = timer
    enqueue(id, timer)
  }

  private mutating func enqueue(_ id: Int, _ timer: Timer) {
    let entry = TimerQueue.Entry(due: timer.due, order: timer.order, id: id)
    queue.insert(entry)
    if timer.settles { settling.insert(entry) }
  }

  /// Removes a timer, if it exists.
  mutating func clear(_ id: Int) { timers[id] = nil }

  /// Removes all timers.
  mutating func clearAll() {
    timers = [:]
    (queue, settling) = (TimerQueue(), TimerQueue())
  }

  /// When the next timer fires; nil without any.
  var nextDue: Double? { mutating get { Self.first(of: &queue, timers)?.due } }

  /// When the next timer that does not repeat for ever fires; nil without any.
  var nextSettling: Double? { mutating get { Self.first(of: &settling, timers)?.due } }

  private static func first(of queue: inout TimerQueue, _ timers: [Int: Timer]) -> TimerQueue.Entry? {
    while let entry = queue.first {
      if timers[entry.id]?.order == entry.order { return entry }
      queue.removeFirst()
    }
    return nil
  }

  /// The timer to fire now, the earliest first; a repeating one is set again.
  mutating func takeDue() -> Int? {
    guard let entry = Self.first(of: &queue, timers), entry.due <= now, var timer = timers[entry.id] else {
      return nil
    }
    queue.removeFirst()
    chain = timer.chain
    guard let interval = timer.interval else {
      timers[entry.id] = nil
      return entry.id
    }
    // After a jump of the clock, missed repetitions fire only once.
    order += 1
    timer.due = max(timer.due + interval, now - interval * 1000)
    timer.order = order
    timers[entry.id] = timer
    enqueue(entry.id, timer)
    return entry.id
  }
}

/// Timers by due time, as a binary heap: a page may set a hundred thousand.
private struct TimerQueue {
  struct Entry {
    var due: Double
    var order: Int
    var id: Int

    func precedes(_ other: Entry) -> Bool { due < other.due || due == other.due && order < other.order }
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entries[index].precedes(entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child].precedes(entries[least]) {
        least = child
      }
      if least == index { return }
      entries.swapAt(index, least)
      index = least
    }
  }
}
