import HybridBrowser
import HybridRuntime
import HybridSocket
import HybridSource

extension DevServerParts {
  private static let usualPort = 7788

  /// Binds a port and starts the server.
  func listen() throws(DevServer.StartError) -> HTTPServer {
    let endpoints = Endpoints(
      session: session, version: options.version, agents: agents, compatibility: compatibility,
      access: access,
      preview: PreviewPage(
        files: BrowserFiles(folder: options.previewFolder), version: options.version,
        isEmbeddable: options.isEmbeddable))
    do throws(SocketError) {
      return try listen(endpoints)
    } catch {
      project.watcher.stop()
      throw .port(diagnostic(error))
    }
  }

  /// Binds the requested port; without one, the next free port.
  private func listen(_ endpoints: Endpoints) throws(SocketError) -> HTTPServer {
    let ports = options.port.map { [$0] } ?? Array(Self.usualPort..<Self.usualPort + 100)
    let sockets = EndpointTable.sockets.map { $0.webSocket(endpoints) }
    var configuration = configuration
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
    throw refused ?? .cannotListen(port: Self.usualPort, reason: "no port is free")
  }

  /// The settings of the HTTP server: allowed clients, and the reports of refused requests.
  private var configuration: HTTPServerConfiguration {
    let (access, events) = (access, events)
    var configuration = HTTPServerConfiguration()
    configuration.interfaces = options.isOpenToNetwork ? .all : .loopback
    for path in LiveReloadServer.paths { configuration.guestOrigins[path] = options.guestOrigins }
    configuration.methodsOfPath = EndpointTable.methods
    configuration.allowedHosts = access.hosts
    configuration.emulatorHosts = DevServer.emulatorHosts
    configuration.isEmbeddable = options.isEmbeddable
    configuration.limits = options.limits
    configuration.onRefusal = { refused in
      // If the user can fix it, the terminal shows how.
      guard refused.named == nil else { return access.wasRefused(refused) }
      events.tell(
        .refused(
          address: refused.remoteAddress, target: refused.target, status: refused.status,
          reason: refused.reason, unreported: refused.unreported))
    }
    return configuration
  }

  /// Why there is no port.
  private func diagnostic(_ error: SocketError) -> Diagnostic {
    var hint = "leave '--port' out to take the next free one"
    if case .cannotListen = error { hint = "choose another with '--port'" }
    return Diagnostic(.error, "server.port-taken", error.description, hint: hint)
  }
}
