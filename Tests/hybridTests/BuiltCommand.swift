import Foundation
import HybridTestSupport

/// The `hybrid` that was built with these tests, run as a user runs it.
enum BuiltCommand {
  struct Result: Sendable {
    var exitCode: Int32
    var output: String
    var error: String
  }

  /// The binary is beside the test bundle of this process.
  static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("hybrid")

  /// Runs it with `arguments` until it ends. Standard input is empty.
  static func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) async throws -> Result {
    let result = try await HybridCommand.run(arguments, in: folder, environment: environment)
    return Result(exitCode: result.status, output: result.output, error: result.errors)
  }
}

/// A temporary folder of one test, removed when `body` ends.
func withTemporaryFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
