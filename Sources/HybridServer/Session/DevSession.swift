package import HybridCompiler
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
  package typealias Broadcast = @Sendable (WebSocketMessage, [WebSocketConnection]) -> Void

  /// Random, new with each start.
  package let id: String
  /// What the project is called when it has no title.
  let name: String
  let version: String
  /// What the terminal shows pages on: the device that was asked for, or the one that `hybrid.json` has as its default.
  private(set) var standardDevice: Device
  private let askedDevice: Device?
  /// Whose rules hold for templates, on every device.
  let platform: TemplatePlatform
  let renderer = Renderer()
  var compiler: ProjectCompiler
  var stages = StageTable()
  var clients: [UInt64: Client] = [:]
  /// Pages of clients that went away.
  var parked: [ClientPage] = []
  /// The running page that the terminal shows.
  var terminalPage: RunningPage?
  /// Reads the project's files.
  let files: FileReader
  /// The build number. The first build is number 1.
  package internal(set) var revision = 0
  /// The revision that clients were last told of: builds that change no unit are told to nobody.
  private var announced = 1
  /// The unit that the server's own terminal shows.
  package internal(set) var shown: String?
  /// The errors of the last build; empty when it was good.
  package internal(set) var errors: [Diagnostic] = []
  var playground: PlaygroundBook
  /// Where it is served; nil before.
  private(set) var port: Int?
  private(set) var broadcast: Broadcast = { _, _ in }
  private var tellTerminal: @Sendable (Diagnostic) -> Void = { _ in }
  /// Tells the terminal how the page that it shows looks now.
  private(set) var tellPicture: @Sendable (String, ViewTree) -> Void = { _, _ in }
  /// Tells the terminal what a page did, with a way to quote its sources.
  private(set) var tellEntry: @Sendable (String, PageLogEntry, (String) -> Source?) -> Void = { _, _, _ in }

  /// A session on a project that is read by ``start()``.
  package init(
    compiler: ProjectCompiler, files: FileReader, name: String, device: Device? = nil,
    platform: TemplatePlatform = .ios,
    playground: PlaygroundBook = PlaygroundBook(root: nil), id: String, version: String
  ) {
    self.compiler = compiler
    self.files = files
    self.name = name
    self.askedDevice = device
    self.standardDevice = device ?? .standard
    self.platform = platform
    self.playground = playground
    self.id = id
    self.version = version
  }

  /// Tells where it is served, how messages leave, and how the terminal hears what is found out besides builds.
  package func serve(
    at port: Int, broadcast: @escaping Broadcast, tell: @escaping @Sendable (Diagnostic) -> Void,
    tellPicture: @escaping @Sendable (String, ViewTree) -> Void = { _, _ in },
    tellEntry: @escaping @Sendable (String, PageLogEntry, (String) -> Source?) -> Void = { _, _, _ in }
  ) {
    self.port = port
    self.broadcast = broadcast
    tellTerminal = tell
    self.tellPicture = tellPicture
    self.tellEntry = tellEntry
    followShown()
  }

  /// Tells the terminal something that no build found.
  func tell(_ diagnostic: Diagnostic) { tellTerminal(diagnostic) }

  /// The first build: what the terminal shows first, and everything there is to say about the project.
  package func start() -> (shown: String?, tree: ViewTree?, diagnostics: [Diagnostic]) {
    let result = compiler.build()
    revision = 1
    _ = chooseDevice()
    errors = result.diagnostics.filter { $0.severity == .error }
    // The page people mean when they name none.
    shown = compiler.unitNames.first { $0 == "home" || $0 == "index" } ?? compiler.unitNames.first
    return (shown, shown.flatMap { runs($0) ? nil : tree(of: $0, on: standardDevice) }, result.diagnostics)
  }

  /// Deals with saved, new and vanished files and folders, given relative to the project, and tells the clients.
  ///
  /// - Parameter rescan: Whether to look at every file, since some changes were not told.
  /// - Returns: What happened, and the tree the terminal shows when it is new; no report when nothing did.
  package func filesChanged(_ paths: [String], rescan: Bool = false) -> (report: SaveReport?, tree: ViewTree?)
  {
    let clock = ContinuousClock()
    let begin = clock.now
    let result = rescan ? compiler.build() : compiler.apply(paths)
    let errorsBefore = errors
    errors = currentErrors(result)
    guard
      !result.isEmpty || errors != errorsBefore || !result.unusedFiles.isEmpty || !result.changedFiles.isEmpty
    else { return (nil, nil) }  // touched, and nothing else

    let told = result.changedFiles + result.unusedFiles
    var report = SaveReport(revision: revision + 1, files: told.isEmpty ? paths : told)
    report.readsSettings = result.configChanged
    report.unusedFiles = result.unusedFiles
    report.warnings = result.diagnostics.filter { $0.severity != .error }
    report.errors = errors
    report.isFixed = errors.isEmpty && !errorsBefore.isEmpty

    let before = shown
    let isNewDevice = result.configChanged && chooseDevice()
    chooseShown(result)
    var changes: [UnitChange] = []
    for change in result.removed { changes.append(remove(change, &report)) }
    for change in result.added { changes.append(add(change, &report)) }
    for change in result.changed { changes += take(change, wasShown: before, into: &report) }

    var messages: [ServerMessage] = []
    if report.isFixed { messages.append(.fixed(revision: report.revision)) }
    if !changes.isEmpty {
      messages.append(
        .update(
          ServerMessage.Update(revision: report.revision, from: announced, shown: shown, changes: changes)))
    }
    if !errors.isEmpty, errors != errorsBefore {
      messages.append(.failed(revision: report.revision, diagnostics: errors))
    }
    revision = report.revision
    if !messages.isEmpty { announced = revision }
    if result.configChanged { messages.append(welcome) }
    let receivers = clients.values.map(\.connection)
    let plain = clients.values.filter { $0.page == nil }.map(\.connection)
    for message in messages {
      if case .update(let update) = message {
        broadcast(.text(message.encoded), plain)
        tellPages(update)
        pushTemplates(result.added + result.changed)
      } else {
        broadcast(.text(message.encoded), receivers)
      }
    }
    followShown()
    let elapsed = begin.duration(to: clock.now)
    report.milliseconds =
      Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3
    report.clients = receivers.count
    report.shown = shown
    report.hasNewShown = shown != before
    stages.dropUnused(keeping: neededStages)
    if isNewDevice { for id in clients.keys { sendSnapshot(to: id, unless: nil) } }
    let isNews =
      isNewDevice || shown != before || report.units.contains { $0.unit == shown && $0.kind != .removed }
    return (report, isNews ? shown.flatMap { runs($0) ? nil : tree(of: $0, on: standardDevice) } : nil)
  }

  /// Takes the default device of `hybrid.json`, unless one was asked for; true when that is another than before.
  /// Clients that did not choose go along.
  private func chooseDevice() -> Bool {
    var device = askedDevice ?? .standard
    if askedDevice == nil {
      let config = compiler.config
      if config.width != nil || config.height != nil {
        device = Device(
          width: config.width ?? device.viewport.width, height: config.height ?? device.viewport.height)
      }
      device.prefersDark = config.colorScheme == "dark"
    }
    device.platform = platform
    guard device != standardDevice else { return false }
    for (id, client) in clients where client.device == standardDevice { clients[id]?.device = device }
    standardDevice = device
    return true
  }

  /// All errors there are now: those of units that this build did not look at as well.
  private func currentErrors(_ result: BuildResult) -> [Diagnostic] {
    guard !result.failed.isEmpty || compiler.projectDiagnostics.contains(where: { $0.severity == .error })
    else {
      return []
    }
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

  // MARK: One unit's news

  /// Lays a changed unit out anew on every device that shows it, and says what became of it.
  private func take(
    _ change: BuildResult.Change, wasShown: String?, into report: inout SaveReport
  ) -> [UnitChange] {
    let hash = change.hash.description
    let reason = change.chain.reversed().joined(separator: " ← ")
    if runs(change.name) {
      // Those who look have a page of their own, which answers for itself.
      stages.remove(change.name)
      report.units.append(SaveReport.UnitReport(unit: change.name, kind: .running, reason: reason))
      return [UnitChange(unit: change.name, hash: hash, kind: .changed, reason: reason)]
    }
    let devices = neededDevices(of: change.name)
    guard !devices.isEmpty else {
      report.units.append(SaveReport.UnitReport(unit: change.name, kind: .changed, reason: reason))
      return [UnitChange(unit: change.name, hash: hash, kind: .changed, reason: reason)]
    }
    guard let unit = current(change.name) else { return [] }
    var changes: [UnitChange] = []
    var unitReport: SaveReport.UnitReport?
    for device in devices {
      let step = stages.advance(
        change.name, on: device, to: renderer.render(unit, on: device).tree, revision: revision + 1)
      // Those who follow the terminal have another unit's tree when it comes here.
      let isFollowed = change.name == shown && wasShown != shown
      let kind: UnitChange.Kind
      if let patch = step.patch, step.isKnown, !isFollowed {
        kind = .patch(device: device.name, patch)
        unitReport = SaveReport.UnitReport(
          unit: change.name, kind: .patch, reason: reason, changedNodes: patch.operations.count)
      } else {
        kind = .reload(device: device.name, step.tree)
        let why = isFollowed ? "now shown" : step.isKnown ? "another root" : "first shown"
        unitReport = SaveReport.UnitReport(unit: change.name, kind: .reload, reason: why)
      }
      changes.append(UnitChange(unit: change.name, hash: hash, kind: kind, reason: reason))
      if change.name == shown, device == standardDevice { report.moved = step.moved }
    }
    if let unitReport { report.units.append(unitReport) }
    return changes
  }

  private func add(_ change: BuildResult.Change, _ report: inout SaveReport) -> UnitChange {
    let reason = change.chain.reversed().joined(separator: " ← ")
    report.units.append(SaveReport.UnitReport(unit: change.name, kind: .added, reason: reason))
    return UnitChange(unit: change.name, hash: change.hash.description, kind: .added, reason: reason)
  }

  private func remove(_ name: String, _ report: inout SaveReport) -> UnitChange {
    stages.remove(name)
    report.units.append(SaveReport.UnitReport(unit: name, kind: .removed, reason: name))
    return UnitChange(unit: name, hash: "", kind: .removed, reason: name)
  }

  /// Lays out what nobody shows yet, so that the first save of a page can be told as a patch and not as a new tree.
  ///
  /// It gives way to saves between any two units, and leaves the pages of large projects alone.
  package func warmUp() async {
    for name in compiler.unitNames.prefix(StageTable.spare) {
      if Task.isCancelled { return }
      if !runs(name) { _ = tree(of: name, on: standardDevice) }
      await Task.yield()
    }
  }

  /// The devices on which somebody looks at a unit: the terminal's own, and those of clients.
  private func neededDevices(of unit: String) -> [Device] {
    var devices = unit == shown ? [standardDevice] : []
    for client in clients.values where (client.wanted ?? shown) == unit && !devices.contains(client.device) {
      devices.append(client.device)
    }
    return devices
  }

  private var neededStages: Set<StageTable.Key> {
    var keys = Set(
      clients.values.compactMap { client in
        (client.wanted ?? shown).map { StageTable.Key(unit: $0, device: client.device.name) }
      })
    if let shown { keys.insert(StageTable.Key(unit: shown, device: standardDevice.name)) }
    return keys
  }

  /// The tree of a unit as it was sent last, laid out now if it never was.
  func tree(of name: String, on device: Device) -> ViewTree? {
    if let tree = stages.tree(of: name, on: device) { return tree }
    guard let unit = current(name) else { return nil }
    return stages.advance(name, on: device, to: renderer.render(unit, on: device).tree, revision: revision)
      .tree
  }
}
