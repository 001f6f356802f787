import HybridSource

/// The files of a project: as they were read and parsed, the units that they make, and who depends on them.
struct ProjectFiles: Sendable {
  var context: CompilerContext
  var index: UnitIndex
  var graph = DependencyGraph()

  /// Discards the parsing results of changed files.
  mutating func forget(_ changes: FileChanges) {
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
}
