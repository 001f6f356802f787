package import Foundation

/// A program that runs beside the tests: `git`, or `hybrid` under limits of its own.
///
///     let git = try ChildProcess(["/usr/bin/git", "checkout", "-q", "other"], in: folder)
///     #expect(try await git.end() == 0)
package final class ChildProcess: Sendable {
  /// Its process number.
  package let processIdentifier: pid_t
  private let folder: TemporaryProject

  /// The program could not be started; the `errno`.
  package struct NotStarted: Error { package var code: Int32 }
  /// It did not end before the deadline, and was killed.
  package struct TookTooLong: Error {}

  /// Starts `words[0]`, an absolute path, with the others as its arguments. What it writes goes to files.
  package init(_ words: [String], in directory: URL? = nil, environment: [String: String] = [:]) throws {
    folder = try TemporaryProject(["output": "", "errors": ""])
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, folder.file("output").path, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, folder.file("errors").path, O_WRONLY, 0)
    // `env` becomes the program, under the same process number.
    let words = (directory.map { ["/usr/bin/env", "-C", $0.path] } ?? []) + words
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in arguments + values { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &files, nil, arguments, values)
    guard code == 0 else { throw NotStarted(code: code) }
    processIdentifier = process
  }

  deinit {
    kill(processIdentifier, SIGKILL)
    var status: Int32 = 0
    waitpid(processIdentifier, &status, 0)
  }

  /// What it has written to standard output so far.
  package var output: String { (try? folder.text("output")) ?? "" }
  /// What it has written to standard error so far.
  package var errors: String { (try? folder.text("errors")) ?? "" }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(processIdentifier, signal) }

  /// Waits for it to end by itself; its exit code, or 128 and the signal that ended it.
  package func end(within deadline: Duration = .seconds(600)) async throws -> Int32 {
    var information = siginfo_t()
    let isOver = await poll(within: deadline) {
      // It stays waitable, so that nobody else gets its number before the last reference goes.
      information = siginfo_t()
      return waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        && information.si_signo == SIGCHLD
    }
    guard isOver else { throw TookTooLong() }
    let code = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? code : 128 + code
  }
}
