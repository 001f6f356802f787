import Foundation
import Testing

/// A real Redis server on a free port, without persistence.
package final class RedisServer: Sendable {
  package let port: Int
  private let folder: TemporaryProject
  private let process: ChildProcess

  /// Whether a Redis server is installed.
  package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/redis-server")

  /// Starts a server, on a free port or on the given one.
  package init(port: Int? = nil, password: String? = nil) throws {
    self.port = try port ?? Self.freePort()
    folder = try TemporaryProject([:])
    var words = [
      "/usr/bin/redis-server", "--port", "\(self.port)", "--bind", "127.0.0.1", "--save", "", "--appendonly",
      "no", "--dir", folder.path,
    ]
    if let password { words += ["--requirepass", password] }
    process = try ChildProcess(words)
  }

  /// The server's URL.
  package var url: String { "redis://127.0.0.1:\(port)/0" }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + getsockname(descriptor, $0, &size)
      }
    }
    try #require(result == 0, "bind: \(errno)")
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  /// Suspends or resumes the server.
  package func pause(_ isPaused: Bool) { process.send(isPaused ? SIGSTOP : SIGCONT) }

  /// Ends the server at once.
  package func end() async throws {
    process.send(SIGKILL)
    _ = try await process.end()
  }
}
