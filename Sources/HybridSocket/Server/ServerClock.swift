import Synchronization

/// The clock of a server's time limits: the system's clock, or a clock that tests advance.
///
/// With a manual clock a test decides when a limit passes: it does not wait, and a busy machine cannot pass
/// a limit too early.
///
///     let clock = ServerClock.manual()
///     configuration.limits.clock = clock
///     clock.advance(by: configuration.limits.headerTimeout)
package final class ServerClock: Sendable {
  private struct State {
    var now = ContinuousClock.now
    var observers: [@Sendable () -> Void] = []
  }
  private let state = Mutex(State())
  /// Whether it only moves by ``advance(by:)``.
  let isManual: Bool

  private init(isManual: Bool) { self.isManual = isManual }

  /// The continuous clock of the system.
  package static let system = ServerClock(isManual: false)

  /// A new clock that only ``advance(by:)`` moves.
  package static func manual() -> ServerClock { ServerClock(isManual: true) }

  /// The time now.
  package var now: ContinuousClock.Instant { isManual ? state.withLock { $0.now } : .now }

  /// Moves a manual clock. Timers that are due then fire on the threads of their servers, soon after.
  package func advance(by duration: Duration) {
    precondition(isManual, "the clock of the system cannot be moved")
    let observers = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.observers
    }
    for observer in observers { observer() }
  }

  /// Calls `observer` after each ``advance(by:)``, on the thread of its caller.
  func whenMoved(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }
}

/// The timers of a server's limits, by the clock of its limits.
///
/// `@unchecked Sendable`: used on the loop's thread only; ``clockMoved()`` only submits a job to it.
final class LimitTimers: @unchecked Sendable {
  private let loop: MainLoop
  private let clock: ServerClock
  /// The timers of a manual clock.
  private var waiting: [(due: ContinuousClock.Instant, source: MainLoopSource)] = []

  /// Longer than any server runs; GLib counts milliseconds in 32 bits.
  private static let never = Duration.seconds(40 * 86_400)

  init(_ clock: ServerClock, loop: MainLoop) {
    self.clock = clock
    self.loop = loop
    if clock.isManual { clock.whenMoved { [weak self] in self?.clockMoved() } }
  }

  /// Runs `job` on the loop's thread after `limit`. Call it on the thread; ``MainLoopSource/cancel()`` stops
  /// the timer.
  func after(_ limit: Duration, _ job: @escaping () -> Void) -> MainLoopSource {
    guard clock.isManual else { return loop.after(limit, job) }
    let source = loop.after(Self.never, job)
    waiting.append((clock.now.advanced(by: limit), source))
    return source
  }

  private func clockMoved() {
    loop.perform { [weak self] in self?.fireDue() }
  }

  private func fireDue() {
    let now = clock.now
    for timer in waiting where timer.due <= now { timer.source.fire() }
    waiting.removeAll { $0.due <= now || $0.source.isCancelled }
  }
}
