import HybridSource

/// The files of a project: as they were read and parsed, the units that they make, and who depends on them.
struct ProjectFiles: Sendable {
  var context: CompilerContext
  var index: UnitIndex
  var graph = DependencyGraph()
  /// The state before the current save; nil while no save is applied.
  private var previous: PreviousBuild?

  init(context: CompilerContext, index: UnitIndex) { (self.context, self.index) = (context, index) }

  /// Discards the parsing results of changed files.
  mutating func forget(_ changes: FileChanges) {
    previous?.files = changes.replaced
    let paths = Array(changes.replaced.keys)
    for path in paths { forgetParts(of: path) }
    for path in graph.importers(of: paths) { context.sheets.forgetImports(of: path) }
  }

  /// Discards a file that no unit reads, and its parsing results.
  mutating func forget(_ path: String) {
    guard path != ProjectConfig.path, path != TemplateIndex.listPath else { return }
    context.files[path] = nil
    forgetParts(of: path)
    for importer in graph.importers(of: [path]) { context.sheets.forgetImports(of: importer) }
  }

  /// Discards the parsing results of one file.
  private mutating func forgetParts(of path: String) {
    context.templates.forget(path)
    context.sheets.forget(path)
    context.partials.forget(path)
    context.components.forget(path)
  }

  // MARK: Saves

  /// From here on, what a save replaces is kept, for units that get errors.
  mutating func beginSave() {
    previous = PreviousBuild(components: context.components.paths, dataSets: context.dataSets.good)
  }

  mutating func endSave() { previous = nil }

  /// Notes that a unit has other sources now.
  mutating func noteMoved(_ name: String, from entry: UnitEntry) { previous?.entries[name] = entry }

  /// The sources of a unit's last valid form, when the current save caused its first error.
  func goodSources(of name: String, _ state: UnitState) -> GoodSources? {
    previous?.goodSources(of: name, state)
  }

  // MARK: Dependencies

  /// Sets what a compiled unit depends on, and adds the edges of the sheets that were parsed for it.
  mutating func link(_ name: String, to dependencies: [Dependency], hasErrors: Bool = false) {
    if hasErrors { previous?.dependencies[name] = graph.dependencies(of: .unit(name)) }
    graph.set(dependencies, of: .unit(name))
    linkSheets()
  }

  /// Adds the edges of parsed sheets to the graph.
  mutating func linkSheets() {
    for (path, dependencies) in context.sheets.takeReparsed() {
      if previous?.imports[path] == nil { previous?.imports[path] = graph.dependencies(of: .file(path)) }
      graph.set(dependencies, of: .file(path))
    }
  }

  /// Keeps the files that only a unit's last valid form reads in the graph, until the unit has no errors.
  mutating func linkLastGood(_ name: String) {
    guard let previous else { return }
    graph.set(previous.files(of: name, graph), of: .lastValid(name))
  }
}
