import HybridJSON

/// The clients on React Native's control socket, and the receivers of each of their messages
/// (`Documentation/compatibility.md`, *React Native*).
///
/// A value without connections: its methods receive connects, disconnects and messages, and return the
/// messages to send, with their receivers. These clients have no token, so their messages reach only each
/// other and change nothing else: a `reload` of one of them does not reload clients of hybrid's own protocol.
struct PackagerPeers: Sendable {
  /// A message to send, with its receivers.
  struct Delivery: Hashable, Sendable {
    /// The connections to send it to.
    var receivers: [UInt64]
    var message: [UInt8]
  }

  /// The effects of one message.
  struct Outcome: Hashable, Sendable {
    var deliveries: [Delivery] = []
    /// A line for the developer.
    var note: String?
  }

  private struct Peer {
    /// Its address for other clients: `client#3`. Never reused.
    var name: String
    /// The query of the address it opened, such as `role=ios`.
    var query: JSONObject
  }

  private var peers: [UInt64: Peer] = [:]
  private var lastNumber = 0

  /// Adds and names a client.
  /// - Parameter query: Of the address it opened, as sent.
  mutating func join(_ id: UInt64, query: String?) {
    lastNumber += 1
    let fields = (try? QueryFields(query)) ?? QueryFields()
    peers[id] = Peer(
      name: "client#\(lastNumber)",
      query: JSONObject(fields.pairs.prefix(16).map { ($0.name, .string(String($0.value.prefix(256)))) }))
  }

  /// Removes a client.
  mutating func leave(_ id: UInt64) { peers[id] = nil }

  /// Handles one message of a client.
  func receive(_ message: PackagerMessage, from id: UInt64) -> Outcome {
    guard let sender = peers[id] else { return Outcome() }
    switch message {
    case .broadcast(let method, let params):
      let others = peers.keys.filter { $0 != id }.sorted()
      return Outcome(
        deliveries: others.isEmpty ? [] : [broadcast(method, params, to: others)],
        note: "\(sender.name) sent to \(others.count) other React Native clients: \(method)")
    case .request(let method, "server", let requestID, _):
      return Outcome(deliveries: [answer(method, requestID, to: id)].compactMap { $0 })
    case .request(let method, let target, let requestID, let params):
      guard let receiver = connection(named: target) else {
        return Outcome(deliveries: [failure(.unknownClient(target), requestID, to: id)].compactMap { $0 })
      }
      let forwarded = requestID.map {
        JSONValue.object(JSONObject([("requestId", $0), ("clientId", .string(sender.name))]))
      }
      let message = PackagerMessage.encoded([
        ("method", .string(method)), ("params", params), ("id", forwarded),
      ])
      return Outcome(deliveries: [Delivery(receivers: [receiver], message: message)])
    case .response(let client, let requestID, let outcome):
      guard let receiver = connection(named: client) else {
        return Outcome(note: "\(sender.name) answered \(client.prefix(100)), which has disconnected")
      }
      let member: (String, JSONValue?) =
        switch outcome {
        case .result(let value): ("result", value)
        case .error(let value): ("error", value)
        }
      return Outcome(deliveries: [
        Delivery(receivers: [receiver], message: PackagerMessage.encoded([member, ("id", requestID)]))
      ])
    }
  }

  /// The effects of an invalid message.
  func name(of id: UInt64) -> String { peers[id]?.name ?? "a client" }

  /// The broadcast of hybrid itself to all clients, which do not support patches.
  static func broadcast(_ method: String) -> [UInt8] {
    PackagerMessage.encoded([("method", .string(method))])
  }

  // MARK: Answers

  private enum Failure {
    case unknownClient(String)
    case unknownMethod(String)

    var words: String {
      switch self {
      case .unknownClient(let name): "unable to find client with id \"\(name.prefix(100))\""
      case .unknownMethod(let name): "unknown method: \(name.prefix(100))"
      }
    }
  }

  private func connection(named name: String) -> UInt64? { peers.first { $0.value.name == name }?.key }

  private func broadcast(_ method: String, _ params: JSONValue?, to receivers: [UInt64]) -> Delivery {
    Delivery(
      receivers: receivers,
      message: PackagerMessage.encoded([("method", .string(method)), ("params", params)]))
  }

  /// Answers of the server itself: the client's id, and the other clients.
  private func answer(_ method: String, _ requestID: JSONValue?, to id: UInt64) -> Delivery? {
    let result: JSONValue
    switch method {
    case "getid": result = .string(name(of: id))
    case "getpeers":
      let others = peers.filter { $0.key != id }.sorted { $0.key < $1.key }
      result = .object(JSONObject(others.map { ($0.value.name, .object($0.value.query)) }))
    default: return failure(.unknownMethod(method), requestID, to: id)
    }
    return Delivery(
      receivers: [id], message: PackagerMessage.encoded([("result", result), ("id", requestID)]))
  }

  /// An error for a client that expects an answer; nil otherwise.
  private func failure(_ failure: Failure, _ requestID: JSONValue?, to id: UInt64) -> Delivery? {
    requestID.map {
      Delivery(
        receivers: [id],
        message: PackagerMessage.encoded([("error", .string(failure.words)), ("id", $0)]))
    }
  }
}
