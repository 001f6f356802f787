import Foundation
import Synchronization

/// A TCP proxy on loopback that cuts its connections after a number of bytes.
///
/// The server behind it checks `Host`, so the proxy replaces its own port with the server's in a client's
/// first bytes.
package final class CuttingProxy: Sendable {
  /// The listening port.
  package let port: Int
  private let target: Int
  private let descriptor: Int32
  private let budget: @Sendable () -> Int?
  private let cuts = Mutex(0)

  /// The number of cut connections.
  package var cutCount: Int { cuts.withLock { $0 } }

  /// Listens until this object is released.
  /// - Parameters:
  ///   - target: The port of the server.
  ///   - budget: Returns for each connection the number of bytes allowed in both directions together; nil for
  ///     no limit.
  package init(to target: Int, budget: @escaping @Sendable () -> Int?) throws {
    self.target = target
    self.budget = budget
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = CuttingProxy.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + listen(descriptor, 64) + getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        guard let self else {
          close(client)
          return
        }
        Thread.detachNewThread { self.serve(client) }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    return address
  }

  /// Forwards bytes in both directions until one end closes or the budget is used up.
  private func serve(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(client)
      close(server)
    }
    var address = Self.loopback(target)
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { return }
    for end in [client, server] {
      var on: Int32 = 1
      setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    var left = budget() ?? .max
    var isFirst = true
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, 600_000) > 0 else { return }
      for (place, other) in [(0, server), (1, client)] where ends[place].revents != 0 {
        let count = recv(ends[place].fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        var bytes = Array(buffer.prefix(count))
        if place == 0, isFirst {
          isFirst = false
          // Handled as bytes, since non-text content may follow the header at once.
          bytes.replace(
            Array("127.0.0.1:\(port)".utf8), with: Array("127.0.0.1:\(target)".utf8), maxReplacements: 1)
        }
        guard Self.sendAll(Array(bytes.prefix(left)), to: other), bytes.count <= left else {
          cuts.withLock { $0 += 1 }
          return
        }
        left -= bytes.count
      }
    }
  }

  private static func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}
