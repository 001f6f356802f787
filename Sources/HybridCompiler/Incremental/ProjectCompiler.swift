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
  package var config: ProjectConfig { settings.config }
  /// `hybrid.json` itself; nil when there is none.
  package var configSource: Source? { project.context.files[ProjectConfig.path]?.source }
  /// The dependencies of the units on files.
  package var graph: DependencyGraph { project.graph }

  private var project: ProjectFiles
  private var units = UnitTable()
  private var settings = ProjectSettings()
  private var recent = RecentPages()
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

  /// The last valid form of the unit; nil when there is no such unit, or it was never valid.
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
      then.dataSets = DataSetLibrary(good: sources.dataSets)
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
  /// left out. Nil when there is no such template, or its own file was never valid.
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
    settings.diagnostics + project.index.diagnostics
      + project.context.components.diagnostics(except: Set(settings.previewFiles))
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
  private func diagnostics(of names: [String]) -> [Diagnostic] {
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
    let previews = settings.previewFiles
    return project.context.components.files.filter { !project.graph.isUsedNow($0) && !previews.contains($0) }
      .sorted()
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

  /// The paths of the font files with these bytes, as last read, sorted.
  package func fonts(with hash: ContentHash) -> [String] {
    project.context.files.paths(with: hash).filter { project.graph.isFont($0) }
  }

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
    settings.read(&project)
    project.index.discover(&project.context.files)
    _ = project.context.components.rescan(project.context.files)
    project.context.templates.reportsItems = project.index.templates.isAlone
    _ = project.context.templates.setEntries(project.index.templates.all)
    settings.checkPreviews(&project)
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

  // MARK: Saves

  /// Updates the project after the files, or folders, at `paths` were saved, created, moved or deleted.
  ///
  /// Only these are read again. A file with unchanged bytes changes nothing; for the others, exactly the
  /// dependent units are compiled again, and a page of which only a linked sheet changed is not even read.
  /// Paths are relative to the root; for a renamed file both names are given.
  package mutating func apply(_ paths: [String]) -> BuildResult {
    var result = BuildResult()
    var changes = FileChanges()
    var seen = Set<String>()
    project.beginSave()
    defer { project.endSave() }
    project.context.files.forgetFailures(project.graph.takeAbandoned()) {
      $0 == ProjectConfig.path || project.graph.isUsed($0)
    }
    for path in paths.compactMap(ProjectPath.normalized) where seen.insert(path).inserted {
      changes.take(path, &project, &result)
    }
    changes.takeFolders(&project, &result)
    changes.takeComponents(seen, &project, &result)
    project.forget(changes)
    if changes.replaced[ProjectConfig.path] != nil {
      settings.read(&project)
      result.configChanged = true
    }
    // Units that have errors are shown in their last valid form: its sources are kept.
    units.keep(changes.replaced)
    var visited = Set<String>()
    rediscover(changes, &visited, &result)
    if changes.replaced.keys.contains(where: {
      $0 == ProjectConfig.path || $0.hasSuffix(TemplateLibrary.configName)
    }) {
      settings.checkPreviews(&project)
    }
    if hasPending { compileSaved(seen, &visited, &result) }
    updateUnits(changes, &visited, &result)

    result.failed = units.failing.sorted()
    result.diagnostics = diagnostics(of: visited.sorted())
    if result.configChanged || !changes.folders.isEmpty || !changes.trees.isEmpty || changes.hasNewNames {
      result.diagnostics += projectDiagnostics
    }
    result.diagnostics = result.diagnostics.sortedAndUnique()
    return result
  }

  // MARK: Units

  /// Compiles pending units that have a saved file.
  private mutating func compileSaved(
    _ paths: Set<String>, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    for name in units.pendingNames {
      guard let own = project.index.entries[name]?.ownFiles, let path = own.first(where: paths.contains),
        units.isPending(name), visited.insert(name).inserted
      else { continue }
      for path in own { project.context.files[path] = nil }
      result.unusedFiles.removeAll { own.contains($0) }
      recompile(name, chain: [path], &result)
    }
  }

  /// Finds units that appeared and disappeared.
  private mutating func rediscover(
    _ changes: FileChanges, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    guard !changes.folders.isEmpty || !changes.trees.isEmpty,
      project.index.rescan(trees: changes.trees, folders: changes.folders, &project.context.files)
    else { return }
    for (name, entry) in units.removeAll(except: project.index.entries) {
      project.graph.set([], of: .unit(name))
      project.graph.set([], of: .lastValid(name))
      recent.remove(name)
      for path in entry.ownFiles where !project.graph.isUsed(path) { project.context.files[path] = nil }
      for dataSet in entry.dataSets { project.context.dataSets.forget(dataSet.path) }
      result.removed.append(name)
    }
    result.removed.sort()
    let types = project.context.templates.setEntries(project.index.templates.all)
    var others: [(name: String, path: String)] = []
    for name in unitNames {
      guard let entry = project.index.entries[name] else { continue }
      var path = entry.path
      if let before = units[name]?.entry, before != entry {
        project.noteMoved(name, from: before)
        let gone = Set(before.dataSets).subtracting(entry.dataSets)
        let new = Set(entry.dataSets).subtracting(before.dataSets)
        if let dataSet = (new.union(gone)).map(\.path).min() { path = dataSet }
        for dataSet in gone { project.context.dataSets.forget(dataSet.path) }
        result.unusedFiles.removeAll { path in new.contains { $0.path == path } }
        result.changedFiles += new.map(\.path).filter { !result.changedFiles.contains($0) }.sorted()
      }
      guard units.set(entry, of: name) || !types.isEmpty && mayUse(types, name) else { continue }
      visited.insert(name)
      others.append((name, path))
    }
    var ahead = compileAhead(others.map(\.name))
    for (name, path) in others {
      recompile(
        name, chain: [path], ahead: ahead.removeValue(forKey: name), &result)
    }
  }

  /// Whether a template's items may change because these types changed.
  private func mayUse(_ types: Set<String>, _ name: String) -> Bool {
    guard let state = units[name], !state.isPending, case .template(let entry) = state.entry else {
      return false
    }
    let folder = ProjectPath.folder(of: entry.path)
    let isBesideOne =
      entry.isMain && project.context.templates.templates(in: folder).contains { types.contains($0.type) }
    return isBesideOne || state.goodTemplate?.mayUse(types) ?? false
  }

  private mutating func updateUnits(
    _ changes: FileChanges, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    let paths = changes.components.union(changes.replaced.keys).sorted()
    let affected = Set(project.graph.importers(of: paths))
    var reread: [(name: String, chain: [String])] = []
    for (name, chain) in project.graph.units(dependingOn: paths)
    where units[name] != nil && visited.insert(name).inserted {
      var needsReading = true
      if units[name]?.entry.compiledOnRequest != nil {
        needsReading = project.graph.dependencies(of: .unit(name)).contains { dependency in
          affected.contains(dependency.path)
            && (dependency.kind != .stylesheet || changes.flipped.contains(dependency.path))
        }
      }
      if needsReading {
        reread.append((name, chain))
      } else {
        swapSheets(name, chain: chain, &result)
      }
    }
    var ahead = compileAhead(reread.map(\.name))
    for (name, chain) in reread {
      recompile(
        name, chain: chain, ahead: ahead.removeValue(forKey: name), &result)
    }
    for path in changes.newResources {
      for name in project.graph.packages(around: path) + project.graph.galleries(with: path)
      where visited.insert(name).inserted {
        recompile(name, chain: [path], &result)
      }
    }
    project.linkSheets()
  }

  /// Compiles many pages on all cores; see ``CompilerContext/compileAhead(_:)``.
  private mutating func compileAhead(_ names: [String]) -> [String: PageFacts] {
    let entries = names.compactMap { units[$0]?.entry.compiledOnRequest }
    guard entries.count >= CompilerContext.sharingLimit else { return [:] }
    project.linkSheets()
    return project.context.compileAhead(entries)
  }

  /// Compiles a unit from its files.
  /// - Parameters:
  ///   - ahead: The results, if the unit was compiled ahead.
  ///   - isWanted: Whether the page itself is requested next.
  private mutating func recompile(
    _ name: String, chain: [String], ahead: PageFacts? = nil,
    keeping isWanted: Bool = false, _ result: inout BuildResult
  ) {
    let facts: PageFacts
    switch units[name]?.entry {
    case .page(let entry):
      if let ahead {
        recent.remove(name)
        facts = ahead
      } else {
        let page = compile(entry, &project.context)
        facts = PageFacts(page)
        // The first build compiles every page, and none of them was requested.
        if page.hasErrors {
          // The cached page is from other files than those that its sheets are swapped for.
          recent.remove(name)
        } else {
          recent.insert(page, name, ifThereIsRoom: !isWanted && units.isPending(name))
        }
      }
    case .template(let entry): return recompile(entry, chain: chain, &result)
    case nil: return
    }
    units.take(facts, of: name)
    project.link(name, to: facts.dependencies, hasErrors: facts.hasErrors)
    record(name, facts.hasErrors ? nil : facts.hash, chain: chain, &result)
  }

  /// Compiles a template's unit from its files.
  private mutating func recompile(
    _ entry: TemplateEntry, chain: [String], _ result: inout BuildResult
  ) {
    let template = compile(entry, &project.context, goodData: units[entry.name]?.latestTemplate?.data)
    units.take(template, of: entry.name)
    project.link(entry.name, to: template.dependencies)
    record(entry.name, template.unit?.hash, chain: chain, &result)
  }

  /// Updates the sheets of a unit; the rest of it is unchanged.
  private mutating func swapSheets(
    _ name: String, chain: [String], _ result: inout BuildResult
  ) {
    guard let state = units[name], let hash = state.hash(&project.context) else { return }
    let sheetsFailed = state.sheets.contains {
      project.context.sheets[state.dialect].sheet($0, &project.context.files)?.hasErrors ?? true
    }
    let isFailed = sheetsFailed || state.hasOwnErrors
    // If its own files were valid while its sheets were not, the cached page may be from other files.
    if !isFailed, var page = recent.take(name), page.ownHash == state.ownHash {
      page.swapSheets(hash, &project.context)
      recent.putBack(page, name)
    }
    record(name, isFailed ? nil : hash, chain: chain, &result)
  }

  /// Records the result of compiling a unit: `hash` is nil when it has errors.
  private mutating func record(
    _ name: String, _ hash: ContentHash?, chain: [String],
    _ result: inout BuildResult
  ) {
    let before = units.record(hash, of: name) { project.goodSources(of: name, $0) }
    guard let before else { return }
    guard let hash else {
      if before.wasFailed {
        result.stillFailed.append(name)
      } else {
        result.newlyFailed.append(name)
        if before.goodHash != nil, units[name]?.goodSources != nil { project.linkLastGood(name) }
      }
      return
    }
    if before.wasFailed {
      result.fixed.append(name)
      project.graph.set([], of: .lastValid(name))
    }
    let change = BuildResult.Change(name: name, hash: hash, chain: chain)
    if before.goodHash == nil {
      result.added.append(change)
    } else if before.goodHash != hash {
      result.changed.append(change)
    }
  }
}
