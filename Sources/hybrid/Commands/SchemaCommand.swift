import HybridCompiler
import HybridSource
import HybridTemplateCompiler
import HybridUnits

/// `hybrid schema`: writes schemas of a project's templates for editors.
enum SchemaCommand {
  static let config = Option<String?>.text(
    "config", "FILE", completion: .file, "take tags and attributes from this config.properties")
  static let output = Option<String?>.text(
    "output", short: "o", "DIR", completion: .folder, "write into this folder instead of the project's")

  /// The file name of the XML Schema.
  static let schemaName = "virtualview.xsd"
  /// The custom data file for Visual Studio Code, which finds the XML Schema by file extension.
  static let customDataName = "virtualview.html-data.json"

  static let command = Command(
    name: "schema",
    summary: "write an XML Schema and editor data for templates",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(config, output),
    examples: [
      .init("hybrid schema", "virtualview.xsd and virtualview.html-data.json"),
      .init("hybrid schema --config app/config.properties -o .vscode", "elsewhere, from another config"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let folder = (arguments.operand(0) ?? ".").withoutSlashes
    let files: DiskFiles
    do throws(FileFailure) {
      files = try DiskFiles(root: folder)
    } catch {
      Output.error.report(Diagnostic(.error, "environment.\(error.code)", "'\(folder)': \(error.message)"))
      return .environmentFailed
    }
    let inputs = InputFiles()
    var compiler = ProjectCompiler(files: inputs.noting(files), name: ProjectPath.name(of: files.root))
    let found: (config: TemplateConfig, diagnostics: [Diagnostic])
    if let path = arguments[config] {
      switch readNamedFile(path) {
      case .success(let source):
        inputs.note(path)
        found = TemplateConfig.read(source)
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return .environmentFailed
      }
    } else {
      found = projectConfig(&compiler)
    }
    for diagnostic in found.diagnostics { Output.error.report(diagnostic) }
    guard !found.diagnostics.hasErrors else { return .projectHasErrors }

    let schema = TemplateSchema(found.config, variables: variables(&compiler))
    let target = (arguments[output] ?? folder).withoutSlashes
    if let fault = makeFolder(target) {
      Output.error.report(fault)
      return .environmentFailed
    }
    let documents = [
      (schemaName, XSDWriter.document(schema)), (customDataName, CustomDataWriter.document(schema)),
    ]
    let paths = documents.map { name, _ in
      target == "." ? name : target == "/" ? "/" + name : "\(target)/\(name)"
    }
    if let fault = paths.lazy.compactMap(inputs.fault).first {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    for (path, (_, text)) in zip(paths, documents) {
      if let fault = writeFile(Array(text.utf8), to: path, sparing: inputs) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
      Output.standard.write(
        "\(path): \(counted(schema.tags.count, "tag")), \(counted(schema.attributes.count, "attribute"))\n")
    }
    return .done
  }

  /// The configuration at the top of the project, else the first one that a template uses.
  private static func projectConfig(
    _ compiler: inout ProjectCompiler
  ) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    compiler.start()
    let top = compiler.templateConfig(for: "template.xml")
    if top.config.hash != TemplateConfig.standard.hash || top.diagnostics.hasErrors { return top }
    for case .template(let template)? in compiler.unitNames.map(compiler.entry) {
      let found = compiler.templateConfig(for: template.path)
      if found.config.hash != top.config.hash || found.diagnostics.hasErrors { return found }
    }
    return top
  }

  /// The `var_…` attributes in the project's templates; templates with errors are skipped.
  private static func variables(_ compiler: inout ProjectCompiler) -> Set<String> {
    compiler.start()
    var names = Set<String>()
    for name in compiler.unitNames {
      guard case .template = compiler.entry(of: name), case .template(let unit)? = compiler.unit(named: name)
      else { continue }
      let template = unit.main.template
      for variable in template.variables {
        guard
          let text = variable.name.predefined
            ?? template.strings.first(where: { $0.id == variable.name })?.text
        else { continue }
        names.insert("var_\(variable.kind)_\(text)")
      }
    }
    return names
  }
}
