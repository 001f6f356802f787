import Foundation
import HybridJSON
import HybridServer
import HybridSystem
import Synchronization

/// A server of one project folder: the `hybrid` beside this program in a process of its own or, without one,
/// a server in this process.
final class ServedProject: Sendable {
  /// The members of a `ready` line that the benchmarks use.
  struct Address: Sendable {
    var socket: String
    var token: String
  }

  /// The time from starting the process to its `ready` line, in milliseconds.
  let ready: Double
  let address: Address
  /// Nil for a server in this process.
  let process: pid_t?
  private let server: DevServer?
  private let output: FileHandle?

  /// The command beside this program; nil without one.
  static let tool: String? = {
    let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "hybrid").path
    return access(path, X_OK) == 0 ? path : nil
  }()

  /// Starts a server of `folder`.
  static func start(_ folder: URL) async throws -> ServedProject {
    guard let tool else { return try await ServedProject(inProcess: folder) }
    return try ServedProject(folder, tool: tool)
  }

  private init(inProcess folder: URL) async throws {
    let began = ContinuousClock().now
    let server = try await DevServer.start(DevServer.Options(root: folder.path, version: "bench"))
    ready = milliseconds(ContinuousClock().now - began)
    address = Address(socket: server.ready.socket, token: server.ready.token)
    self.server = server
    process = nil
    output = nil
  }

  private init(_ folder: URL, tool: String) throws {
    let began = ContinuousClock().now
    let (process, output) = try startTool(["hybrid", "dev", folder.path, "--json"], at: tool)
    var line = Data()
    var end = ContinuousClock().now
    while !line.contains(UInt8(ascii: "\n")) {
      let more = output.availableData
      end = ContinuousClock().now
      if more.isEmpty { throw BenchError("the server ended: \(String(decoding: line, as: UTF8.self))") }
      line += more
    }
    guard let first = line.split(separator: UInt8(ascii: "\n")).first,
      let value = try? JSONValue(parsing: Array(first)), let socket = value["socket"]?.string,
      let token = value["token"]?.string
    else { throw BenchError("not a ready line: \(String(decoding: line, as: UTF8.self))") }
    ready = milliseconds(end - began)
    address = Address(socket: socket, token: token)
    self.process = process
    server = nil
    self.output = output
    // Later output is read and discarded, so that the process never blocks.
    Thread.detachNewThread { while !output.availableData.isEmpty {} }
  }

  /// Ends the server and waits for its end.
  func stop() {
    server?.stop()
    guard let process else { return }
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// The resource use of the server's process.
  var figures: ProcessFigures { ProcessFigures(of: process ?? getpid()) }

  /// Waits until the process has been idle for half a second, so that background builds are done.
  func settle() async throws {
    var last = figures.processorSeconds
    for _ in 0..<240 {
      try await Task.sleep(for: .milliseconds(500))
      let now = figures.processorSeconds
      if now - last <= 0.01 { return }
      last = now
    }
  }
}

/// Why a measurement failed.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Processor time, memory and watches of a process, as reported by the kernel.
struct ProcessFigures {
  /// User and system time, in seconds.
  var processorSeconds = 0.0
  /// The resident memory in MB, including mapped files.
  var residentMegabytes = 0.0
  /// The part of it that is not shared with other processes, in MB.
  var ownMegabytes = 0.0
  /// The number of files or folders watched by inotify.
  var watches = 0

  init(of process: pid_t) {
    let folder = "/proc/\(process)"
    let fields = contents("\(folder)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    if fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) {
      processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
    for line in contents("\(folder)/status").split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count > 1, let kilobytes = Double(words[1]) else { continue }
      if line.hasPrefix("VmRSS:") { residentMegabytes = kilobytes / 1024 }
      if line.hasPrefix("RssAnon:") { ownMegabytes = kilobytes / 1024 }
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fdinfo")) ?? [] {
      let text = contents("\(folder)/fdinfo/\(name)")
      watches += text.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
  }
}

/// The contents of a file of `/proc`, which reports a size of 0.
private func contents(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
}
