import HybridCompiler
import HybridSource

/// `hybrid build`: builds a project, or a virtualview_tools folder, into its `build/` tree.
enum BuildCommand {
  static let jobs = Option<Int?>.integer(
    "jobs", "N", in: 1...256, default: "one per core", "compile this many templates in parallel")
  static let force = Option<Bool>.flag("force", "build everything, including unchanged files")

  static let command = Command(
    name: "build",
    summary: "build the templates and pages of a project",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(jobs, force),
    examples: [
      .init("hybrid build", "build/out, java, txt and sign, like virtualview_tools"),
      .init("hybrid build app/templates --force", "rebuild everything"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let folder = (arguments.operand(0) ?? ".").withoutSlashes
    if let build = ToolsBuild(folder: folder) {
      return build.run(jobs: arguments[jobs], force: arguments[force])
    }
    do throws(FileFailure) {
      return try ProjectBuild(folder: folder).run(jobs: arguments[jobs], force: arguments[force])
    } catch {
      let hint = error == .notFolder && TemplateEntry.isTemplate(folder)
      Output.error.report(
        Diagnostic(
          .error, "environment.\(error.code)", "'\(folder)': \(error.message)",
          hint: hint ? "'hybrid compile \(folder)' compiles one template" : nil))
      return .environmentFailed
    }
  }
}
