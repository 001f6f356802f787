/// The right required for a request. Every ``Endpoint`` has one; ``AccessPolicy/decide(_:)`` checks it.
enum AccessRight: Hashable, Sendable {
  /// React Native's "is a packager there": the answer says only that a server runs. Open to everyone.
  case packagerStatus
  /// Requests without a key get the pairing page instead.
  case front
  /// Open to everyone, to try a code.
  case pairing
  /// Endpoints of clients that do not support keys: Playground, Rexxar, LiveReload. `--playground` opens them
  /// to the network.
  case keyless
  /// Changes something, or exposes more than a preview: needs the token of this process.
  case privileged
  /// Reads: this machine, and paired devices.
  case reading

  /// The name of the right in `Documentation/dev-server-api.md`; empty for endpoints that need nothing on
  /// this machine and pairing elsewhere.
  var name: String {
    switch self {
    case .packagerStatus, .pairing: "none"
    case .front: "front"
    case .keyless: "keyless"
    case .privileged: "token"
    case .reading: ""
    }
  }
}
