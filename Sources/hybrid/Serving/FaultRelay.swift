@preconcurrency import Dispatch
import Glibc
import Synchronization

/// A relay in front of a server that handles one request per connection. It counts the bytes of each request,
/// and slows down or cuts connections.
///
/// It listens on 127.0.0.1 only, and forwards requests unchanged: the server behind it validates them.
final class FaultRelay: Sendable {
  /// One completed request.
  struct Served: Sendable {
    /// The method, such as `GET`, and the path below DIST.
    var method: String
    var path: String
    /// The response status; 0 when the connection ended before a response.
    var status: Int
    /// The size of the whole request, and the sent part of the response, in bytes.
    var received: Int
    var sent: Int
    /// Whether the response was cut.
    var isCut: Bool
  }

  /// The listening port.
  let port: Int
  private let listener: Int32
  private let inner = Mutex(0)
  private let faults: @Sendable (String) -> [ServeFault]
  private let served: @Sendable (Served) -> Void

  /// Listens; nil, with `errno` set, when the port is taken.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - faults: The faults that apply to a path.
  ///   - served: Called for each request, on any thread.
  init?(
    port: Int, faults: @escaping @Sendable (String) -> [ServeFault],
    served: @escaping @Sendable (Served) -> Void
  ) {
    (self.faults, self.served) = (faults, served)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = loopback(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) | listen(listener, 128) | getsockname(listener, $0, &size)
      }
    }
    self.port = Int(in_port_t(bigEndian: address.sin_port))
    guard status == 0 else {
      let reason = errno
      close(listener)
      errno = reason
      return nil
    }
  }

  /// Starts forwarding requests to a port of this machine.
  func start(to port: Int) {
    inner.withLock { $0 = port }
    let connections = DispatchQueue(label: "hybrid.serve", attributes: .concurrent)
    // At most 32 requests run at once; others wait to be accepted.
    let room = DispatchSemaphore(value: 32)
    DispatchQueue(label: "hybrid.serve.accept").async { [self] in
      while true {
        room.wait()
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          room.signal()
          if errno == EINTR || errno == ECONNABORTED || errno == EMFILE { continue }
          return
        }
        connections.async {
          self.pass(client)
          close(client)
          room.signal()
        }
      }
    }
  }

  private func pass(_ client: Int32) {
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      var limit = timeval(tv_sec: 30, tv_usec: 0)
      setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var buffer = [UInt8](repeating: 0, count: 32 << 10)
    var head: [UInt8] = []
    while endOfHead(head) == nil {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0, head.count < 64 << 10 else { return }
      head += buffer[..<count]
    }
    let words = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    var path = words.count > 1 ? String(words[1].drop { $0 == "/" }) : ""
    if let query = path.firstIndex(of: "?") { path = String(path[..<query]) }
    let faults = faults(path)
    var result = Served(
      method: words.first.map(String.init) ?? "", path: path, status: 0, received: head.count, sent: 0,
      isCut: false)

    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(server) }
    var address = loopback(inner.withLock { $0 })
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, sendAll(head[...], to: server) else { return }
    var answer: [UInt8] = []
    while true {
      let count = recv(server, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    let first = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    result.status = first.count > 1 ? Int(first[1]) ?? 0 : 0

    var rate: Int?
    for fault in faults {
      switch fault.kind {
      case .slow(let bytes): rate = bytes
      case .cut(let part):
        let content = endOfHead(answer) ?? answer.count
        let end = content + Int(Double(answer.count - content) * part)
        result.isCut = end < answer.count
        answer.removeSubrange(end...)
      default: break
      }
    }
    // Sends twenty pieces a second.
    let piece = max(1, (rate ?? .max) / 20)
    var rest = answer[...]
    while !rest.isEmpty {
      guard sendAll(rest.prefix(piece), to: client) else { break }
      result.sent += min(piece, rest.count)
      rest = rest.dropFirst(piece)
      if rate != nil, !rest.isEmpty { usleep(50_000) }
    }
    if result.isCut {
      // A reset instead of an orderly close, which is how a lost connection looks.
      var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
      usleep(20_000)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
    served(result)
  }
}

private func loopback(_ port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

/// The offset after the empty line.
private func endOfHead(_ bytes: [UInt8]) -> Int? {
  guard bytes.count >= 4 else { return nil }
  return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual([13, 10, 13, 10]) }
}

private func sendAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
  }
  return true
}
