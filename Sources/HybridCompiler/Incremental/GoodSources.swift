import HybridSource

/// What the last good form of a page was made of. It is kept while the page has errors, and is enough to
/// compile that form again: keeping the form itself of each page that shares a broken sheet would take too
/// much room.
struct GoodSources: Sendable {
  var entry: PageEntry
  /// The files that changed since, as they were then.
  var files: [String: FileState]
  /// The files of components by name.
  var components: [String: String]
  /// The page's data sets as they last could be read.
  var dataSets: [String: Source]
}

/// What the compiler knew before the save that is being applied, as far as the save replaces it.
struct PreviousBuild: Sendable {
  /// Files that changed, as they were.
  var files: [String: FileState] = [:]
  /// The files of components by name.
  var components: [String: String]
  /// Data sets as they last could be read, by path.
  var dataSets: [String: Source]
  /// Where units had their sources that have them elsewhere now.
  var entries: [String: UnitEntry] = [:]
  /// What units depended on that were good before and have errors now.
  var dependencies: [String: [Dependency]] = [:]
  /// What style sheets imported that were parsed again.
  var imports: [String: [Dependency]] = [:]
}

extension ProjectCompiler {
  /// Keeps what the last good form of a unit was made of, when the save that is being applied brought its
  /// first error.
  mutating func keepGoodSources(of name: String, _ state: inout UnitState) {
    guard let previous, case .page(let entry) = previous.entries[name] ?? state.entry else { return }
    let dataSets = previous.dataSets.isEmpty ? [] : entry.dataSets.map(\.path)
    state.goodSources = GoodSources(
      entry: entry, files: previous.files, components: previous.components,
      dataSets: dataSets.reduce(into: [:]) { $0[$1] = previous.dataSets[$1] })
    // Files that only this form reads stay known until the page has no errors.
    graph.set(filesOfLastGood(name, previous), of: .lastGood(name))
  }

  /// Every file that a unit depended on before the save that is being applied, those of its sheets' imports
  /// included.
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
