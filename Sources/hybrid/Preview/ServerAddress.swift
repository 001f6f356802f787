/// Where a server is and the word that opens it.
struct ServerAddress: Sendable {
  var socket: String
  var token: String

  /// Reads `http://HOST:PORT/?token=TOKEN`. Without the token it is looked up in the `.hybrid/dev.json` of this folder or
  /// of one above it, when that names the same server.
  init?(_ url: String) {
    guard let rest = url.split(separator: "://", maxSplits: 1).dropFirst().first else { return nil }
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !host.isEmpty else { return nil }
    socket = "ws://\(host)/hybrid/socket"
    if let written = rest.split(separator: "token=", maxSplits: 1).dropFirst().first {
      token = String(written.prefix { $0.isLetter || $0.isNumber })
    } else if let info = DevInfo.nearest(), info.socket == socket {
      token = info.token
    } else {
      return nil
    }
  }
}
