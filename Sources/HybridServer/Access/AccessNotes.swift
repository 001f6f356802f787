import HybridSource

/// Explains refused requests, with hints, and limits repetitions: a phone that retries every second causes
/// one line a minute, and requests from many addresses do not flood the terminal either.
struct AccessNotes: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// A fact for the owner of the server.
  enum Fact: Hashable, Sendable {
    case paired(PairedDevice)
    case connected(PairedDevice)
    case full
    case wrongCode
    case codeReplaced(String)
    case tooManyTries
    case unpaired(path: String)
    case unknownKey
    case ownToken
    case playgroundClosed(path: String)
    case privileged(path: String)
    case proxied
    /// A client used the secret of an outdated QR code.
    case oldCode
    case brokenSeal
    /// Messages cannot be sealed here.
    case noSodium(String)
    /// `Host` has a foreign name.
    case foreignHost(String)
    case foreignOrigin(String)

    /// The kind, for deduplication: facts of one kind from one address produce one line.
    fileprivate var kind: String {
      switch self {
      case .foreignHost(let name): "host \(name)"
      case .foreignOrigin(let name): "origin \(name)"
      default: diagnostic(from: "").code
      }
    }

    /// Whether it is reported every time.
    fileprivate var isRare: Bool {
      switch self {
      case .paired, .codeReplaced: true
      default: false
      }
    }
  }

  static let pause = Duration.seconds(60)
  /// The maximum number of lines in ten seconds.
  static let most = 10

  private var last: [String: Instant] = [:]
  private var recent: [Instant] = []

  /// The line for a fact; nil if it was reported recently, or the limit is reached.
  mutating func diagnostic(for fact: Fact, from address: String, at now: Instant) -> Diagnostic? {
    if fact.isRare { return fact.diagnostic(from: address) }
    recent.removeAll { now - $0 >= .seconds(10) }
    guard recent.count < Self.most else { return nil }
    last = last.filter { now - $0.value < Self.pause }
    let key = "\(PairingState.block(of: address)) \(fact.kind)"
    guard last[key] == nil else { return nil }
    last[key] = now
    recent.append(now)
    return fact.diagnostic(from: address)
  }
}

extension AccessNotes.Fact {
  /// The fact in words.
  func diagnostic(from address: String) -> Diagnostic {
    func warning(_ code: String, _ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic(.warning, "access.\(code)", message.withoutControls, hint: hint?.withoutControls)
    }
    func note(_ code: String, _ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic(.note, "access.\(code)", message.withoutControls, hint: hint?.withoutControls)
    }
    switch self {
    case .paired(let device):
      return note("paired", "\(device.name) at \(device.address) is paired, as device \(device.id)")
    case .connected(let device): return note("connected", "\(device.name) at \(device.address) is connected")
    case .full:
      return warning(
        "full", "\(address) has the right code, but \(PairingState.mostDevices) devices are paired already",
        hint: "revoke a key, or restart the server")
    case .wrongCode: return warning("wrong-code", "\(address) gave a wrong pairing code")
    case .codeReplaced(let code):
      return warning("new-code", "\(PairingState.triesPerCode) wrong codes: the new code is \(code)")
    case .tooManyTries:
      return warning(
        "too-many-tries", "\(address) gave too many wrong pairing codes and has to wait a minute")
    case .unpaired(let path):
      return warning(
        "not-paired", "\(address) asked for \(path) and is not paired",
        hint: "scan the QR code there, or open / and type the code")
    case .unknownKey:
      return warning(
        "unknown-key", "\(address) sent a key that this run of the server did not issue",
        hint: "keys are valid until the server stops: pair it again")
    case .ownToken:
      return warning(
        "own-token", "\(address) sent this server's own token, which is valid on this machine only",
        hint: "pair it instead")
    case .playgroundClosed(let path):
      return warning(
        "playground-closed", "\(address) asked for \(path), which is for this machine only",
        hint: "start with '--host --playground'")
    case .privileged(let path):
      return warning("this-machine-only", "\(address) asked for \(path), which is for this machine only")
    case .proxied:
      return warning(
        "proxied", "a request that a proxy on this machine forwarded was refused",
        hint: "start with '--allowed-host NAME' to pair devices behind it")
    case .oldCode:
      return warning(
        "old-code", "\(address) used an outdated QR code",
        hint: "scan the QR code that was printed last")
    case .brokenSeal:
      return warning(
        "broken-seal", "\(address) sent a message that is not sealed with its key; the connection was closed",
        hint: "if it happens again, a machine in this network manipulates messages")
    case .noSodium(let reason):
      return warning(
        "no-sodium", "\(address) seals its messages, but they cannot be read here: \(reason)",
        hint: "apt-get install libsodium23")
    case .foreignHost(let name):
      return warning(
        "host", "\(address) asked for host name '\(name)', which is not allowed",
        // Any web site can direct a browser here under its own name (DNS rebinding), so the hint must not
        // invite to allow it blindly.
        hint: (try? allowedHost(name)).map { "if that name is yours, start with '--allowed-host \($0)'" })
    case .foreignOrigin(let origin):
      return warning("origin", "\(address) asked on behalf of '\(origin)', which is not allowed")
    }
  }
}
