package import Foundation
import Synchronization

/// A running program.
///
/// A separate thread waits for it, so that its end is known at once and no unreaped process remains, which
/// would be reported to every caller that waits for any child. When the last reference is released, a running
/// program is killed.
package final class SpawnedProgram: Sendable {
  /// Its process id.
  package let processIdentifier: pid_t
  private let end: End

  /// The status from wait(2); nil until the end. Owned by the waiting thread rather than the program.
  private final class End: Sendable {
    let status = Mutex<Int32?>(nil)
  }

  /// Starts a program as ``spawn(_:environment:in:closingFrom:isGroup:files:)`` does.
  package init(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    in directory: String? = nil, isGroup: Bool = false, files: KeyValuePairs<Int32, SpawnedFile> = [:]
  ) throws {
    let process = try spawn(words, environment: environment, in: directory, isGroup: isGroup, files: files)
      .get()
    let end = End()
    Thread.detachNewThread {
      // Until the process is reaped, its id cannot be reused; sending signals therefore uses the same lock.
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      end.status.withLock { status in
        var ended: Int32 = 0
        while waitpid(process, &ended, 0) < 0, errno == EINTR {}
        status = ended
      }
    }
    (processIdentifier, self.end) = (process, end)
  }

  deinit { send(SIGKILL) }

  /// Whether it has not ended yet.
  package var isRunning: Bool { exitCode == nil }

  /// The exit code, or 128 plus the signal that ended it; nil while it runs.
  package var exitCode: Int32? {
    end.status.withLock { $0.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + $0 & 0x7F } }
  }

  /// Sends a signal, unless the program has ended, when its id may belong to another process.
  package func send(_ signal: Int32) {
    end.status.withLock { if $0 == nil { kill(processIdentifier, signal) } }
  }
}
