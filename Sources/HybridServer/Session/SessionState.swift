import HybridCompiler
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// All state that a save changes, as one value: the current units of a project, their layouts, and the
/// clients.
///
/// Its state lies in its parts, each of which keeps its stored properties to itself.
struct SessionState {
  /// Random, new with each start.
  let id: String
  let version: String
  /// What the project is called when it has no title.
  private let name: String
  private let files: FileReader
  let renderer = Renderer()

  /// The units, and how they depend on files.
  var compiler: ProjectCompiler
  var builds = BuildState()
  var devices: DeviceSelection
  /// What is laid out.
  var stages = StageTable()
  var clients = ClientTable()
  /// What went out last.
  var updates = UpdateRing()
  /// The unit that the server's own terminal shows.
  private(set) var shown: String?

  /// The state of a session on a project that is not read yet.
  init(
    compiler: ProjectCompiler, files: FileReader, name: String, devices: DeviceSelection, id: String,
    version: String
  ) {
    self.compiler = compiler
    self.files = files
    self.name = name
    self.devices = devices
    self.id = id
    self.version = version
  }

  /// The first build: what there is to say about what is shown first. Of a large project the other units are
  /// found and left to be built later; of a small one all are built.
  mutating func start() -> [Diagnostic] {
    compiler.start()
    _ = takeDevices()
    // The page people mean when they name none.
    shown = compiler.unitNames.first { $0 == "home" || $0 == "index" } ?? compiler.unitNames.first
    let diagnostics = compiler.buildFirst(shown)
    builds.begin(with: diagnostics)
    return diagnostics
  }

  /// Takes what `hybrid.json` says of devices, for the terminal and for clients; true when it is other than
  /// before.
  mutating func takeDevices() -> Bool {
    guard devices.take(compiler.config) else { return false }
    _ = moveClients()
    return true
  }

  /// Puts clients on the devices that they asked for; returns those that have another one than before.
  mutating func moveClients() -> [UInt64] {
    let devices = devices
    return clients.move { devices.device(of: $0) }
  }

  /// Shows another unit in the terminal.
  mutating func show(_ unit: String) { shown = unit }

  // MARK: Units

  /// The project's title.
  var title: String { compiler.config.title ?? name }

  /// A unit in its last good form, or as good as it can be when there never was one.
  mutating func current(_ name: String) -> Unit? {
    compiler.unit(named: name) ?? compiler.currentUnit(named: name)
  }

  /// Whether a unit has to run for each client.
  mutating func runs(_ name: String) -> Bool { compiler.isAlive(name) }

  /// Whether there is a template of this name, good or not.
  func isTemplate(_ name: String) -> Bool {
    switch compiler.entry(of: name) {
    case .template: true
    case .page, nil: false
    }
  }

  /// The tree of a unit as it was sent last, laid out now if it never was.
  mutating func tree(of name: String, as variant: Variant) -> ViewTree? {
    if let tree = stages.tree(of: name, as: variant) { return tree }
    guard let unit = current(name) else { return nil }
    defer { stages.letPagesGo() }
    return stages.advance(unit, as: variant, by: renderer, revision: builds.revision).tree
  }

  /// What the terminal shows, laid out; nil when that runs by itself, or when there is nothing to show.
  mutating func shownTree() -> ViewTree? {
    guard let shown, !runs(shown) else { return nil }
    return tree(of: shown, as: devices.terminal)
  }

  // MARK: Messages

  /// Who this server is and what it has, as of now. Sent anew when the settings change.
  var welcome: ServerMessage {
    .welcome(
      ServerMessage.Welcome(
        session: id, revision: builds.revision, version: version, title: title, units: compiler.unitNames,
        unit: shown, devices: devices.list.all))
  }

  /// A template as it travels; nil for a page, and for one that never was good.
  mutating func templateFrame(of name: String) -> [UInt8]? {
    guard isTemplate(name), let unit = compiler.unit(named: name) else { return nil }
    return UnitFrame(revision: builds.revision, unit: unit)?.encoded
  }

  /// Builds what saved files change.
  mutating func build(_ paths: [String]) -> BuildState.Build? {
    builds.apply(paths, by: &compiler, reading: files)
  }

  /// Moves the terminal to where the author works: to the unit that a save of its own file changed.
  mutating func followAuthor(_ result: BuildResult) {
    let changed = result.changed.map(\.name)
    if let shown, result.removed.contains(shown) { self.shown = nil }
    if let shown, changed.contains(shown) { return }
    // A template that is an item of others changes them as well; its own file is what was saved.
    let own = changed.first { name in
      compiler.entry(of: name).map { result.changedFiles.contains($0.path) } ?? false
    }
    shown = own ?? changed.first ?? shown ?? result.added.first?.name ?? compiler.unitNames.first
  }
}
