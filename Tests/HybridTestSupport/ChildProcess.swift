package import Foundation
import HybridSpawning

/// A program that runs beside the tests: `git`, or `hybrid` under limits of its own.
///
///     let git = try ChildProcess(["/usr/bin/git", "checkout", "-q", "other"], in: folder)
///     #expect(try await git.end() == 0)
package final class ChildProcess: Sendable {
  private let program: SpawnedProgram
  private let folder: TemporaryProject

  /// It did not end before the deadline, and was killed.
  package struct TookTooLong: Error {}

  /// Starts `words[0]` with the others as its arguments. What it writes goes to files.
  package init(_ words: [String], in directory: URL? = nil, environment: [String: String] = [:]) throws {
    folder = try TemporaryProject(["output": "", "errors": ""])
    program = try SpawnedProgram(
      words, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      in: directory?.path,
      files: [
        0: .nothing, 1: .path(folder.file("output").path, O_WRONLY),
        2: .path(folder.file("errors").path, O_WRONLY),
      ])
  }

  /// Its process number.
  package var processIdentifier: pid_t { program.processIdentifier }
  /// What it has written to standard output so far.
  package var output: String { (try? folder.text("output")) ?? "" }
  /// What it has written to standard error so far.
  package var errors: String { (try? folder.text("errors")) ?? "" }

  /// Sends a signal.
  package func send(_ signal: Int32) { program.send(signal) }

  /// Waits for it to end by itself; its exit code, or 128 and the signal that ended it.
  package func end(within deadline: Duration = .seconds(600)) async throws -> Int32 {
    guard await poll(within: deadline, { !program.isRunning }), let code = program.exitCode else {
      throw TookTooLong()
    }
    return code
  }
}
