import HybridCompiler
package import HybridReload
package import HybridRuntime
package import HybridScript
import HybridSocket
package import HybridSource
package import HybridUnits
import HybridWatch

/// `hybrid dev` without its terminal: watches a project, compiles what a save touches, and serves clients.
///
/// A save goes down once and up once: the watcher names files, the session compiles and lays out what hangs on them,
/// and one message, encoded once, goes to every client. Nothing below calls back up.
package final class DevServer: Sendable {
  /// How to start.
  package struct Options: Sendable {
    /// The project's folder.
    package var root: String
    /// The only port to take, 0 for any that is free; nil takes 7788 or the next free one.
    package var port: Int?
    /// Whether other machines may connect.
    package var isOpenToNetwork = false
    /// Whether other machines may load templates into Playground apps, if they may connect.
    package var isPlaygroundOpen = false
    /// What the terminal's own render is laid out for; nil takes the default of `hybrid.json`.
    package var device: Device?
    /// Whose rules hold for templates.
    package var platform = TemplatePlatform.ios
    /// The version to tell.
    package var version: String

    /// The defaults for a folder.
    package init(root: String, version: String) {
      self.root = root
      self.version = version
    }
  }

  /// Why it could not start.
  package enum StartError: Error, Sendable {
    /// There is no such folder, or it may not be read.
    case project(Diagnostic)
    /// No port could be had.
    case port(Diagnostic)
    /// The folder cannot be watched.
    case watch(Diagnostic)
  }

  /// What it tells its terminal.
  package enum Event: Sendable {
    /// A save was dealt with; the tree is the shown unit's, when that changed.
    case saved(SaveReport, tree: ViewTree?)
    /// A line about the server itself, such as folders that cannot be watched.
    case note(Diagnostic)
    /// The running page that the terminal shows looks like this now.
    case page(ViewTree, unit: String)
    /// What a page's scripts did; of an error the diagnostic as well.
    case script(PageLogEntry, unit: String, Diagnostic?)
  }

  /// What is known once it serves.
  package struct Ready: Sendable {
    package var url: String
    /// The same for other machines, when they may connect.
    package var networkURLs: [String]
    package var socket: String
    package var token: String
    package var title: String
    package var unitCount: Int
    package var templateCount: Int
    package var folderCount: Int
    /// What the terminal's own render is laid out for.
    package var device: Device
    /// The first unit to show, with its tree.
    package var shown: String?
    package var tree: ViewTree?
    /// What the first build found.
    package var diagnostics: [Diagnostic]
    /// Where a phone on the network loads the shown template from, or else the first; nil when other machines may not
    /// connect, or there is no template.
    package var playgroundURL: String?
    /// Whether it is answered there.
    package var isPlaygroundOpen: Bool
  }

  /// Serves since then.
  package let ready: Ready
  /// What happens from then on, in order, until ``stop()``.
  package let events: AsyncStream<Event>
  /// What clients see. Tests and tools may ask it.
  package let session: DevSession
  private let server: HTTPServer
  private let watcher: FileWatcher
  private let tasks: [Task<Void, Never>]
  private let eventsEnd: AsyncStream<Event>.Continuation
  private let infoFile: InfoFile?

  private static let usualPort = 7788

  /// Folders of a project that hold what tools make, not what authors write.
  private static let ignoredFolders: Set<String> = [".hybrid", ".git", "node_modules", "build", "dist"]

  /// Builds the project and serves it.
  package static func start(_ options: Options) async throws(StartError) -> DevServer {
    let files: DiskFiles
    do throws(FileFailure) {
      files = try DiskFiles(root: options.root)
    } catch {
      throw .project(
        Diagnostic(
          .error, "project.\(error.code)", "'\(options.root)': \(error.message)",
          hint: error == .missing ? "'hybrid new \(options.root)' makes a project there" : nil))
    }
    let name = files.root.split(separator: "/").last.map(String.init) ?? "page"
    let session = DevSession(
      compiler: ProjectCompiler(files: files.reader, name: name), files: files.reader, name: name,
      device: options.device,
      platform: options.platform, playground: PlaygroundBook(root: options.root), id: randomToken(),
      version: options.version)
    let (changes, changesEnd) = AsyncStream.makeStream(of: [FileChange].self)

    // Watching begins before the first build reads, so that no save falls between the two.
    let watcher: FileWatcher
    do throws(WatchError) {
      watcher = try FileWatcher(
        root: options.root, ignoring: { path, isFolder in isFolder && ignoredFolders.contains(path) },
        onChanges: { changesEnd.yield($0) })
    } catch {
      throw .watch(Diagnostic(.error, "watch.unavailable", error.description, hint: error.hint))
    }
    let first = await session.start()
    let token = randomToken()
    let (events, eventsEnd) = AsyncStream.makeStream(of: Event.self)
    let server: HTTPServer
    do throws(SocketError) {
      server = try listen(options, session: session, token: token)
    } catch {
      watcher.stop()
      throw .port(diagnostic(error, options))
    }
    await session.serve(
      at: server.port, broadcast: { server.send($0, to: $1) }, tell: { eventsEnd.yield(.note($0)) },
      tellPicture: { eventsEnd.yield(.page($1, unit: $0)) },
      tellEntry: { unit, entry, sources in
        var diagnostic: Diagnostic?
        if case .error(let fault) = entry { diagnostic = fault.diagnostic(in: sources(fault.path)) }
        eventsEnd.yield(.script(entry, unit: unit, diagnostic))
      })
    let address = "127.0.0.1:\(server.port)"
    let status = await session.status
    let ready = Ready(
      url: "http://\(address)/",
      networkURLs: options.isOpenToNetwork ? networkAddresses().map { "http://\($0):\(server.port)/" } : [],
      socket: "ws://\(address)/hybrid/socket", token: token, title: status.title,
      unitCount: status.units, templateCount: await session.templateNames.count,
      folderCount: watcher.folderCount, device: await session.standardDevice,
      shown: first.shown, tree: first.tree,
      diagnostics: first.diagnostics,
      playgroundURL: options.isOpenToNetwork ? await session.urlForPhones : nil,
      isPlaygroundOpen: options.isOpenToNetwork && options.isPlaygroundOpen)
    let info = InfoFile.write(root: options.root, url: ready.url, socket: ready.socket, token: token)

    // Saves are dealt with one after another, in the order the watcher told them.
    let loop = Task {
      for await batch in changes {
        let outcome = await session.filesChanged(
          batch.map(\.path), rescan: batch.contains { $0.kind == .overflow })
        if let report = outcome.report { eventsEnd.yield(.saved(report, tree: outcome.tree)) }
      }
    }
    let warming = Task(priority: .utility) { await session.warmUp() }
    if let shortfall = watcher.shortfall {
      eventsEnd.yield(
        .note(Diagnostic(.warning, "watch.limit", shortfall.description, hint: shortfall.command)))
    }
    return DevServer(
      ready: ready, events: events, session: session, server: server, watcher: watcher,
      tasks: [loop, warming],
      eventsEnd: eventsEnd, infoFile: info)
  }

  private init(
    ready: Ready, events: AsyncStream<Event>, session: DevSession, server: HTTPServer, watcher: FileWatcher,
    tasks: [Task<Void, Never>], eventsEnd: AsyncStream<Event>.Continuation, infoFile: InfoFile?
  ) {
    self.ready = ready
    self.events = events
    self.session = session
    self.server = server
    self.watcher = watcher
    self.tasks = tasks
    self.eventsEnd = eventsEnd
    self.infoFile = infoFile
  }

  /// Closes every connection, frees the port, takes `.hybrid/dev.json` away and ends ``events``.
  package func stop() {
    watcher.stop()
    for task in tasks { task.cancel() }
    server.stop()
    infoFile?.remove()
    eventsEnd.finish()
  }

  // MARK: Listening

  private static func listen(
    _ options: Options, session: DevSession, token: String
  ) throws(SocketError) -> HTTPServer {
    let endpoints = Endpoints(
      session: session, version: options.version,
      playground: PlaygroundEndpoints(
        session: session, isOpenToNetwork: options.isOpenToNetwork && options.isPlaygroundOpen))
    let socket = SocketEndpoint(session: session).endpoint(token: token)
    var configuration = HTTPServerConfiguration()
    configuration.interfaces = options.isOpenToNetwork ? .all : .loopback
    if options.isOpenToNetwork { configuration.allowedHosts = networkAddresses() }
    // This machine as the emulators of Android and of Genymotion know it.
    configuration.emulatorHosts = ["10.0.2.2", "10.0.3.2"]
    // Without a port of one's own, the next free one will do.
    let ports = options.port.map { [$0] } ?? Array(usualPort..<usualPort + 100)
    var refused: SocketError?
    for port in ports {
      configuration.port = port == 0 ? nil : port
      do throws(SocketError) {
        return try HTTPServer(configuration: configuration, webSockets: [socket]) {
          await endpoints.respond(to: $0)
        }
      } catch {
        guard case .portTaken = error else { throw error }
        refused = refused ?? error
      }
    }
    throw refused ?? .cannotListen(port: usualPort, reason: "no port is free")
  }

  private static func diagnostic(_ error: SocketError, _ options: Options) -> Diagnostic {
    var hint = "leave '--port' out to take the next free one"
    if case .cannotListen = error { hint = "choose another with '--port'" }
    return Diagnostic(.error, "server.port-taken", error.description, hint: hint)
  }
}
