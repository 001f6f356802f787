import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits

// `hybrid render` of a VirtualView template: `.xml` is compiled first, `.out` is taken as it is.
extension RenderCommand {
  static func isTemplate(_ file: String) -> Bool { file.hasSuffix(".xml") || file.hasSuffix(".out") }

  static func renderTemplate(
    _ file: String, on device: Device, data sampleData: Source?, _ arguments: Arguments
  ) -> ExitCode {
    if arguments[why] != nil {
      Output.error.report(
        UsageError(.wrongOperand("FILE", expected: "a page beside '--why'", file, nearest: nil), in: command))
      return .wrongUsage
    }
    var steps: [TemplateAction] = []
    for text in arguments[actions] {
      do throws(TemplateActionError) {
        steps.append(try TemplateAction(parsing: text))
      } catch {
        Output.error.report(Diagnostic(.error, "render.unknown-action", "'--do \(text)': \(error.message)"))
        return .wrongUsage
      }
    }
    var reader = TemplateFiles()
    guard let loaded = reader.load(file, data: sampleData) else { return reader.report() }
    var screen = TemplateScreen()
    screen.platform = arguments[platform]
    screen.size = device.viewport
    var scene = TemplateScene(
      template: loaded.template, items: reader.items, data: loaded.data, screen: screen, tags: reader.tags,
      origins: reader.origins)
    var result = ExitCode.done
    for step in steps {
      do throws(TemplateActionError) {
        try scene.perform(step)
      } catch {
        Output.error.report(Diagnostic(.error, "render.impossible-action", error.message))
        result = .wrongUsage
        break
      }
    }
    let rendering = scene.rendering
    reader.diagnostics += rendering.diagnostics
    let code = reader.report()
    if let path = arguments[log] {
      let lines = scene.log.map { $0.json.text() + "\n" }.joined()
      if let fault = writeFile(Array(lines.utf8), to: path) {
        Output.error.report(fault)
        return .environmentFailed
      }
    }
    if let fault = deliver(text(rendering.tree, arguments), arguments) {
      Output.error.report(fault)
      return .environmentFailed
    }
    return result == .done ? code : result
  }
}

/// A template, the ones beside it that its items may name, and its data.
struct TemplateFiles {
  private(set) var items: [String: Template] = [:]
  private(set) var origins: [String: TemplateOrigin] = [:]
  private(set) var tags: [UInt16: String] = [:]
  var diagnostics: [Diagnostic] = []
  private var configs = NearestConfig(named: nil)
  private var isUnreadable = false

  /// Reads a template and everything it needs; nil when it cannot be shown at all.
  mutating func load(_ file: String, data sampleData: Source?) -> (template: Template, data: JSONValue)? {
    guard let template = template(file) else { return nil }
    var data = JSONValue.object(JSONObject())
    if let source = sampleData ?? dataBeside(file) {
      let reading = readJSON(source)
      diagnostics += reading.diagnostics
      guard let value = reading.value else { return nil }
      data = value
    }
    readItems(beside: file, of: template, data)
    return (template, data)
  }

  /// Says everything there is to say.
  func report() -> ExitCode {
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    if isUnreadable { return .environmentFailed }
    return diagnostics.contains { $0.severity == .error } ? .projectHasErrors : .done
  }

  private mutating func template(_ file: String) -> Template? {
    let source: Source
    switch readNamedFile(file) {
    case .success(let read): source = read
    case .failure(let fault):
      diagnostics.append(fault.diagnostic)
      isUnreadable = true
      return nil
    }
    guard let config = config(for: file) else { return nil }
    if file.hasSuffix(".out") {
      do throws(TemplateCodingError) {
        let template = try Template(decoding: source.bytes)
        origins[template.name] = TemplateOrigin(path: file)
        return template
      } catch {
        diagnostics.append(error.diagnostic(of: file))
        return nil
      }
    }
    let compiled = compileTemplate(
      source, name: CompileCommand.templateName(of: file), version: 1, config: config)
    diagnostics += compiled.diagnostics
    if let template = compiled.template {
      origins[template.name] = TemplateOrigin(path: file, places: compiled.places)
    }
    return compiled.template
  }

  private mutating func config(for file: String) -> TemplateConfig? {
    switch configs.config(for: file) {
    case .success(let read):
      diagnostics += read.diagnostics
      for component in read.config.components {
        if let id = UInt16(exactly: component.id) { tags[id] = component.tag }
      }
      return read.hasErrors ? nil : read.config
    case .failure(let fault):
      diagnostics.append(fault.diagnostic)
      isUnreadable = true
      return nil
    }
  }

  /// `NAME.json` beside `NAME.xml` or `NAME.out`.
  private func dataBeside(_ file: String) -> Source? {
    let path = ProjectPath.join(Self.folder(of: file), CompileCommand.templateName(of: file) + ".json")
    return try? readNamedFile(path).get()
  }

  /// Reads the templates beside `file` that data or expressions name as the type of an item, and those that they name.
  private mutating func readItems(beside file: String, of template: Template, _ data: JSONValue) {
    let folder = Self.folder(of: file)
    let ending = file.hasSuffix(".out") ? ".out" : ".xml"
    guard let place = DiskFiles.realPath(folder.isEmpty ? "." : folder),
      let files = try? DiskFiles(root: place),
      let entries = try? files.reader.list("").get()
    else { return }
    var wanted = Set(data.itemTypes)
    wanted.formUnion(template.strings.map(\.text))
    wanted.remove(template.name)
    items[template.name] = template
    if ending == ".out" {
      // The name is inside; what cannot be read is none of ours.
      for name in entries.map(\.name).sorted() where name.hasSuffix(ending) {
        guard let bytes = try? files.reader.read(name).get(),
          let item = try? Template(decoding: bytes), items[item.name] == nil
        else { continue }
        items[item.name] = item
        origins[item.name] = TemplateOrigin(path: ProjectPath.join(folder, name))
      }
      return
    }
    var names: [String: String] = [:]
    for name in entries.map(\.name).sorted() where name.hasSuffix(ending) {
      let type = CompileCommand.templateName(of: name)
      if names[type] == nil { names[type] = name }
    }
    while let type = wanted.popFirst() {
      guard items[type] == nil, let name = names[type] else { continue }
      guard let item = self.template(ProjectPath.join(folder, name)) else { continue }
      items[type] = item
      wanted.formUnion(item.strings.map(\.text))
    }
  }

  private static func folder(of file: String) -> String {
    let folder = ProjectPath.folder(of: file)
    return folder.isEmpty && file.hasPrefix("/") ? "/" : folder
  }
}

extension JSONValue {
  /// Every text that stands under the key `type`, anywhere inside.
  fileprivate var itemTypes: [String] {
    var types: [String] = []
    var stack = [self]
    while let value = stack.popLast() {
      switch value {
      case .array(let elements): stack.append(contentsOf: elements)
      case .object(let members):
        for (key, member) in members {
          if key == "type", let type = member.string { types.append(type) } else { stack.append(member) }
        }
      default: continue
      }
    }
    return types
  }
}
