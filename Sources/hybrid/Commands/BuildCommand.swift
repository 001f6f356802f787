import HybridCompiler
import HybridSource

/// `hybrid build`: a project, or a folder of virtualview_tools, to its `build/` tree.
enum BuildCommand {
  static let jobs = Option<Int?>.integer(
    "jobs", "N", in: 1...256, default: "one for each core", "compile this many templates at once")
  static let force = Option<Bool>.flag("force", "build everything, also what has not changed")

  static let command = Command(
    name: "build",
    summary: "build the templates and pages of a project",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; the current folder when left out",
        completion: .folder)
    ],
    options: declarations(jobs, force),
    examples: [
      .init("hybrid build", "build/out, java, txt and sign, as virtualview_tools does"),
      .init("hybrid build app/templates --force", "without looking at what is built already"),
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
