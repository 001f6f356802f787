import HybridCompiler
import HybridDrawing
import HybridJSON
import HybridRuntime
import HybridSource
import HybridUnits
import HybridViewTree

/// `hybrid render`: renders one page once, as pixels, text, a tree or JSON.
enum RenderCommand {
  enum Format: String, CaseIterable, Sendable { case text, tree, json, a11y, png, svg, image }
  enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  static let data = Option<String?>.text(
    "data", "FILE", completion: .file, "bind this JSON file instead of the data.json beside the page")
  static let width = Option<Double>.points("width", default: 375, "width of the screen")
  static let height = Option<Double>.points("height", default: 667, "height of the screen")
  static let format = Option<Format>.choice("format", "FORMAT", default: .text, "the output format")
  static let scale = Option<Double?>.factor(
    "scale", "N", in: Picture.scales, default: "2", "pixels per point of a PNG")
  static let output = Option<String?>.text(
    "output", short: "o", "FILE", completion: .file, "write to this file instead of standard output")
  static let device = Option<String?>.text(
    "device", "NAME", "take width, height and settings from this device")
  static let color = Option<ColorChoice>.choice("color", "WHEN", default: .auto, "colours in text")
  static let why = Option<String?>.text(
    "why", "SELECTOR", "explain the size and position of an element, instead of printing the page")
  static let json = Option<Bool>.flag("json", "the same as --format json")
  static let platform = Option<TemplatePlatform>.choice(
    "platform", "PLATFORM", default: .ios, "show a template as on this platform")
  static let actions = Option<[String]>.list(
    "do", "ACTION", "perform a user action first, such as 'tap #buy' or 'type #name Ada'")
  static let responses = Option<String?>.text(
    "responses", "FILE", completion: .file, "answer the requests of a page's scripts from this JSON file")
  static let log = Option<String?>.text(
    "log", "FILE", completion: .file, "write native calls, console lines and errors as JSON, one per line")
  static let legacyLists = Option<Bool>.flag(
    "legacy-lists", "give scripts lists of elements in TokenHybrid's reversed order")

  static let command = Command(
    name: "render",
    summary: "print one page or template as text, tree, JSON or picture",
    operands: [
      Operand(name: "FILE", summary: "a page, or a template as .xml or .out", completion: .file)
    ],
    options: declarations(
      data, VariantOptions.dataSet, width, height, format, scale, output, device, VariantOptions.landscape,
      VariantOptions.dark, VariantOptions.fontScale, VariantOptions.rightToLeft, color, why, json, platform,
      actions, responses, log,
      legacyLists),
    examples: [
      .init("hybrid render pages/home/index.html", "a picture in the terminal"),
      .init("hybrid render pages/home/index.html --width 768 --format tree", "every frame, one per line"),
      .init("hybrid render pages/home/index.html --format json -o home.json", "for a program"),
      .init("hybrid render pages/home/index.html --format png -o home.png", "as on a phone"),
      .init("hybrid render pages/home/index.html --format image", "pixels in the terminal"),
      .init("hybrid render pages/home/index.html --why '#buy'", "explain its size and position"),
      .init("hybrid render pages/cart/index.html --do 'tap #add' --do 'wait 1'", "a page after user actions"),
      .init("hybrid render card.xml --platform android --do 'tap #buy'", "a template after a tap"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let file = arguments.operands[0]
    if arguments[why] != nil, [.tree, .a11y].contains(arguments[format]) || isPicture(arguments),
      !arguments[json]
    {
      let reason = UsageError.Reason.wrongValue(
        "format", arguments[format].rawValue, expected: "text or json beside '--why'", nearest: nil)
      Output.error.report(UsageError(reason, in: command))
      return .wrongUsage
    }
    if let fault = pictureFault(arguments) {
      Output.error.report(fault)
      return .wrongUsage
    }
    if let name = arguments[VariantOptions.dataSet], arguments[data] != nil {
      let reason = UsageError.Reason.wrongValue(
        "data-set", name, expected: "to be alone: '--data' brings other data", nearest: nil)
      Output.error.report(UsageError(reason, in: command))
      return .wrongUsage
    }
    let devices = arguments[Self.device] == nil ? DeviceList() : VariantOptions.devices(around: file)
    let device: Device
    do throws(DeviceFault) {
      device = try devices.device(
        VariantOptions.request(arguments, device: arguments[Self.device]),
        standard: Device(width: arguments[width], height: arguments[height]))
    } catch {
      Output.error.report(error.diagnostic(devices))
      return .wrongUsage
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
    do throws(Stop) {
      return try renderUnit(file, on: device, data: sampleData, inputs, arguments)
    } catch {
      return error.exitCode
    }
  }

  /// Whether the unit has the requested data set; if not, reports that.
  static func hasDataSet(_ unit: Unit, _ arguments: Arguments) -> Bool {
    guard let name = arguments[VariantOptions.dataSet],
      let fault = VariantOptions.fault(ofDataSet: name, in: unit)
    else { return true }
    Output.error.report(fault)
    return false
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

  /// The output format.
  static func format(_ arguments: Arguments) -> Format { usesJSON(arguments) ? .json : arguments[format] }

  static func text(_ tree: ViewTree, _ arguments: Arguments) -> String {
    switch format(arguments) {
    case .tree: return tree.listing
    case .a11y: return tree.accessibilityListing
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
    case .png, .svg, .image: return ""
    }
  }

  /// Writes a tree in the requested format to the requested destination; returns the error, if any.
  static func deliver(
    _ tree: ViewTree, images: ImageBook, sparing inputs: InputFiles, _ arguments: Arguments
  ) -> WritingFault? {
    guard isPicture(arguments) else { return deliver(text(tree, arguments), sparing: inputs, arguments) }
    switch picture(tree, images, arguments) {
    case .success(let bytes): return deliver(bytes, sparing: inputs, arguments)
    case .failure(let fault): return fault
    }
  }

  /// Writes the result to the requested destination; returns the error, if any.
  static func deliver(
    _ text: String, sparing inputs: InputFiles, _ arguments: Arguments
  ) -> WritingFault? {
    deliver(Array(text.utf8), sparing: inputs, arguments)
  }

  private static func deliver(
    _ bytes: [UInt8], sparing inputs: InputFiles, _ arguments: Arguments
  ) -> WritingFault? {
    if let path = arguments[output] { return writeFile(bytes, to: path, sparing: inputs) }
    guard !Output.standard.write(bytes) else { return nil }
    return WritingFault(
      diagnostic: Diagnostic(
        .error, "environment.unwritable-file", "standard output could not be written completely"))
  }
}
