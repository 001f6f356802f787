/// `hybrid preview`: a terminal client of a running dev server, or of one file.
enum PreviewCommand {
  static let device = Option<String?>.text("device", "NAME", "show the page as this device does")

  static let command = Command(
    name: "preview",
    summary: "follow a running dev server, or show one file, in this terminal",
    operands: [
      Operand(name: "URL|FILE", summary: "what 'hybrid dev' printed, or a page", completion: .file)
    ],
    options: declarations(device),
    examples: [
      .init("hybrid preview http://127.0.0.1:7788/", "a second terminal that follows"),
      .init("hybrid preview pages/home/index.html", "one page, without a server"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    unfinished("preview")
  }
}
