import CAllocations
import Foundation
import HybridReload
import HybridSystem

/// Many WebSocket clients in one thread, using only sockets: they share two cores with the server, so they
/// must be cheap.
struct Followers {
  private struct Follower {
    let socket: Int32
    /// Bytes of an incomplete frame.
    var rest: [UInt8] = []
    var isReady = false
  }

  private var followers: [Follower] = []
  /// The poll descriptor of each of ``followers``.
  private var polled: [pollfd] = []
  /// The last decoded message: all clients receive the same bytes.
  private var last: (bytes: [UInt8], revision: Int?) = ([], nil)
  private var arrived: [Int: Int] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// The number of clients with a complete tree.
  private(set) var readyCount = 0

  /// Connects one more client.
  mutating func connect(port: Int, token: String, hello: [UInt8]) throws {
    let socket = try openedSocket(port: port, token: token)
    guard sent(frame(hello), to: socket) else { throw BenchError("a client was cut off") }
    polled.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
    followers.append(Follower(socket: socket))
  }

  /// Reads available data, and waits at most `patience` milliseconds for it.
  ///
  /// - Parameter onArrival: Called with each revision that all clients have now, and the time of its last
  ///   arrival.
  mutating func take(within patience: Int32, onArrival: (_ revision: Int, _ instant: UInt64) -> Void) throws {
    guard poll(&polled, nfds_t(polled.count), patience) > 0 else { return }
    for index in polled.indices where polled[index].revents != 0 {
      let size = recv(followers[index].socket, &buffer, buffer.count, 0)
      let instant = SystemClock.monotonic
      guard size > 0 else { throw BenchError("a client was cut off") }
      followers[index].rest += buffer[..<size]
      while let message = followers[index].rest.takeFrame() {
        try answer(message, of: index, at: instant, onArrival)
      }
    }
  }

  private mutating func answer(
    _ message: (opcode: UInt8, payload: [UInt8]), of index: Int, at instant: UInt64,
    _ onArrival: (Int, UInt64) -> Void
  ) throws {
    let socket = followers[index].socket
    if message.opcode == 9 { _ = sent(frame(message.payload, opcode: 10), to: socket) }
    guard message.opcode == 1 else { return }
    if !followers[index].isReady, case .snapshot = ServerMessage(message.payload) {
      followers[index].isReady = true
      readyCount += 1
    }
    if last.bytes != message.payload {
      var revision: Int?
      if case .update(let update) = ServerMessage(message.payload) { revision = update.revision }
      last = (message.payload, revision)
    }
    guard let revision = last.revision else { return }
    arrived[revision, default: 0] += 1
    if arrived[revision] == followers.count { onArrival(revision, instant) }
    _ = sent(frame(ClientMessage.ack(revision: revision, painted: 0).encoded), to: socket)
  }
}

/// Opens a socket and performs the opening handshake (RFC 6455 §4.1).
/// - Parameter window: The size of the receive buffer; nil for the default.
func openedSocket(port: Int, token: String, window: Int32? = nil) throws -> Int32 {
  let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  if var window {
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
  let isOpen = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isOpen else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  let head =
    "GET /hybrid/socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    + "Sec-WebSocket-Protocol: hybrid.1, hybrid.token.\(token)\r\n\r\n"
  guard sent(Array(head.utf8), to: socket) else { throw BenchError("a client was cut off") }
  // Read byte by byte, so that the first frame is left in the socket.
  var answer: [UInt8] = []
  var byte: UInt8 = 0
  while !answer.ends(with: "\r\n\r\n".utf8) {
    guard recv(socket, &byte, 1, 0) == 1 else { throw BenchError("a client was refused") }
    answer.append(byte)
  }
  guard answer.starts(with: "HTTP/1.1 101".utf8) else { throw BenchError("a client was refused") }
  return socket
}

/// A client's frame with a masking key of zeros (RFC 6455 §5.3).
func frame(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
  let count = payload.count
  var frame: [UInt8] = [0x80 | opcode]
  if count < 126 {
    frame.append(0x80 | UInt8(count))
  } else {
    frame += [0x80 | 126, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
  }
  return frame + [0, 0, 0, 0] + payload
}

/// Sends all bytes; false when the other end has gone.
func sent(_ bytes: [UInt8], to socket: Int32) -> Bool {
  send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}

extension [UInt8] {
  fileprivate func ends(with other: String.UTF8View) -> Bool { suffix(other.count).elementsEqual(other) }

  /// Removes and returns the first frame of a server (RFC 6455 §5.2); nil while it is incomplete. Our frames
  /// are not fragmented.
  fileprivate mutating func takeFrame() -> (opcode: UInt8, payload: [UInt8])? {
    guard count >= 2 else { return nil }
    var (start, length) = (2, Int(self[1] & 0x7F))
    let more = length == 126 ? 2 : length == 127 ? 8 : 0
    guard count >= start + more else { return nil }
    if more > 0 { length = self[start..<start + more].reduce(0) { $0 << 8 | Int($1) } }
    start += more
    guard count >= start + length else { return nil }
    let frame = (self[0] & 0x0F, Array(self[start..<start + length]))
    removeFirst(start + length)
    return frame
  }
}
