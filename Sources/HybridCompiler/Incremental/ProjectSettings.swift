import HybridSource
import HybridTemplateCompiler
import HybridUnits

/// The content of `hybrid.json`, with what is wrong with it.
struct ProjectSettings: Sendable {
  private(set) var config = ProjectConfig()
  private var configDiagnostics: [Diagnostic] = []
  private var previewDiagnostics: [Diagnostic] = []

  /// The diagnostics of the file and of the components that it names.
  var diagnostics: [Diagnostic] { configDiagnostics + previewDiagnostics }

  /// The HTML files of the components that `hybrid.json` previews.
  var previewFiles: [String] {
    config.components.compactMap { component in
      if case .html(let path) = component.preview { path } else { nil }
    }
  }

  /// Reads the file.
  mutating func read(_ project: inout ProjectFiles) {
    switch project.context.files.load(ProjectConfig.path) {
    case .present(let source, _): (config, configDiagnostics) = ProjectConfig.read(source)
    case .failed(let failure):
      config = ProjectConfig()
      configDiagnostics =
        failure == .missing
        ? [] : [Diagnostic(.error, failure.diagnosticCode, "'\(ProjectConfig.path)': \(failure.message)")]
    }
    project.context.previews = Dictionary(config.components.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// Checks whether the components that `hybrid.json` names exist: in the configuration of the project's
  /// root, or of the folders of templates.
  mutating func checkPreviews(_ project: inout ProjectFiles) {
    previewDiagnostics = []
    guard !config.components.isEmpty, let source = project.context.files[ProjectConfig.path]?.source else {
      return
    }
    var tags = Set<String>()
    for root in project.index.templates.roots.union([""]) {
      let place = ProjectPath.join(root, TemplateLibrary.configName)
      tags.formUnion(
        project.context.templates.config(for: place, &project.context.files).config.components.map(\.tag))
    }
    var report = DiagnosticCollector(source)
    for component in config.components where !tags.contains(component.tag) {
      report.error(
        "config.unknown-component", "no config.properties has a component '\(component.tag)'",
        at: component.range,
        hint: nearestHint(to: component.tag, in: tags.sorted())
          ?? "give it a line 'VIEW_ID_\(component.tag)=1001' there")
    }
    previewDiagnostics = report.diagnostics
  }
}
