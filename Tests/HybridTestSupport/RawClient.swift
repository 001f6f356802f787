import Foundation
import Testing

/// A TCP connection that sends exactly the given bytes, with deadlines for reading.
package final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects.
  /// - Parameter receiveBuffer: The approximate size of the kernel's receive buffer; nil for the default.
  package init(port: Int, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    let isV6 = host.contains(":")
    descriptor = socket(isV6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: Int(suiteDeadline.components.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var result: Int32
    if isV6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = in_port_t(port).bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      result = withUnsafePointer(to: &address) {
        connect(
          descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      result = withUnsafePointer(to: &address) {
        connect(
          descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0, "connect: \(errno)")
  }

  deinit { close(descriptor) }

  /// Sends text verbatim.
  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes verbatim.
  package func send(_ bytes: [UInt8]) { _ = sent(bytes) }

  private func sent(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends `bytes` repeatedly, on a separate thread; returns how often before the connection ended.
  package func sends(_ bytes: [UInt8], times: Int) async -> Int {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for round in 0..<times where !self.sent(bytes) { return continuation.resume(returning: round) }
        continuation.resume(returning: times)
      }
    }
  }

  /// Receives until the end of the connection, or until `isEnough`. It blocks a separate thread, since
  /// handlers need the threads that tests run on.
  package func receive(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async
    -> [UInt8]
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.received(until: isEnough)) }
    }
  }

  private func received(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isEnough(received) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { break }
      received += buffer.prefix(count)
    }
    return received
  }

  /// The whole response as text.
  package func answer() async -> String { String(decoding: await receive(), as: UTF8.self) }

  /// The header of the response; the connection stays open.
  package func head() async -> String {
    String(
      decoding: await receive { String(decoding: $0, as: UTF8.self).contains("\r\n\r\n") }, as: UTF8.self)
  }

  /// Closes the sending direction; responses still arrive.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes at once and discards pending data.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

/// The status of a response; 0 without one.
package func status(of answer: String) -> Int {
  Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
}
