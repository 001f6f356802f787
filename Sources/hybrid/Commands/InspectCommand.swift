import HybridCompiler
import HybridJSON
import HybridSource
import HybridTemplateCompiler
import HybridUnits

/// `hybrid inspect`: shows the contents of a page, a compiled template, a compiled unit or a part of a
/// release.
enum InspectCommand {
  enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  static let format = Option<Format>.choice("format", "FORMAT", default: .text, "the output format")
  static let json = Option<Bool>.flag("json", "the same as --format json")
  static let fragment = Option<String?>.text(
    "fragment", "ELEMENT", "read an HTML file as the content of this element, such as 'div' or 'svg path'")
  static let config = Option<String?>.text(
    "config", "FILE", completion: .file,
    "take the names of components and attributes from this config.properties")

  static let keys = Option<String?>.text(
    "keys", "FILE", completion: .file, "check the signatures with the key set that your apps embed")

  static let command = Command(
    name: "inspect",
    summary: "decode a page, a compiled template, a unit or a part of a release",
    operands: [
      Operand(
        name: "FILE",
        summary: "an HTML file, an .out file, a unit, a DIST folder or a file in one, the store of an app",
        completion: .file)
    ],
    options: declarations(format, json, fragment, config, keys),
    examples: [
      .init("hybrid inspect pages/home/index.html", "the document as a browser reads it"),
      .init("hybrid inspect card.out", "elements, strings, scripts as source"),
      .init("hybrid inspect card.out --json", "for a program"),
      .init("hybrid inspect dist/release.hybrid", "the contents of a release"),
      .init("hybrid inspect App/hybrid", "the releases of an app, and failures"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let path = arguments.operands[0]
    let isJSON = arguments[json] || arguments[format] == .json
    if isMarkup(path) { return inspectMarkup(path, arguments) }
    do throws(ReleaseFault) {
      if StoreExplanation.isStore(path) {
        let store = try StoreExplanation(listing: path.withoutSlashes)
        return print(isJSON ? store.json : store.text) ? .done : .environmentFailed
      }
      if let part = try ReleasePart(at: path) {
        let signers = try arguments[keys].map { file throws(ReleaseFault) in
          try part.checkSignatures(at: path, with: file)
        }
        let text = isJSON ? part.json(signers: signers) : part.text(signers: signers)
        return print(text) ? .done : .environmentFailed
      }
      if arguments[keys] != nil {
        throw ReleaseFault(
          usage: "wrong-value", "'--keys' is for releases and other statements, and '\(path)' is none")
      }
    } catch {
      Output.error.report(error.diagnostic)
      return error.exitCode
    }
    let source: Source
    switch readNamedFile(path) {
    case .success(let read): source = read
    case .failure(let fault):
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    var configs = NearestConfig(named: arguments[config])
    let config: TemplateConfig
    var result = ExitCode.done
    switch configs.config(for: path) {
    case .success(let read):
      // Wrong lines in the configuration only leave out names.
      if arguments[Self.config] != nil {
        for diagnostic in read.diagnostics { Output.error.report(diagnostic) }
        if read.hasErrors { result = .projectHasErrors }
      }
      config = read.config
    case .failure(let fault):
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    do throws(TemplateCodingError) {
      let template = try Template(decoding: source.bytes)
      let names = TemplateNames(template, tags: config.tagsByID, names: config.attributes.map(\.name))
      let text: String
      if isJSON {
        var json = JSONWriter()
        template.write(to: &json, names: names, bytes: source.bytes.count)
        text = json.text + "\n"
      } else {
        text = template.listing(names: names, bytes: source.bytes.count)
      }
      guard print(text) else { return .environmentFailed }
      return result
    } catch {
      Output.error.report(error.diagnostic(of: path))
      return .projectHasErrors
    }
  }

  /// Writes the result, or reports that writing failed.
  static func print(_ text: String) -> Bool {
    if Output.standard.write(text) { return true }
    Output.error.report(
      Diagnostic(.error, "environment.unwritable-file", "standard output could not be written completely"))
    return false
  }
}
