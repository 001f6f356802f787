import HybridCompiler
import HybridDrawing
import HybridJSON
import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits

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
  static let why = Option<String?>.text(
    "why", "SELECTOR", "tell how the element got its size and place, instead of printing the page")
  static let json = Option<Bool>.flag("json", "the same as --format json")
  static let platform = Option<TemplatePlatform>.choice(
    "platform", "PLATFORM", default: .ios, "show a template as this platform would")
  static let actions = Option<[String]>.list(
    "do", "ACTION", "act as a person first, such as 'tap #buy' or 'type #name Ada'")
  static let responses = Option<String?>.text(
    "responses", "FILE", completion: .file, "answer the requests of a page's scripts from this JSON file")
  static let log = Option<String?>.text(
    "log", "FILE", completion: .file, "write native calls, console lines and errors as JSON, one a line")
  static let legacyLists = Option<Bool>.flag(
    "legacy-lists", "give scripts lists of elements in TokenHybrid's reversed order")

  static let command = Command(
    name: "render",
    summary: "print one page or template as text, tree or JSON",
    operands: [
      Operand(name: "FILE", summary: "a page, or a template as .xml or .out", completion: .file)
    ],
    options: declarations(
      data, width, height, format, output, device, color, why, json, platform, actions, responses, log,
      legacyLists),
    examples: [
      .init("hybrid render pages/home/index.html", "a picture in the terminal"),
      .init("hybrid render pages/home/index.html --width 768 --format tree", "every frame, one a line"),
      .init("hybrid render pages/home/index.html --format json -o home.json", "for a program"),
      .init("hybrid render pages/home/index.html --why '#buy'", "why it is so wide, and where it is"),
      .init("hybrid render pages/cart/index.html --do 'tap #add' --do 'wait 1'", "a page, once it was used"),
      .init("hybrid render card.xml --platform android --do 'tap #buy'", "a template, once it was touched"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    if arguments[why] != nil, arguments[format] == .tree, !arguments[json] {
      let reason = UsageError.Reason.wrongValue(
        "format", "tree", expected: "text or json beside '--why'", nearest: nil)
      Output.error.report(UsageError(reason, in: command))
      return .wrongUsage
    }
    var device = Device(width: arguments[width], height: arguments[height])
    if let name = arguments[Self.device] {
      guard let known = Device(named: name) else {
        Output.error.report(unknownDevice(name))
        return .wrongUsage
      }
      device = known
    }
    let inputs = InputFiles()
    var sampleData: Source?
    if let path = arguments[data] {
      switch readNamedFile(path) {
      case .success(let source):
        inputs.note(path)
        sampleData = source
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return .environmentFailed
      }
    }
    let file = arguments.operands[0]
    if TemplateEntry.isTemplate(file) {
      return renderTemplate(file, on: device, data: sampleData, inputs, arguments)
    }
    return renderPage(file, on: device, data: sampleData, inputs, arguments)
  }

  static func text(_ explanation: ElementExplanation, _ arguments: Arguments) -> String {
    guard usesJSON(arguments) else { return explanation.text }
    var json = JSONWriter()
    explanation.write(to: &json)
    return json.text + "\n"
  }

  static func usesJSON(_ arguments: Arguments) -> Bool {
    arguments[json] || arguments[format] == .json
  }

  /// The format to print.
  static func format(_ arguments: Arguments) -> Format { usesJSON(arguments) ? .json : arguments[format] }

  static func text(_ tree: ViewTree, _ arguments: Arguments) -> String {
    switch format(arguments) {
    case .tree: return tree.listing
    case .json:
      var json = JSONWriter(pretty: true)
      tree.write(to: &json, detail: .layout)
      return json.text + "\n"
    case .text:
      let colors: TerminalDrawing.Colors =
        switch arguments[color] {
        case .always: .trueColor
        case .never: .none
        case .auto: arguments[output] == nil ? Screen.colors(of: .standard) : .none
        }
      return TerminalDrawing(colors: colors).text(tree.displayList)
    }
  }

  /// Writes the result where it was wanted; what went wrong, if something did.
  static func deliver(
    _ text: String, sparing inputs: InputFiles, _ arguments: Arguments
  ) -> WritingFault? {
    if let path = arguments[output] { return writeFile(Array(text.utf8), to: path, sparing: inputs) }
    guard !Output.standard.write(text) else { return nil }
    return WritingFault(
      diagnostic: Diagnostic(
        .error, "environment.unwritable-file", "standard output could not be written to its end"))
  }
}
