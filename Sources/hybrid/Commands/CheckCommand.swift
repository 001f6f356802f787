import HybridCompiler
import HybridJSON
import HybridReload
import HybridSource

/// `hybrid check`: every diagnostic of a project, and nothing else.
enum CheckCommand {
  enum Format: String, CaseIterable, Sendable { case text, json }

  static let format = Option<Format>.choice("format", "FORMAT", default: .text, "how to print them")

  static let command = Command(
    name: "check",
    summary: "print every mistake of a project",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; the current folder when left out",
        completion: .folder)
    ],
    options: declarations(format),
    examples: [
      .init("hybrid check Sample", "exit code 1 when there is an error"),
      .init("hybrid check --format json", "one JSON object a line"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let folder = arguments.operand(0) ?? "."
    let files: DiskFiles
    do throws(FileFailure) {
      files = try DiskFiles(root: folder)
    } catch {
      Output.error.report(
        Diagnostic(
          .error, "project.\(error.code)", "'\(folder)': \(error.message)",
          hint: error == .missing ? "'hybrid new \(folder)' makes a project there" : nil))
      return .environmentFailed
    }
    let name = files.root.split(separator: "/").last.map(String.init) ?? "page"
    var compiler = ProjectCompiler(files: files.reader, name: name)
    let diagnostics = compiler.build().diagnostics
    switch arguments[format] {
    case .text:
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      let errors = diagnostics.count { $0.severity == .error }
      let warnings = diagnostics.count { $0.severity == .warning }
      let pages = compiler.unitNames.count
      Output.standard.write(
        "\(pages) \(pages == 1 ? "page" : "pages"): \(errors) \(errors == 1 ? "error" : "errors"), "
          + "\(warnings) \(warnings == 1 ? "warning" : "warnings")\n")
    case .json:
      for diagnostic in diagnostics {
        var json = JSONWriter()
        diagnostic.write(to: &json)
        Output.standard.write(json.text + "\n")
      }
    }
    return diagnostics.contains { $0.severity == .error } ? .projectHasErrors : .done
  }
}
