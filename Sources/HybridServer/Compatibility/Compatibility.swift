import HybridSocket
import HybridSource

/// The endpoints for unmodified clients of older systems: VirtualView Playground apps, Rexxar's
/// containers, React Native's clients and tools, and LiveReload. `Documentation/compatibility.md` describes
/// the support of each and the differences.
///
/// They have no token, so they only get what is readable on this machine and change nothing; other machines
/// need `--host` and `--playground`.
struct Compatibility: Sendable {
  let playground: PlaygroundEndpoints
  let rexxar: RexxarEndpoints
  let packager: ReactNativePackager
  let liveReload: LiveReloadServer

  /// - Parameter tell: Reports a line to the developer.
  init(
    session: DevSession, root: String, tell: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    playground = PlaygroundEndpoints(session: session)
    rexxar = RexxarEndpoints(session: session)
    packager = ReactNativePackager(root: root, tell: tell)
    liveReload = LiveReloadServer()
  }

  /// Forwards the result of a build.
  func take(_ news: BuildSummary) {
    packager.take(news)
    liveReload.take(news)
  }
}
