/// Where a server is and what opens it.
struct ServerAddress: Sendable {
  /// What a client shows.
  enum Key: Sendable, Hashable {
    /// The token of a server on this machine.
    case token(String)
    /// A secret that is never sent: that of a QR code, for device 0, or a paired device's own.
    case secret(String, device: UInt32)
  }

  /// Why an address leads nowhere.
  enum Fault: Error, Hashable {
    /// It names no host.
    case noHost
    /// It comes without a token, and no server of this folder left one.
    case noToken
    /// It has the short code only, which is for people who type it into a browser.
    case shortCode
  }

  /// `HOST:PORT`.
  var host: String
  var key: Key
  /// The folder of the project that it serves, where that is known here: a server that is started again
  /// leaves its new address and token there.
  private(set) var project: String?

  /// The WebSocket's address.
  var socket: String {
    switch key {
    case .token: "ws://\(host)/hybrid/socket"
    case .secret: "ws://\(host)/hybrid/sealed"
    }
  }

  /// Reads `http://HOST:PORT/?token=TOKEN`, or `http://HOST:PORT/#CODE.SECRET` as a QR code has it. Without
  /// either the token is looked up in the `.hybrid/dev.json` of this folder or of one above it, when that
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
      // Shorter than 16 bytes is no key; longer than 64 none that the seal takes.
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

  /// Takes what a server that was started again has left in its project.
  mutating func readAgain() {
    guard case .token = key, let project, let info = DevInfo.read(project),
      let rest = info.socket.split(separator: "://", maxSplits: 1).dropFirst().first
    else { return }
    (host, key) = (String(rest.prefix { $0 != "/" }), .token(info.token))
  }
}
