import HybridCompiler
import HybridJSON
import HybridSource
import HybridUnits

/// `hybrid inspect`: what a compiled template says.
enum InspectCommand {
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")
  static let config = Option<String?>.text(
    "config", "FILE", completion: .file, "name components and attributes as this config.properties does")

  static let command = Command(
    name: "inspect",
    summary: "print what a compiled template says",
    operands: [Operand(name: "FILE", summary: "an .out file", completion: .file)],
    options: declarations(json, config),
    examples: [
      .init("hybrid inspect card.out", "elements, strings, scripts as source"),
      .init("hybrid inspect card.out --json", "for a program"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let path = arguments.operands[0]
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
      // Wrong lines of it only leave names out.
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
      if arguments[json] {
        var json = JSONWriter()
        template.write(to: &json, names: names, bytes: source.bytes.count)
        text = json.text + "\n"
      } else {
        text = template.listing(names: names, bytes: source.bytes.count)
      }
      guard Output.standard.write(text) else {
        Output.error.report(
          Diagnostic(.error, "environment.unwritable-file", "standard output could not be written to its end")
        )
        return .environmentFailed
      }
      return result
    } catch {
      Output.error.report(error.diagnostic(of: path))
      return .projectHasErrors
    }
  }
}
