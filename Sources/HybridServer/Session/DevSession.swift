package import HybridCompiler
package import HybridDrawing
import HybridEncoding
package import HybridReload
package import HybridRuntime
import HybridScript
import HybridSocket
package import HybridSource
package import HybridUnits

/// The units of a project as they are now, what is shown of them, and who looks.
///
/// One actor owns all of it. The work (compiling, laying out, comparing) is done by functions on values;
/// nothing awaits between reading and writing the state, so that no other save can slip in between.
///
/// The session keeps the order of things. Its state lies in its parts, each of which keeps its stored
/// properties to itself: an extension of the session uses their methods.
package actor DevSession {
  /// Random, new with each start.
  package let id: String
  /// Reads the project's files.
  let files: FileReader
  /// The images of the project, decoded for pictures that the server draws.
  package nonisolated let images: ImageBook

  // MARK: The parts of the session

  /// The units, what is laid out of them, and for whom.
  var state: SessionState
  /// The pages that run besides those of connected clients.
  var pages: RunningPages
  /// Names of places that clients may ask to open.
  private var places = PlaceIDs()
  /// Those who wait for builds.
  private var waiters = BuildWaiters()
  /// What Playground apps were given.
  private var playground: PlaygroundBundles
  /// The routes, and what Rexxar's containers were told of them.
  var rexxar = RexxarRoutes()

  // MARK: Outside

  /// Where it is served; nil before.
  private(set) var port: Int?
  /// Gets all that the session tells.
  private(set) var output: @Sendable (SessionEvent) -> Void = { _ in }

  /// A session on a project that is read by ``start()``.
  package init(
    compiler: ProjectCompiler, files: FileReader, name: String, device: DeviceRequest? = nil,
    dataSet: String? = nil, platform: TemplatePlatform = .ios,
    playground: PlaygroundBundles = PlaygroundBundles(root: nil), id: String, version: String
  ) {
    let state = SessionState(
      compiler: compiler, files: files, name: name,
      devices: DeviceSelection(asking: device, dataSet: dataSet, platform: platform), id: id, version: version
    )
    self.id = id
    self.files = files
    self.state = state
    self.playground = playground
    images = ImageBook(files: { try? files.read($0).get() })
    pages = RunningPages(files: files, renderer: state.renderer)
  }

  /// Learns where it is served, and who gets what it tells. `output` is called inside the session, so it must
  /// be quick and must not wait.
  func serve(at port: Int, output: @escaping @Sendable (SessionEvent) -> Void) {
    self.port = port
    self.output = output
    pages.report { [weak self] event in
      guard let self else { return }
      Task { await self.take(event) }
    }
    followShown()
  }

  /// Tells the terminal something that no build found.
  func tell(_ diagnostic: Diagnostic) { output(.terminal(.note(diagnostic))) }

  /// The first build: what the terminal shows first, and what there is to say about it. Of a large project
  /// the other units are found and left to ``buildRest()``; of a small one all are built.
  package func start() -> (shown: String?, diagnostics: [Diagnostic]) {
    let diagnostics = state.start()
    rexxar.take(state.compiler.configSource)
    return (state.shown, diagnostics)
  }

  // MARK: Saves

  /// Deals with saved, new and vanished files and folders, given relative to the project, and tells the
  /// clients.
  ///
  /// - Parameter seen: When the watcher first heard of it.
  /// - Returns: What happened, and the tree the terminal shows when it is new; no report when nothing did.
  package func filesChanged(
    _ paths: [String], seen: ContinuousClock.Instant = .now
  ) -> (report: SaveReport?, tree: ViewTree?) {
    let begin = ContinuousClock.now
    guard var save = state.save(paths) else { return (nil, nil) }
    if save.report.readsSettings { rexxar.take(state.compiler.configSource) }
    state.clients.saved(revision, seen: seen)
    for message in save.messages {
      switch message {
      case .notice(let message): tellAll(message)
      case .update(let update, let templates): tellAll(update, templates: templates)
      }
    }
    followShown()
    // Of those whose unit lost the data set that they look at it with.
    for id in state.clients.ids { tellOfMissingDataSet(id) }
    save.report.milliseconds = begin.duration(to: .now).milliseconds
    pages.take(save.report)
    waiters.finishBuild()
    output(.built(BuildSummary(save.report)))
    state.dropUnusedStages()
    if save.isNewDevice { state.updates.clear(at: revision) }
    if save.needsTrees { for id in state.clients.ids { bringUpToDate(id) } }
    return (save.report, save.isNews ? shownTree : nil)
  }

  /// Tells everybody something that has nothing to do with trees.
  func tellAll(_ message: ServerMessage) {
    let message = WebSocketMessage.text(message.encoded)
    output(.send(message, to: state.clients.lines(admitting: message.bytes.count)))
  }

  /// Tells everybody an update, encoded once, and keeps it for those who are away.
  private func tellAll(_ update: ServerMessage.Update, templates: [String]) {
    let message = WebSocketMessage.text(ServerMessage.update(update).encoded)
    let templates = templates.filter { state.isTemplate($0) }
    state.updates.append(update, as: message, templates: templates)
    // Who follows the terminal goes to the unit that it shows now, if the update brings it.
    let brought = update.changes.compactMap { change in
      if case .reload = change.kind, change.unit == update.shown { change.kind.variant } else { nil }
    }
    let lines = state.clients.receive(update, byteCount: message.bytes.count, bringing: brought)
    output(.send(message, to: lines))
    tellPages(update, as: message)
    for name in templates {
      guard let frame = state.templateFrame(of: name) else { continue }
      output(.send(.binary(frame), to: state.clients.lines(admitting: frame.count) { $0.takesBinary }))
    }
  }

  // MARK: Waiting for builds

  /// The most that wait for a build at a time.
  static let waitingLimit = BuildWaiters.limit
  /// How many wait for the next build.
  var waitingCount: Int { waiters.count }

  /// Waits for the build that follows a revision, and no longer than `limit`.
  ///
  /// A revision that is not the last one is not waited for: it is past, or another session's.
  /// - Returns: False when too many wait already.
  func waitForBuild(after known: Int, atMost limit: Duration) async -> Bool {
    guard known == revision else { return true }
    guard let (id, build, end) = waiters.add() else { return false }
    let timer = Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in build {}
    timer.cancel()
    waiters.remove(id)
    return true
  }

  /// Returns once every unit was built, or the server was stopped.
  package func wholeProject() async {
    guard !waiters.isFirstDone else { return }
    await withCheckedContinuation { waiters.add($0) }
  }

  /// Notes that the first build is over, be it done or given up.
  func firstBuildEnded() { waiters.finishFirst() }

  // MARK: What was given away

  /// A name for a place in a file of the project, for ``place(ofID:)``.
  package func placeID(for place: SourceLocation) -> String { places.id(for: place) }

  /// The place that a name stands for; nil when this server never gave it, or forgot it.
  package func place(ofID id: String) -> SourceLocation? { places.place(ofID: id) }

  /// `data.json` of a template for a Playground app.
  func playgroundBundle(of unit: TemplateUnit) -> [UInt8] {
    let bundle = playground.bundle(of: unit)
    for note in bundle.notes { tell(note) }
    return bundle.json
  }

  // MARK: What others ask

  /// The build number. The first build is number 1.
  package var revision: Int { state.builds.revision }
  /// The errors of the last build; empty when it was good.
  package var errors: [Diagnostic] { state.builds.errors }
  /// The unit that the server's own terminal shows.
  package var shown: String? { state.shown }
  /// What the terminal shows pages as.
  package var standard: Variant { state.devices.terminal }
  /// What the terminal shows pages on.
  package var standardDevice: Device { standard.device }
  /// The devices that there are by name.
  package var devices: DeviceList { state.devices.list }
  /// Whose rules hold for templates, on every device.
  var platform: TemplatePlatform { state.devices.platform }
  /// What is wrong with the pages that run, by unit; of several running pages of one unit as the last one
  /// told.
  package var pageFaults: [String: [Diagnostic]] { pages.faults }
  /// How often clients that came back got what they missed, and how often a client got a whole tree. Pages
  /// that run not counted.
  package var catchUpCount: Int { state.clients.catchUpCount }
  package var snapshotCount: Int { state.clients.snapshotCount }
  /// How quick saves were on the screens.
  package var figures: PaintFigures { state.clients.figures }

  /// All units, sorted by name.
  package var allUnits: [Unit] { state.compiler.unitNames.compactMap { state.current($0) } }
  /// The names of all units, sorted.
  var unitNames: [String] { state.compiler.unitNames }

  /// One unit, in its last good form, or as good as it can be when there never was one.
  package func unit(named name: String) -> Unit? { state.current(name) }

  /// A render besides those that clients show.
  package func render(_ unit: Unit, as variant: Variant) -> Rendering {
    state.renderer.render(unit, as: variant)
  }

  /// The tree of a unit as it was sent last, laid out now if it never was.
  func tree(of name: String, as variant: Variant) -> ViewTree? { state.tree(of: name, as: variant) }

  /// What the terminal shows, laid out; nil when that runs by itself, or when there is nothing to show.
  package var shownTree: ViewTree? { state.shownTree() }

  /// A device that somebody asks for.
  package func device(_ request: DeviceRequest) throws(DeviceFault) -> Device {
    try state.devices.device(request)
  }
}

extension FileReader {
  /// A file of the project as it is now, to quote from; nil when it cannot be read.
  func source(_ path: String) -> Source? { (try? read(path).get()).map { Source(path: path, bytes: $0) } }
}
