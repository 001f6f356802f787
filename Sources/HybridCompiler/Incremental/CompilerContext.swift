import HybridSource

/// The inputs of compiling a unit: one state of all files, and the shared results of parsing them.
struct CompilerContext: Sendable {
  var files: FileStore
  var sheets = SheetLibraries()
  var partials = PartialLibrary()
  var components = ComponentLibrary()
  var modules = ModuleLibrary()
  var templates = TemplateLibrary()
  /// The project's previews of components that are not built in, by tag.
  var previews: [String: ProjectConfig.Component] = [:]
  /// Replaces the page's own data (`render --data`).
  var data: Source?
  var dataSets = DataSetLibrary()

  init(_ files: FileStore) { self.files = files }

  /// A copy whose results can be absorbed.
  func fork() -> CompilerContext {
    var fork = self
    fork.files.beginJournal()
    return fork
  }

  /// Adds the files and results of a fork.
  /// - Returns: False when a file differs between the two; then the results from it are useless.
  mutating func absorb(_ fork: CompilerContext) -> Bool {
    guard files.absorb(fork.files) else { return false }
    sheets.absorb(fork.sheets)
    partials.absorb(fork.partials)
    components.absorb(fork.components)
    modules.absorb(fork.modules)
    dataSets.absorb(fork.dataSets)
    return true
  }
}
