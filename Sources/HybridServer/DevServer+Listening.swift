import HybridBrowser
import HybridRuntime
import HybridSocket
import HybridSource

extension DevServer {
  private static let usualPort = 7788

  /// Takes a port and answers on it.
  static func listen(
    _ options: Options, session: DevSession, access: AccessPolicy, agents: AgentEndpoints,
    tell: @escaping @Sendable (Event) -> Void
  ) throws(SocketError) -> HTTPServer {
    let compatibility = agents.compatibility
    let endpoints = Endpoints(
      session: session, version: options.version, agents: agents, compatibility: compatibility,
      access: access,
      preview: PreviewPage(
        files: BrowserFiles(folder: options.previewFolder), version: options.version,
        isEmbeddable: options.isEmbeddable))
    let sockets = EndpointTable.sockets.map { $0.webSocket(endpoints) }
    var configuration = HTTPServerConfiguration()
    configuration.interfaces = options.isOpenToNetwork ? .all : .loopback
    for path in LiveReloadServer.paths { configuration.guestOrigins[path] = options.guestOrigins }
    configuration.methodsOfPath = EndpointTable.methods
    configuration.allowedHosts = access.hosts
    configuration.emulatorHosts = emulatorHosts
    configuration.isEmbeddable = options.isEmbeddable
    configuration.limits = options.limits
    configuration.onRefusal = { refused in
      // If the user can fix it, the terminal shows how.
      guard refused.named == nil else { return access.wasRefused(refused) }
      tell(
        .refused(
          address: refused.remoteAddress, target: refused.target, status: refused.status,
          reason: refused.reason, unreported: refused.unreported))
    }
    // Without a requested port, the next free one is used.
    let ports = options.port.map { [$0] } ?? Array(usualPort..<usualPort + 100)
    // With several candidates, the owners of taken ports do not matter.
    configuration.namesPortOwner = ports.count == 1
    var refused: SocketError?
    for port in ports {
      configuration.port = port == 0 ? nil : port
      do throws(SocketError) {
        return try HTTPServer(configuration: configuration, webSockets: sockets) {
          await endpoints.respond(to: $0)
        }
      } catch {
        guard case .portTaken = error else { throw error }
        refused = refused ?? error
      }
    }
    throw refused ?? .cannotListen(port: usualPort, reason: "no port is free")
  }

  /// Why there is no port.
  static func diagnostic(_ error: SocketError, _ options: Options) -> Diagnostic {
    var hint = "leave '--port' out to take the next free one"
    if case .cannotListen = error { hint = "choose another with '--port'" }
    return Diagnostic(.error, "server.port-taken", error.description, hint: hint)
  }
}
