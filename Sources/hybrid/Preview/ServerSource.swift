import HybridReload
import HybridSocket
import Synchronization

/// Follows a server for as long as it is wanted: connects, tells what comes, and connects again.
final class ServerSource: PreviewSource {
  let updates: AsyncStream<PreviewUpdate>
  private let output: AsyncStream<PreviewUpdate>.Continuation
  /// The open connection; nil while there is none.
  private let socket = Mutex<WebSocketClient?>(nil)
  private let following = Mutex<Task<Void, Never>?>(nil)

  init(client: ReloadClient, address: ServerAddress) {
    (updates, output) = AsyncStream.makeStream()
    let task = Task { [weak self] in
      var follower = Follower(client: client, address: address)
      while !Task.isCancelled, let self {
        await follower.follow(self)
        // Quick at first, since a server that restarts is back at once; later once in five seconds.
        try? await Task.sleep(for: follower.pause)
        follower.pause = min(follower.pause * 2, .seconds(5))
      }
    }
    following.withLock { $0 = task }
  }

  func send(_ event: ClientEvent) {
    socket.withLock { $0 }?.send(.text(ClientMessage.event(event).encoded))
  }

  func close() {
    following.withLock { $0 }?.cancel()
    socket.withLock { $0 }?.close()
    output.finish()
  }

  fileprivate func tell(_ update: PreviewUpdate) { output.yield(update) }
  fileprivate func open(_ new: WebSocketClient?) { socket.withLock { $0 = new } }
}

/// What is known between two connections.
private struct Follower {
  var client: ReloadClient
  var address: ServerAddress
  /// Whether the last thing told was a connection; nothing was told at first.
  var isConnected: Bool?
  /// Grows from the first failure until the server has greeted again.
  var pause = Follower.shortPause
  private static let shortPause = Duration.milliseconds(100)

  init(client: ReloadClient, address: ServerAddress) {
    self.client = client
    self.address = address
  }

  /// One connection, from its start to its end.
  mutating func follow(_ source: ServerSource) async {
    do throws(SocketError) {
      let socket = try await WebSocketClient.connect(
        address.socket, protocols: ["hybrid.1", "hybrid.token.\(address.token)"])
      defer {
        source.open(nil)
        socket.close()
      }
      source.open(socket)
      socket.send(.text(client.hello.encoded))
      try await receive(socket, source)
    } catch {
      if isConnected != false { source.tell(.disconnected("\(error)")) }
      isConnected = false
      // A server that was started again has another token, which it left in the project's folder.
      if let info = DevInfo.nearest(), info.socket == address.socket { address.token = info.token }
    }
  }

  private mutating func receive(_ socket: WebSocketClient, _ source: ServerSource) async throws(SocketError) {
    while !Task.isCancelled {
      let bytes: [UInt8]
      do throws(SocketError) {
        bytes = try await socket.next(within: .seconds(1)).bytes
      } catch .timedOut {
        continue
      }
      guard let message = ServerMessage(bytes) else { continue }
      if case .welcome = message, isConnected != true {
        (isConnected, pause) = (true, Self.shortPause)
        source.tell(.connected)
      }
      let (change, replies) = client.receive(message)
      tell(change, source)
      for reply in replies { socket.send(.text(reply.encoded)) }
    }
  }

  private func tell(_ change: ReloadClient.Change, _ source: ServerSource) {
    switch change {
    case .tree:
      guard let tree = client.tree, let unit = client.unit else { return }
      source.tell(
        .page(
          ShownPage(
            tree: tree, unit: unit, device: client.deviceName ?? "", revision: client.revision,
            page: client.page)))
    case .failed: source.tell(.failed(client.diagnostics))
    case .fixed: source.tell(.fixed)
    case .log(let level, let text): source.tell(.log(level, text))
    case .units, .nothing: break
    }
  }
}
