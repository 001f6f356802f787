import Foundation
import HybridTestSupport

/// A server started by a test in a temporary folder; it ends and its files are removed with the last
/// reference.
final class ServerProcess: Sendable {
  let port: Int
  let folder: TemporaryProject
  private let process: ChildProcess

  struct NotStarted: Error { var log: String }

  /// Starts a program and waits until something listens on a free port.
  ///
  /// - Parameter command: Returns the command for a port and a folder.
  init(environment: [String: String] = [:], _ command: (Int, TemporaryProject) async throws -> [String])
    async throws
  {
    folder = try TemporaryProject([:])
    port = try Self.freePort()
    let words = try await command(port, folder)
    // Closes inherited descriptors: Foundation detects the end of a program through a socket, and only after
    // every process that inherited it has ended.
    let closing = "for f in /proc/$$/fd/*; do n=${f##*/}; ((n > 2)) && eval \"exec $n>&-\"; done; exec \"$@\""
    process = try ChildProcess(["/bin/bash", "-c", closing, "server"] + words, environment: environment)
    guard await poll({ Self.listens(port) }) else {
      throw NotStarted(log: process.output + process.errors)
    }
  }

  /// The connection must not be inherited by a program that another test starts.
  private static func listens(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    } == 0
  }

  /// A loopback address.
  static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    return address
  }

  /// A port on which nothing listens.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
