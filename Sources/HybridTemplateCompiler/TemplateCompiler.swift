import HybridMarkup
package import HybridSource
package import HybridUnits

/// The result of compiling one template.
package struct CompiledTemplate: Sendable {
  /// The template; nil if there were errors.
  package var template: Template?

  /// The first byte of each element.
  private let starts: [Int32]
  private let source: Source
  private let config: TemplateConfig
  private let findings: [TemplateFinding]

  init(
    template: Template?, starts: [Int32], findings: [TemplateFinding], source: Source,
    config: TemplateConfig
  ) {
    self.template = template
    self.starts = starts
    self.findings = findings
    self.source = source
    self.config = config
  }

  /// The location of each element in the source, computed on demand, since only drawing needs it.
  package var places: [NodePlace] {
    var cursor = PlaceCursor(source)
    return starts.map { cursor.place(of: Int($0)) }
  }

  /// Whether there is an error.
  package var hasErrors: Bool { findings.contains { $0.fault.severity == .error } }

  /// The diagnostics in source order: the first hundred errors and the first hundred warnings.
  ///
  /// Messages are made on demand, since most of the ten thousand templates of a project never need them.
  package var diagnostics: [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let limit = 100
    let lines = LineTable(source.bytes)
    let ignored = IgnoredWarnings(in: source)
    let findings = findings.filter { !ignored.contains($0.fault) }
    var counts: [Severity: Int] = [:]
    var diagnostics: [Diagnostic] = []
    for finding in findings {
      counts[finding.fault.severity, default: 0] += 1
      guard counts[finding.fault.severity, default: 0] <= limit else { continue }
      diagnostics.append(finding.diagnostic(in: source, lines: lines, config: config))
    }
    let dropped = findings.count - diagnostics.count
    if dropped > 0 {
      let text = "\(source.path): \(dropped) more reports are not shown"
      diagnostics.append(Diagnostic(.note, "source.more-diagnostics", text))
    }
    return diagnostics
  }
}

/// Compiles one VirtualView template (`Documentation/template-format.md`). The result depends only on the
/// arguments.
///
/// Input that the original compiler accepts silently gives the same bytes here, with a warning where their
/// effect may surprise the author. Input that it reports, truncates or crashes on is an error with a place,
/// and there is no template.
///
/// - Parameters:
///   - name: The template's type, stored in the file.
///   - version: Its low 16 bits are stored.
///   - config: A config without errors.
/// - Complexity: O(*n*) in the source.
package func compileTemplate(
  _ source: Source, name: String, version: Int, config: TemplateConfig
) -> CompiledTemplate {
  var builder = TemplateBuilder(source, name: name, version: version, config: config)
  builder.build()
  return builder.finish()
}
