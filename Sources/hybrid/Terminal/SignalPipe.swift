import Glibc

/// The pipe to which signal handlers write the numbers of caught signals, one for the process. Handlers do
/// nothing else, since they may call few functions (POSIX, *Async-signal-safe functions*).
enum SignalPipe {
  /// The disposition of a signal in the process.
  enum Disposition: Hashable, Sendable {
    /// The default action, `SIG_DFL`.
    case usual
    /// The signal is ignored, `SIG_IGN`; also if a parent process chose that, as `nohup` does.
    case ignored
    /// A function is called.
    case caught
  }

  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  /// Opens the pipe.
  ///
  /// - Parameter isBlocking: Whether reading waits for a signal.
  /// - Returns: The end to read from; nil when no descriptor is available.
  static func open(isBlocking: Bool) -> Int32? {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends {
      if !isBlocking { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    writingEnd = ends[1]
    return ends[0]
  }

  /// Sends the signal `number` to the pipe from now on.
  static func catchSignal(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = Glibc.write(SignalPipe.writingEnd, &byte, 1)
      errno = error
    }
    action.sa_flags = Int32(SA_RESTART)
    sigaction(number, &action, nil)
  }

  /// The disposition of the signal `number` in the process.
  static func disposition(of number: Int32) -> Disposition {
    var action = sigaction()
    sigaction(number, nil, &action)
    return switch unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) {
    case 0: .usual
    case 1: .ignored
    default: .caught
    }
  }
}
