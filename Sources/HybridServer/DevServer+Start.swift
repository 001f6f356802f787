import HybridConcurrency
import HybridDrawing
import HybridSocket
import HybridSource
import HybridWatch

extension DevServer {
  /// Builds the project and serves it.
  package static func start(_ options: Options) async throws(StartError) -> DevServer {
    // Fonts take longer to load than a page to compile, and another core has time for them.
    _ = startThread { try? TextMetrics.prepare() }
    let project = try await OpenProject(options)
    let session = project.session
    let token = randomToken()
    let events = TerminalEvents()
    let access = AccessPolicy(options, token: token) { events.tell($0) }
    let compatibility = Compatibility(
      session: session, root: project.root, tell: { events.tell(.note($0)) })
    let agents = AgentEndpoints(
      session: session, compatibility: compatibility,
      open: { events.tell(.open(path: $0.path, line: $0.line, column: $0.column)) })
    let server: HTTPServer
    do throws(SocketError) {
      server = try listen(options, session: session, access: access, agents: agents) { events.tell($0) }
    } catch {
      project.watcher.stop()
      throw .port(diagnostic(error, options))
    }
    let router = SessionRouter(
      server: server, events: events, compatibility: compatibility, sharing: project.sharing)
    await session.serve(at: server.port) { router.pass($0) }
    let networkWatch = access.follow(server)
    let ready = await Ready(options, project, port: server.port, token: token, pairing: access.pairing)
    let info = InfoFile.write(root: options.root, url: ready.url, socket: ready.socket, token: token)

    let saves = Task { await project.dealWithSaves { events.tell($0) } }
    project.join(options) { events.tell($0) }
    let building = Task(priority: .utility) { await project.finishFirstBuild { events.tell($0) } }
    if let shortfall = project.watcher.shortfall {
      events.tell(.note(WatchNote.shortfall(shortfall).diagnostic))
    }
    return DevServer(
      ready: ready, project: project, server: server, events: events, tasks: [saves, building],
      infoFile: info, access: access, networkWatch: networkWatch)
  }
}

extension DevServer.Ready {
  /// The state of a project that is served at a port.
  fileprivate init(
    _ options: DevServer.Options, _ project: OpenProject, port: Int, token: String, pairing: PairingInfo?
  ) async {
    let session = project.session
    let address = "127.0.0.1:\(port)"
    let status = await session.status
    self.init(
      url: "http://\(address)/",
      networkURLs: (pairing?.addresses ?? []).map { "http://\($0):\(port)/" },
      socket: "ws://\(address)/hybrid/socket", token: token, title: status.title,
      unitCount: status.units, templateCount: await session.templateNames.count,
      pendingCount: await session.pendingCount,
      folderCount: project.watcher.folderCount, device: await session.standardDevice,
      shown: project.first.shown, tree: await session.shownTree,
      diagnostics: project.first.diagnostics,
      playgroundURL: options.isOpenToNetwork ? await session.urlForPhones : nil,
      isPlaygroundOpen: options.isOpenToNetwork && options.isPlaygroundOpen,
      pairing: pairing)
  }
}
