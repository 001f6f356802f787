import HybridCrypto
import HybridReload
import HybridSocket
import Synchronization

/// A client that seals its messages: it knows a secret and never sends it.
final class SealedClient: Sendable {
  private enum Stage: Sendable {
    case new
    /// The server has answered. The session learns of the client when a frame proves that it has read the
    /// answer.
    case answered(SealedChannel, hello: SealedHello)
    case open(SealedReceiver, WebSocketHandlers)
    case over
  }

  private let connection: WebSocketConnection
  private let access: AccessPolicy
  private let socket: SessionSocket
  private let stage = Mutex(Stage.new)

  init(_ connection: WebSocketConnection, access: AccessPolicy, socket: SessionSocket) {
    self.connection = connection
    self.access = access
    self.socket = socket
  }

  var handlers: WebSocketHandlers {
    WebSocketHandlers(onMessage: { self.take($0) }, onClose: { self.closed($0, $1) })
  }

  /// Handles one message. All messages arrive on the server's thread.
  private func take(_ message: WebSocketMessage) {
    guard case .binary(let bytes) = message else { return fail("frames are binary") }
    switch stage.withLock({ $0 }) {
    case .new: answer(bytes)
    case .answered(var channel, let hello):
      guard let content = opened(bytes, &channel.receiver) else { return }
      guard let device = admit(hello, content, &channel.sender) else { return fail("there is no room") }
      seal(with: channel.sender)
      let handlers = access.following(connection, device: device, socket.handlers(for: connection))
      stage.withLock { $0 = .open(channel.receiver, handlers) }
      handlers.onMessage(content)
    case .open(var receiver, let handlers):
      guard let content = opened(bytes, &receiver) else { return }
      stage.withLock { $0 = .open(receiver, handlers) }
      handlers.onMessage(content)
    case .over: break
    }
  }

  private func closed(_ code: Int, _ reason: String) {
    let last = stage.withLock { stage in
      defer { stage = .over }
      return stage
    }
    if case .open(_, let handlers) = last { handlers.onClose(code, reason) }
  }

  private func answer(_ bytes: [UInt8]) {
    guard let hello = SealedHello(bytes), let secret = access.secret(for: hello),
      let sodium = try? Sodium.shared()
    else { return fail("this is not a greeting, or its key is no longer valid") }
    let reply = SealedReply(sodium: sodium)
    let channel = SealedChannel(.server, secret: secret, hello: hello, reply: reply, sodium: sodium)
    connection.send(.binary(reply.encoded))
    stage.withLock { $0 = .answered(channel, hello: hello) }
  }

  /// The number of the device; a device that used the secret of the QR code gets a key for the next time.
  private func admit(_ hello: SealedHello, _ content: WebSocketMessage, _ sender: inout SealedSender) -> Int?
  {
    guard hello.device == 0 else { return Int(hello.device) }
    var name: String?
    if case .hello(let hello) = ClientMessage(content.bytes) { name = hello.client }
    guard let (device, key) = access.admitSealed(name: name, from: connection.remoteAddress),
      let number = UInt32(exactly: device.id)
    else { return nil }
    // Nothing else sends on this connection yet.
    connection.send(.binary(sender.seal(.paired(device: number, key: key))))
    return device.id
  }

  private func seal(with sender: SealedSender) {
    let sender = Mutex(sender)
    connection.sendAll { message in
      sender.withLock { sender in
        switch message {
        case .text(let bytes): .binary(sender.seal(.text(bytes)))
        case .binary(let bytes): .binary(sender.seal(.binary(bytes)))
        }
      }
    }
  }

  private func opened(_ bytes: [UInt8], _ receiver: inout SealedReceiver) -> WebSocketMessage? {
    do throws(SealError) {
      switch try receiver.open(bytes) {
      case .text(let bytes): return .text(bytes)
      case .binary(let bytes): return .binary(bytes)
      case .paired: throw .malformed
      }
    } catch {
      access.note(.brokenSeal, from: connection.remoteAddress)
      fail("a frame is not authentic")
      return nil
    }
  }

  private func fail(_ reason: String) {
    closed(1008, reason)
    connection.close(code: 1008, reason: reason)
  }
}
