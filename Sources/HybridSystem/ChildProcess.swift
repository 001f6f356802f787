package import Glibc

/// Starts a program.
///
/// - Parameters:
///   - words: The program and its arguments.
///   - path: The file of the program; nil to look the first word up in `PATH`, unless it contains a slash.
///   - files: Sets up the descriptors of the program.
///   - attributes: Sets up its session and signals.
/// - Returns: Its process id.
package func startProcess(
  _ words: [String], at path: String? = nil,
  files: (inout posix_spawn_file_actions_t) -> Void = { _ in },
  attributes: (inout posix_spawnattr_t) -> Void = { _ in }
) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  files(&actions)
  var options = posix_spawnattr_t()
  posix_spawnattr_init(&options)
  defer { posix_spawnattr_destroy(&options) }
  attributes(&options)
  let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process = pid_t()
  let code =
    if let path {
      posix_spawn(&process, path, &actions, &options, arguments, environ)
    } else {
      posix_spawnp(&process, words[0], &actions, &options, arguments, environ)
    }
  guard code == 0 else { throw SystemError(code: code) }
  return process
}

/// Waits for the end of a program. Returns its exit code, or 128 plus the number of the signal that ended it.
package func endOfProcess(_ process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  // Equivalent to WIFEXITED and WEXITSTATUS of wait(2).
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}
