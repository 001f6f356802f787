import Foundation
import HybridJSON
import HybridSystem

/// Runs the `hybrid` beside this program, with its own keys and passphrase; each command is a new process.
struct ReleaseTool {
  /// The result of a command.
  struct Run {
    /// The lines of its output.
    var lines: [JSONValue]
    /// The time from its start to its end.
    var milliseconds: Double
    /// The maximum memory, in MB.
    var megabytes: Double
  }

  private let path: String

  /// - Parameter keys: The folder of its private keys.
  init(keys: URL) throws {
    guard let tool = ServedProject.tool else {
      throw BenchError("no 'hybrid' beside this program: swift build -c release --product hybrid")
    }
    path = tool
    setenv("HYBRID_KEYS", keys.path, 1)
    setenv("HYBRID_PASSPHRASE", "nothing but a benchmark", 1)
    setenv("SOURCE_DATE_EPOCH", "1767225600", 1)
  }

  /// Creates a project's keys with a low passphrase cost, so that unlocking hardly affects the measurements.
  func makeKeys(for project: URL) throws {
    try run(["keys", "new", "--project", project.path, "--memory", "8", "--json"])
  }

  /// Runs a command to its end and parses its JSON output.
  @discardableResult
  func run(_ words: [String]) throws -> Run {
    let began = ContinuousClock.now
    let (process, output) = try start(words)
    let bytes = [UInt8](output.readDataToEndOfFile())
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let took = milliseconds(ContinuousClock.now - began)
    guard status == 0 else { throw BenchError("'hybrid \(words.joined(separator: " "))' failed") }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: Array($0)) }
    return Run(lines: lines, milliseconds: took, megabytes: Double(usage.ru_maxrss) / 1024)
  }

  /// Starts a command that keeps running.
  func start(_ words: [String]) throws -> (process: pid_t, output: FileHandle) {
    try startTool(["hybrid"] + words, at: path)
  }
}

/// Changes the title of a page, as an edit does.
func edit(_ page: Int, of project: ProjectGenerator, in folder: URL, _ round: Int) throws {
  let file = folder.appending(path: project.page(page))
  let text = try String(contentsOf: file, encoding: .utf8)
  try Data(text.replacing("<h1>", with: "<h1>Edit \(round): ").utf8).write(to: file)
}
