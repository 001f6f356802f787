import HybridBrowser
import HybridEncoding
import HybridSocket
import HybridSource

/// The browser preview: `/`, and below `/hybrid/preview/` its modules and styles.
///
/// The page contains the token for its socket, so only our own modules may run in it: each answer has a
/// content security policy with its own nonce, and other sites cannot frame the page without `--embed`.
struct PreviewPage: Sendable {
  static let prefix = "/hybrid/preview/"

  let files: BrowserFiles
  let version: String
  let isEmbeddable: Bool

  /// The page.
  ///
  /// - Parameters:
  ///   - title: The project's title.
  ///   - token: The token for the page's socket; nil if the requester may not open one.
  ///   - isOwner: Whether the token is that of this process, which allows reading problems and opening the
  ///     editor.
  func page(_ request: HTTPRequest, title: String, token: String?, isOwner: Bool) -> HTTPResponse {
    guard let file = files.file(named: "index.html") else {
      return .text("the preview has no index.html\n", status: 404)
    }
    let nonce = randomToken()
    // Text from the project is inserted last, so that nothing in it is mistaken for a placeholder.
    let html = String(decoding: file.bytes, as: UTF8.self)
      .replacing("%NONCE%", with: nonce).replacing("%TOKEN%", with: token ?? "")
      .replacing("%OWNER%", with: isOwner ? "yes" : "no")
      .replacing("%VERSION%", with: version.escaped(.html)).replacing("%TITLE%", with: title.escaped(.html))
    return HTTPResponse(
      headers: ["Content-Security-Policy": policy(nonce: nonce, host: request.headers["Host"])],
      contentType: file.contentType, body: Array(html.utf8))
  }

  /// A module or a style sheet.
  func file(_ path: String) -> HTTPResponse {
    let name = String(path.dropFirst(Self.prefix.count))
    // The page itself is at `/` only, where it gets its policy.
    if name != "index.html", let file = files.file(named: name) {
      return HTTPResponse(contentType: file.contentType, body: file.bytes)
    }
    let hint = nearest(to: name, in: files.names).map { "; did you mean \(Self.prefix)\($0)?" } ?? ""
    return .text("the preview has no file '\(name.prefix(200))'\(hint)\n", status: 404)
  }

  /// The Content Security Policy (CSP 3). It allows only our modules with their imports, our sheets, our
  /// pictures and our socket.
  ///
  /// The socket is named as well, since not every browser matches `'self'` with `ws:` (CSP 3 §6.7.2.8).
  private func policy(nonce: String, host: String?) -> String {
    var rules = [
      "default-src 'none'", "script-src 'nonce-\(nonce)' 'strict-dynamic'",
      "style-src 'self' 'nonce-\(nonce)'",
      "img-src 'self' data:", "font-src 'self' data:", "connect-src 'self'" + Self.sockets(at: host),
      "base-uri 'none'",
      "form-action 'none'",
    ]
    if !isEmbeddable { rules.append("frame-ancestors 'none'") }
    return rules.joined(separator: "; ")
  }

  /// `Host` was already checked against a list; here it only must not end the directive that contains it.
  private static func sockets(at host: String?) -> String {
    guard let host, !host.isEmpty, host.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 0x2C && $0 != 0x3B })
    else {
      return ""
    }
    return " ws://\(host) wss://\(host)"
  }
}
