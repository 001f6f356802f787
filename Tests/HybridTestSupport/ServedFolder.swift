import Foundation
import Testing

/// A folder that `hybrid serve` serves, with faults that come and go.
///
///     let served = try await ServedFolder { try dist.write(to: $0) }
///     try await served.change("cut:files/*:0.5")
package final class ServedFolder: Sendable {
  /// The port of 127.0.0.1.
  package let port: Int
  /// What is served.
  package let folder: String
  private let project: TemporaryProject
  private let process: ChildProcess
  private let typing: FileHandle

  /// Waits until it serves.
  ///
  /// - Parameters:
  ///   - faults: For `--fault`.
  ///   - fill: Writes a DIST to the folder, which is not there yet.
  package init(faults: [String] = [], _ fill: (String) throws -> Void) async throws {
    project = try TemporaryProject([:])
    folder = project.path + "/dist"
    try fill(folder)
    // What is typed: a pipe with a name, opened for both so that nobody waits for the other end.
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

  /// What was printed: a line for each request.
  package var output: String { process.output }

  /// Types a line, and waits for the answer to it.
  ///
  /// - Parameter answer: What it says; else the line once more.
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
