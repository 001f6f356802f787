package import HybridSocket
package import HybridSource
import Synchronization

/// Whether a request proceeds, and otherwise its response.
package enum AccessDecision: Sendable {
  case allowed
  /// The requester has no key yet; the response explains how to get one.
  case needsPairing(HTTPResponse)
  /// No key would help, or a wrong one was presented.
  case refused(HTTPResponse)
}

/// Decides on the rights of a requester, before a request is routed and before a WebSocket is opened.
///
/// A *local* request comes over the loopback interface, to a loopback name, without a proxy: it may read
/// without a token, and do everything else with the process's token. All other requests come from the network
/// and need a key, which a device gets for the pairing code. The process's token is valid on this machine
/// only.
///
/// Keys live in memory and end with the process. `Host`, `Origin` and Fetch Metadata are checked below, by
/// HybridSocket.
package final class AccessPolicy: Sendable {
  /// The command line options.
  package struct Settings: Sendable {
    /// `--host`.
    package var isOpenToNetwork = false
    /// `--playground`.
    package var isPlaygroundOpen = false
    /// `--allowed-host`: names by which proxies reach this server.
    package var allowedHosts: [String] = []

    /// The settings for this machine only.
    package init() {}

    /// Whether other machines can be meant to connect.
    var pairs: Bool { isOpenToNetwork || !allowedHosts.isEmpty }
  }

  /// An event about keys, for the terminal.
  package enum Event: Sendable {
    /// The code or the addresses changed.
    case changed(PairingInfo)
    /// A line with a hint.
    case note(Diagnostic)
  }

  let settings: Settings
  private let token: String
  private let tell: @Sendable (Event) -> Void
  private let state: Mutex<State>

  private struct State {
    var pairing = PairingState()
    var notes = AccessNotes()
    var addresses: [String]
    var port = 0
    /// Connections of devices, with the device number if known.
    var connections: [UInt64: (connection: WebSocketConnection, device: Int?)] = [:]
  }

  /// A policy for one process.
  ///
  /// - Parameters:
  ///   - token: The token of the process.
  ///   - addresses: The addresses of this machine, best first.
  ///   - tell: Called synchronously with each event, on any thread; must not block.
  package init(
    _ settings: Settings, token: String, addresses: [String] = [],
    tell: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.settings = settings
    self.token = token
    self.tell = tell
    state = Mutex(State(addresses: addresses))
  }
}

// MARK: State

extension AccessPolicy {
  /// The pairing information to show; nil while no other machine may connect.
  package var pairing: PairingInfo? { state.withLock { info($0) } }

  /// The devices with a key, in the order of pairing.
  package var devices: [PairedDevice] { state.withLock { $0.pairing.devices } }

  var port: Int { state.withLock { $0.port } }

  /// Sets the port of the server.
  package func serve(at port: Int) { state.withLock { $0.port = port } }

  /// Sets the new addresses of this machine, best first.
  package func addressesChanged(_ addresses: [String]) {
    let news: PairingInfo? = state.withLock { state in
      guard state.addresses != addresses else { return nil }
      state.addresses = addresses
      return info(state)
    }
    guard let news else { return }
    let list = addresses.map { "http://\($0):\(state.withLock { $0.port })/" }.joined(separator: ", ")
    tell(
      .note(
        Diagnostic(
          .note, "access.addresses",
          addresses.isEmpty
            ? "this machine is no longer in a network" : "this machine is now at \(list.withoutControls)")))
    tell(.changed(news))
  }

  /// Replaces the code; paired devices stay paired.
  package func replaceCode() {
    guard
      let news = state.withLock({ (state: inout State) -> PairingInfo? in
        state.pairing.replaceCode()
        return info(state)
      })
    else { return }
    tell(.changed(news))
  }

  /// Revokes a device's key, and replaces the code, which it may know; nil if there is no such device.
  @discardableResult
  package func revoke(_ id: Int) -> PairedDevice? {
    let (device, news, closing) = state.withLock { state in
      let device = state.pairing.revoke(id)
      let address = device?.address
      // If only the address is known, other devices at the same address are disconnected as well, and
      // reconnect with their own keys.
      let own = state.connections.values.filter {
        $0.device == id || $0.device == nil && $0.connection.remoteAddress == address
      }
      return (device, info(state), own.map(\.connection))
    }
    guard let device else { return nil }
    for connection in closing { connection.close(code: 1008, reason: "this device no longer has access") }
    tell(
      .note(Diagnostic(.note, "access.revoked", "\(device.name) at \(device.address) no longer has access"))
    )
    if let news { tell(.changed(news)) }
    return device
  }

  /// Revokes all keys.
  package func close() { state.withLock { $0.pairing.revokeAll() } }

  func opened(_ connection: WebSocketConnection, of device: Int?) {
    state.withLock { $0.connections[connection.id] = (connection, device) }
  }

  func closed(_ connection: WebSocketConnection) { state.withLock { $0.connections[connection.id] = nil } }

  var ownToken: String { token }

  /// The secret that only the QR code contains.
  var pairingSecret: String { state.withLock { $0.pairing.secret } }

  func isOwn(_ given: String) -> Bool { equalsInConstantTime(given, token) }

  func device(withKey key: String, at address: String) -> PairedDevice? {
    state.withLock { state in
      guard var device = state.pairing.device(withKey: key) else { return nil }
      state.pairing.saw(device.id, at: address)
      device.address = address
      return device
    }
  }

  func key(of device: Int) -> String? { state.withLock { $0.pairing.key(of: device) } }

  /// Issues a key to a device.
  func admit(name: String, from address: String) -> PairingState.Outcome {
    let outcome = state.withLock { $0.pairing.admit(name: name, from: address) }
    switch outcome {
    case .paired(let device, _): note(.paired(device), from: address)
    default: note(.full, from: address)
    }
    return outcome
  }

  /// Redeems a code, and reports the outcome to the terminal.
  func redeem(_ code: String, name: String, from address: String) -> PairingState.Outcome {
    let (outcome, news) = state.withLock { state in
      (state.pairing.redeem(code, name: name, from: address, at: .now), info(state))
    }
    switch outcome {
    case .paired(let device, _): note(.paired(device), from: address)
    case .wrong(let isReplaced):
      note(.wrongCode, from: address)
      if isReplaced, let news {
        note(.codeReplaced(news.code), from: address)
        tell(.changed(news))
      }
    case .tooMany: note(.tooManyTries, from: address)
    case .full: note(.full, from: address)
    }
    return outcome
  }

  /// Reports a fact to the terminal, unless it was reported recently.
  func note(_ fact: AccessNotes.Fact, from address: String) {
    if let diagnostic = state.withLock({ $0.notes.diagnostic(for: fact, from: address, at: .now) }) {
      tell(.note(diagnostic))
    }
  }

  private func info(_ state: State) -> PairingInfo? {
    guard settings.pairs else { return nil }
    let code = state.pairing.code.shown
    // If the server is reachable only through a proxy, the proxy's name and port count.
    let base =
      state.addresses.first.map { "http://\($0):\(state.port)" }
      ?? settings.allowedHosts.first.map { "https://\($0)" } ?? "http://127.0.0.1:\(state.port)"
    return PairingInfo(
      code: code, url: "\(base)/#\(code).\(state.pairing.secret)", addresses: state.addresses)
  }
}
