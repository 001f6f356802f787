/// `hybrid dev`: watches a project, shows every save in the terminal and sends it to every client.
enum DevCommand {
  static let port = Option<Int?>.integer(
    "port", "N", in: 1...65535, default: "7788, or the next free one", "listen on this port and no other")
  static let host = Option<Bool>.flag("host", "let other machines of the network in, not this one alone")
  static let devices = Option<[String]>.list("device", "NAME", "show the pages as this device does")
  static let open = Option<Bool>.flag("open", "open the preview page in a browser")
  static let json = Option<Bool>.flag("json", "print one JSON object a line instead of text")

  static let command = Command(
    name: "dev",
    summary: "watch a project and show every save at once",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; the current folder when left out",
        completion: .folder)
    ],
    options: declarations(port, host, devices, open, json),
    examples: [
      .init("hybrid dev Sample", "show the sample, then edit a file of it"),
      .init("hybrid dev --device phone --device tablet", "two sizes at once"),
      .init("hybrid dev --port 8080 --json", "for a program that reads along"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    unfinished("dev")
  }
}
