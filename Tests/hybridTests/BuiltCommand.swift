import Foundation

/// The `hybrid` that was built with these tests, run as a user runs it.
enum BuiltCommand {
  struct Result: Sendable {
    var exitCode: Int32
    var output: String
    var error: String
  }

  /// The binary lies beside the test bundle that this process is.
  static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("hybrid")

  /// Runs it with `arguments` until it ends. Standard input is empty.
  static func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) async throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // Both at once: a child that fills one pipe while the other is read would wait for ever.
    async let outputText = text(of: output)
    async let errorText = text(of: error)
    let texts = try await (outputText, errorText)
    process.waitUntilExit()
    return Result(exitCode: process.terminationStatus, output: texts.0, error: texts.1)
  }

  @concurrent private static func text(of pipe: Pipe) async throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// A folder of one test, gone when `body` ends.
func withTemporaryFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
