/// What somebody needs to make a request. Every ``Endpoint`` has one; ``AccessPolicy/decide(_:)`` says who
/// has it.
enum AccessRight: Hashable, Sendable {
  /// React Native's "is a packager there": says that a server runs, and nothing else. Anybody may ask.
  case packagerStatus
  /// Those without a key get the page to pair at instead.
  case front
  /// Anybody may try a code.
  case pairing
  /// What apps ask for that know nothing of keys: Playground, Rexxar, LiveReload. `--playground` opens it to
  /// the network.
  case keyless
  /// Changes something, or tells programs more than a preview shows: needs the token of this process.
  case privileged
  /// Reads: this machine, and paired devices.
  case reading

  /// The name of the right in `Documentation/dev-server-api.md`; empty where nothing is needed on this
  /// machine and a pairing elsewhere.
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
