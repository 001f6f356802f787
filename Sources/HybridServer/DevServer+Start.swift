import Foundation
import HybridBus
import HybridCompiler
import HybridDrawing
import HybridRuntime
import HybridSocket
import HybridSource
import HybridWatch

extension DevServer {
  /// Builds the project and serves it.
  package static func start(_ options: Options) async throws(StartError) -> DevServer {
    // Fonts take longer to load than a page to compile, and another core has time for them.
    Thread.detachNewThread { try? TextMetrics.prepare() }
    let files: DiskFiles
    do throws(FileFailure) {
      files = try DiskFiles(root: options.root)
    } catch {
      throw .project(
        Diagnostic(
          .error, error.diagnosticCode, "'\(options.root)': \(error.message)",
          hint: error == .missing ? "'hybrid new \(options.root)' makes a project there" : nil))
    }
    let name = files.root.split(separator: "/").last.map(String.init) ?? "page"
    let sharing = options.bus.map { _ in ProjectSharing(disk: files.reader) }
    let reader = sharing?.overlay.reader ?? files.reader
    let early = EarlyReads(below: files.root)
    let session = DevSession(
      compiler: ProjectCompiler(files: early.noting(reader), name: name), files: reader, name: name,
      device: options.device, dataSet: options.dataSet,
      platform: options.platform, playground: PlaygroundBundles(root: options.root), id: randomToken(),
      version: options.version)
    let queue = ChangeQueue()

    // Folders are listed while they come to be watched, which takes as long. Should a save fall between the two, all is
    // listed anew.
    async let begun = session.start()
    let watcher: FileWatcher
    do throws(WatchError) {
      watcher = try FileWatcher(
        root: options.root,
        options: watchOptions(isPolling: options.isPolling), onChanges: { queue.put($0) })
    } catch {
      throw .watch(Diagnostic(.error, "watch.unavailable", error.description))
    }
    var first = await begun
    if early.mayBeOutdated() { first = await session.start() }
    let token = randomToken()
    let (events, eventsEnd) = AsyncStream.makeStream(of: Event.self)
    let access = AccessPolicy(options, token: token) { eventsEnd.yield($0) }
    let compatibility = Compatibility(
      session: session, root: files.root,
      mayFollow: { access.mayFollow(from: $0) }, tell: { eventsEnd.yield(.note($0)) })
    let agents = AgentEndpoints(
      session: session, compatibility: compatibility,
      open: { eventsEnd.yield(.open(path: $0.path, line: $0.line, column: $0.column)) })
    let server: HTTPServer
    do throws(SocketError) {
      server = try listen(options, session: session, access: access, agents: agents) { eventsEnd.yield($0) }
    } catch {
      watcher.stop()
      throw .port(diagnostic(error, options))
    }
    await session.serve(at: server.port) { event in
      switch event {
      case .send(let message, let lines):
        server.send(message, to: lines.compactMap { $0 as? WebSocketConnection })
      case .terminal(let event): eventsEnd.yield(event)
      case .built(let summary): compatibility.take(summary)
      case .reloadOthers: sharing?.shareReload()
      }
    }
    let networkWatch = access.follow(server)
    let address = "127.0.0.1:\(server.port)"
    let status = await session.status
    let ready = Ready(
      url: "http://\(address)/",
      networkURLs: (access.pairing?.addresses ?? []).map { "http://\($0):\(server.port)/" },
      socket: "ws://\(address)/hybrid/socket", token: token, title: status.title,
      unitCount: status.units, templateCount: await session.templateNames.count,
      pendingCount: await session.pendingCount,
      folderCount: watcher.folderCount, device: await session.standardDevice,
      shown: first.shown, tree: await session.shownTree,
      diagnostics: first.diagnostics,
      playgroundURL: options.isOpenToNetwork ? await session.urlForPhones : nil,
      isPlaygroundOpen: options.isOpenToNetwork && options.isPlaygroundOpen,
      pairing: access.pairing)
    let info = InfoFile.write(root: options.root, url: ready.url, socket: ready.socket, token: token)

    // Saves are dealt with one after another, in the order they were told.
    let saves = Task {
      for await change in queue {
        await deal(with: change, session, sharing, isIgnored: watcher.isIgnoredByGit) { eventsEnd.yield($0) }
      }
    }
    if let sharing, let bus = options.bus {
      sharing.join(
        bus, project: name, origin: randomToken(), onNews: { queue.put($0) },
        onReload: { Task { await session.reloadAll(telling: false) } }, tell: { eventsEnd.yield(.note($0)) })
    }
    let building = Task(priority: .utility) {
      if let first = await session.buildRest() {
        eventsEnd.yield(.built(first))
        if !first.unusedFiles.isEmpty, let report = await session.filesChanged(first.unusedFiles).report {
          eventsEnd.yield(.saved(report, tree: nil))
        }
      }
      await session.warmUp()
    }
    if let shortfall = watcher.shortfall {
      eventsEnd.yield(.note(WatchNote.shortfall(shortfall).diagnostic))
    }
    return DevServer(
      ready: ready, events: events, session: session, server: server, watcher: watcher,
      tasks: [saves, building], sharing: sharing,
      eventsEnd: eventsEnd, infoFile: info, access: access, networkWatch: networkWatch)
  }

  /// Deals with what was saved, here or at another server.
  private static func deal(
    with change: ChangeQueue.Change, _ session: DevSession, _ sharing: ProjectSharing?,
    isIgnored: (String) -> Bool, tell: (Event) -> Void
  ) async {
    switch change {
    case .saved(let batch):
      for diagnostic in batch.diagnostics { tell(.note(diagnostic)) }
      let paths = batch.changes.map(\.path).filter { !$0.isEmpty }
      guard !paths.isEmpty else { return }
      sharing?.willApply(paths)
      let outcome = await session.filesChanged(paths, seen: batch.seen)
      sharing?.share(paths)
      guard var report = outcome.report else { return }
      report.leaveOut { isIgnored($0) || UnusedFile.isSnapshot($0) }
      if !report.isSilent { tell(.saved(report, tree: outcome.tree)) }
    case .shared(let news):
      let outcome = await session.filesChanged(news.paths)
      guard var report = outcome.report else { return }
      report.origins = news.origins
      tell(.saved(report, tree: outcome.tree))
    }
  }
}
