import HybridSource

/// Everything that compiling a unit reads through: one state of all files, and what was made of those that units share.
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

  init(_ files: FileStore) { self.files = files }
}
