/// `hybrid doctor`: reports problems of this machine that would make `dev` fail or be slow, each with the
/// command that fixes it.
enum DoctorCommand {
  static let json = Option<Bool>.flag("json", "print one JSON object per line instead of text")

  static let command = Command(
    name: "doctor",
    summary: "find problems of this machine that make 'dev' fail or slow",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(json),
    examples: [
      .init("hybrid doctor", "exits with 3 if 'dev' cannot run"),
      .init("hybrid doctor Sample --json", "one JSON object per check"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let out = Output.standard
    var worst = ExitCode.done
    for finding in findings(arguments.operand(0) ?? ".") {
      if arguments[json] { out.line(finding.write) } else { out.write(finding.formatted(for: out)) }
      if finding.state == .bad { worst = .environmentFailed }
    }
    return worst
  }

  /// The findings of all checks, in the order in which `dev` depends on them, without those of an unreadable
  /// folder.
  private static func findings(_ folder: String) -> [DoctorFinding] {
    let project = checkFolder(folder)
    let inside = project.state == .bad ? [] : [checkWatching(folder), checkFileSystem(folder)]
    return [project] + inside + [checkFonts(), checkScripts(), checkPort(7788)]
  }
}
