package import Foundation
import HybridSpawning

/// A program that runs during a test: `git`, or `hybrid` with resource limits.
///
///     let git = try ChildProcess(["/usr/bin/git", "checkout", "-q", "other"], in: folder)
///     #expect(try await git.end() == 0)
package final class ChildProcess: Sendable {
  private let program: SpawnedProgram
  private let folder: TemporaryProject

  /// The program did not end before ``suiteDeadline``.
  package struct TookTooLong: Error {}

  /// Starts `words[0]` with the other words as arguments. Its output goes to files.
  /// - Parameters:
  ///   - input: The contents of standard input; nil for none.
  ///   - environment: Changes to the environment of the tests.
  package init(
    _ words: [String], in directory: URL? = nil, input: String? = nil, environment: [String: String] = [:]
  ) throws {
    folder = try TemporaryProject(["output": "", "errors": "", "input": input ?? ""])
    program = try SpawnedProgram(
      words, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      in: directory?.path,
      files: [
        0: .path(folder.file("input").path), 1: .path(folder.file("output").path, O_WRONLY),
        2: .path(folder.file("errors").path, O_WRONLY),
      ])
  }

  /// Its process id.
  package var processIdentifier: pid_t { program.processIdentifier }
  /// Runs a program to its end without blocking a thread.
  package static func run(
    _ words: [String], in directory: URL? = nil, input: String? = nil
  ) async throws -> (status: Int32, output: [UInt8], errors: String) {
    let process = try ChildProcess(words, in: directory, input: input)
    let status = try await process.end()
    let output = try Array(Data(contentsOf: process.folder.file("output")))
    return (status, output, process.errors)
  }

  /// Its standard output so far.
  package var output: String { (try? folder.text("output")) ?? "" }
  /// Its standard error so far.
  package var errors: String { (try? folder.text("errors")) ?? "" }

  /// Sends a signal.
  package func send(_ signal: Int32) { program.send(signal) }

  /// Waits for its end; returns its exit code, or 128 plus the signal that ended it.
  package func end() async throws -> Int32 {
    guard await poll({ !program.isRunning }), let code = program.exitCode else {
      throw TookTooLong()
    }
    return code
  }
}
