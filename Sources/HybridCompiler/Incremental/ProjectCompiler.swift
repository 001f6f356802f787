package import HybridSource
package import HybridTemplateCompiler
package import HybridUnits

/// The compiler's model of a project: its files, its units, and their dependencies.
///
///     var compiler = ProjectCompiler(files: try DiskFiles(root: "Sample").reader, name: "Sample")
///     let first = compiler.build()
///     // … a file is saved …
///     let result = compiler.apply(["css/shop.css"])
///     for change in result.changed { show(compiler.unit(named: change.name)) }
///
/// It is a value: a copy is a snapshot. It keeps the bytes of every file, every parsed style sheet, and of
/// the pages only what the next build needs; a page's document is compiled on request, and the most recent
/// ones are cached.
package struct ProjectCompiler: Sendable {
  /// The content of `hybrid.json`.
  package private(set) var config = ProjectConfig()
  /// `hybrid.json` itself; nil when there is none.
  package var configSource: Source? { project.context.files[ProjectConfig.path]?.source }
  /// The dependencies of the units on files.
  package var graph: DependencyGraph { project.graph }

  var project: ProjectFiles
  var units = UnitTable()
  private var configDiagnostics: [Diagnostic] = []
  private var previewDiagnostics: [Diagnostic] = []
  var recent = RecentPages()
  private let reader: FileReader

  /// A project that is not built yet.
  /// - Parameters:
  ///   - files: The project's files.
  ///   - name: The name of the page when the folder is a page; otherwise units are named for their files.
  ///   - only: The only file to compile, a page or a template; nil for all units of the project.
  ///   - data: Replaces the sample data of every unit.
  package init(files: FileReader, name: String, only: String? = nil, data: Source? = nil) {
    reader = files
    project = ProjectFiles(
      context: CompilerContext(FileStore(files)), index: UnitIndex(name: name, only: only))
    project.context.data = data
  }

  /// The names of all units, sorted.
  package var unitNames: [String] { units.names }

  /// The sources of a unit.
  package func entry(of name: String) -> UnitEntry? { units[name]?.entry }

  /// Whether there are errors that do not make a unit fail: those of the project itself, and of data sets.
  package var hasErrorsBesideUnits: Bool {
    !units.withBrokenDataSets.isEmpty || projectDiagnostics.hasErrors
  }

  /// Whether the unit has errors now.
  package func isFailed(_ name: String) -> Bool { units.failing.contains(name) }

  /// Whether the unit is a page with behaviour of its own (``PageUnit/isAlive``), in its last valid form if
  /// it has one.
  package mutating func isAlive(_ name: String) -> Bool {
    finish(name)
    return units[name]?.isAlive ?? false
  }

  /// The hash of a unit's last valid form; nil when there is none.
  package func hash(of name: String) -> ContentHash? { units[name]?.goodHash }

  /// The last valid form of the unit; nil when there is no such unit, or it never was valid.
  package mutating func unit(named name: String) -> Unit? {
    finish(name, keeping: true)
    guard let state = units[name], let hash = state.goodHash else { return nil }
    guard let entry = state.entry.compiledOnRequest else {
      return state.goodTemplate.map { .template($0) }
    }
    if let page = recent.use(name), page.unit.hash == hash { return .page(page.unit) }
    let page: CompiledPage
    if state.isFailed, let sources = state.goodSources {
      // With the files of that time, read into a separate library.
      var then = CompilerContext(project.context.files)
      then.data = project.context.data
      then.goodDataSets = sources.dataSets
      then.components = ComponentLibrary(paths: sources.components)
      for (path, file) in sources.files { then.files[path] = file }
      page = compile(sources.entry, &then)
    } else {
      page = compile(entry, &project.context)
      project.linkSheets()
    }
    recent.insert(page, name)
    return .page(page.unit)
  }

  /// A template with each of its files in its last valid form, for phones that load templates one by one:
  /// errors in one file, or in the preview of a component, do not hold back the others. Tags and previews are
  /// left out. Nil when there is no such template, or its own file never was valid.
  package mutating func latestTemplate(named name: String) -> TemplateUnit? {
    finish(name)
    return units[name]?.latestTemplate
  }

  /// The unit from the current files, even with errors; nil when there is no such unit, and for a template
  /// with errors.
  package mutating func currentUnit(named name: String) -> Unit? {
    finish(name)
    guard let state = units[name] else { return nil }
    guard state.isFailed, let entry = state.entry.compiledOnRequest else {
      return state.isFailed ? nil : unit(named: name)
    }
    let page = compile(entry, &project.context)
    // Adds the edges of sheets that were read for this request.
    project.linkSheets()
    return .page(page.unit)
  }

  /// The current diagnostics of a unit, those of its style sheets included, in no order.
  package func diagnostics(of name: String) -> [Diagnostic] {
    diagnostics(of: [name])
  }

  /// The diagnostics of the project itself: its folder and its `hybrid.json`.
  package var projectDiagnostics: [Diagnostic] {
    configDiagnostics + previewDiagnostics + project.index.diagnostics
      + project.context.components.diagnostics(except: Set(previewFiles))
  }

  /// All current diagnostics, each once, by file and position; for components that no page uses, those of
  /// their markup.
  package func check() -> [Diagnostic] {
    var context = project.context
    let unused = context.components.files.filter { !project.graph.isUsedNow($0) }.flatMap { path in
      context.components.component(path, in: .web, &context.partials, &context.files)?
        .markup.diagnostics
        ?? []
    }
    return (projectDiagnostics + diagnostics(of: unitNames) + unused).sortedAndUnique()
  }

  /// The current diagnostics of several units; those of a shared sheet occur once.
  func diagnostics(of names: [String]) -> [Diagnostic] {
    var all: [Diagnostic] = []
    var sheets: [PageDialect: Set<String>] = [:]
    for name in names {
      guard let state = units[name] else { continue }
      all += state.diagnostics + state.variableDiagnostics(project.context.sheets[state.dialect])
      for sheet in state.sheets where sheets[state.dialect, default: []].insert(sheet).inserted {
        all += project.context.sheets[state.dialect].diagnostics(of: sheet)
      }
    }
    return all
  }

  /// The files of HTML components that neither a unit nor `hybrid.json` uses, sorted.
  package var unusedComponents: [String] {
    let previews = previewFiles
    return project.context.components.files.filter { !project.graph.isUsedNow($0) && !previews.contains($0) }
      .sorted()
  }

  /// The HTML files of the components that `hybrid.json` previews.
  private var previewFiles: [String] {
    config.components.compactMap { component in
      if case .html(let path) = component.preview { path } else { nil }
    }
  }

  /// The `config.properties` for a template: the nearest in the folders around it up to the project's, else
  /// the one of virtualview_tools.
  ///
  /// - Parameter path: The template's path, relative to the project. It need not exist.
  /// - Returns: If the diagnostics contain errors, no template should be compiled with it.
  package mutating func templateConfig(
    for path: String
  ) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    let found = project.context.templates.config(for: path, &project.context.files)
    return (found.config, found.diagnostics)
  }

  /// The image files with these bytes, as last read, sorted by path.
  package func images(with hash: ContentHash) -> [ImageFile] { project.context.files.images(with: hash) }

  /// The files that the unit reads, missing ones included, with their purposes.
  package func dependencies(of name: String) -> [Dependency] { project.graph.dependencies(of: .unit(name)) }

  /// Compiles everything from scratch; all cached state is discarded.
  package mutating func build() -> BuildResult {
    start()
    return compilePending()
  }

  /// Finds all units again and compiles none: a server is ready when this returns.
  ///
  /// ``unit(named:)`` compiles a requested unit, ``compilePending(atMost:)`` the others, a few at a time; one
  /// that is saved meanwhile is compiled by ``apply(_:)``.
  package mutating func start() {
    let data = project.context.data
    project.context = CompilerContext(FileStore(reader))
    project.context.data = data
    project.graph = DependencyGraph()
    recent = RecentPages()
    readConfig()
    project.index.discover(&project.context.files)
    _ = project.context.components.rescan(project.context.files)
    project.context.templates.reportsItems = project.index.templates.isAlone
    _ = project.context.templates.setEntries(project.index.templates.all)
    checkPreviews()
    units = UnitTable(project.index.entries)
  }

  /// Whether there are units that are not compiled yet.
  package var hasPending: Bool { units.hasPending }

  /// The number of those units.
  package var pendingCount: Int { units.pendingCount }

  /// The number of units up to which a project is compiled as a whole, because that takes no noticeable time.
  private static let fewUnits = 16

  /// Compiles the unit called `name`; in a project with few units, all of them.
  /// - Returns: The diagnostics of the compiled units and of the project itself.
  package mutating func buildFirst(_ name: String?) -> [Diagnostic] {
    if units.pendingCount <= Self.fewUnits { return compilePending().diagnostics }
    if let name { finish(name) }
    return (projectDiagnostics + diagnostics(of: name.map { [$0] } ?? [])).sortedAndUnique()
  }

  /// Compiles units that were found by ``start()``, in the order of their names.
  package mutating func compilePending(atMost limit: Int = .max) -> BuildResult {
    var result = BuildResult()
    let names = units.takePending(atMost: limit)
    var ahead = compileAhead(names)
    for name in names {
      recompile(name, chain: [], ahead: ahead.removeValue(forKey: name), &result)
    }
    result.failed = units.failing.sorted()
    result.diagnostics = !hasPending ? check() : diagnostics(of: names).sortedAndUnique()
    return result
  }

  /// Compiles the unit if it is pending.
  /// - Parameter isWanted: Whether the page itself is requested next: then it is cached, and an older one may
  ///   be evicted.
  private mutating func finish(_ name: String, keeping isWanted: Bool = false) {
    guard units.isPending(name) else { return }
    var result = BuildResult()
    recompile(name, chain: [], keeping: isWanted, &result)
  }

  mutating func readConfig() {
    switch project.context.files.load(ProjectConfig.path) {
    case .present(let source, _): (config, configDiagnostics) = ProjectConfig.read(source)
    case .failed(let failure):
      config = ProjectConfig()
      configDiagnostics =
        failure == .missing
        ? [] : [Diagnostic(.error, failure.diagnosticCode, "'\(ProjectConfig.path)': \(failure.message)")]
    }
    project.context.previews = Dictionary(config.components.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// Checks whether the components that `hybrid.json` names exist: in the configuration of the project's
  /// root, or of the folders of templates.
  mutating func checkPreviews() {
    previewDiagnostics = []
    guard !config.components.isEmpty, let source = project.context.files[ProjectConfig.path]?.source else {
      return
    }
    var tags = Set<String>()
    for root in project.index.templates.roots.union([""]) {
      let place = ProjectPath.join(root, TemplateLibrary.configName)
      tags.formUnion(
        project.context.templates.config(for: place, &project.context.files).config.components.map(\.tag))
    }
    var report = DiagnosticCollector(source)
    for component in config.components where !tags.contains(component.tag) {
      report.error(
        "config.unknown-component", "no config.properties has a component '\(component.tag)'",
        at: component.range,
        hint: nearestHint(to: component.tag, in: tags.sorted())
          ?? "give it a line 'VIEW_ID_\(component.tag)=1001' there")
    }
    previewDiagnostics = report.diagnostics
  }
}
