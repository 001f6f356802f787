import HybridCompiler
import HybridGeometry
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// All state that a save changes, as one value: the current units of a project, their layouts, and the
/// clients.
///
/// Its parts hold the state, each with private stored properties.
struct SessionState {
  /// Random, new with each start.
  let id: String
  let version: String
  /// The name of a project without a title.
  private let name: String
  private let files: FileReader
  let renderer = Renderer()

  /// The units, and how they depend on files.
  private(set) var compiler: ProjectCompiler
  private(set) var builds = BuildState()
  private(set) var devices: DeviceSelection
  /// The units that are laid out.
  var stages = StageTable()
  var clients = ClientTable()
  /// The last updates that were sent.
  private(set) var updates = UpdateRing()
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

  /// Makes the first build, and returns the diagnostics of the unit that is shown first. All units of a small
  /// project are built now; those of a large project are listed now and built later.
  mutating func start() -> [Diagnostic] {
    compiler.start()
    _ = takeDevices()
    // The default page of a project.
    shown = compiler.unitNames.first { $0 == "home" || $0 == "index" } ?? compiler.unitNames.first
    let diagnostics = compiler.buildFirst(shown)
    builds.begin(with: diagnostics)
    return diagnostics
  }

  /// Applies the devices of `hybrid.json` to the terminal and to clients; returns whether they changed.
  mutating func takeDevices() -> Bool {
    guard devices.take(compiler.config) else { return false }
    _ = moveClients()
    return true
  }

  /// Assigns clients the devices that they requested; returns the clients whose device changed.
  private mutating func moveClients() -> [UInt64] {
    let devices = devices
    return clients.move { devices.device(of: $0) }
  }

  // MARK: The terminal

  /// Shows another unit in the terminal.
  mutating func show(_ unit: String) { shown = unit }

  /// Shows the terminal's pages on another device, until the next call; returns the clients whose device
  /// changed with it.
  mutating func use(_ device: Device) -> [UInt64] {
    devices.use(device)
    return moveClients()
  }

  /// Shows the terminal's pages with a data set; nil is each unit's own data.
  mutating func use(dataSet: String?) { devices.use(dataSet: dataSet) }

  /// The unit `step` places after the shown one in the list of all units, wrapping around; nil if there is no
  /// other unit.
  func unitName(after step: Int) -> String? {
    let names = compiler.unitNames
    guard let shown, let index = names.firstIndex(of: shown) else { return names.first }
    let count = names.count
    return count > 1 ? names[((index + step) % count + count) % count] : nil
  }

  /// The most likely place to edit: the first error, or else the file of the shown unit.
  mutating func placeToEdit() -> SourceLocation? {
    if let place = builds.errors.lazy.compactMap(\.location).first { return place }
    guard let shown, let path = current(shown)?.path else { return nil }
    return SourceLocation(path: path, line: 1, column: 1)
  }

  // MARK: Units

  /// The project's title.
  var title: String { compiler.config.title ?? name }

  /// A unit in its last valid form; if it was never valid, the part of it that could be read.
  mutating func current(_ name: String) -> Unit? {
    compiler.unit(named: name) ?? compiler.currentUnit(named: name)
  }

  /// The last valid form of a unit; nil if it was never valid.
  mutating func lastValid(_ name: String) -> Unit? { compiler.unit(named: name) }

  /// A template with the last valid version of each of its files; nil if there is none.
  mutating func latestTemplate(_ name: String) -> TemplateUnit? { compiler.latestTemplate(named: name) }

  /// Whether a unit has to run for each client.
  mutating func runs(_ name: String) -> Bool { compiler.isAlive(name) }

  /// Whether there is a template of this name, good or not.
  func isTemplate(_ name: String) -> Bool { compiler.entry(of: name)?.kind == .template }

  /// The tree of a unit that was sent last; laid out now if none was sent.
  mutating func tree(of name: String, as variant: Variant) -> ViewTree? {
    if let tree = stages.tree(of: name, as: variant) { return tree }
    guard let unit = current(name) else { return nil }
    defer { stages.dropOldLayouts() }
    return stages.advance(unit, as: variant, by: renderer, revision: builds.revision).tree
  }

  /// The laid-out page of the terminal; nil when it runs by itself, or when there is none.
  mutating func shownTree() -> ViewTree? {
    guard let shown, !runs(shown) else { return nil }
    return tree(of: shown, as: devices.terminal)
  }

  // MARK: Files

  /// The type and the bytes of a picture or a font of the project with these bytes, in a file of this name;
  /// nil if there is none.
  func file(with hash: ContentHash, called name: String) -> (type: String, bytes: [UInt8])? {
    func bytes(of path: String) -> [UInt8]? {
      guard ProjectPath.name(of: path) == name,
        case .success(let bytes) = files.read(path), ContentHash(bytes) == hash
      else { return nil }
      return bytes
    }
    for image in compiler.images(with: hash) {
      if let bytes = bytes(of: image.path) { return (image.kind.contentType, bytes) }
    }
    for path in compiler.fonts(with: hash) {
      if let bytes = bytes(of: path) { return (FontData.contentType(of: bytes), bytes) }
    }
    return nil
  }

  // MARK: Messages

  /// The greeting: this session and its units. Sent again when the settings change.
  var welcome: ServerMessage {
    .welcome(
      ServerMessage.Welcome(
        session: id, revision: builds.revision, version: version, title: title, units: compiler.unitNames,
        unit: shown, devices: devices.list.all))
  }

  /// Encodes an update of the changes, and stores it for disconnected clients.
  mutating func update(of changes: [UnitChange], templates names: [String]) -> Save.Update {
    let content = ServerMessage.Update(
      revision: builds.revision, from: builds.announce(), shown: shown, changes: changes)
    let update = Save.Update(
      content: content, message: .text(ServerMessage.update(content).encoded),
      templates: names.filter { isTemplate($0) })
    updates.append(content, as: update.message, templates: update.templates)
    return update
  }

  /// Forgets the updates that were sent: no client can follow one from before this revision.
  mutating func dropUpdates() { updates.clear(at: builds.revision) }

  /// A template as it travels; nil for a page, and for one that was never valid.
  mutating func templateFrame(of name: String) -> [UInt8]? {
    guard isTemplate(name), let unit = compiler.unit(named: name) else { return nil }
    return UnitFrame(revision: builds.revision, unit: unit)?.encoded
  }

  // MARK: Builds

  /// Builds at most `limit` of the units that the first build left.
  mutating func buildPending(atMost limit: Int) { _ = compiler.compilePending(atMost: limit) }

  /// Ends the first build, after every unit was built once.
  /// - Returns: The result, and the message for all clients if the errors changed.
  mutating func finishFirstBuild() -> (build: FirstBuild, message: ServerMessage?) {
    let (build, hasNewErrors) = builds.finishFirst(compiler.check(), unitCount: compiler.unitNames.count)
    return (build, !builds.errors.isEmpty && hasNewErrors ? builds.failed : nil)
  }

  /// Builds the units that saved files affect.
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
