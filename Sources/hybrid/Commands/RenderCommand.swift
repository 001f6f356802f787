/// `hybrid render`: one page as a picture of text, a tree or JSON, once.
enum RenderCommand {
  enum Format: String, CaseIterable, Sendable { case text, tree, json }
  enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  static let data = Option<String?>.text(
    "data", "FILE", completion: .file, "bind this JSON file instead of the data.json beside the page")
  static let width = Option<Double>.points("width", default: 375, "width of the screen")
  static let height = Option<Double>.points("height", default: 667, "height of the screen")
  static let format = Option<Format>.choice("format", "FORMAT", default: .text, "what to print")
  static let output = Option<String?>.text(
    "output", short: "o", "FILE", completion: .file, "write to this file instead of standard output")
  static let device = Option<String?>.text("device", "NAME", "take width, height and scale from this device")
  static let color = Option<ColorChoice>.choice("color", "WHEN", default: .auto, "colours in text")

  static let command = Command(
    name: "render",
    summary: "print one page as text, tree or JSON",
    operands: [Operand(name: "FILE", summary: "a page", completion: .file)],
    options: declarations(data, width, height, format, output, device, color),
    examples: [
      .init("hybrid render pages/home/index.html", "a picture in the terminal"),
      .init("hybrid render pages/home/index.html --width 768 --format tree", "every frame, one a line"),
      .init("hybrid render pages/home/index.html --format json -o home.json", "for a program"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    unfinished("render")
  }
}
