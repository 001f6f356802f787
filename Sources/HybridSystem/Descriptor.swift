import Glibc

/// Reads a descriptor to its end.
///
/// A descriptor that would block is waited for.
///
/// - Parameters:
///   - size: The expected number of bytes. The end may move while a writer is active, so this is an estimate.
///   - limit: The maximum number of bytes.
/// - Throws: The error of `read`, or `EFBIG` if there are more than `limit` bytes.
package func readToEnd(
  _ descriptor: Int32, expecting size: Int = 0, atMost limit: Int = .max
) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  // One more byte, so that the first read of an unchanged file reaches its end.
  var room = size > 0 ? size + 1 : 1 << 16
  while true {
    var failure: SystemError?
    var isEnd = false
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      while count < room, !isEnd, failure == nil {
        let received = read(descriptor, buffer.baseAddress.map { $0 + count }, room - count)
        if received > 0 {
          count += received
        } else if received == 0 {
          isEnd = true
        } else if errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          failure = .last
        }
      }
    }
    if let failure { throw failure }
    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    guard bytes.count <= limit else { throw SystemError(code: EFBIG) }
    if isEnd { return bytes }
    room = 1 << 16
  }
}

/// Writes all bytes to a descriptor; false, with `errno` set, if that fails.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    } else if count == 0 || errno != EINTR {
      return false
    }
  }
  return true
}

/// Writes all bytes to a descriptor; false, with `errno` set, if that fails.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}
