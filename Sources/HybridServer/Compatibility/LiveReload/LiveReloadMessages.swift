import HybridJSON

/// LiveReload protocol 7, *official-7*: what the server says, and the one thing it has to understand.
enum LiveReload {
  /// Names the protocol in both greetings.
  static let version = "http://livereload.com/protocols/official-7"

  /// The protocols that a client offers; nil when the message is no greeting.
  static func protocols(offeredBy bytes: [UInt8]) -> [String]? {
    var limits = JSONLimits()
    limits.depth = 16
    guard let json = try? JSONValue(parsing: bytes, limits: limits), json["command"]?.string == "hello" else {
      return nil
    }
    return json["protocols"]?.array?.compactMap(\.string) ?? []
  }

  /// The server's greeting.
  static let hello: [UInt8] = {
    var json = JSONWriter()
    json.object {
      $0.member("command", "hello")
      $0.strings("protocols", [version])
      $0.member("serverName", "hybrid")
    }
    return json.bytes
  }()

  /// One file that clients load anew, or the page.
  struct Reload: Hashable, Sendable {
    /// Relative to the project; `/` when no one file is meant. It is all that these clients hear of the
    /// project.
    var path: String
    /// Whether a client may put the file in place without loading the page again.
    var isInPlace: Bool

    /// As it is sent.
    var encoded: [UInt8] {
      var json = JSONWriter()
      json.object {
        $0.member("command", "reload")
        $0.member("path", path)
        $0.member("liveCSS", isInPlace)
        $0.member("liveImg", isInPlace)
      }
      return json.bytes
    }
  }

  /// More files than this are told as one reload of the page.
  static let mostFiles = 16

  /// What clients are told of a build: each file of its own while all are style sheets and images, otherwise
  /// the page.
  static func reloads(for news: BuildSummary) -> [Reload] {
    if news.isReload { return [Reload(path: "/", isInPlace: false)] }
    guard let other = news.files.first(where: { !isLive($0) }) else {
      guard news.files.count <= mostFiles else { return [Reload(path: "/", isInPlace: false)] }
      return news.files.map { Reload(path: $0, isInPlace: true) }
    }
    return [Reload(path: other, isInPlace: false)]
  }

  /// Whether the clients' script can put a file in place: the names it knows.
  private static func isLive(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return ["css", "png", "jpg", "jpeg", "gif", "svg", "webp"].contains(path[dot...].dropFirst().lowercased())
  }
}
