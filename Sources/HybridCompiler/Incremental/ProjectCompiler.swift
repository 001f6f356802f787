package import HybridSource
package import HybridUnits

/// A project as the compiler knows it: its files, its units, and what depends on what.
///
///     var compiler = ProjectCompiler(files: try DiskFiles(root: "Sample").reader, name: "Sample")
///     let first = compiler.build()
///     // … a file is saved …
///     let result = compiler.apply(["css/shop.css"])
///     for change in result.changed { show(compiler.unit(named: change.name)) }
///
/// A value: a copy is a snapshot. It keeps the bytes of every file, every style sheet parsed, and of the
/// pages only what the next build needs; a page's document is made when it is asked for, and the last ones
/// stay at hand.
package struct ProjectCompiler: Sendable {
  /// What `hybrid.json` says.
  package internal(set) var config = ProjectConfig()
  /// `hybrid.json` itself; nil when there is none.
  package var configSource: Source? { context.files[ProjectConfig.path]?.source }
  /// Which unit reads which file.
  package internal(set) var graph = DependencyGraph()

  var context: CompilerContext
  var index: UnitIndex
  var states: [String: UnitState] = [:]
  /// The units that have errors now.
  var failing: Set<String> = []
  /// The units with a data set that is broken now, which makes no unit fail.
  var withBrokenDataSets: Set<String> = []
  /// Units that may not be compiled yet, the next one last.
  var pending: [String] = []
  var configDiagnostics: [Diagnostic] = []
  var previewDiagnostics: [Diagnostic] = []
  var recent = RecentPages()
  /// What was known before the save that is being applied; nil while none is.
  var previous: PreviousBuild?
  private let reader: FileReader

  /// A project that is not built yet.
  /// - Parameters:
  ///   - files: The project's files.
  ///   - name: What the page is called when the folder is one; elsewhere units are named for their files.
  ///   - only: The only file to compile, a page or a template; nil for all units of the project.
  ///   - data: Stands in for the sample data of every unit.
  package init(files: FileReader, name: String, only: String? = nil, data: Source? = nil) {
    reader = files
    context = CompilerContext(FileStore(files))
    context.data = data
    index = UnitIndex(name: name, only: only)
  }

  /// The names of all units, sorted.
  package internal(set) var unitNames: [String] = []

  /// Where the sources of a unit are.
  package func entry(of name: String) -> UnitEntry? { states[name]?.entry }

  /// Whether there are errors that keep no unit back: those of the project itself, and of data sets.
  package var hasErrorsBesideUnits: Bool { !withBrokenDataSets.isEmpty || projectDiagnostics.hasErrors }

  /// Whether the unit has errors now.
  package func isFailed(_ name: String) -> Bool { failing.contains(name) }

  /// Whether the unit is a page that does anything by itself (``PageUnit/isAlive``), in its last good form if
  /// it ever had one.
  package mutating func isAlive(_ name: String) -> Bool {
    finish(name)
    return states[name]?.isAlive ?? false
  }

  /// Stands for the last good form of a unit; nil while there was none.
  package func hash(of name: String) -> ContentHash? { states[name]?.goodHash }

  /// The unit in its last good form; nil when there is no such unit, or when it never was good.
  package mutating func unit(named name: String) -> Unit? {
    finish(name, keeping: true)
    guard let state = states[name], let hash = state.goodHash else { return nil }
    guard case .page(let entry) = state.entry else { return state.goodTemplate.map { .template($0) } }
    if let page = recent.use(name), page.unit.hash == hash { return .page(page.unit) }
    let page: CompiledPage
    if state.isFailed, let sources = state.goodSources {
      // As the files were then, read into a library of its own.
      var then = CompilerContext(context.files)
      then.data = context.data
      then.goodDataSets = sources.dataSets
      then.components = ComponentLibrary(paths: sources.components)
      for (path, file) in sources.files { then.files[path] = file }
      page = compile(sources.entry, &then)
    } else {
      page = compile(entry, &context)
      linkSheets()
    }
    recent.insert(page, name)
    return .page(page.unit)
  }

  /// A template made from each of its files as it last was good, for phones that load templates one by one:
  /// what is wrong with one file, or with how a component is previewed, keeps no other back. Tags and
  /// previews are left out. Nil when there is no such template, or when its own file never was good.
  package mutating func latestTemplate(named name: String) -> TemplateUnit? {
    finish(name)
    return states[name]?.latestTemplate
  }

  /// The unit as its files are now, errors and all; nil when there is no such unit, and for a template with
  /// errors.
  package mutating func currentUnit(named name: String) -> Unit? {
    finish(name)
    guard let state = states[name] else { return nil }
    guard state.isFailed, case .page(let entry) = state.entry else {
      return state.isFailed ? nil : unit(named: name)
    }
    let page = compile(entry, &context)
    // A sheet that was read for this has its edges from now on.
    linkSheets()
    return .page(page.unit)
  }

  /// The current diagnostics of a unit, those of its style sheets included, in no order.
  package func diagnostics(of name: String) -> [Diagnostic] {
    diagnostics(of: [name])
  }

  /// The diagnostics of the project itself: its folder and its `hybrid.json`.
  package var projectDiagnostics: [Diagnostic] {
    let previews = config.components.compactMap { component in
      if case .html(let path) = component.preview { path } else { nil }
    }
    return configDiagnostics + previewDiagnostics + index.diagnostics
      + context.components.diagnostics(except: Set(previews))
  }

  /// All current diagnostics, each once, by file and place; of components that no page uses those of their
  /// markup.
  package func check() -> [Diagnostic] {
    var context = context
    let unused = context.components.files.filter { !graph.isUsedNow($0) }.flatMap { path in
      context.components.component(path, &context.partials, &context.files)?.markup.diagnostics ?? []
    }
    return (projectDiagnostics + diagnostics(of: unitNames) + unused).sortedAndUnique()
  }

  /// The current diagnostics of several units; those of a sheet that they share come once.
  func diagnostics(of names: [String]) -> [Diagnostic] {
    var all: [Diagnostic] = []
    var sheets: [PageDialect: Set<String>] = [:]
    for name in names {
      guard let state = states[name] else { continue }
      all += state.diagnostics
      for sheet in state.sheets where sheets[state.dialect, default: []].insert(sheet).inserted {
        all += context.sheets[state.dialect].diagnostics(of: sheet)
      }
    }
    return all
  }

  /// The image files with these bytes, as they were read last, sorted by path.
  package func images(with hash: ContentHash) -> [ImageFile] { context.files.images(with: hash) }

  /// The files that the unit reads, those that do not exist included, with what they are to it.
  package func dependencies(of name: String) -> [Dependency] { graph.dependencies(of: .unit(name)) }

  /// Compiles everything from the beginning; what was known is forgotten.
  package mutating func build() -> BuildResult {
    start()
    return compilePending()
  }

  /// Finds all units from the beginning and compiles none: a server is ready when this returns.
  ///
  /// ``unit(named:)`` compiles one that is asked for, ``compilePending(atMost:)`` the others, a few at a
  /// time; one that is saved meanwhile is compiled by ``apply(_:)``.
  package mutating func start() {
    let data = context.data
    context = CompilerContext(FileStore(reader))
    context.data = data
    graph = DependencyGraph()
    states = [:]
    failing = []
    withBrokenDataSets = []
    recent = RecentPages()
    readConfig()
    index.discover(&context.files)
    _ = context.components.rescan(context.files)
    context.templates.reportsItems = index.templates.isAlone
    _ = context.templates.setEntries(index.templates.all)
    checkPreviews()
    states.reserveCapacity(index.entries.count)
    for (name, entry) in index.entries { states[name] = UnitState(entry: entry) }
    unitNames = index.entries.keys.sorted()
    pending = unitNames.reversed()
  }

  /// Whether units are left that were found and not compiled yet.
  package var hasPending: Bool { !pending.isEmpty }

  /// How many units those are.
  package var pendingCount: Int { pending.count { states[$0]?.isPending ?? false } }

  /// A project of no more units is built by the time somebody could look.
  private static let fewUnits = 16

  /// Compiles the unit called `name`, and with few units in the project all of them.
  /// - Returns: What there is to say about what was compiled, and about the project itself.
  package mutating func buildFirst(_ name: String?) -> [Diagnostic] {
    if pending.count <= Self.fewUnits { return compilePending().diagnostics }
    if let name { finish(name) }
    return (projectDiagnostics + diagnostics(of: name.map { [$0] } ?? [])).sortedAndUnique()
  }

  /// Compiles units that were found by ``start()``, in the order of their names.
  package mutating func compilePending(atMost limit: Int = .max) -> BuildResult {
    var result = BuildResult()
    var names: [String] = []
    while names.count < limit, let name = pending.popLast() {
      if states[name]?.isPending == true { names.append(name) }
    }
    var ahead = compileAhead(names)
    for name in names {
      recompile(name, chain: [], ahead: ahead.removeValue(forKey: name), &result)
    }
    result.failed = failing.sorted()
    result.diagnostics = pending.isEmpty ? check() : diagnostics(of: names).sortedAndUnique()
    return result
  }

  /// Compiles the unit now when that was still to be done.
  /// - Parameter isWanted: Whether the page itself is asked for next: then it stays at hand, and an older one
  ///   goes.
  private mutating func finish(_ name: String, keeping isWanted: Bool = false) {
    guard states[name]?.isPending == true else { return }
    var result = BuildResult()
    recompile(name, chain: [], keeping: isWanted, &result)
  }

  mutating func readConfig() {
    switch context.files.load(ProjectConfig.path) {
    case .present(let source, _): (config, configDiagnostics) = ProjectConfig.read(source)
    case .failed(let failure):
      config = ProjectConfig()
      configDiagnostics =
        failure == .missing
        ? [] : [Diagnostic(.error, failure.diagnosticCode, "'\(ProjectConfig.path)': \(failure.message)")]
    }
    context.previews = Dictionary(config.components.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// Looks whether the components that `hybrid.json` names exist: in the configuration of the project's top,
  /// or of the folders that templates are in.
  mutating func checkPreviews() {
    previewDiagnostics = []
    guard !config.components.isEmpty, let source = context.files[ProjectConfig.path]?.source else { return }
    var tags = Set<String>()
    for root in index.templates.roots.union([""]) {
      let place = ProjectPath.join(root, TemplateLibrary.configName)
      tags.formUnion(context.templates.config(for: place, &context.files).config.components.map(\.tag))
    }
    var report = DiagnosticCollector(source)
    for component in config.components where !tags.contains(component.tag) {
      report.error(
        "config.unknown-component", "no config.properties has a component '\(component.tag)'",
        at: component.range,
        hint: nearest(to: component.tag, in: tags.sorted()).map { "did you mean '\($0)'?" }
          ?? "give it a line 'VIEW_ID_\(component.tag)=1001' there")
    }
    previewDiagnostics = report.diagnostics
  }
}

/// The pages that were compiled or asked for last, so that what a save changed need not be parsed twice.
struct RecentPages: Sendable {
  static let limit = 64
  private var pages: [String: (page: CompiledPage, lastUse: Int)] = [:]
  private var uses = 0

  /// A page, which is needed now.
  mutating func use(_ name: String) -> CompiledPage? {
    uses += 1
    pages[name]?.lastUse = uses
    return pages[name]?.page
  }

  /// Keeps a page, and lets the one go that nobody needed for the longest time. `ifThereIsRoom` lets none go.
  mutating func insert(_ page: CompiledPage, _ name: String, ifThereIsRoom: Bool = false) {
    if pages[name] == nil, pages.count >= Self.limit {
      guard !ifThereIsRoom, let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
        return
      }
      pages[oldest.key] = nil
    }
    uses += 1
    pages[name] = (page, uses)
  }

  /// Takes the page out to change it in place; ``putBack(_:_:)`` has to follow.
  mutating func take(_ name: String) -> CompiledPage? { pages.removeValue(forKey: name)?.page }

  mutating func putBack(_ page: CompiledPage, _ name: String) {
    uses += 1
    pages[name] = (page, uses)
  }

  mutating func remove(_ name: String) { pages[name] = nil }
}
