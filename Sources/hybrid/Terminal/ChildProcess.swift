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
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if case .detached = place {
      for (descriptor, mode) in [
        (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
      ] {
        posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", mode, 0)
      }
    }
    closeOthersOnExecution()

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    if case .detached = place { flags |= 0x80 }  // POSIX_SPAWN_SETSID of <spawn.h>
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &files, &attributes, arguments, environ)
    return code == 0 ? .success(process) : .failure(SystemError(code: code))
  }

  /// Marks all other descriptors close-on-exec: a socket inherited by another program would keep the port in
  /// use, and not every library sets the flag.
  private static func closeOthersOnExecution() {
    guard let folder = opendir("/proc/self/fd") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Waits for the program to end, on a separate thread. Returns its exit code, or 128 plus a signal number.
  static func end(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "hybrid.child").async {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // Equivalent to WIFEXITED and WEXITSTATUS of wait(2).
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
    }
  }
}
