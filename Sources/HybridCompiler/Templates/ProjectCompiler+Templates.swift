package import HybridSource
package import HybridTemplateCompiler

extension ProjectCompiler {
  /// The `config.properties` that holds for a template: the nearest in the folders around it up to the
  /// project's, else the one that virtualview_tools ships.
  ///
  /// - Parameter path: Of the template, from the project's root. It need not exist.
  /// - Returns: With errors among the diagnostics, no template should be compiled with it.
  package mutating func templateConfig(
    for path: String
  ) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    let found = context.templates.config(for: path, &context.files)
    return (found.config, found.diagnostics)
  }
}
