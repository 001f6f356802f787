@preconcurrency import Dispatch
import Glibc
import HybridSystem

/// Another program, started without a shell. It inherits only the environment: no sockets, no ignored
/// signals.
enum ChildProcess {
  /// The terminal access of the program.
  enum Place {
    /// It uses the terminal of this process.
    case terminal
    /// It has a session of its own, and its output is discarded.
    case detached
  }

  /// Starts a program, which is looked up in `PATH` unless its name contains a slash.
  /// - Returns: Its process id, or the system's error.
  static func start(_ words: [String], _ place: Place) -> Result<pid_t, SystemError> {
    closeOthersOnExecution()
    return Result { () throws(SystemError) in
      try startProcess(
        words,
        files: { files in
          guard place == .detached else { return }
          for (descriptor, mode) in [
            (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
          ] {
            posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", mode, 0)
          }
        },
        attributes: { attributes in
          var none = sigset_t()
          sigemptyset(&none)
          posix_spawnattr_setsigmask(&attributes, &none)
          var all = sigset_t()
          sigfillset(&all)
          posix_spawnattr_setsigdefault(&attributes, &all)
          var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
          if place == .detached { flags |= 0x80 }  // POSIX_SPAWN_SETSID of <spawn.h>
          posix_spawnattr_setflags(&attributes, Int16(flags))
        })
    }
  }

  /// Marks all other descriptors close-on-exec: a socket inherited by another program would keep the port in
  /// use, and not every library sets the flag.
  private static func closeOthersOnExecution() {
    guard var folder = FolderStream(at: "/proc/self/fd") else { return }
    while let entry = folder.next() {
      guard let descriptor = Int32(entry.name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Waits for the program to end, on a separate thread. Returns its exit code, or 128 plus a signal number.
  static func end(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "hybrid.child").async {
        continuation.resume(returning: endOfProcess(process))
      }
    }
  }
}
