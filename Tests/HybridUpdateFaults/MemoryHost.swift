import HybridCrypto
package import HybridRelease
package import HybridUpdate
import Synchronization

/// A host in memory, optionally misbehaving.
package final class MemoryHost: UpdateTransport {
  /// The host's behaviour for one request.
  package enum Behaviour: Sendable {
    /// Answers correctly.
    case honest
    /// Sends these bytes as the file.
    case bytes([UInt8])
    /// Closes the connection after this many bytes.
    case cut(after: Int)
    /// Responds with a status: `503 busy`.
    case status(String)
    /// Sends without end, whatever the request.
    case endless
    /// Responds that nothing has changed.
    case notModified
    case missing
    /// Exceeds the request's time-out; a test's clock is advanced.
    case late
  }

  private struct State {
    var dist: [String: [UInt8]]
    var requests: [TransportRequest] = []
    var sent = 0
    var behaviour: @Sendable (TransportRequest, Int) -> Behaviour = { _, _ in .honest }
  }

  private let state: Mutex<State>
  private let piece: Int
  private let sodium: Sodium

  /// Serves `dist` in pieces of `piece` bytes.
  package init(_ dist: [String: [UInt8]], piece: Int = 4_096) throws {
    state = Mutex(State(dist: dist))
    (self.piece, sodium) = (piece, try Sodium.shared())
  }

  /// Replaces the served files.
  package func serve(_ dist: [String: [UInt8]]) { state.withLock { $0.dist = dist } }
  /// Sets the behaviour, a function of the request and the number of earlier requests.
  package func behave(_ behaviour: @escaping @Sendable (TransportRequest, Int) -> Behaviour) {
    state.withLock { $0.behaviour = behaviour }
  }
  /// The requests since the last call.
  package func takeRequests() -> [TransportRequest] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
  /// The number of body bytes sent since the last call.
  package func takeSent() -> Int {
    state.withLock { state in
      defer { state.sent = 0 }
      return state.sent
    }
  }

  package func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    let (file, behaviour) = state.withLock { state in
      state.requests.append(request)
      return (state.dist[request.path], state.behaviour(request, state.requests.count - 1))
    }
    await Task.yield()
    if Task.isCancelled { throw Refusal(.updateCancelled, request.path, "was called off") }
    switch behaviour {
    case .honest: return try send(file, request, receive)
    case .bytes(let bytes): return try send(bytes, request, receive)
    case .cut(let count):
      _ = try send(file, request, receive, atMost: count)
      throw Refusal(.networkUnreachable, request.path, "the connection broke")
    case .status(let status): throw Refusal(.networkStatus, request.path, status)
    case .endless:
      try receive(.begins(at: 0))
      while true { try receive(.bytes([UInt8](repeating: 0x61, count: 4_096))) }
    case .notModified: return .notModified
    case .missing: return .missing
    case .late: throw Refusal(.networkDeadline, request.path, "took longer than \(request.timeout)")
    }
  }

  private func send(
    _ file: [UInt8]?, _ request: TransportRequest, _ receive: (TransportPart) throws(Refusal) -> Void,
    atMost most: Int = .max
  ) throws(Refusal) -> TransportAnswer {
    guard let file else { return .missing }
    let etag = "\"\(sodium.sha256(file).description.prefix(16))\""
    if request.etag == etag { return .notModified }
    let offset = min(request.offset, file.count)
    try receive(.begins(at: offset))
    var place = offset
    let end = min(file.count, most == .max ? .max : offset + most)
    while place < end {
      let next = min(end, place + piece)
      try receive(.bytes(Array(file[place..<next])))
      state.withLock { $0.sent += next - place }
      place = next
    }
    return .whole(etag: etag)
  }
}
