package import HybridSource
package import HybridTemplateCompiler

extension ProjectCompiler {
  /// The `config.properties` for a template: the nearest in the folders around it up to the project's, else
  /// the one of virtualview_tools.
  ///
  /// - Parameter path: The template's path, relative to the project. It need not exist.
  /// - Returns: If the diagnostics contain errors, no template should be compiled with it.
  package mutating func templateConfig(
    for path: String
  ) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    let found = context.templates.config(for: path, &context.files)
    return (found.config, found.diagnostics)
  }
}
