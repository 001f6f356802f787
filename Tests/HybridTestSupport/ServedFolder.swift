import Foundation
import Testing

/// A folder served by `hybrid serve`, with changeable faults.
///
///     let served = try await ServedFolder { try dist.write(to: $0) }
///     try await served.change("cut:files/*:0.5")
package final class ServedFolder: Sendable {
  /// The port on 127.0.0.1.
  package let port: Int
  /// The served folder.
  package let folder: String
  private let project: TemporaryProject
  private let process: ChildProcess
  private let typing: FileHandle

  /// Waits until the server is ready.
  ///
  /// - Parameters:
  ///   - faults: Values for `--fault`.
  ///   - fill: Writes a DIST to the folder, which does not exist yet.
  package init(faults: [String] = [], _ fill: (String) throws -> Void) async throws {
    project = try TemporaryProject([:])
    folder = project.path + "/dist"
    try fill(folder)
    // Standard input is a named pipe, opened for both directions so that opening does not block.
    let pipe = project.path + "/typed"
    try #require(mkfifo(pipe, 0o600) == 0)
    typing = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    let process = try ChildProcess(
      [
        "/bin/sh", "-c", "exec \"$@\" < \"$0\"", pipe, HybridCommand.executable.path, "serve", folder,
        "--json",
      ]
        + faults.flatMap { ["--fault", $0] })
    self.process = process
    try #require(await poll { process.output.contains("\n") }, "\(process.errors)")
    let line = try #require(process.output.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    port = try #require((object?["url"] as? String)?.split(separator: ":").last.flatMap { Int($0) })
  }

  /// The output: a line for each request.
  package var output: String { process.output }

  /// Types a line, and waits for the answer.
  ///
  /// - Parameter answer: The expected answer; by default the line itself.
  package func change(_ line: String, says answer: String? = nil) async throws {
    let before = process.errors.count
    try typing.write(contentsOf: Data((line + "\n").utf8))
    let process = process
    let isSaid = await poll {
      process.errors.dropFirst(before).contains(answer ?? line) && process.errors.hasSuffix("\n")
    }
    try #require(isSaid, "\(process.errors)")
  }
}
