import Foundation
import Glibc

/// Lets Ctrl-C and `kill` wait until what is being written is whole, and then end the process as they do by
/// themselves.
final class WritingInterruption: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// What a handler may do is write to a pipe. One for the process.
  nonisolated(unsafe) private static var pipe: Int32 = -1

  /// - Parameter finish: Returns once nothing is being written, and nothing will be. Called on a thread of
  ///   its own.
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
      // Who started this sees which signal ended it: shells say 128 and its number.
      signal(Int32(number), SIG_DFL)
      var wanted = sigset_t()
      sigemptyset(&wanted)
      sigaddset(&wanted, Int32(number))
      pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
      raise(Int32(number))
    }
  }

  /// Waits from now on.
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

  /// Leaves signals to others: they end the process at once.
  func pause() {
    // What somebody wants this process to be deaf to, as `nohup` does, stays as it is.
    for number in Self.numbers where handler(of: number) != Self.ignored { signal(number, SIG_DFL) }
  }

  private static let (usual, ignored) = (0, 1)  // SIG_DFL, SIG_IGN

  private func handler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }
}
