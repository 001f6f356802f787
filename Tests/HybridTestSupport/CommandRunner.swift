package import Foundation
import HybridSpawning

/// Runs the built command line tool as users do.
///
///     let result = try await HybridCommand.run(["render", "index.html"], in: project.url)
///     #expect(result.status == 0)
package final class HybridCommand: Sendable {
  /// The result of a finished command.
  package struct Result: Sendable {
    /// The exit code, or 128 plus the signal that ended it.
    package var status: Int32
    /// Its standard output.
    package var output: String
    /// Its standard error.
    package var errors: String

    /// Creates a result.
    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }
  }

  /// There is no built `hybrid` beside the tests.
  package struct NotBuilt: Error {}

  private let process: SpawnedProgram
  private let folder: TemporaryProject

  /// The built program, in the build folder beside the test bundle.
  package static var executable: URL {
    get throws {
      let bundles = ["/proc/self/exe"] + CommandLine.arguments.filter { $0.contains(".xctest") }
      for bundle in bundles {
        let file = URL(fileURLWithPath: bundle).resolvingSymlinksInPath()
          .deletingLastPathComponent().appendingPathComponent("hybrid")
        if FileManager.default.isExecutableFile(atPath: file.path) { return file }
      }
      throw NotBuilt()
    }
  }

  /// Starts `hybrid` with its output going to files, so that writing never blocks.
  ///
  /// - Parameters:
  ///   - input: The contents of standard input; nil for none.
  ///   - environment: Changes to the environment of the tests.
  ///   - launcher: A program, with arguments, that executes `hybrid`, such as `ip netns exec NAME`.
  package init(
    _ arguments: [String], in directory: URL? = nil, input: String? = nil,
    environment: [String: String] = [:],
    launcher: [String] = []
  ) throws {
    folder = try TemporaryProject(["output": "", "errors": "", "input": input ?? ""])
    let command = launcher + [try Self.executable.path] + arguments
    process = try SpawnedProgram(
      command, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      in: directory?.path,
      files: [
        0: .path(folder.file("input").path), 1: .path(folder.file("output").path, O_WRONLY),
        2: .path(folder.file("errors").path, O_WRONLY),
      ])
  }

  /// Runs a command to its end; kills it after ``suiteDeadline``.
  package static func run(
    _ arguments: [String], in directory: URL? = nil, input: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    let command = try HybridCommand(arguments, in: directory, input: input, environment: environment)
    return try await command.end()
  }

  /// Its standard output so far.
  package var output: String { (try? folder.text("output")) ?? "" }
  /// Its standard error so far.
  package var errors: String { (try? folder.text("errors")) ?? "" }
  /// Whether it has not ended yet.
  package var isRunning: Bool { process.isRunning }
  /// Its process id.
  package var processIdentifier: Int32 { process.processIdentifier }

  /// Sends a signal, such as `SIGINT` for Ctrl-C.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Waits until standard output contains `text`, and returns all of it; nil when the command ended or the
  /// deadline passed without it.
  package func output(with text: String) async throws -> String? {
    let came = await poll {
      // Checked in this order, because the last output is written before the end.
      let isOver = !isRunning
      return output.contains(text) || isOver
    }
    return came && output.contains(text) ? output : nil
  }

  /// Waits for the end; after ``suiteDeadline`` the command is killed and an error thrown.
  package func end() async throws -> Result {
    guard await poll({ !isRunning }), let status = process.exitCode else {
      send(SIGKILL)
      throw TookTooLong(output: output, errors: errors)
    }
    return Result(status: status, output: output, errors: errors)
  }

  /// A command did not end before its deadline.
  package struct TookTooLong: Error {
    /// Its standard output until then.
    package var output: String
    /// Its standard error until then.
    package var errors: String
  }
}
