package import HybridSource
package import HybridUnits

/// What compiling one template's source gave.
package struct CompiledTemplate: Sendable {
  /// The template; nil where there were errors.
  package var template: Template?
  /// Where each element stands in the source.
  package var places: [NodePlace]
  /// Everything to say about the source, in its order.
  package var diagnostics: [Diagnostic]
}

/// Compiles one VirtualView template (VirtualView format §1.3 to §5). Nothing outside its arguments is looked at.
///
/// - Parameters:
///   - name: The template's type, stored in the file.
///   - version: Its low 16 bits are stored.
package func compileTemplate(
  _ source: Source, name: String, version: Int, config: TemplateConfig
) -> CompiledTemplate {
  CompiledTemplate(
    template: nil, places: [],
    diagnostics: [Diagnostic(.error, "template.unsupported", "templates cannot be compiled yet")])
}
