package import Foundation
import HybridSpawning

/// The command line as it was built, run as its users run it.
///
///     let result = try await HybridCommand.run(["render", "index.html"], in: project.url)
///     #expect(result.status == 0)
package final class HybridCommand: Sendable {
  /// What a command that has ended left behind.
  package struct Result: Sendable {
    /// The exit code; 128 and the signal when one ended it.
    package var status: Int32
    /// What it wrote to standard output.
    package var output: String
    /// What it wrote to standard error.
    package var errors: String

    /// A result from its parts.
    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }
  }

  /// There is no built `hybrid` beside the tests.
  package struct NotBuilt: Error {}

  private let process: SpawnedProgram
  private let folder: TemporaryProject

  /// The built program: it lies in the build folder, where the test bundle is.
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

  /// Starts `hybrid` with its output going to files, so that nothing it writes can block it.
  ///
  /// - Parameters:
  ///   - input: What it reads from standard input; nothing when nil.
  ///   - environment: Changes to the environment of the tests.
  ///   - launcher: A program, with its arguments, that becomes `hybrid`, such as `ip netns exec NAME`.
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

  /// Runs a command to its end, and ends it at ``suiteDeadline``.
  package static func run(
    _ arguments: [String], in directory: URL? = nil, input: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    let command = try HybridCommand(arguments, in: directory, input: input, environment: environment)
    return try await command.end()
  }

  /// What it has written to standard output so far.
  package var output: String { (try? folder.text("output")) ?? "" }
  /// What it has written to standard error so far.
  package var errors: String { (try? folder.text("errors")) ?? "" }
  /// Whether it has not ended yet.
  package var isRunning: Bool { process.isRunning }
  /// Its process number.
  package var processIdentifier: Int32 { process.processIdentifier }

  /// Sends a signal, such as `SIGINT` for Ctrl-C.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Waits until standard output holds `text`, and gives all of it; nil when it ended, or the time ran out,
  /// without it.
  package func output(with text: String) async throws -> String? {
    let came = await poll {
      // In this order: what it writes last comes before its end.
      let isOver = !isRunning
      return output.contains(text) || isOver
    }
    return came && output.contains(text) ? output : nil
  }

  /// Waits for it to end by itself; at ``suiteDeadline`` it is killed and the wait fails.
  package func end() async throws -> Result {
    guard await poll({ !isRunning }), let status = process.exitCode else {
      send(SIGKILL)
      throw TookTooLong(output: output, errors: errors)
    }
    return Result(status: status, output: output, errors: errors)
  }

  /// A command did not end before its deadline.
  package struct TookTooLong: Error {
    /// What it wrote to standard output until then.
    package var output: String
    /// What it wrote to standard error until then.
    package var errors: String
  }
}
