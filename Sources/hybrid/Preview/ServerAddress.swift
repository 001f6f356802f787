/// The address of a server and the key that opens it.
struct ServerAddress: Sendable {
  /// The credential of a client.
  enum Key: Sendable, Hashable {
    /// The token of a server on this machine.
    case token(String)
    /// A secret that is never sent: the one of a QR code, for device 0, or a paired device's own.
    case secret(String, device: UInt32)
  }

  /// Why an address is invalid.
  enum Fault: Error, Hashable {
    /// It has no host.
    case noHost
    /// It has no token, and no server of this folder has written one.
    case noToken
    /// It has only the short code, which is for people who type it into a browser.
    case shortCode
  }

  /// `HOST:PORT`.
  var host: String
  var key: Key
  /// The folder of the served project, if it is known on this machine: a restarted server writes its new
  /// address and token there.
  private(set) var project: String?

  /// The WebSocket's address.
  var socket: String {
    switch key {
    case .token: "ws://\(host)/hybrid/socket"
    case .secret: "ws://\(host)/hybrid/sealed"
    }
  }

  /// Parses `http://HOST:PORT/?token=TOKEN`, or `http://HOST:PORT/#CODE.SECRET` from a QR code. Without
  /// either, the token comes from the `.hybrid/dev.json` of this folder or of one above it, if that file
  /// names the same server.
  init(_ url: String) throws(Fault) {
    guard let rest = url.split(separator: "://", maxSplits: 1).dropFirst().first else { throw .noHost }
    let host = String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    guard !host.isEmpty else { throw .noHost }
    self.host = host
    let info = DevInfo.nearest().flatMap { $0.socket == "ws://\(host)/hybrid/socket" ? $0 : nil }
    project = info?.root
    let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[1].isEmpty {
      let words = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      // A secret has at least 16 bytes, and at most the 64 bytes that the seal accepts.
      guard words.count == 2, (16...64).contains(words[1].utf8.count) else { throw .shortCode }
      key = .secret(String(words[1]), device: 0)
    } else if let written = parts[0].split(separator: "token=", maxSplits: 1).dropFirst().first {
      key = .token(String(written.prefix { $0.isLetter || $0.isNumber }))
    } else if let info {
      key = .token(info.token)
    } else {
      throw .noToken
    }
  }

  /// Reads the address and token that a restarted server has written to its project.
  mutating func readAgain() {
    guard case .token = key, let project, let info = DevInfo.read(project),
      let rest = info.socket.split(separator: "://", maxSplits: 1).dropFirst().first
    else { return }
    (host, key) = (String(rest.prefix { $0 != "/" }), .token(info.token))
  }
}
