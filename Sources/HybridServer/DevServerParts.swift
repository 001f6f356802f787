import HybridSocket
import HybridSource
import HybridWatch

/// The parts of a dev server, and the messages between them.
///
/// ```text
/// saves ─→ project ─→ session ─→ router ─→ sockets, terminal, older clients, other servers
/// requests ─→ access ─→ endpoints ─→ session
/// ```
struct DevServerParts: Sendable {
  let options: DevServer.Options
  /// The process's token.
  let token: String
  /// The messages for the terminal. Every other part sends them.
  let events: TerminalEvents
  let project: OpenProject
  let access: AccessPolicy
  let compatibility: Compatibility
  let agents: AgentEndpoints

  var session: DevSession { project.session }

  /// Reads the project and makes the parts; nothing is served yet.
  init(_ options: DevServer.Options) async throws(DevServer.StartError) {
    let project = try await OpenProject(options)
    let (token, events) = (randomToken(), TerminalEvents())
    self.options = options
    self.token = token
    self.events = events
    self.project = project
    access = AccessPolicy(options, token: token) { events.tell($0) }
    compatibility = Compatibility(
      session: project.session, root: project.root, tell: { events.tell(.note($0)) })
    agents = AgentEndpoints(
      session: project.session, compatibility: compatibility,
      open: { events.tell(.open(path: $0.path, line: $0.line, column: $0.column)) })
  }

  /// Starts the tasks that run until ``DevServer/stop()``: saves, the bus, the rest of the first build.
  func begin() -> [Task<Void, Never>] {
    let (project, events) = (project, events)
    let saves = Task { await project.dealWithSaves { events.tell($0) } }
    project.join(options) { events.tell($0) }
    let building = Task(priority: .utility) { await project.finishFirstBuild { events.tell($0) } }
    if let shortfall = project.watcher.shortfall {
      events.tell(.note(WatchNote.shortfall(shortfall).diagnostic))
    }
    return [saves, building]
  }

  /// The state of the project when it is served at a port.
  func ready(at port: Int) async -> DevServer.Ready {
    let address = "127.0.0.1:\(port)"
    let status = await session.status
    let pairing = access.pairing
    return DevServer.Ready(
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
