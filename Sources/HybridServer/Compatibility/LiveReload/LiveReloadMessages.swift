import HybridJSON
import HybridUnits

/// LiveReload protocol 7, *official-7*: the messages of the server, and the one message that it understands.
enum LiveReload {
  /// The protocol identifier in both greetings.
  static let version = "http://livereload.com/protocols/official-7"

  /// The protocols that a client offers; nil if the message is not a greeting.
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

  /// A reload of one file, or of the page.
  struct Reload: Hashable, Sendable {
    /// The path relative to the project; `/` for the whole page. These clients learn nothing else about the
    /// project.
    var path: String
    /// Whether a client may replace the file without reloading the page.
    var isInPlace: Bool

    /// The encoded message.
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

  /// More files than this become one reload of the page.
  static let mostFiles = 16

  /// The reloads for a build: one per file if all are style sheets or images, otherwise one of the page.
  static func reloads(for news: BuildSummary) -> [Reload] {
    if news.isReload { return [Reload(path: "/", isInPlace: false)] }
    guard let other = news.files.first(where: { !isLive($0) }) else {
      guard news.files.count <= mostFiles else { return [Reload(path: "/", isInPlace: false)] }
      return news.files.map { Reload(path: $0, isInPlace: true) }
    }
    return [Reload(path: other, isInPlace: false)]
  }

  /// Whether the clients' script can replace a file in place, by its extension.
  private static func isLive(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    let ending = path[dot...].dropFirst().lowercased()
    return ending == "css" || ImageFile.Kind(ending: ending) != nil
  }
}
