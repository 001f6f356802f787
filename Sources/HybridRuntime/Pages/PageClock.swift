/// The timers of one page on a clock that is given from outside, so that a render needs no time and tests
/// never sleep.
struct PageClock {
  private struct Timer {
    var due: Double
    /// Order among those that are due at one time: the one that was set first. Names the setting, too.
    var order: Int
    /// Between two times, in milliseconds; nil for a timer that fires once.
    var interval: Double?
    /// How long the timers behind it took, each set by the one before, and itself; 0 for the first of a
    /// chain.
    var chain: Double
    /// Whether somebody who waits for quiet waits for it.
    var settles: Bool
  }

  /// Milliseconds since the page was opened.
  private(set) var now = 0.0
  private var timers: [Int: Timer] = [:]
  /// All timers, and those that settle, by when they are due; what was cleared or set anew is passed over.
  private var queue = TimerQueue()
  private var settling = TimerQueue()
  private var order = 0
  /// The chain of the timer that fired last.
  private var chain = 0.0

  /// Timers this deep in a chain wait a little (HTML Standard §8.6, *timer initialization steps*).
  static let repeatingNesting = 5
  /// A chain of timers, each set by the one before, that goes on for longer than this, in milliseconds, or is
  /// longer than ``chainLength``, repeats as far as anyone who waits for quiet goes.
  static let chainTime = 5_000.0
  static let chainLength = 500

  /// Moves the clock on; it never goes back.
  mutating func move(to time: Double) { now = max(now, time) }

  /// Sets timer `id`. A delay that is no number is 0; one below the least that repeating timers wait becomes
  /// that (HTML Standard §8.6, *timer initialization steps*, 4 ms from the fifth on).
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

  /// Takes a timer away; one that is not there is no fault.
  mutating func clear(_ id: Int) { timers[id] = nil }

  /// Takes all timers away.
  mutating func clearAll() {
    timers = [:]
    (queue, settling) = (TimerQueue(), TimerQueue())
  }

  /// When the next timer fires; nil without any.
  var nextDue: Double? { mutating get { Self.first(of: &queue, timers)?.due } }

  /// When the next timer fires that will not go on for ever; nil without any.
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
    // A clock that jumped does not make up for what it jumped over more than once.
    order += 1
    timer.due = max(timer.due + interval, now - interval * 1000)
    timer.order = order
    timers[entry.id] = timer
    enqueue(entry.id, timer)
    return entry.id
  }
}

/// Timers by when they are due, as a binary heap: a page may set a hundred thousand.
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
