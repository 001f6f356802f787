import HybridSource

/// Everything that compiling a unit reads through: one state of all files, and what was made of those that
/// units share.
struct CompilerContext: Sendable {
  var files: FileStore
  var sheets = SheetLibraries()
  var partials = PartialLibrary()
  var components = ComponentLibrary()
  var templates = TemplateLibrary()
  /// How the project shows components that are not built in, by their tags.
  var previews: [String: ProjectConfig.Component] = [:]
  /// Stands in for the page's own data (`render --data`).
  var data: Source?
  /// Data sets as they last could be read, by path: a broken one keeps its look.
  var goodDataSets: [String: Source] = [:]

  init(_ files: FileStore) { self.files = files }

  /// A copy whose reading can be taken in again.
  func fork() -> CompilerContext {
    var fork = self
    fork.files.beginJournal()
    return fork
  }

  /// Takes in what was read and made in a fork of this.
  /// - Returns: False when a file was another there than it is here: what was made from it is of no use then.
  mutating func absorb(_ fork: CompilerContext) -> Bool {
    guard files.absorb(fork.files) else { return false }
    sheets.absorb(fork.sheets)
    partials.absorb(fork.partials)
    components.absorb(fork.components)
    goodDataSets.merge(fork.goodDataSets) { _, new in new }
    return true
  }
}
