package import HybridCompiler
package import HybridDrawing
package import HybridReload
package import HybridRuntime
package import HybridScript
package import HybridSocket
package import HybridSource
package import HybridUnits

/// The units of a project as they are now, what is shown of them, and who looks.
///
/// One actor owns all of it. The work (compiling, laying out, comparing) is done by functions on values; nothing awaits
/// between reading and writing the state, so that no other save can slip in between.
package actor DevSession {
  /// Sends one message, encoded once, to many.
  package typealias Broadcast = @Sendable (WebSocketMessage, [any ClientLine]) -> Void

  /// Random, new with each start.
  package let id: String
  /// What the project is called when it has no title.
  let name: String
  let version: String
  /// What the terminal shows pages as: on the device that was asked for, or the one that `hybrid.json` has as its default.
  package internal(set) var standard: Variant
  /// What the terminal shows pages on.
  package var standardDevice: Device { standard.device }
  /// The device that was asked for, on the command line or by a key; nil goes by `hybrid.json`.
  var askedDevice: DeviceRequest?
  /// What was asked for on the command line whatever the device is: it holds on the next one too.
  let settings: DeviceRequest
  /// The devices that there are by name.
  package internal(set) var devices = DeviceList()
  /// Whose rules hold for templates, on every device.
  let platform: TemplatePlatform
  let renderer = Renderer()
  var compiler: ProjectCompiler
  var stages = StageTable()
  var clients: [UInt64: Client] = [:]
  /// What went out last.
  var ring = UpdateRing()
  /// What those looked at who left a moment ago.
  var away = DisconnectedViews()
  /// How quick saves were.
  var paints = SaveLatencies()
  /// How often clients that came back got what they missed, and how often a client got a whole tree. Pages that run not
  /// counted.
  package internal(set) var catchUpCount = 0
  package internal(set) var snapshotCount = 0
  /// Pages of clients that went away.
  var parked: [ClientPage] = []
  /// The running page that the terminal shows.
  var terminalPage: RunningPage?
  /// Reads the project's files.
  let files: FileReader
  /// The images of the project, decoded for pictures that the server draws.
  package nonisolated let images: ImageBook
  /// The build number. The first build is number 1.
  package internal(set) var revision = 0
  /// The revision of the last update: builds that change no unit have none.
  private var announced = 1
  /// The revision in which the last errors went away.
  private(set) var fixedIn = 0
  /// The unit that the server's own terminal shows.
  package internal(set) var shown: String?
  /// The errors of the last build; empty when it was good.
  package internal(set) var errors: [Diagnostic] = []
  /// What is wrong with the pages that run, by unit; of several running pages of one unit as the last one told.
  package internal(set) var pageFaults: [String: [Diagnostic]] = [:]
  /// What is left of building everything for the first time.
  var firstBuild = FirstBuildProgress()
  var playground: PlaygroundBundles
  /// The routes, and what Rexxar's containers were told of them.
  var rexxar = RexxarRoutes()
  /// Those who are told of each build and pass it on.
  var followers: [@Sendable (BuildSummary) -> Void] = []
  /// Those who wait for the next build.
  var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
  /// What running pages' scripts did wrong.
  var scriptFaults = ScriptFaults()
  /// Names of places that clients may ask to open.
  var places = PlaceIDs()
  /// Where it is served; nil before.
  private(set) var port: Int?
  private(set) var broadcast: Broadcast = { _, _ in }
  private var tellTerminal: @Sendable (Diagnostic) -> Void = { _ in }
  /// Tells the terminal how the page that it shows looks now.
  private(set) var tellPicture: @Sendable (String, ViewTree) -> Void = { _, _ in }
  /// Tells the terminal what a page did, with a way to quote its sources.
  private(set) var tellEntry: @Sendable (String, PageLogEntry, (String) -> Source?) -> Void = { _, _, _ in }
  /// Tells the terminal who looks, and what they say they show.
  private(set) var tellNews: @Sendable (DevServer.Event) -> Void = { _ in }
  /// Has the servers that share the project load everything anew as well.
  private(set) var shareReload: @Sendable () -> Void = {}

  /// A session on a project that is read by ``start()``.
  package init(
    compiler: ProjectCompiler, files: FileReader, name: String, device: DeviceRequest? = nil,
    dataSet: String? = nil, platform: TemplatePlatform = .ios,
    playground: PlaygroundBundles = PlaygroundBundles(root: nil), id: String, version: String
  ) {
    self.compiler = compiler
    self.files = files
    images = ImageBook(files: { try? files.read($0).get() })
    self.name = name
    askedDevice = device
    var settings = device ?? DeviceRequest()
    (settings.name, settings.width, settings.height) = (nil, nil, nil)
    self.settings = settings
    standard = Variant(.standard, dataSet: Self.dataSet(dataSet))
    self.platform = platform
    self.playground = playground
    self.id = id
    self.version = version
  }

  /// Tells where it is served, how messages leave, and how the terminal hears what is found out besides builds.
  package func serve(
    at port: Int, broadcast: @escaping Broadcast, tell: @escaping @Sendable (Diagnostic) -> Void,
    tellPicture: @escaping @Sendable (String, ViewTree) -> Void = { _, _ in },
    tellEntry: @escaping @Sendable (String, PageLogEntry, (String) -> Source?) -> Void = { _, _, _ in },
    tellNews: @escaping @Sendable (DevServer.Event) -> Void = { _ in },
    shareReload: @escaping @Sendable () -> Void = {}
  ) {
    self.port = port
    self.broadcast = broadcast
    tellTerminal = tell
    self.tellPicture = tellPicture
    self.tellEntry = tellEntry
    self.tellNews = tellNews
    self.shareReload = shareReload
    followShown()
  }

  /// Tells the terminal something that no build found.
  func tell(_ diagnostic: Diagnostic) { tellTerminal(diagnostic) }

  /// The first build: what the terminal shows first, and what there is to say about it. Of a large project the other units
  /// are found and left to ``buildRest()``; of a small one all are built.
  package func start() -> (shown: String?, diagnostics: [Diagnostic]) {
    compiler.start()
    revision = 1
    _ = chooseDevices()
    rexxar.take(compiler.configSource)
    // The page people mean when they name none.
    shown = compiler.unitNames.first { $0 == "home" || $0 == "index" } ?? compiler.unitNames.first
    let diagnostics = compiler.buildFirst(shown)
    firstBuild.told = diagnostics
    errors = diagnostics.filter { $0.severity == .error }
    return (shown, diagnostics)
  }

  /// What the terminal shows, laid out; nil when that runs by itself, or when there is nothing to show.
  package var shownTree: ViewTree? { shown.flatMap { runs($0) ? nil : tree(of: $0, as: standard) } }

  /// Deals with saved, new and vanished files and folders, given relative to the project, and tells the clients.
  ///
  /// - Parameter seen: When the watcher first heard of it.
  /// - Returns: What happened, and the tree the terminal shows when it is new; no report when nothing did.
  package func filesChanged(
    _ paths: [String], seen: ContinuousClock.Instant = .now
  ) -> (report: SaveReport?, tree: ViewTree?) {
    let clock = ContinuousClock()
    let begin = clock.now
    var result = compiler.apply(paths)
    let errorsBefore = errors
    errors = currentErrors(result)
    if compiler.hasPending {
      // A unit that is still to be built may use them.
      firstBuild.unusedFiles += result.unusedFiles
      result.unusedFiles = []
    }
    guard
      !result.isEmpty || errors != errorsBefore || !result.unusedFiles.isEmpty || !result.changedFiles.isEmpty
    else { return (nil, nil) }  // touched, and nothing else

    // A file that made a unit was not there to change.
    let known = Set(result.changedFiles)
    let new = result.added.isEmpty ? [] : Set(paths).subtracting(known)
    let made = result.added.compactMap { compiler.entry(of: $0.name)?.path }.filter(new.contains)
    let told = result.changedFiles + made + result.unusedFiles
    var report = SaveReport(revision: revision + 1, files: told.isEmpty ? paths : told)
    report.readsSettings = result.configChanged
    report.unusedFiles = result.unusedFiles
    // Of a checkout that brings thousands nobody reads the reasons.
    for file in result.unusedFiles.prefix(20) {
      report.unusedReasons[file] = UnusedFile(compiler: compiler, files: files).reason(for: file)
    }
    report.keptUnits = result.failed.filter { compiler.hash(of: $0) != nil }
    report.neverGoodUnits = result.failed.filter { compiler.hash(of: $0) == nil }
    report.fixedUnits = result.fixed
    report.warnings = result.diagnostics.filter { $0.severity != .error }
    report.errors = errors
    report.isFixed = errors.isEmpty && !errorsBefore.isEmpty

    let before = shown
    let isNewDevice = result.configChanged && chooseDevices()
    if result.configChanged { rexxar.take(compiler.configSource) }
    if isNewDevice {
      stages.expireAll()
      away.forgetAll()
    }
    chooseShown(result)
    var changes: [UnitChange] = []
    for change in result.removed { changes.append(remove(change, &report)) }
    for change in result.added {
      // One that never was without errors is looked at as it was: it changes like any other.
      let isShown = isLookedAt(change.name, whenShown: before)
      changes += isShown ? take(change, wasShown: before, into: &report) : [add(change, &report)]
    }
    for change in result.changed { changes += take(change, wasShown: before, into: &report) }
    for name in (result.newlyFailed + result.stillFailed).sorted() where compiler.hash(of: name) == nil {
      // Clients that want one that is new ask for it, whatever they show: it may have been deleted and come back.
      if result.newlyFailed.contains(name), !isLookedAt(name, whenShown: shown) {
        changes.append(addNeverGood(name, because: report.files))
      } else {
        changes += takeNeverGood(name, because: report.files)
      }
    }

    let chains = Dictionary((result.changed + result.added).map { ($0.name, $0.chain) }) { first, _ in first }
    for index in report.units.indices { report.units[index].chain = chains[report.units[index].unit] ?? [] }

    revision = report.revision
    paints.save(revision, seen: seen)
    if report.isFixed {
      fixedIn = revision
      tellAll(.fixed(revision: revision))
    }
    if !changes.isEmpty {
      tellAll(
        ServerMessage.Update(revision: revision, from: announced, shown: shown, changes: changes),
        templates: (result.added + result.changed).map(\.name))
      announced = revision
    }
    if !errors.isEmpty, errors != errorsBefore { tellAll(.failed(revision: revision, diagnostics: errors)) }
    if result.configChanged { tellAll(welcome) }
    followShown()
    // Of those whose unit lost the data set that they look at it with.
    for id in clients.keys where clients[id]?.variant.dataSet != nil { tellOfMissingDataSet(id) }
    let elapsed = begin.duration(to: clock.now)
    report.milliseconds =
      Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3
    report.clients = clients.count
    report.shown = shown
    report.hasNewShown = shown != before
    tellFollowers(report)
    stages.dropUnused(keeping: neededStages)
    if isNewDevice { ring.clear(at: revision) }
    // Another look, or the first unit there is: nobody has a tree of it.
    if isNewDevice || before == nil { for id in clients.keys { bringUpToDate(id) } }
    let isNews =
      isNewDevice || shown != before || report.units.contains { $0.unit == shown && $0.kind != .removed }
    return (report, isNews ? shownTree : nil)
  }

  /// All errors there are now: those of units that this build did not look at as well.
  private func currentErrors(_ result: BuildResult) -> [Diagnostic] {
    guard !result.failed.isEmpty || compiler.hasErrorsBesideUnits else { return [] }
    return compiler.check().filter { $0.severity == .error }
  }

  /// A unit in its last good form, or as good as it can be when there never was one.
  func current(_ name: String) -> Unit? { compiler.unit(named: name) ?? compiler.currentUnit(named: name) }

  /// The terminal goes where the author works: to the unit that a save of its own file changed.
  private func chooseShown(_ result: BuildResult) {
    let changed = result.changed.map(\.name)
    if let shown, result.removed.contains(shown) { self.shown = nil }
    if let shown, changed.contains(shown) { return }
    // A template that is an item of others changes them as well; its own file is what was saved.
    let own = changed.first { name in
      compiler.entry(of: name).map { result.changedFiles.contains($0.path) } ?? false
    }
    shown = own ?? changed.first ?? shown ?? result.added.first?.name ?? compiler.unitNames.first
  }

  /// The project's title.
  var title: String { compiler.config.title ?? name }
}
