import HybridScript

/// When a page counts as quiet.
package enum PageRest: Hashable, Sendable {
  /// Nothing is due any more.
  case idle
  /// Nothing is due but frames of CSS animations, which are shown where they begin and end only.
  case still
  /// Only what repeats for ever is due: intervals, chains of timers, transitions that start each other,
  /// animations without an end.
  case settled
}

/// The pending work of a page: tasks, answers of native modules, timers.
///
/// This type alone decides whether a page is quiet (``nextTurn(until:_:_:_:_:)``) and what its next turn is
/// (``takeTurn(by:_:_:)``). Animations and transitions, which are due at times of their own, are passed in.
struct PageSchedule {
  /// Work that has a turn of its own.
  typealias Task = (LivePage) -> Void

  /// The work of the next turn.
  enum Turn {
    case task(Task)
    /// Advances the transitions and CSS animations, one of which begins or ends.
    case motion
    /// Fires a timer.
    case timer(Int)
  }

  private var clock = PageClock()
  /// In the order in which they run.
  private var tasks: [Task] = []
  private let mailbox: PageMailbox

  /// An empty schedule. `wake` is called for each answer of a native module, on the thread that brought it.
  init(wake: @escaping @Sendable () -> Void) { mailbox = PageMailbox(wake: wake) }

  /// Takes an answer of a native module, on any thread.
  var deliver: @Sendable (ModuleAnswer) -> Void { { [mailbox] in mailbox.put($0) } }

  /// Milliseconds since the page was opened.
  var now: Double { clock.now }

  /// Whether a task waits for its turn.
  var hasTasks: Bool { !tasks.isEmpty }

  /// Whether a timer is due at the current time.
  var isTimerDue: Bool { mutating get { clock.nextDue.map { $0 <= clock.now } ?? false } }

  /// When the page's next turn is due before it is quiet in the sense of `rest`; nil when it is quiet now.
  mutating func nextTurn(
    until rest: PageRest, _ animations: PageAnimations, _ transitions: PageTransitions,
    _ keyframes: PageKeyframes, _ played: PlayedMotions
  ) -> Double? {
    if !tasks.isEmpty || !mailbox.isEmpty { return clock.now }
    let now = clock.now
    let times: [Double?] =
      switch rest {
      case .idle, .still:
        [
          clock.nextDue, animations.nextStep(after: now), transitions.nextStep(after: now, played),
          rest == .idle ? keyframes.nextStep(after: now, played) : keyframes.nextEvent(after: now),
        ]
      case .settled:
        [
          clock.nextSettling, animations.lastEnd, transitions.nextSettling,
          keyframes.nextSettling(after: now),
        ]
      }
    // A motion that a script holds is never due.
    return times.lazy.compactMap(\.self).filter(\.isFinite).min()
  }

  /// Takes the next turn: tasks first, then timers, transitions and animations due by `time`, to which the
  /// clock advances.
  mutating func takeTurn(
    by time: Double, _ transitions: PageTransitions, _ keyframes: PageKeyframes
  ) -> Turn? {
    for answer in mailbox.take() { tasks.append { $0.world?.accept(answer) } }
    if !tasks.isEmpty { return .task(tasks.removeFirst()) }
    let timer = clock.nextDue
    let motion = min(
      transitions.nextEvent ?? .infinity, keyframes.nextEvent(after: clock.now) ?? .infinity)
    if motion <= time, motion <= timer ?? .infinity {
      clock.move(to: motion)
      return .motion
    }
    guard let timer, timer <= time else { return nil }
    clock.move(to: timer)
    return clock.takeDue().map { .timer($0) }
  }

  /// Advances the clock; it never goes back.
  mutating func move(to time: Double) { clock.move(to: time) }

  /// Adds a task after the waiting ones.
  mutating func add(_ task: @escaping Task) { tasks.append(task) }

  /// Sets a timer; see ``PageClock/set(_:after:repeats:nesting:)``.
  mutating func setTimer(_ id: Int, after delay: Double, repeats: Bool, nesting: Int) {
    clock.set(id, after: delay, repeats: repeats, nesting: nesting)
  }

  /// Removes a timer, if it exists.
  mutating func clearTimer(_ id: Int) { clock.clear(id) }

  /// Drops all tasks and timers.
  mutating func clear() {
    clock.clearAll()
    tasks = []
  }
}
