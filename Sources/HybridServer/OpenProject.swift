import HybridCompiler
import HybridEncoding
import HybridRuntime
import HybridSocket
import HybridSource
import HybridWatch

/// A project that is read and watched: its session, and the queue of saves.
struct OpenProject: Sendable {
  let root: String
  let name: String
  let session: DevSession
  let watcher: FileWatcher
  /// Nil without a bus.
  let sharing: ProjectSharing?
  let changes: ChangeQueue
  /// The unit that the terminal shows first, and the diagnostics.
  let first: (shown: String?, diagnostics: [Diagnostic])

  /// Reads a project, builds the first shown unit, and watches its folders.
  init(_ options: DevServer.Options) async throws(DevServer.StartError) {
    let files: DiskFiles
    do throws(FileFailure) {
      files = try DiskFiles(root: options.root)
    } catch {
      throw .project(
        Diagnostic(
          .error, error.diagnosticCode, "'\(options.root)': \(error.message)",
          hint: error == .missing ? "'hybrid new \(options.root)' makes a project there" : nil))
    }
    let name = files.root.lastPathComponent ?? "page"
    let sharing = options.bus.map { _ in ProjectSharing(disk: files.reader) }
    let reader = sharing?.overlay.reader ?? files.reader
    let early = EarlyReads(below: files.root)
    let session = DevSession(
      compiler: ProjectCompiler(files: early.noting(reader), name: name), files: reader, name: name,
      device: options.device, dataSet: options.dataSet,
      platform: options.platform, playground: PlaygroundBundles(root: options.root), id: randomToken(),
      version: options.version)
    let changes = ChangeQueue()

    // Listing folders runs in parallel with setting up watches. If a save falls between the two, everything
    // is listed again.
    async let begun = session.start()
    do throws(WatchError) {
      watcher = try FileWatcher(
        root: options.root,
        options: DevServer.watchOptions(isPolling: options.isPolling), onChanges: { changes.put($0) })
    } catch {
      throw .watch(Diagnostic(.error, "watch.unavailable", error.description))
    }
    var first = await begun
    if early.mayBeOutdated() { first = await session.start() }
    (root, self.name, self.session, self.sharing) = (files.root, name, session, sharing)
    (self.changes, self.first) = (changes, first)
  }

  /// Handles saves one after another, in order, until the task is cancelled.
  func dealWithSaves(_ tell: (DevServer.Event) -> Void) async {
    for await change in changes {
      switch change {
      case .saved(let batch): await deal(with: batch, tell)
      case .shared(let save):
        let outcome = await session.filesChanged(save.paths)
        guard var report = outcome.report else { continue }
        report.origins = save.origins
        tell(.saved(report, tree: outcome.tree))
      }
    }
  }

  /// Handles a local save.
  private func deal(with batch: WatchBatch, _ tell: (DevServer.Event) -> Void) async {
    for diagnostic in batch.diagnostics { tell(.note(diagnostic)) }
    let paths = batch.changes.map(\.path).filter { !$0.isEmpty }
    guard !paths.isEmpty else { return }
    sharing?.willApply(paths)
    let outcome = await session.filesChanged(paths, seen: batch.seen)
    sharing?.share(paths)
    guard var report = outcome.report else { return }
    report.leaveOut { watcher.isIgnoredByGit($0) || UnusedFile.isSnapshot($0) }
    if !report.isSilent { tell(.saved(report, tree: outcome.tree)) }
  }

  /// Builds the units that the start postponed, and lays out units in advance of their first save.
  func finishFirstBuild(_ tell: (DevServer.Event) -> Void) async {
    if let first = await session.buildRest() {
      tell(.built(first))
      if !first.unusedFiles.isEmpty, let report = await session.filesChanged(first.unusedFiles).report {
        tell(.saved(report, tree: nil))
      }
    }
    await session.warmUp()
  }

  /// Connects to the other servers of the project.
  func join(_ options: DevServer.Options, _ tell: @escaping @Sendable (DevServer.Event) -> Void) {
    guard let sharing, let bus = options.bus else { return }
    sharing.join(
      bus, project: name, origin: randomToken(), onChanges: { [changes] in changes.put($0) },
      onReload: { [session] in Task { await session.reloadAll(telling: false) } }, tell: { tell(.note($0)) })
  }

  /// Ends watching and sharing.
  func close() {
    watcher.stop()
    sharing?.stop()
  }
}
