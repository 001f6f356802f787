/// Checks the frames of a WebSocket client as they are received, and reports what is wrong with them (RFC
/// 6455 §5).
///
/// libsoup 3.2 accepts reserved bits and opcodes, control frames that are fragmented or too long, unmasked
/// frames from clients, and any number of fragments and pings. It never sees a byte of what is rejected here.
struct FrameChecker {
  /// How much a client may send.
  struct Limits {
    /// Bytes of one message, all fragments together.
    var message = 1 << 20
    /// Frames of one message.
    var fragments = 64
    /// Control frames within a second.
    var controlFrames = 100
  }

  /// Why the connection must end, and the close code for it (RFC 6455 §7.4.1).
  struct Fault: Error, Hashable {
    var code: Int
    var reason: String
  }

  private let limits: Limits
  /// The head of a frame, as far as received.
  private var head: [UInt8] = []
  private var frame: Frame?
  private var message: Message?
  private var controlsThisSecond = 0
  private var second: ContinuousClock.Instant?
  /// Whether the client has sent a close frame: it may send nothing more (§5.5.1).
  private(set) var isClosed = false

  /// A frame whose head is complete.
  private struct Frame {
    var opcode: UInt8
    var isFinal: Bool
    var mask: [UInt8]
    var length: Int
    var position = 0
    /// The payload of a close frame; empty for other frames.
    var payload: [UInt8] = []
    var isControl: Bool { opcode >= 8 }
  }

  /// A message whose last frame has not been received.
  private struct Message {
    var text: UTF8Checker?
    var size = 0
    var fragments = 0
  }

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Checks the next bytes. All before `passed` may be handed over; after a fault or the close, nothing later
  /// may.
  mutating func check(
    _ bytes: Span<UInt8>, at now: @autoclosure () -> ContinuousClock.Instant = .now
  ) -> (passed: Int, fault: Fault?) {
    var index = 0
    do throws(Fault) {
      while index < bytes.count, !isClosed {
        if frame == nil {
          try readHead(bytes[index], at: now)
          // A frame without payload ends with its head.
          if let frame, frame.length == 0 { try end(frame) }
          index += 1
        } else {
          index += try readPayload(bytes.extracting(index...))
        }
      }
      return (index, nil)
    } catch {
      return (index, error)
    }
  }

  // MARK: Heads, §5.2

  private mutating func readHead(_ byte: UInt8, at now: () -> ContinuousClock.Instant) throws(Fault) {
    head.append(byte)
    switch head.count {
    case 1: try checkFirst(byte)
    case 2: try checkSecond(byte, at: now)
    default: break
    }
    guard head.count >= 2 else { return }
    let extra = lengthBytes(head[1])
    guard head.count == 2 + extra + 4 else {
      if extra > 0, head.count == 2 + extra { _ = try length() }
      return
    }
    let size = try length()
    frame = Frame(
      opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0, mask: Array(head.suffix(4)), length: size)
    head.removeAll(keepingCapacity: true)
  }

  private func lengthBytes(_ second: UInt8) -> Int {
    switch second & 0x7F {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  private mutating func checkFirst(_ byte: UInt8) throws(Fault) {
    // The server negotiates no extension that could give them a meaning.
    guard byte & 0x70 == 0 else { throw Fault(code: 1002, reason: "a reserved bit is set") }
    let isFinal = byte & 0x80 != 0
    switch byte & 15 {
    case 0:
      guard message != nil else { throw Fault(code: 1002, reason: "there is nothing to continue") }
      message?.fragments += 1
    case 1, 2:
      guard message == nil else { throw Fault(code: 1002, reason: "a message begins inside another") }
      message = Message(text: byte & 15 == 1 ? UTF8Checker() : nil, fragments: 1)
    case 8, 9, 10:
      guard isFinal else { throw Fault(code: 1002, reason: "a control frame is fragmented") }
    default: throw Fault(code: 1002, reason: "the opcode is reserved")
    }
    if let message, message.fragments > limits.fragments {
      throw Fault(code: 1008, reason: "a message has more than \(limits.fragments) frames")
    }
  }

  private mutating func checkSecond(_ byte: UInt8, at now: () -> ContinuousClock.Instant) throws(Fault) {
    guard byte & 0x80 != 0 else { throw Fault(code: 1002, reason: "a client's frame must be masked") }
    guard head[0] & 8 != 0 else { return }
    guard byte & 0x7F <= 125 else { throw Fault(code: 1002, reason: "a control frame is too long") }
    let now = now()
    if second.map({ now - $0 >= .seconds(1) }) ?? true {
      second = now
      controlsThisSecond = 0
    }
    controlsThisSecond += 1
    guard controlsThisSecond <= limits.controlFrames else {
      throw Fault(code: 1008, reason: "too many control frames")
    }
  }

  /// The length of the payload, which must have the shortest encoding.
  private func length() throws(Fault) -> Int {
    let short = Int(head[1] & 0x7F)
    let extra = lengthBytes(head[1])
    guard extra > 0 else { return try room(for: short) }
    var value: UInt64 = 0
    for byte in head[2..<2 + extra] { value = value << 8 | UInt64(byte) }
    guard value >> 63 == 0, value > (extra == 2 ? 125 : 65_535) else {
      throw Fault(code: 1002, reason: "a frame's length is malformed")
    }
    return try room(for: Int(value))
  }

  private func room(for length: Int) throws(Fault) -> Int {
    // A control frame may come between the frames of a message.
    guard head[0] & 8 == 0, let message else { return length }
    guard length <= limits.message - message.size else {
      throw Fault(code: 1009, reason: "a message is larger than \(limits.message) bytes")
    }
    return length
  }

  // MARK: Payloads

  /// Reads the available bytes of the payload; returns their number.
  private mutating func readPayload(_ bytes: Span<UInt8>) throws(Fault) -> Int {
    guard var frame else { return 0 }
    let count = min(bytes.count, frame.length - frame.position)
    let mask = frame.mask
    if frame.opcode == 8 {
      for index in 0..<count { frame.payload.append(bytes[index] ^ mask[(frame.position + index) & 3]) }
    } else if !frame.isControl, var text = message?.text {
      for index in 0..<count where !text.accept(bytes[index] ^ mask[(frame.position + index) & 3]) {
        throw Self.notText
      }
      message?.text = text
    }
    frame.position += count
    self.frame = frame
    guard frame.position == frame.length else { return count }
    // Before its last byte is handed over, so that libsoup never gets a complete frame that is invalid.
    try end(frame)
    return count
  }

  private static let notText = Fault(code: 1007, reason: "a text is not UTF-8")

  private mutating func end(_ ended: Frame) throws(Fault) {
    frame = nil
    if ended.opcode == 8 {
      try checkClose(ended.payload)
      isClosed = true
    }
    guard !ended.isControl else { return }
    message?.size += ended.length
    guard ended.isFinal else { return }
    guard message?.text?.isComplete ?? true else { throw Self.notText }
    message = nil
  }

  /// §5.5.1 and §7.4; 1012 to 1014 are in IANA's registry of close codes.
  private func checkClose(_ payload: [UInt8]) throws(Fault) {
    guard !payload.isEmpty else { return }
    guard payload.count >= 2 else { throw Fault(code: 1002, reason: "a close frame has half a code") }
    switch Int(payload[0]) << 8 | Int(payload[1]) {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw Fault(code: 1002, reason: "a close code is none")
    }
    guard String(validating: payload[2...], as: UTF8.self) != nil else {
      throw Fault(code: 1007, reason: "a close reason is not UTF-8")
    }
  }
}
