/// Creates WebSocket frames for tests, including invalid ones (RFC 6455 §5.2).
package enum FrameMaker {
  /// A masked frame; `length` replaces the second byte and the extended length.
  package static func frame(_ first: UInt8, _ payload: [UInt8] = [], length: [UInt8]? = nil) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var head = [first]
    if let length {
      head += length
    } else if payload.count < 126 {
      head.append(0x80 | UInt8(payload.count))
    } else if payload.count < 65_536 {
      head += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    } else {
      head += [0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return head + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// The close code in a server's bytes after the handshake; nil without one.
  package static func closeCode(in bytes: [UInt8]) -> Int? {
    var rest = bytes[...]
    while rest.count >= 2 {
      let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1] & 127)
      let extra = second == 126 ? 2 : second == 127 ? 8 : 0
      guard rest.count >= 2 + extra else { return nil }
      let length = extra == 0 ? Int(second) : rest.dropFirst(2).prefix(extra).reduce(0) { $0 << 8 | Int($1) }
      let payload = rest.dropFirst(2 + extra).prefix(length)
      if first == 0x88, payload.count >= 2 {
        return Int(payload[payload.startIndex]) << 8 | Int(payload[payload.startIndex + 1])
      }
      rest = rest.dropFirst(2 + extra + length)
    }
    return nil
  }
}
