package import Foundation

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
  }

  /// There is no built `hybrid` beside the tests.
  package struct NotBuilt: Error {}

  private let process: Process
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
    process = Process()
    let command = launcher + [try Self.executable.path] + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command[1...])
    if let directory { process.currentDirectoryURL = directory }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: folder.file("input"))
    process.standardOutput = try FileHandle(forWritingTo: folder.file("output"))
    process.standardError = try FileHandle(forWritingTo: folder.file("errors"))
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Runs a command to its end, and ends it at the deadline.
  package static func run(
    _ arguments: [String], in directory: URL? = nil, input: String? = nil,
    environment: [String: String] = [:],
    deadline: Duration = .seconds(1_200)
  ) async throws -> Result {
    let command = try HybridCommand(arguments, in: directory, input: input, environment: environment)
    return try await command.end(deadline: deadline)
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
  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until standard output holds `text`, and gives all of it; nil when it ended, or the time ran out, without it.
  package func output(with text: String, deadline: Duration = .seconds(600)) async throws -> String? {
    let came = await poll(within: deadline) {
      // In this order: what it writes last comes before its end.
      let isOver = !isRunning
      return output.contains(text) || isOver
    }
    return came && output.contains(text) ? output : nil
  }

  /// Waits for it to end by itself; at the deadline it is killed and the wait fails.
  package func end(deadline: Duration = .seconds(1_200)) async throws -> Result {
    guard await poll(within: deadline, { !isRunning || exitCode != nil }) else {
      kill(process.processIdentifier, SIGKILL)
      throw TookTooLong(output: output, errors: errors)
    }
    process.waitUntilExit()
    if let exitCode { return Result(status: exitCode, output: output, errors: errors) }
    let signalled = process.terminationReason == .uncaughtSignal
    return Result(status: process.terminationStatus + (signalled ? 128 : 0), output: output, errors: errors)
  }

  /// What the system says that it ended with, 128 and the signal for one; nil while it runs, and once Foundation knows.
  ///
  /// Foundation hears of an end through a socket that programs started at the same moment may have got as well: then it
  /// hears of it when the last of those ends.
  private var exitCode: Int32? {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process.processIdentifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
      information.si_signo == SIGCHLD
    else { return nil }
    let status = information._sifields._sigchld.si_status
    return information.si_code == 1 ? status : 128 + status  // CLD_EXITED
  }

  /// A command did not end before its deadline.
  package struct TookTooLong: Error {
    /// What it wrote to standard output until then.
    package var output: String
    /// What it wrote to standard error until then.
    package var errors: String
  }
}
