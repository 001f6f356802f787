import HybridSocket
import HybridSource

/// What clients of older systems find at this server, each unmodified: VirtualView Playground apps, Rexxar's
/// containers, React Native's clients and tools, and LiveReload. `Documentation/compatibility.md` says what
/// each gets and what differs.
///
/// They bring no token. So they read what anybody on this machine may read, they change nothing, and other
/// machines need `--host` and `--playground`.
struct Compatibility: Sendable {
  let playground: PlaygroundEndpoints
  let rexxar: RexxarEndpoints
  let packager: Packager
  let liveReload: LiveReloadServer

  /// - Parameters:
  ///   - mayFollow: Whether clients at an address may take part, without any token.
  ///   - tell: Says a line to the developer.
  init(
    session: DevSession, root: String, mayFollow: @escaping @Sendable (_ address: String) -> Bool,
    tell: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    playground = PlaygroundEndpoints(session: session)
    rexxar = RexxarEndpoints(session: session)
    packager = Packager(root: root, mayFollow: mayFollow, tell: tell)
    liveReload = LiveReloadServer(mayFollow: mayFollow)
  }

  /// The sockets besides our own.
  var webSockets: [WebSocketEndpoint] { [packager.endpoint, liveReload.endpoint] }

  /// Passes on what a build told.
  func take(_ news: BuildSummary) {
    packager.take(news)
    liveReload.take(news)
  }
}
