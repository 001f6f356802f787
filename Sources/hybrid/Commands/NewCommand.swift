/// `hybrid new`: a small project that `hybrid dev` shows at once.
enum NewCommand {
  enum Template: String, CaseIterable, Sendable { case page }

  static let template = Option<Template>.choice("template", "NAME", default: .page, "what to start from")

  static let command = Command(
    name: "new",
    summary: "make a project that 'hybrid dev' shows at once",
    operands: [Operand(name: "DIR", summary: "a folder that is empty or not there yet", completion: .folder)],
    options: declarations(template),
    examples: [.init("hybrid new shop && hybrid dev shop", "from nothing to a page on the screen")],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    unfinished("new")
  }
}
