package import Foundation
import Synchronization

/// A program that was started, until it ends.
///
/// A thread of its own waits for it, so that its end is known at once and nothing of it stays for somebody to
/// wait for: whoever asks for the end of any program would be told of this one again and again. When the last
/// reference goes it is killed, if it runs yet.
package final class SpawnedProgram: Sendable {
  /// Its process number.
  package let processIdentifier: pid_t
  private let end: End

  /// What wait(2) said; nil until then. The thread that waits knows it, and not the program.
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
      // Its number is nobody else's until it was waited for, which is why sending goes through the same lock.
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

  /// The exit code, 128 and the signal when one ended it; nil while it runs.
  package var exitCode: Int32? {
    end.status.withLock { $0.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + $0 & 0x7F } }
  }

  /// Sends a signal; one that has ended gets none, whoever has its number by then.
  package func send(_ signal: Int32) {
    end.status.withLock { if $0 == nil { kill(processIdentifier, signal) } }
  }
}
