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
    "do", "ACTION", "do this with a template first, such as 'tap #buy' or 'wait 2000'")
  static let log = Option<String?>.text(
    "log", "FILE", completion: .file, "write a template's events and scripts as JSON, one a line")

  static let command = Command(
    name: "render",
    summary: "print one page or template as text, tree or JSON",
    operands: [
      Operand(name: "FILE", summary: "a page, or a template as .xml or .out", completion: .file)
    ],
    options: declarations(
      data, width, height, format, output, device, color, why, json, platform, actions, log),
    examples: [
      .init("hybrid render pages/home/index.html", "a picture in the terminal"),
      .init("hybrid render pages/home/index.html --width 768 --format tree", "every frame, one a line"),
      .init("hybrid render pages/home/index.html --format json -o home.json", "for a program"),
      .init("hybrid render pages/home/index.html --why '#buy'", "why it is so wide, and where it is"),
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
    if !arguments[actions].isEmpty || arguments[log] != nil {
      let expected = "a template (.xml or .out) beside '--do' and '--log'"
      Output.error.report(
        UsageError(.wrongOperand("FILE", expected: expected, file, nearest: nil), in: command))
      return .wrongUsage
    }
    let location: ProjectLocation
    do throws(FileFailure) {
      location = try ProjectLocation(of: file)
    } catch {
      Output.error.report(
        Diagnostic(.error, "project.\(error.code)", "'\(file)': \(error.message)"))
      return .environmentFailed
    }
    var compiler = ProjectCompiler(
      files: inputs.noting(location.files), name: location.name, only: location.page, data: sampleData)
    var diagnostics = compiler.build().diagnostics
    guard let unitName = compiler.unitNames.first,
      case .page(let page)? = compiler.currentUnit(named: unitName)
    else {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      return .projectHasErrors
    }
    let renderer = Renderer()
    let rendering = renderer.render(page, on: device)
    diagnostics += rendering.diagnostics
    for diagnostic in diagnostics { Output.error.report(diagnostic) }

    let text: String
    if let selector = arguments[why] {
      do throws(SelectionError) {
        let explanation = try renderer.explain(
          Source(path: "--why", text: selector), in: page, on: device,
          sources: { path in
            (try? location.files.reader.read(path).get()).map { Source(path: path, bytes: $0) }
          })
        text = Self.text(explanation, arguments)
      } catch {
        Output.error.report(error.diagnostic)
        return .wrongUsage
      }
    } else {
      text = Self.text(rendering.tree, arguments)
    }
    if let fault = deliver(text, sparing: inputs, arguments) {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    return diagnostics.contains { $0.severity == .error } ? .projectHasErrors : .done
  }

  private static func text(_ explanation: ElementExplanation, _ arguments: Arguments) -> String {
    guard usesJSON(arguments) else { return explanation.text }
    var json = JSONWriter()
    explanation.write(to: &json)
    return json.text + "\n"
  }

  private static func usesJSON(_ arguments: Arguments) -> Bool {
    arguments[json] || arguments[format] == .json
  }

  static func text(_ tree: ViewTree, _ arguments: Arguments) -> String {
    switch usesJSON(arguments) ? .json : arguments[format] {
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
