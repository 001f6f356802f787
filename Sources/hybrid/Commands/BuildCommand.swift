import HybridCompiler
import HybridSource

/// `hybrid build`: a folder of virtualview_tools to its `build/` tree.
enum BuildCommand {
  static let jobs = Option<Int?>.integer(
    "jobs", "N", in: 1...256, default: "one for each core", "compile this many templates at once")
  static let force = Option<Bool>.flag("force", "build everything, also what has not changed")

  static let command = Command(
    name: "build",
    summary: "build a folder of VirtualView templates",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone,
        summary: "a folder with templatelist.properties; the current one when left out",
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
    guard let build = ToolsBuild(folder: folder) else {
      let message = "'\(folder)' has no templatelist.properties"
      Output.error.report(
        Diagnostic(
          .error, "build.no-list", message,
          hint: "its lines say what to build: 'card=Card,1' for template/card.xml"))
      return .environmentFailed
    }
    return build.run(jobs: arguments[jobs], force: arguments[force])
  }
}
