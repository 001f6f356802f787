import HybridSource

/// The sources of a page's last valid form. They are kept while the page has errors, and suffice to compile
/// that form again: keeping the form itself for each page that shares a broken sheet would take too much
/// memory.
struct GoodSources: Sendable {
  var entry: PageEntry
  /// The files that changed since, in their old state.
  var files: [String: FileState]
  /// The files of components by name.
  var components: [String: String]
  /// The last valid content of the page's data sets.
  var dataSets: [String: Source]
}

/// The compiler's state before the current save, limited to the parts that the save replaces.
struct PreviousBuild: Sendable {
  /// The old states of files that changed.
  var files: [String: FileState] = [:]
  /// The files of components by name.
  var components: [String: String]
  /// The last valid content of data sets, by path.
  var dataSets: [String: Source]
  /// The old entries of units whose sources moved.
  var entries: [String: UnitEntry] = [:]
  /// The old dependencies of units that were valid before and have errors now.
  var dependencies: [String: [Dependency]] = [:]
  /// The old imports of style sheets that were parsed again.
  var imports: [String: [Dependency]] = [:]
}

extension ProjectCompiler {
  /// Keeps the sources of a unit's last valid form, when the current save caused its first error.
  mutating func keepGoodSources(of name: String, _ state: inout UnitState) {
    guard let previous, case .page(let entry) = previous.entries[name] ?? state.entry else { return }
    let dataSets = previous.dataSets.isEmpty ? [] : entry.dataSets.map(\.path)
    state.goodSources = GoodSources(
      entry: entry, files: previous.files, components: previous.components,
      dataSets: dataSets.reduce(into: [:]) { $0[$1] = previous.dataSets[$1] })
    // Files that only this form reads stay in the graph until the page has no errors.
    graph.set(filesOfLastGood(name, previous), of: .lastGood(name))
  }

  /// Every file that a unit depended on before the current save, imports of its sheets included.
  private func filesOfLastGood(_ name: String, _ previous: PreviousBuild) -> [Dependency] {
    var files = previous.dependencies[name] ?? graph.dependencies(of: .unit(name))
    var seen = Set(files.map(\.path))
    var next = 0
    while next < files.count {
      let path = files[next].path
      for file in previous.imports[path] ?? graph.dependencies(of: .file(path))
      where seen.insert(file.path).inserted {
        files.append(file)
      }
      next += 1
    }
    return files
  }
}
