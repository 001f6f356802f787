package import HybridCompiler
package import HybridDrawing
import HybridEncoding
package import HybridReload
package import HybridRuntime
import HybridScript
import HybridSocket
package import HybridSource
package import HybridUnits
package import HybridViewTree

/// The current units of a project, their views, and the connected clients.
///
/// One actor owns all of it. The work (compiling, laying out, comparing) is done by functions on values;
/// nothing awaits between reading and writing the state, so that no other save can slip in between.
///
/// The session orders events. Its parts hold the state; their stored properties are private, so extensions of
/// the session use their methods.
package actor DevSession {
  /// Random, new with each start.
  package let id: String
  /// Reads the project's files.
  let files: FileReader
  /// The images of the project, decoded for pictures that the server draws.
  package nonisolated let images: ImageBook

  // MARK: The parts of the session

  /// The units, their layouts, and the clients.
  var state: SessionState
  /// The pages that run besides those of connected clients.
  let pages: RunningPages
  /// The names of places that clients may open in the editor.
  private var places = PlaceIDs()
  /// The requests that wait for builds.
  private var waiters = BuildWaiters()
  /// The bundles sent to Playground apps.
  private var playground: PlaygroundBundles
  /// The routes, and their paths published to Rexxar's containers.
  let rexxar = RexxarRoutes()

  // MARK: Outside

  /// The port that it is served at; nil before.
  private(set) var port: Int?
  /// Receives all events of the session.
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

  /// Sets the port, and the receiver of events. `output` is called inside the session, so it must be quick
  /// and must not wait.
  func serve(at port: Int, output: @escaping @Sendable (SessionEvent) -> Void) {
    self.port = port
    self.output = output
    pages.report { [weak self] event in
      guard let self else { return }
      Task { await self.take(event) }
    }
    followShown()
  }

  /// Reports a diagnostic to the terminal that is not from a build.
  func tell(_ diagnostic: Diagnostic) { output(.terminal(.note(diagnostic))) }

  /// Runs the first build; returns the unit that the terminal shows first, and the diagnostics. In a large
  /// project the other units are left to ``buildRest()``; in a small one all are built.
  package func start() -> (shown: String?, diagnostics: [Diagnostic]) {
    let diagnostics = state.start()
    rexxar.take(state.compiler.configSource)
    return (state.shown, diagnostics)
  }

  // MARK: Saves

  /// Handles saved, new and deleted files and folders, with paths relative to the project, and updates the
  /// clients.
  ///
  /// - Parameter seen: When the watcher first heard of it.
  /// - Returns: The report, and the tree of the terminal if it changed; no report if nothing happened.
  package func filesChanged(
    _ paths: [String], seen: ContinuousClock.Instant = .now
  ) -> (report: SaveReport?, tree: ViewTree?) {
    let begin = ContinuousClock.now
    guard var save = state.save(paths, seen: seen, at: begin) else { return (nil, nil) }
    for effect in save.effects { perform(effect, of: &save.report, since: begin) }
    return (save.report, save.isNews ? shownTree : nil)
  }

  private func perform(
    _ effect: Save.Effect, of report: inout SaveReport, since begin: ContinuousClock.Instant
  ) {
    switch effect {
    case .readRoutes(let source): rexxar.take(source)
    case .tellAll(let message): tellAll(message)
    case .send(let update): send(update)
    case .followShown: followShown()
    case .tell(let message, let id): send(message, to: id)
    case .reportBuild:
      report.milliseconds = begin.duration(to: .now).milliseconds
      pages.take(report)
      waiters.finishBuild()
      output(.built(BuildSummary(report)))
    case .dropUnusedStages: state.dropUnusedStages()
    case .bringUpToDate(let id): bringUpToDate(id)
    }
  }

  /// Sends all clients a message unrelated to trees.
  func tellAll(_ message: ServerMessage) {
    let message = WebSocketMessage.text(message.encoded)
    output(.send(message, to: state.clients.lines(admitting: message.bytes.count)))
  }

  /// Sends an update to all clients, those with running pages included, and its templates after it.
  private func send(_ update: Save.Update) {
    output(.send(update.message, to: state.receive(update)))
    tellPages(update.content, as: update.message)
    for name in update.templates {
      guard let frame = state.templateFrame(of: name) else { continue }
      output(.send(.binary(frame), to: state.clients.lines(admitting: frame.count) { $0.takesBinary }))
    }
  }

  // MARK: Waiting for builds

  /// The maximum number that wait for a build.
  static let waitingLimit = BuildWaiters.limit
  /// The number that wait for the next build.
  var waitingCount: Int { waiters.count }

  /// Waits for the build that follows a revision, and no longer than `limit`.
  ///
  /// It does not wait for a revision other than the last one: that is past, or from another session.
  /// - Returns: False if too many are waiting.
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

  /// Records that the first build has finished or was cancelled.
  func firstBuildEnded() { waiters.finishFirst() }

  // MARK: Published ids and bundles

  /// A name for a place in a file of the project, for ``place(ofID:)``.
  package func placeID(for place: SourceLocation) -> String { places.id(for: place) }

  /// The place of a name; nil if this server never issued it, or dropped it.
  package func place(ofID id: String) -> SourceLocation? { places.place(ofID: id) }

  /// `data.json` of a template for a Playground app.
  func playgroundBundle(of unit: TemplateUnit) -> [UInt8] {
    let bundle = playground.bundle(of: unit)
    for note in bundle.notes { tell(note) }
    return bundle.json
  }

  // MARK: Queries

  /// The build number. The first build is number 1.
  package var revision: Int { state.builds.revision }
  /// The errors of the last build; empty if it succeeded.
  package var errors: [Diagnostic] { state.builds.errors }
  /// The unit that the server's own terminal shows.
  package var shown: String? { state.shown }
  /// The terminal's variant of pages.
  package var standard: Variant { state.devices.terminal }
  /// The terminal's device.
  package var standardDevice: Device { standard.device }
  /// The available devices by name.
  package var devices: DeviceList { state.devices.list }
  /// The platform whose rules apply to templates, on every device.
  var platform: TemplatePlatform { state.devices.platform }
  /// The faults of running pages, by unit; of several running pages of one unit, the latest report counts.
  package var pageFaults: [String: [Diagnostic]] { pages.faults }
  /// How often reconnected clients got only the missed updates, and how often a client got a whole tree,
  /// excluding running pages.
  package var catchUpCount: Int { state.clients.catchUpCount }
  package var snapshotCount: Int { state.clients.snapshotCount }
  /// The latencies from save to screen.
  package var figures: PaintFigures { state.clients.figures }

  /// All units, sorted by name.
  package var allUnits: [Unit] { state.compiler.unitNames.compactMap { state.current($0) } }
  /// The names of all units, sorted.
  var unitNames: [String] { state.compiler.unitNames }

  /// The last valid version of a unit; if it was never valid, a best-effort version.
  package func unit(named name: String) -> Unit? { state.current(name) }

  /// A render independent of those for clients.
  package func render(_ unit: Unit, as variant: Variant) -> Rendering {
    state.renderer.render(unit, as: variant)
  }

  /// The last sent tree of a unit, laid out now if there is none.
  func tree(of name: String, as variant: Variant) -> ViewTree? { state.tree(of: name, as: variant) }

  /// The terminal's tree; nil if its page runs, or if there is nothing to show.
  package var shownTree: ViewTree? { state.shownTree() }

  /// The device for a request.
  package func device(_ request: DeviceRequest) throws(DeviceFault) -> Device {
    try state.devices.device(request)
  }
}

extension FileReader {
  /// A current file of the project, for quotations; nil if it cannot be read.
  func source(_ path: String) -> Source? { (try? read(path).get()).map { Source(path: path, bytes: $0) } }
}
