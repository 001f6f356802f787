import Glibc
import HybridConcurrency

/// Delays Ctrl-C and `kill` until the current write is complete; then the signal ends the process as usual.
final class WritingInterruption: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// - Parameter finish: Returns once writing has stopped for good. Called on its own thread.
  init?(_ finish: @escaping @Sendable () -> Void) {
    guard let signals = SignalPipe.open(isBlocking: true) else { return nil }
    let isWaiting = startThread {
      var number: UInt8 = 0
      while read(signals, &number, 1) < 0, errno == EINTR {}
      finish()
      // The signal is raised again so that the parent process sees it: shells report 128 plus its number.
      signal(Int32(number), SIG_DFL)
      var wanted = sigset_t()
      sigemptyset(&wanted)
      sigaddset(&wanted, Int32(number))
      pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
      raise(Int32(number))
    }
    guard isWaiting else { return nil }
  }

  /// Starts delaying signals.
  func resume() {
    for number in Self.numbers where SignalPipe.disposition(of: number) == .usual {
      SignalPipe.catchSignal(number)
    }
  }

  /// Stops delaying signals: they end the process at once.
  func pause() {
    // Signals that the parent process ignores, as `nohup` does, stay ignored.
    for number in Self.numbers where SignalPipe.disposition(of: number) != .ignored {
      signal(number, SIG_DFL)
    }
  }
}
