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

extension PreviousBuild {
  /// The sources of a unit's last valid form, when the current save caused its first error; nil for a
  /// template, whose last valid form is kept itself.
  func goodSources(of name: String, _ state: UnitState) -> GoodSources? {
    guard let entry = (entries[name] ?? state.entry).compiledOnRequest else { return nil }
    let paths = dataSets.isEmpty ? [] : entry.dataSets.map(\.path)
    return GoodSources(
      entry: entry, files: files, components: components,
      dataSets: paths.reduce(into: [:]) { $0[$1] = dataSets[$1] })
  }

  /// Every file that a unit depended on before the current save, imports of its sheets included.
  /// - Parameter graph: The dependencies as the save has left them so far.
  func files(of name: String, _ graph: DependencyGraph) -> [Dependency] {
    var files = dependencies[name] ?? graph.dependencies(of: .unit(name))
    var seen = Set(files.map(\.path))
    var next = 0
    while next < files.count {
      let path = files[next].path
      for file in imports[path] ?? graph.dependencies(of: .file(path))
      where seen.insert(file.path).inserted {
        files.append(file)
      }
      next += 1
    }
    return files
  }
}
