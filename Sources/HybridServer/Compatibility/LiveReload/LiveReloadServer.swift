import HybridSocket
import Synchronization

/// LiveReload protocol 7 for pages of other web servers: `/livereload` reports saved files,
/// `/livereload.js` is its client script.
///
/// Such a page is of another origin, and is refused unless the developer named its origin: the messages
/// reveal which files a person is working on. The named origins are guests at these two paths only
/// (``HTTPServerConfiguration/guestOrigins``).
final class LiveReloadServer: Sendable {
  /// The largest message taken.
  static let maximumMessageSize = 16 << 10

  private let audience = Audience()
  /// The connections that have sent a greeting.
  private let greeted = Mutex<Set<UInt64>>([])
  /// The path of the socket, and that of its client script.
  static let socketPath = "/livereload"
  static let scriptPath = "/livereload.js"
  /// The paths open to guests.
  static let paths = [socketPath, scriptPath]

  /// The number of listening pages.
  var count: Int { greeted.withLock { $0.count } }

  /// `/livereload.js`.
  var script: HTTPResponse {
    HTTPResponse(
      contentType: "text/javascript; charset=utf-8", body: PackageResources.livereload_js)
  }

  /// A client of `/livereload`.
  func open(_ connection: WebSocketConnection) -> WebSocketHandlers {
    guard audience.join(connection) else { return WebSocketHandlers() }
    return WebSocketHandlers(
      onMessage: { [self] in receive($0, from: connection) },
      onClose: { [self] _, _ in
        audience.leave(connection.id)
        greeted.withLock { _ = $0.remove(connection.id) }
      })
  }

  /// The first message must be a greeting. Later messages, such as the address that a client shows, are
  /// ignored.
  private func receive(_ message: WebSocketMessage, from connection: WebSocketConnection) {
    guard greeted.withLock({ !$0.contains(connection.id) }) else { return }
    guard case .text(let bytes) = message, let offered = LiveReload.protocols(offeredBy: bytes) else {
      return connection.close(code: 1002, reason: "the first message must be a hello")
    }
    guard offered.contains(LiveReload.version) else {
      return connection.close(code: 1002, reason: "only \(LiveReload.version) is supported")
    }
    connection.send(text: LiveReload.hello)
    greeted.withLock { _ = $0.insert(connection.id) }
  }

  /// Sends the reloads of a build.
  func take(_ news: BuildSummary) {
    let listeners = greeted.withLock { $0 }
    for reload in LiveReload.reloads(for: news) { audience.send(.text(reload.encoded), to: listeners) }
  }
}
