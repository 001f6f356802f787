import Glibc
import HybridRelease
import HybridSource
import HybridUpdate
import Synchronization

/// Downloads files over plain sockets, one connection per request, and counts all transferred bytes including
/// headers.
final class CountingTransport: UpdateTransport {
  private struct Counts {
    var requests = 0
    var sent = 0
    var received = 0
  }

  private let port: Int
  private let counts = Mutex(Counts())

  /// - Parameter port: The port of a host on this machine.
  init(port: Int) { self.port = port }

  /// The bytes transferred since the last call.
  func taken() -> String {
    let counts = counts.withLock { counts in
      defer { counts = Counts() }
      return counts
    }
    let requests = counted(counts.requests, "request")
    return "\(requests), \(counts.sent) B out, \(counts.received) B in"
  }

  func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    func failed(_ why: String) -> Refusal { Refusal(.networkUnreachable, request.path, why) }
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw failed("no connection") }
    // The headers that URLSession sends on Linux, with another program name.
    var head = "GET /\(request.path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUser-Agent: hybrid-bench\r\n"
    head += "Accept: */*\r\nAccept-Encoding: identity\r\nConnection: close\r\n"
    if let etag = request.etag { head += "If-None-Match: \(etag)\r\n" }
    if request.offset > 0 { head += "Range: bytes=\(request.offset)-\r\n" }
    head += "\r\n"
    let out = Array(head.utf8)
    guard send(connection, out, out.count, Int32(MSG_NOSIGNAL)) == out.count else {
      throw failed("cannot be asked for")
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count >= 0 else { throw failed("broke off") }
      if count == 0 { break }
      answer += buffer[..<count]
    }
    let received = answer.count
    counts.withLock { counts in
      counts.requests += 1
      counts.sent += out.count
      counts.received += received
    }
    guard let end = Self.endOfHead(answer) else { throw failed("no answer") }
    let lines = String(decoding: answer[..<end], as: UTF8.self).split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    switch status {
    case 304: return .notModified
    case 404, 410: return .missing
    case 200, 206: break
    default: throw Refusal(.networkStatus, request.path, "\(status)")
    }
    let etag = lines.first { $0.lowercased().hasPrefix("etag:") }?.dropFirst(5).drop { $0 == " " }
    try receive(.begins(at: status == 206 ? request.offset : 0))
    try receive(.bytes(Array(answer[(end + 4)...])))
    return .whole(etag: etag.map(String.init))
  }

  /// The offset of the empty line that ends the header.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let ending = Array("\r\n\r\n".utf8)
    return bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(ending) }
  }
}
