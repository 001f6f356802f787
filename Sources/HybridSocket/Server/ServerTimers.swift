/// The timers of a server besides those of its connections, at most one of each kind.
///
/// Used on the server's thread only.
struct ServerTimers {
  enum Kind: Hashable {
    /// Runs while there are too many arrivals.
    case crowd
    /// Runs while there are WebSockets.
    case keepAlive
    /// Ends the closing handshakes when the server stops.
    case farewell
  }

  private var running: [Kind: MainLoopSource] = [:]

  /// Whether the timer of a kind runs.
  func isRunning(_ kind: Kind) -> Bool { running[kind] != nil }

  /// Keeps a timer that has started.
  mutating func started(_ kind: Kind, _ timer: MainLoopSource) { running[kind] = timer }

  /// Forgets a timer that has fired.
  mutating func fired(_ kind: Kind) { running[kind] = nil }

  /// Cancels all timers. They retain the server or wake its loop, and the loop retains them.
  mutating func cancel() {
    for timer in running.values { timer.cancel() }
    running = [:]
  }
}
