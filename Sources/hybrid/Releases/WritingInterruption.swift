import Foundation
import Glibc

/// Delays Ctrl-C and `kill` until the current write is complete; then the signal ends the process as usual.
final class WritingInterruption: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The pipe to which the signal handler writes, one for the process.
  nonisolated(unsafe) private static var pipe: Int32 = -1

  /// - Parameter finish: Returns once writing has stopped for good. Called on its own thread.
  init?(_ finish: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    Self.pipe = ends[1]
    let incoming = ends[0]
    Thread.detachNewThread {
      var number: UInt8 = 0
      while read(incoming, &number, 1) < 0, errno == EINTR {}
      finish()
      // The signal is raised again so that the parent process sees it: shells report 128 plus its number.
      signal(Int32(number), SIG_DFL)
      var wanted = sigset_t()
      sigemptyset(&wanted)
      sigaddset(&wanted, Int32(number))
      pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
      raise(Int32(number))
    }
  }

  /// Starts delaying signals.
  func resume() {
    for number in Self.numbers where handler(of: number) == Self.usual {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(WritingInterruption.pipe, &byte, 1)
        errno = error
      }
      action.sa_flags = Int32(SA_RESTART)
      sigaction(number, &action, nil)
    }
  }

  /// Stops delaying signals: they end the process at once.
  func pause() {
    // Signals that the parent process ignores, as `nohup` does, stay ignored.
    for number in Self.numbers where handler(of: number) != Self.ignored { signal(number, SIG_DFL) }
  }

  private static let (usual, ignored) = (0, 1)  // SIG_DFL, SIG_IGN

  private func handler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }
}
