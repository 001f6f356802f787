import HybridSource
import HybridUnits

/// The state that all parts of a page's compilation share: the sources, the reports, and the dependencies of
/// the page.
struct PageReading {
  let entry: PageEntry
  /// The dialect of the page; a package's configuration and the markup itself determine it.
  var dialect = PageDialect.web
  /// The files of the document, by number.
  var sources: [Source] = []
  var reports = Reports()
  /// The dependencies in the order in which they were found, from which the page's hash is made.
  private(set) var dependencies: [Dependency]

  /// The reading of a page that has only its own files.
  init(entry: PageEntry) {
    self.entry = entry
    dependencies = [Dependency(entry.path, .entry), Dependency(entry.dataPath, .data)]
    if let path = entry.configPath { dependencies.append(Dependency(path, .config)) }
    dependencies += entry.dataSets.map { Dependency($0.path, .dataSet) }
  }

  /// Adds a dependency.
  mutating func depend(on path: String, _ kind: DependencyKind) {
    dependencies.append(Dependency(path, kind))
  }

  /// Adds a dependency unless the page has it already; returns whether it is new.
  @discardableResult
  mutating func dependOnce(on path: String, _ kind: DependencyKind) -> Bool {
    let dependency = Dependency(path, kind)
    guard !dependencies.contains(dependency) else { return false }
    dependencies.append(dependency)
    return true
  }

  /// Adds the dependencies that the page has not yet.
  mutating func depend(on others: [Dependency]) {
    var seen = Set(dependencies)
    dependencies += others.filter { seen.insert($0).inserted }
  }
}
