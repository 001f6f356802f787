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
      readConfig()
      result.configChanged = true
    }
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

  // MARK: Units

  /// Compiles pending units of which a file was saved.
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
      project.graph.set([], of: .lastGood(name))
      recent.remove(name)
      for path in entry.ownFiles where !project.graph.isUsed(path) { project.context.files[path] = nil }
      for dataSet in entry.dataSets { project.context.goodDataSets[dataSet.path] = nil }
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
        for dataSet in gone { project.context.goodDataSets[dataSet.path] = nil }
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
  mutating func compileAhead(_ names: [String]) -> [String: PageFacts] {
    let entries = names.compactMap { units[$0]?.entry.compiledOnRequest }
    guard entries.count >= CompilerContext.sharingLimit else { return [:] }
    project.linkSheets()
    return project.context.compileAhead(entries)
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
    let isFailed = sheetsFailed || state.diagnostics.hasErrors
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
      project.graph.set([], of: .lastGood(name))
    }
    let change = BuildResult.Change(name: name, hash: hash, chain: chain)
    if before.goodHash == nil {
      result.added.append(change)
    } else if before.goodHash != hash {
      result.changed.append(change)
    }
  }
}
