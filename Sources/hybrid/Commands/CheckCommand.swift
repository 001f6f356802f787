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
    unfinished("check")
  }
}
