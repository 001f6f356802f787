import Synchronization

/// One whole WebSocket message (RFC 6455 §5.6).
package enum WebSocketMessage: Hashable, Sendable {
  /// Valid UTF-8.
  case text([UInt8])
  /// Any bytes.
  case binary([UInt8])

  /// A text message.
  package static func text(_ text: String) -> WebSocketMessage { .text(Array(text.utf8)) }

  /// The payload.
  package var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes
    }
  }
}

/// One end of an open WebSocket. Every member may be used from any thread.
package final class WebSocketConnection: Sendable {
  /// Unique in this process.
  package let id: UInt64
  /// The sub-protocol agreed on, if any.
  package let subprotocol: String?
  /// All sub-protocols the client offered, the token left out.
  package let offeredProtocols: [String]
  /// The client's IP address.
  package let remoteAddress: String
  /// The query of the URL it was opened at, as sent; nil without one.
  package let query: String?

  let loop: MainLoop
  let link: WebSocketLink

  private static let lastID = Atomic<UInt64>(0)

  init(
    link: WebSocketLink, loop: MainLoop, subprotocol: String?, offeredProtocols: [String],
    remoteAddress: String, query: String? = nil
  ) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    self.link = link
    self.loop = loop
    self.subprotocol = subprotocol
    self.offeredProtocols = offeredProtocols
    self.remoteAddress = remoteAddress
    self.query = query
  }

  /// Whether it came from this machine, over its loopback interface.
  package var isLoopback: Bool { HybridSocket.isLoopback(remoteAddress) }

  /// Transforms each message before it is sent; nil leaves messages as they are.
  private let transform = Mutex<(@Sendable (WebSocketMessage) -> WebSocketMessage)?>(nil)
  /// Whether messages are transformed, so that this connection cannot share a broadcast's bytes.
  private let isTransforming = Atomic<Bool>(false)
  var sharesPayloads: Bool { !isTransforming.load(ordering: .acquiring) }

  /// Applies `transform` to each message from now on. It is called once per message, in the order of sending.
  package func sendAll(as transform: @escaping @Sendable (WebSocketMessage) -> WebSocketMessage) {
    self.transform.withLock { $0 = transform }
    isTransforming.store(true, ordering: .releasing)
  }

  /// Sends a message; messages arrive in the order of these calls. After the close it does nothing.
  package func send(_ message: WebSocketMessage) {
    // Under the lock, so that two threads cannot swap the order of their messages between transforming and
    // sending.
    transform.withLock { transform in
      let payload = Payload(transform?(message) ?? message)
      let link = link
      link.willSend(payload)
      loop.perform { link.send(payload) }
    }
  }

  /// Sends text, which must be UTF-8.
  package func send(text: [UInt8]) { send(.text(text)) }

  /// Sends bytes.
  package func send(binary: [UInt8]) { send(.binary(binary)) }

  /// Starts the closing handshake (RFC 6455 §7.1.2), after all messages sent before. A reason over 123 bytes
  /// is cut.
  package func close(code: Int = 1000, reason: String = "") {
    let link = link
    loop.perform { link.close(code: code, reason: reason) }
  }

  /// Payload bytes sent that the kernel has not accepted yet. It is an upper bound, corrected when the kernel
  /// has accepted all.
  ///
  /// libsoup queues without limit: code that sends much must check this, or count acknowledgements against
  /// ``sentBytes``.
  package var bufferedBytes: Int { link.bufferedBytes }

  /// Calls `call` once, on the connection's thread, as soon as ``bufferedBytes`` is at most `limit`; at once
  /// if it already is. It is not called after the close.
  package func whenDrained(below limit: Int, _ call: @escaping @Sendable () -> Void) {
    let link = link
    loop.perform { link.whenDrained(below: limit, call) }
  }

  /// Payload bytes sent since the connection was opened.
  package var sentBytes: Int { link.sentBytes }
}
