import Foundation
import Synchronization
import Testing

/// A TCP server on loopback that answers every connection with given bytes, whatever the request.
package final class RawServer: Sendable {
  /// What to do after the answer.
  package enum End: Sendable {
    /// Closes the connection.
    case close
    /// Sends nothing more and waits until the client closes.
    case wait
    /// Repeats the last bytes until the client closes.
    case goOn
  }

  /// The listening port.
  package let port: Int
  private let descriptor: Int32
  private let headEnd: String
  private let state = Mutex(State())
  private struct State {
    var heads: [String] = []
    var open = 0
  }

  /// The headers of the requests so far.
  package var heads: [String] { state.withLock { $0.heads } }
  /// The number of connections that the client has not closed.
  package var openCount: Int { state.withLock { $0.open } }

  /// Listens until this object is released. The answers are sent in turn, and the last one is repeated.
  /// - Parameter headEnd: The end of a request's header, after which the answer is sent.
  package init(_ answers: [(bytes: [UInt8], end: End)], headEnd: String = "\r\n\r\n") throws {
    self.headEnd = headEnd
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + listen(descriptor, 16) + getsockname(descriptor, $0, &size)
      }
    }
    try #require(result == 0, "listen: \(errno)")
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      var turn = 0
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0, let self else {
          if client >= 0 { close(client) }
          return
        }
        let (bytes, end) = answers[min(turn, answers.count - 1)]
        turn += 1
        self.state.withLock { $0.open += 1 }
        Thread.detachNewThread { self.serve(client, bytes, end) }
      }
    }
  }

  /// Creates a server with a single text answer.
  package convenience init(_ text: String, _ end: End = .close, headEnd: String = "\r\n\r\n") throws {
    try self.init([(Array(text.utf8), end)], headEnd: headEnd)
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private func serve(_ client: Int32, _ bytes: [UInt8], _ end: End) {
    defer {
      close(client)
      state.withLock { $0.open -= 1 }
    }
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while head.isEmpty || !head.contains(Array(headEnd.utf8)) {
      let count = recv(client, &buffer, buffer.count, 0)
      if count <= 0 { return }
      head += buffer.prefix(count)
    }
    state.withLock { $0.heads.append(String(decoding: head, as: UTF8.self)) }
    repeat {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        sent += count
      }
    } while end == .goOn
    if end == .wait { while recv(client, &buffer, buffer.count, 0) > 0 {} }
  }
}
