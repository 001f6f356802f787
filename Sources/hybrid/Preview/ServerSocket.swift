import HybridCrypto
import HybridSocket
import Synchronization

/// A connection to a server: unencrypted with a token, or with every message sealed.
final class ServerSocket: Sendable {
  private let socket: WebSocketClient
  /// nil when messages are not sealed.
  private let sender: Mutex<SealedSender?>
  private let receiver: Mutex<SealedReceiver?>
  private let newKey = Mutex<ServerAddress.Key?>(nil)

  /// The key for the next connection, once the server has sent it.
  var pairedKey: ServerAddress.Key? { newKey.withLock { $0 } }

  private init(_ socket: WebSocketClient, _ channel: SealedChannel?) {
    self.socket = socket
    sender = Mutex(channel?.sender)
    receiver = Mutex(channel?.receiver)
  }

  /// Connects, and performs the greeting when messages are sealed.
  static func connect(_ address: ServerAddress) async throws(SocketError) -> ServerSocket {
    switch address.key {
    case .token(let token):
      return ServerSocket(
        try await WebSocketClient.connect(address.socket, protocols: ["hybrid.1", "hybrid.token.\(token)"]),
        nil)
    case .secret(let secret, let device):
      let sodium: Sodium
      do throws(CryptoError) { sodium = try Sodium.shared() } catch {
        throw .cannotConnect(url: address.socket, reason: "libsodium23 is needed to seal messages: \(error)")
      }
      let hello = SealedHello(device: device, secret: secret, sodium: sodium)
      let socket = try await WebSocketClient.connect(
        address.socket, protocols: [SealedHello.subprotocol, "hybrid.token.\(hello.token)"])
      socket.send(.binary(hello.encoded))
      guard case .binary(let bytes) = try await socket.next(), let reply = SealedReply(bytes) else {
        throw .cannotConnect(url: address.socket, reason: "the response is not from a hybrid server")
      }
      let channel = SealedChannel(.client, secret: secret, hello: hello, reply: reply, sodium: sodium)
      return ServerSocket(socket, channel)
    }
  }

  /// Sends a text message.
  func send(text: [UInt8]) {
    // Sent under the lock, so that frames leave in the order of their numbers.
    sender.withLock { sender in
      socket.send(sender?.seal(.text(text)).asBinary ?? .text(text))
    }
  }

  /// The next message for the reload protocol.
  func next(within deadline: Duration) async throws(SocketError) -> [UInt8] {
    while true {
      let message = try await socket.next(within: deadline)
      guard let content = try opened(message) else { continue }
      return content
    }
  }

  /// The content of a message; nil for a message that this type handles itself.
  private func opened(_ message: WebSocketMessage) throws(SocketError) -> [UInt8]? {
    let result: Result<SealedMessage, SealError>? = receiver.withLock { receiver in
      guard receiver != nil else { return nil }
      guard case .binary(let frame) = message else { return .failure(.malformed) }
      do throws(SealError) {
        return (try receiver?.open(frame)).map { .success($0) }
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case nil: return message.bytes
    case .success(.text(let bytes))?, .success(.binary(let bytes))?: return bytes
    case .success(.paired(let device, let key))?:
      newKey.withLock { $0 = .secret(key, device: device) }
      return nil
    case .failure(let error)?:
      socket.close(code: 1008, reason: "a frame is not authentic")
      throw .closed(code: 1008, reason: "a message was manipulated on its way from the server (\(error))")
    }
  }

  func close() { socket.close() }
}

extension [UInt8] {
  fileprivate var asBinary: WebSocketMessage { .binary(self) }
}
