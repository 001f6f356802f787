import HybridSource
import HybridUnits

extension ProjectCompiler {
  /// Updates the project after the files, or folders, at `paths` were saved, created, moved or deleted.
  ///
  /// Only these are read again. A file with unchanged bytes changes nothing; for the others, exactly the
  /// dependent units are compiled again, and a page of which only a linked sheet changed is not even read.
  /// Paths are relative to the root; for a renamed file both names are given.
  package mutating func apply(_ paths: [String]) -> BuildResult {
    var result = BuildResult()
    var changes = Changes()
    var seen = Set<String>()
    previous = PreviousBuild(components: context.components.paths, dataSets: context.goodDataSets)
    defer { previous = nil }
    context.files.forgetFailures(graph.takeAbandoned()) { $0 == ProjectConfig.path || graph.isUsed($0) }
    for path in paths.compactMap(ProjectPath.normalized) where seen.insert(path).inserted {
      take(path, &changes, &result)
    }
    takeFolders(&changes, &result)
    takeComponents(seen, &changes, &result)
    forget(changes)
    if changes.replaced[ProjectConfig.path] != nil {
      readConfig()
      result.configChanged = true
    }
    previous?.files = changes.replaced
    // Units that have errors are shown in their last valid form: its sources are kept.
    units.keep(changes.replaced)
    var visited = Set<String>()
    rediscover(changes, &visited, &result)
    if changes.replaced.keys.contains(where: {
      $0 == ProjectConfig.path || $0.hasSuffix(TemplateLibrary.configName)
    }) {
      checkPreviews()
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

  /// The effects of the paths passed to ``apply(_:)``.
  struct Changes {
    /// Files that changed, in their old state.
    var replaced: [String: FileState] = [:]
    /// Those that appeared or disappeared.
    var flipped: Set<String> = []
    /// New style sheets and scripts.
    var newResources: [String] = []
    /// Files, existing or not, of components whose name now belongs to another file.
    var components: Set<String> = []
    /// Whether the folder of components was listed again.
    var hasNewNames = false
    /// Folders among the paths.
    var unknownFolders: Set<String> = []
    /// Paths that no unit reads and that no longer exist.
    var gone: Set<String> = []
    /// Folders whose own pages may have changed.
    var folders: Set<String> = []
    /// Folders in which everything may have changed, at any depth.
    var trees: Set<String> = []
  }

  // MARK: Files

  private mutating func take(_ path: String, _ changes: inout Changes, _ result: inout BuildResult) {
    // The folder of a package is in the graph as well, but is not a file.
    let isUsed =
      graph.isUsed(path) && context.files[path] != nil || path == ProjectConfig.path
      || path == TemplateIndex.listPath
    if isUsed {
      if !reload(path, &changes, &result) { result.unchangedFiles.append(path) }
    } else if context.files[path] != nil {
      // A cached file without users: the next user reads it again.
      forgetFile(path)
    }
    if path == TemplateIndex.listPath {
      changes.folders.insert(path)
    } else if TemplateEntry.isXML(path), index.templates.mayBeTemplate(path) {
      // An unread file is looked for as well: it may have been deleted.
      if !isUsed || changes.flipped.contains(path) { changes.folders.insert(ProjectPath.folder(of: path)) }
      return
    }
    if PageEntry.isHTML(path) {
      let pages = index.pages
      let mayBePage =
        pages.layout == .pages ? ProjectPath.isInside(path, PageEntry.folder) : !path.contains("/")
      guard mayBePage, pages.layout != .single, !index.templates.isAlone else {
        if !isUsed { result.unusedFiles.append(path) }
        return
      }
      // An unread page is looked for as well: it may have been deleted.
      if !isUsed || changes.flipped.contains(path) {
        changes.folders.insert(ProjectPath.folder(of: path))
      }
      return
    }
    if !isUsed || changes.flipped.contains(path), mayBeDataSet(path) {
      changes.folders.insert(ProjectPath.folder(of: path))
    }
    guard !isUsed else { return }
    takeUnused(path, &changes, &result)
  }

  /// Whether the file at `path` may be a data set of a unit beside it.
  private func mayBeDataSet(_ path: String) -> Bool {
    guard DataSetFile.mayBeOne(path) else { return false }
    let folder = ProjectPath.folder(of: path)
    return index.entries.values.contains { ProjectPath.folder(of: $0.path) == folder }
  }

  /// A path that no unit reads: a folder, a deleted path, or an unused file.
  private mutating func takeUnused(_ path: String, _ changes: inout Changes, _ result: inout BuildResult) {
    switch context.files.list(path) {
    case .success: changes.unknownFolders.insert(path)
    case .failure(.missing): changes.gone.insert(path)
    case .failure:
      if [".css", ".js"].contains(where: path.lowercased().hasSuffix), !graph.packages(around: path).isEmpty {
        changes.newResources.append(path)
      } else if ImageNames.isImage(path), !graph.galleries(with: path).isEmpty {
        changes.newResources.append(path)
      } else {
        result.unusedFiles.append(path)
      }
    }
  }

  /// Folders that were created, moved or deleted: every used file in them may have changed, and there may be
  /// pages in them.
  private mutating func takeFolders(_ changes: inout Changes, _ result: inout BuildResult) {
    let folders = changes.unknownFolders.union(changes.gone)
    for path in context.files.known(in: folders) where !graph.isUsed(path) { forgetFile(path) }
    var known = Set<String>()
    for (path, folder) in graph.usedFiles(in: folders) {
      known.insert(folder)
      _ = reload(path, &changes, &result)
    }
    if index.pages.layout != .single {
      let withPages = index.pages.folders(around: folders)
      let inside = changes.unknownFolders.filter(index.mayHoldUnits)
      changes.trees.formUnion(withPages.union(inside))
      known.formUnion(withPages)
      let withTemplates = changes.gone.filter { gone in
        index.templates.all.contains { ProjectPath.isInside($0.path, gone) }
      }
      changes.trees.formUnion(withTemplates)
      known.formUnion(withTemplates)
    }
    for folder in changes.unknownFolders where !graph.packages(around: folder).isEmpty {
      changes.newResources.append(folder)
    }
    result.unusedFiles += changes.gone.subtracting(known).sorted()
  }

  /// Components that appeared, disappeared or moved: pages that name them change, also those that named a
  /// missing one.
  private mutating func takeComponents(
    _ paths: Set<String>, _ changes: inout Changes, _ result: inout BuildResult
  ) {
    let isConcerned = paths.contains { path in
      path.isEmpty
        || ProjectPath.isInside(path, ComponentLibrary.folder)
          && (PageEntry.isHTML(path) || changes.unknownFolders.contains(path) || changes.gone.contains(path))
    }
    guard isConcerned else { return }
    changes.hasNewNames = true
    for (name, before) in context.components.rescan(context.files) {
      changes.components.insert(before ?? ComponentLibrary.expectedPath(name))
      guard let path = context.components.path(of: name, context.files),
        let index = result.unusedFiles.firstIndex(of: path),
        graph.isUsed(before ?? ComponentLibrary.expectedPath(name))
      else { continue }
      result.unusedFiles.remove(at: index)
      result.changedFiles.append(path)
    }
  }

  /// Discards the parsing results of changed files.
  private mutating func forget(_ changes: Changes) {
    let paths = Array(changes.replaced.keys)
    for path in paths { forgetParts(of: path) }
    for path in graph.importers(of: paths) { context.sheets.forgetImports(of: path) }
  }

  /// Discards the parsing results of one file.
  private mutating func forgetParts(of path: String) {
    context.templates.forget(path)
    context.sheets.forget(path)
    context.partials.forget(path)
    context.components.forget(path)
  }

  /// Discards a file that no unit reads, and its parsing results.
  private mutating func forgetFile(_ path: String) {
    guard path != ProjectConfig.path, path != TemplateIndex.listPath else { return }
    context.files[path] = nil
    forgetParts(of: path)
    for importer in graph.importers(of: [path]) { context.sheets.forgetImports(of: importer) }
  }

  /// Reads a file again; returns whether it changed.
  private mutating func reload(_ path: String, _ changes: inout Changes, _ result: inout BuildResult) -> Bool
  {
    if changes.replaced[path] != nil { return true }
    guard let old = context.files.reload(path) else { return false }
    changes.replaced[path] = old
    if !old.isPresent || context.files[path]?.isPresent != true { changes.flipped.insert(path) }
    result.changedFiles.append(path)
    return true
  }

  // MARK: Units

  /// Compiles pending units of which a file was saved.
  private mutating func compileSaved(
    _ paths: Set<String>, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    for name in units.pendingNames {
      guard let own = index.entries[name]?.ownFiles, let path = own.first(where: paths.contains),
        units.isPending(name), visited.insert(name).inserted
      else { continue }
      for path in own { context.files[path] = nil }
      result.unusedFiles.removeAll { own.contains($0) }
      recompile(name, chain: [path], &result)
    }
  }

  /// Finds units that appeared and disappeared.
  private mutating func rediscover(
    _ changes: Changes, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    guard !changes.folders.isEmpty || !changes.trees.isEmpty,
      index.rescan(trees: changes.trees, folders: changes.folders, &context.files)
    else { return }
    for (name, entry) in units.removeAll(except: index.entries) {
      graph.set([], of: .unit(name))
      graph.set([], of: .lastGood(name))
      recent.remove(name)
      for path in entry.ownFiles where !graph.isUsed(path) { context.files[path] = nil }
      for dataSet in entry.dataSets { context.goodDataSets[dataSet.path] = nil }
      result.removed.append(name)
    }
    result.removed.sort()
    let types = context.templates.setEntries(index.templates.all)
    var others: [(name: String, path: String)] = []
    for name in unitNames {
      guard let entry = index.entries[name] else { continue }
      var path = entry.path
      if let before = units[name]?.entry, before != entry {
        previous?.entries[name] = before
        let gone = Set(before.dataSets).subtracting(entry.dataSets)
        let new = Set(entry.dataSets).subtracting(before.dataSets)
        if let dataSet = (new.union(gone)).map(\.path).min() { path = dataSet }
        for dataSet in gone { context.goodDataSets[dataSet.path] = nil }
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
      entry.isMain && context.templates.templates(in: folder).contains { types.contains($0.type) }
    return isBesideOne || state.goodTemplate?.mayUse(types) ?? false
  }

  private mutating func updateUnits(
    _ changes: Changes, _ visited: inout Set<String>, _ result: inout BuildResult
  ) {
    let paths = changes.components.union(changes.replaced.keys).sorted()
    let affected = Set(graph.importers(of: paths))
    var reread: [(name: String, chain: [String])] = []
    for (name, chain) in graph.units(dependingOn: paths)
    where units[name] != nil && visited.insert(name).inserted {
      var needsReading = true
      if units[name]?.entry.compiledOnRequest != nil {
        needsReading = graph.dependencies(of: .unit(name)).contains { dependency in
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
      for name in graph.packages(around: path) + graph.galleries(with: path)
      where visited.insert(name).inserted {
        recompile(name, chain: [path], &result)
      }
    }
    linkSheets()
  }

  /// Compiles a unit from its files.
  /// - Parameters:
  ///   - ahead: The results, if the unit was compiled ahead.
  ///   - isWanted: Whether the page itself is requested next.
  mutating func recompile(
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
        let page = compile(entry, &context)
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
    if facts.hasErrors, previous != nil { previous?.dependencies[name] = graph.dependencies(of: .unit(name)) }
    graph.set(facts.dependencies, of: .unit(name))
    linkSheets()
    record(name, facts.hasErrors ? nil : facts.hash, chain: chain, &result)
  }

  /// Compiles a template's unit from its files.
  private mutating func recompile(
    _ entry: TemplateEntry, chain: [String], _ result: inout BuildResult
  ) {
    let template = compile(entry, &context, goodData: units[entry.name]?.latestTemplate?.data)
    units.take(template, of: entry.name)
    graph.set(template.dependencies, of: .unit(entry.name))
    linkSheets()
    record(entry.name, template.unit?.hash, chain: chain, &result)
  }

  /// Updates the sheets of a unit; the rest of it is unchanged.
  private mutating func swapSheets(
    _ name: String, chain: [String], _ result: inout BuildResult
  ) {
    guard let state = units[name], let hash = state.hash(&context) else { return }
    let sheetsFailed = state.sheets.contains {
      context.sheets[state.dialect].sheet($0, &context.files)?.hasErrors ?? true
    }
    let isFailed = sheetsFailed || state.diagnostics.hasErrors
    // If its own files were valid while its sheets were not, the cached page may be from other files.
    if !isFailed, var page = recent.take(name), page.ownHash == state.ownHash {
      page.swapSheets(hash, &context)
      recent.putBack(page, name)
    }
    record(name, isFailed ? nil : hash, chain: chain, &result)
  }

  /// Records the result of compiling a unit: `hash` is nil when it has errors.
  private mutating func record(
    _ name: String, _ hash: ContentHash?, chain: [String],
    _ result: inout BuildResult
  ) {
    let previous = previous
    let before = units.record(hash, of: name) { state in previous?.goodSources(of: name, state) }
    guard let before else { return }
    guard let hash else {
      if before.wasFailed {
        result.stillFailed.append(name)
      } else {
        result.newlyFailed.append(name)
        if before.goodHash != nil { keepFilesOfLastGood(name) }
      }
      return
    }
    if before.wasFailed {
      result.fixed.append(name)
      graph.set([], of: .lastGood(name))
    }
    let change = BuildResult.Change(name: name, hash: hash, chain: chain)
    if before.goodHash == nil {
      result.added.append(change)
    } else if before.goodHash != hash {
      result.changed.append(change)
    }
  }

  /// Adds the edges of parsed sheets to the graph.
  mutating func linkSheets() {
    for (path, dependencies) in context.sheets.takeReparsed() {
      if previous != nil, previous?.imports[path] == nil {
        previous?.imports[path] = graph.dependencies(of: .file(path))
      }
      graph.set(dependencies, of: .file(path))
    }
  }
}
