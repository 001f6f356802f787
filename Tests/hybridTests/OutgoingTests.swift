import Foundation
import HybridSocket
import HybridTestSupport
import Testing

/// "No telemetry, no update check, no outgoing connection at all" (security specification, "Process").
@Suite struct OutgoingTests {
  /// Whether a process may be traced here; in some containers it may not.
  static let canTrace = isTraceable()

  @Test(
    .enabled(if: canTrace, "strace is missing, or may trace nothing here"), .suiteTimeLimit,
    arguments: [[], ["--host"]])
  func devConnectsToNobody(_ options: [String]) async throws {
    let project = try TemporaryProject([
      "pages/home/index.html": "<html><body><h1>{{ title }}</h1></body></html>\n",
      "pages/home/data.json": "{\"title\": \"Hello\"}\n",
      // Options that would use the network, without permission to do so.
      "pages/home/page.js": "fetch('http://192.0.2.1/'); fetch('http://telemetry.example/')\n",
      "pages/script/index.html":
        "<html><body><p id=\"p\">x</p><script src=\"../home/page.js\"></script></body></html>\n",
    ])
    let trace = project.path + "-trace"
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let port = try freePort()
    // A proxy and a bus address in the environment: any attempt to use them would be detected.
    let environment = [
      "http_proxy": "http://192.0.2.7:3128", "https_proxy": "http://192.0.2.7:3128",
      "all_proxy": "http://192.0.2.7:3128",
      "HOME": project.path,
    ]
    let server = try Child(
      [
        "strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", trace,
        BuiltCommand.url.path, "dev", project.path, "--port", "\(port)", "--json",
      ] + options,
      environment: environment)
    defer { server.kill() }
    #expect(
      await poll { FileManager.default.fileExists(atPath: project.file(".hybrid/dev.json").path) },
      "it never served")
    let info = try project.text(".hybrid/dev.json")
    let token = try #require(info.split(separator: "\"token\":\"").last?.split(separator: "\"").first)
    let client = try await WebSocketClient.connect(
      "ws://127.0.0.1:\(port)/hybrid/socket", protocols: ["hybrid.1", "hybrid.token.\(token)"],
      within: suiteDeadline)
    client.send(.text("{\"type\":\"hello\",\"client\":\"test\",\"unit\":\"script\"}"))
    try await message(with: "snapshot", from: client)
    client.send(.text("{\"type\":\"show\",\"unit\":\"home\"}"))
    try project.replace("pages/home/data.json", "{\"title\": \"Saved\"}\n")
    try await message(with: "Saved", from: client)
    #expect(try await httpGet("http://127.0.0.1:\(port)/status", within: suiteDeadline).status == 200)
    client.close()
    let children = try String(
      contentsOfFile: "/proc/\(server.process)/task/\(server.process)/children", encoding: .utf8)
    let command = try #require(pid_t(children.split(separator: " ").first ?? ""))
    Foundation.kill(command, SIGTERM)
    #expect(await server.end())

    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    // AF_INET and AF_INET6: other machines, and those that know their names.
    for line in calls.split(separator: "\n") { #expect(!line.contains("sa_family=AF_INET"), "\(line)") }
    // The server's messages to its client show that the trace works.
    #expect(calls.contains("send"), "the trace is empty")
  }

  private func message(with text: String, from client: WebSocketClient) async throws {
    while !String(decoding: try await client.next(within: suiteDeadline).bytes, as: UTF8.self).contains(text)
    {}
  }

  /// A port that nobody has at the moment.
  private func freePort() throws -> Int {
    let server = try HTTPServer { _ in .text("") }
    defer { server.stop() }
    return server.port
  }

  private static func isTraceable() -> Bool {
    guard let child = try? Child(["strace", "-f", "-qq", "-o", "/dev/null", "true"]) else { return false }
    return child.waitForStatus() == 0
  }
}

/// A child process whose end is polled.
private final class Child: Sendable {
  let process: pid_t

  init(_ words: [String], environment: [String: String] = [:]) throws {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor in 0...2 {
      posix_spawn_file_actions_addopen(&files, Int32(descriptor), "/dev/null", O_RDWR, 0)
    }
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var process = pid_t()
    let program = words.first ?? ""
    let result = withCStrings(words) { words in
      withCStrings(all.map { "\($0)=\($1)" }) { environment in
        posix_spawnp(&process, program, &files, nil, words, environment)
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: result) ?? .EIO) }
    self.process = process
  }

  /// Waits for its end; its exit status, or 128 and a signal.
  func waitForStatus() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Whether it ended by itself, in time and successfully.
  func end() async -> Bool {
    var status: Int32 = 0
    guard await poll({ waitpid(process, &status, WNOHANG) == process }) else { return false }
    return status == 0
  }

  func kill() { Foundation.kill(process, SIGKILL) }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}
