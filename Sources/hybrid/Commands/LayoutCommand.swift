/// `hybrid layout`: the frames of layout cases, for comparing the engine with another one.
enum LayoutCommand {
  static let command = Command(
    name: "layout",
    summary: "lay out boxes written as JSON, one case a line",
    operands: [
      Operand(
        name: "FILE", count: .any, summary: "files of layout cases; standard input when left out",
        completion: .file)
    ],
    examples: [
      .init("hybrid layout flexbox.json", "one line a case, not rounded"),
      .init("hybrid layout < flexbox.json", "the same"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    unfinished("layout")
  }
}
