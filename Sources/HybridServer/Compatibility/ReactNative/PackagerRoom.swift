import HybridJSON

/// Who is on React Native's control socket, and who gets what one of them says
/// (`Documentation/compatibility.md`, *React Native*).
///
/// A value without connections: it is told who comes, goes and says what, and answers what to send to whom.
/// These clients bring no token, so whatever they say moves among them and changes nothing else: a `reload`
/// of one of them does not reload clients of hybrid's own protocol.
struct PackagerRoom: Sendable {
  /// Something to send.
  struct Delivery: Hashable, Sendable {
    /// The connections to send it to.
    var receivers: [UInt64]
    var message: [UInt8]
  }

  /// What one message leads to.
  struct Outcome: Hashable, Sendable {
    var deliveries: [Delivery] = []
    /// A line for the developer.
    var note: String?
  }

  private struct Peer {
    /// As the others address it: `client#3`. Never given twice.
    var name: String
    /// What it said of itself in the address it opened, such as `role=ios`.
    var query: JSONObject
  }

  private var peers: [UInt64: Peer] = [:]
  private var lastNumber = 0

  /// Names a client that came.
  /// - Parameter query: Of the address it opened, as sent.
  mutating func join(_ id: UInt64, query: String?) {
    lastNumber += 1
    let fields = (try? QueryFields(query)) ?? QueryFields()
    peers[id] = Peer(
      name: "client#\(lastNumber)",
      query: JSONObject(fields.pairs.prefix(16).map { ($0.name, .string(String($0.value.prefix(256)))) }))
  }

  /// Forgets a client that went.
  mutating func leave(_ id: UInt64) { peers[id] = nil }

  /// Deals with one message of a client.
  func receive(_ message: PackagerMessage, from id: UInt64) -> Outcome {
    guard let sender = peers[id] else { return Outcome() }
    switch message {
    case .broadcast(let method, let params):
      let others = peers.keys.filter { $0 != id }.sorted()
      return Outcome(
        deliveries: others.isEmpty ? [] : [broadcast(method, params, to: others)],
        note: "\(sender.name) told \(others.count) other React Native clients: \(method)")
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
        return Outcome(note: "\(sender.name) answered \(client.prefix(100)), which is gone")
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

  /// What a client is told whose message could not be read; only a name for the note.
  func name(of id: UInt64) -> String { peers[id]?.name ?? "a client" }

  /// What every client is told when hybrid itself wants something of them: they have no patches.
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

  /// What the server itself answers: who the client is, and who the others are.
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

  /// An error for who wants an answer; nil for who does not.
  private func failure(_ failure: Failure, _ requestID: JSONValue?, to id: UInt64) -> Delivery? {
    requestID.map {
      Delivery(
        receivers: [id],
        message: PackagerMessage.encoded([("error", .string(failure.words)), ("id", $0)]))
    }
  }
}
