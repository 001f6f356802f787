import Foundation
import Synchronization

/// A TCP proxy on loopback that forwards a number of bytes from all clients together to the server, and then
/// stops.
///
/// A client killed while the proxy holds has sent exactly that number of bytes, however slow the machine is.
final class HoldingProxy: Sendable {
  /// The listening port.
  let port: Int
  private let target: Int
  private let descriptor: Int32
  private let state: Mutex<State>
  private struct State {
    var left: Int
    var passed = 0
    var answered = 0
    var requests = 0
    var isHolding = false
    /// The sockets of clients and of the server.
    var open: [Int32] = []
  }

  /// The number of bytes that clients have sent to the server.
  var passed: Int { state.withLock { $0.passed } }
  /// The number of bytes that the server has sent to clients.
  var answered: Int { state.withLock { $0.answered } }
  /// The number of forwarded requests without a body.
  var requests: Int { state.withLock { $0.requests } }
  /// Whether bytes are being held back.
  var isHolding: Bool { state.withLock { $0.isHolding } }

  /// Listens until ``end()``.
  ///
  /// - Parameters:
  ///   - target: The port of the server.
  ///   - limit: The number of bytes to forward from clients to the server.
  init(to target: Int, limit: Int = .max) throws {
    self.target = target
    state = Mutex(State(left: limit))
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = ServerProcess.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | listen(descriptor, 64) | getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { self.serve(client) }
      }
    }
  }

  /// Closes every connection and stops listening.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    for open in state.withLock({ $0.open }) { shutdown(open, Int32(SHUT_RDWR)) }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    state.withLock { $0.open += [client, server] }
    defer {
      state.withLock { state in state.open.removeAll { $0 == client || $0 == server } }
      close(client)
      close(server)
    }
    var address = ServerProcess.loopback(target)
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // Held connections are left out, since they would always be ready.
      let holds = isHolding
      var ends = [
        pollfd(fd: client, events: holds ? 0 : Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, 600_000) > 0 else { return }
      for (place, other) in [(0, server), (1, client)] where ends[place].revents != 0 {
        var count = recv(ends[place].fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        if place == 0 {
          count = state.withLock { state in
            let passing = min(state.left, count)
            state.left -= passing
            state.passed += passing
            // A header ends with an empty line, and small ones arrive in one piece.
            state.requests +=
              String(decoding: buffer[..<passing], as: UTF8.self).split(
                separator: "\r\n\r\n", omittingEmptySubsequences: false
              ).count - 1
            if passing < count { state.isHolding = true }
            return passing
          }
        } else {
          state.withLock { $0.answered += count }
        }
        guard Self.sendAll(buffer[..<count], to: other) else { return }
      }
    }
  }

  private static func sendAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
