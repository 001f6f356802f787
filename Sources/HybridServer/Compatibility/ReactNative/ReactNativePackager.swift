import HybridEncoding
import HybridSocket
import HybridSource
import Synchronization

/// The parts of a development server that React Native's clients and tools use
/// (`Documentation/compatibility.md`, *React Native*): the status of the packager, and the control socket
/// `/message`.
///
/// Features of that server that have been exploited over plain HTTP are not supported: a GET never reloads,
/// and no address or path from a caller is opened (security, React Native CLI).
final class ReactNativePackager: Sendable {
  /// The largest message taken; real ones have about a hundred bytes.
  static let maximumMessageSize = 64 << 10

  private let audience = Audience()
  private let root: String
  private let tell: @Sendable (Diagnostic) -> Void
  private let state = Mutex(State())

  private struct State {
    var peers = PackagerPeers()
    var throttle = Throttle()
  }

  /// - Parameters:
  ///   - root: The project's folder, an absolute path.
  ///   - tell: Reports a line to the developer.
  init(root: String, tell: @escaping @Sendable (Diagnostic) -> Void) {
    self.root = root
    self.tell = tell
  }

  /// The number of clients.
  var count: Int { audience.count }

  // MARK: HTTP

  /// `/status`: a packager runs here, for which folder.
  func status(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse.text("packager-status:running")
    // Tools compare it with their own folder. Other machines do not get folder names. The encoding is that of
    // React Native's server: as in a file URL.
    if request.isLoopback {
      response.headers.append("X-React-Native-Project-Root", root.percentEncoded(keeping: .fileURLPath))
    }
    return response
  }

  /// Actions that other packagers perform for any caller, and this one does not.
  static let refusedPaths = ["/open-url", "/open-stack-frame", "/open-debugger", "/symbolicate"]

  /// The refusal with the reason, and the alternative.
  static func refusal(of path: String) -> HTTPResponse {
    .text(
      "\(path) is not served: no endpoint opens an address or a path that a caller names; "
        + "'POST /hybrid/open' takes the id of a place from /hybrid/problems\n", status: 410)
  }

  // MARK: The socket

  /// Reloads all clients after a save with changes and for a manual reload: they do not support patches.
  func take(_ news: BuildSummary) {
    guard news.isReload || !news.units.isEmpty else { return }
    audience.send(.text(PackagerPeers.broadcast("reload")))
  }

  /// A client of `/message`.
  func open(_ connection: WebSocketConnection) -> WebSocketHandlers {
    guard audience.join(connection) else { return WebSocketHandlers() }
    let id = connection.id
    state.withLock { $0.peers.join(id, query: connection.query) }
    return WebSocketHandlers(
      onMessage: { [self] in receive($0, from: id) },
      onClose: { [self] _, _ in
        audience.leave(id)
        state.withLock { $0.peers.leave(id) }
      })
  }

  private func receive(_ message: WebSocketMessage, from id: UInt64) {
    let outcome: PackagerPeers.Outcome
    do throws(PackagerMessage.Fault) {
      guard case .text(let bytes) = message else { throw .binary }
      let read = try PackagerMessage(parsing: bytes)
      outcome = state.withLock { $0.peers.receive(read, from: id) }
    } catch {
      outcome = PackagerPeers.Outcome(note: error.words(about: state.withLock { $0.peers.name(of: id) }))
    }
    for delivery in outcome.deliveries { audience.send(.text(delivery.message), to: delivery.receivers) }
    if let note = outcome.note { report(note) }
  }

  private func report(_ note: String) {
    guard let held = state.withLock({ $0.throttle.pass(at: .now) }) else { return }
    let more = held == 0 ? "" : " (and \(held) lines before that were not shown)"
    tell(Diagnostic(.note, "react-native.message", String(note.prefix(200)).withoutControls + more))
  }
}
