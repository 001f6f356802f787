import HybridJSON

/// A message on React Native's control socket `/message`, version 2 (`Documentation/compatibility.md`, *React
/// Native*).
enum PackagerMessage: Hashable, Sendable {
  /// To all other clients: it has neither target nor id.
  case broadcast(method: String, params: JSONValue?)
  /// To one client, or to the `server`. Without an id, no answer is expected.
  case request(method: String, target: String, id: JSONValue?, params: JSONValue?)
  /// The answer of a request's target: the client to send it to, and that client's own id.
  case response(client: String, id: JSONValue, outcome: Outcome)

  /// A result or an error, as any JSON value.
  enum Outcome: Hashable, Sendable {
    case result(JSONValue)
    case error(JSONValue)
  }

  /// Why a message is dropped.
  enum Fault: Error, Hashable, Sendable {
    case binary
    /// The message of the JSON reader.
    case malformed(String)
    /// As it is written there; nil when there is none.
    case otherVersion(String?)
    /// It is none of the three.
    case otherKind
  }

  /// The version that is spoken here.
  static let version = 2
  /// Deep enough for any parameters, and never a reason to run out of stack.
  private static let depth = 64

  /// Reads one text message.
  init(parsing bytes: [UInt8]) throws(Fault) {
    var limits = JSONLimits()
    limits.depth = Self.depth
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: limits)
    } catch {
      throw .malformed(error.diagnostic.message)
    }
    guard json["version"]?.int == Self.version else { throw .otherVersion(json["version"]?.text()) }
    if let method = json["method"]?.string {
      switch (json["target"], json["id"]) {
      case (nil, nil): self = .broadcast(method: method, params: json["params"])
      case (.string(let target)?, let id):
        self = .request(method: method, target: target, id: id, params: json["params"])
      default: throw .otherKind
      }
      return
    }
    guard let id = json["id"]?["requestId"], let client = json["id"]?["clientId"]?.string else {
      throw .otherKind
    }
    if let error = json["error"] {
      self = .response(client: client, id: id, outcome: .error(error))
    } else if let result = json["result"] {
      self = .response(client: client, id: id, outcome: .result(result))
    } else {
      throw .otherKind
    }
  }

  /// The message as it is sent: `version` and the members that are not nil.
  static func encoded(_ members: [(String, JSONValue?)]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("version", version)
      for case (let name, let value?) in members { $0.member(name, value) }
    }
    return json.bytes
  }
}

extension PackagerMessage.Fault {
  /// In words, about the client that sent it.
  func words(about client: String) -> String {
    switch self {
    case .binary: "\(client) sent a binary message, and /message takes JSON text"
    case .malformed(let reason): "\(client) sent a message that is not JSON: \(reason)"
    case .otherVersion(let version):
      "\(client) speaks version \(version ?? "(none)") of /message, "
        + "but only \(PackagerMessage.version) is supported"
    case .otherKind: "\(client) sent a message that is not a broadcast, a request or a response"
    }
  }
}
