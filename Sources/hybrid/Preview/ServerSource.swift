import HybridEncoding
import HybridReload
import HybridSocket
import Synchronization

/// Follows a server until it is closed: connects, reports updates, and reconnects.
final class ServerSource: PreviewSource {
  let updates: AsyncStream<PreviewUpdate>
  private let output: AsyncStream<PreviewUpdate>.Continuation
  private struct State {
    var client: ReloadClient
    /// The open connection; nil without one.
    var socket: ServerSocket?
    /// The last message that changed the tree and has not been painted.
    var unpainted: (revision: Int, arrived: ContinuousClock.Instant)?
  }
  private let state: Mutex<State>
  private let following = Mutex<Task<Void, Never>?>(nil)

  init(client: ReloadClient, address: ServerAddress) {
    (updates, output) = AsyncStream.makeStream()
    state = Mutex(State(client: client))
    let task = Task { [weak self] in
      var follower = Follower(address: address)
      while !Task.isCancelled, let self {
        await follower.follow(self)
        try? await Task.sleep(for: follower.backoff.next())
      }
    }
    following.withLock { $0 = task }
  }

  func send(_ event: ClientEvent) {
    // Under one lock, so that events leave in the order in which they are recorded.
    state.withLock { state in
      let message = state.client.tell(event)
      state.socket?.send(text: message.encoded)
    }
  }

  func painted(_ revision: Int) {
    state.withLock { state in
      guard let last = state.unpainted, last.revision <= revision else { return }
      state.unpainted = nil
      let milliseconds = (ContinuousClock.now - last.arrived).milliseconds
      state.socket?.send(text: ClientMessage.ack(revision: last.revision, painted: milliseconds).encoded)
    }
  }

  func close() {
    following.withLock { $0 }?.cancel()
    state.withLock { $0.socket }?.close()
    output.finish()
  }

  fileprivate func tell(_ update: PreviewUpdate) { output.yield(update) }

  /// Introduces the client on a new connection.
  fileprivate func open(_ socket: ServerSocket) {
    state.withLock { state in
      (state.socket, state.unpainted) = (socket, nil)
      socket.send(text: state.client.connect().encoded)
    }
  }

  fileprivate func closed() { state.withLock { $0.socket = nil } }

  /// Handles a message: replies to it and reports the change.
  fileprivate func receive(_ message: ServerMessage, at instant: ContinuousClock.Instant) {
    let (change, client) = state.withLock { state in
      let (change, replies) = state.client.receive(message)
      for reply in replies {
        if change == .tree, case .ack(let revision, _) = reply {
          state.unpainted = (revision, instant)
        } else {
          state.socket?.send(text: reply.encoded)
        }
      }
      return (change, state.client)
    }
    switch change {
    case .tree:
      guard let tree = client.tree, let unit = client.unit else { return }
      tell(
        .page(
          ShownPage(
            tree: tree, unit: unit, device: client.deviceName ?? "", revision: client.revision,
            page: client.page, renumbered: client.renumbered)))
    case .failed: tell(.failed(client.diagnostics))
    case .fixed: tell(.fixed)
    case .faults: tell(client.faults.isEmpty ? .fixed : .failed(client.faults))
    case .log(let level, let text): tell(.log(level, text))
    case .units, .nothing: break
    }
  }
}

/// The state that outlives a connection.
private struct Follower {
  var address: ServerAddress
  /// Whether the last report was a connection; nil before the first report.
  var isConnected: Bool?
  /// Grows from the first failure until the server has sent its greeting.
  var backoff = Backoff()

  init(address: ServerAddress) { self.address = address }

  /// One connection, from its start to its end.
  mutating func follow(_ source: ServerSource) async {
    do throws(SocketError) {
      let socket = try await ServerSocket.connect(address)
      defer {
        if let key = socket.pairedKey { address.key = key }
        source.closed()
        socket.close()
      }
      source.open(socket)
      try await receive(socket, source)
    } catch {
      if isConnected != false { source.tell(.disconnected("\(error)")) }
      isConnected = false
      address.readAgain()
    }
  }

  private mutating func receive(_ socket: ServerSocket, _ source: ServerSource) async throws(SocketError) {
    while !Task.isCancelled {
      let bytes: [UInt8]
      do throws(SocketError) {
        bytes = try await socket.next(within: .seconds(1))
      } catch .timedOut {
        continue
      }
      let instant = ContinuousClock.now
      guard let message = ServerMessage(bytes) else { continue }
      if case .welcome = message, isConnected != true {
        isConnected = true
        backoff.reset()
        source.tell(.connected)
      }
      source.receive(message, at: instant)
    }
  }
}
