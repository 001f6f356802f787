import HybridDOM
import HybridJSON
import HybridJavaScript
import HybridSource
import HybridUnits

/// The module graph of one page: its module scripts, and all that they reach.
///
/// Modules are read one after another from a list, so that depth costs no stack.
struct ModuleLinker {
  /// The maximum number of modules of a page.
  static let limit = 2000

  /// A module that was reached.
  struct Module {
    var path: String
    var suffix: String?
    var source: Source
    /// The offset of the text in the source.
    var base = 0
    var line = 1
    var column = 1
    var isJSON = false
    /// Nil for JSON, for a module that cannot be read, and for a classic script.
    var text: ModuleText?
    /// For a classic script with calls of `import()`: these, and the name that its text has for `import`.
    var classic: (calls: [ImportCall], name: String)?
    /// The text of an event handler with that name; empty for all others.
    var handler = ""
    /// The modules of its requests.
    var requests: [Int?] = []
    var dynamicImports: [ScriptModule.DynamicImport] = []
    /// Why it cannot run, and where the cause is.
    var failure: String?
    var failureRange: Range<Int>?
  }

  private(set) var modules: [Module] = []
  private(set) var scripts: [PageModuleScript] = []
  var map = ImportMap()
  var reports = Reports()
  /// The files that were read or looked for, in order.
  private(set) var files: [String] = []
  private var numbers: [String: Int] = [:]
  private var seen: Set<String> = []
  private var hasReportedComputed = false
  /// The texts of handlers so far.
  private var handlers: Set<String> = []
  private var next = 0

  /// Whether the page has no module scripts and no classic scripts that import.
  var isEmpty: Bool { modules.isEmpty }

  /// Notes the calls of `import()` in a classic script, and returns its text with a name of six characters in
  /// the place of each `import`, so that places stay; the text as it is where it has no such calls.
  mutating func addClassic(
    _ bytes: [UInt8], in source: Source, at offset: Int = 0, suffix: String? = ""
  ) -> [UInt8] {
    guard mayCallImport(bytes), modules.count < Self.limit,
      let calls = try? parseScript(bytes, isModule: false).importCalls, !calls.isEmpty
    else { return bytes }
    let digits = String(modules.count, radix: 36)
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    guard let name = ["$i", "$j", "$k"].map({ $0 + number }).first(where: { !bytes.contains(text: $0) })
    else { return bytes }
    var module = Module(path: source.path, suffix: suffix, source: source, base: offset)
    module.classic = (calls, name)
    modules.append(module)
    var text = bytes
    for call in calls { text.replaceSubrange(call.keyword, with: name.utf8) }
    return text
  }

  /// Notes the calls of `import()` in the text of an event handler.
  mutating func addHandler(_ text: String, in source: Source, at offset: Int) {
    guard text.utf8.count < 100_000, handlers.insert(text).inserted else { return }
    // The text is the body of a function (HTML Standard §8.1.8.1, *get the current value of the event
    // handler*).
    let head = "function $(event){"
    let rewritten = addClassic(
      Array((head + text + "\n}").utf8), in: source, at: offset - head.utf8.count, suffix: nil)
    guard let last = modules.indices.last, modules[last].classic != nil,
      rewritten.count > head.utf8.count + 2, rewritten != Array((head + text + "\n}").utf8)
    else { return }
    modules[last].handler = String(decoding: rewritten.dropFirst(head.utf8.count).dropLast(2), as: UTF8.self)
  }

  /// Adds the text of an element.
  mutating func addInline(
    _ bytes: [UInt8], in source: Source, at offset: Int, line: Int, column: Int, node: NodeID?
  ) {
    var module = Module(path: source.path, suffix: nil, source: source, base: offset)
    (module.line, module.column) = (line, column)
    modules.append(module)
    take(ModuleLibrary.read(bytes), in: modules.count - 1)
    scripts.append(PageModuleScript(module: modules.count - 1, node: node))
  }

  /// Adds a file that an element names.
  mutating func addFile(
    _ path: String, suffix: String, written: String, at range: Range<Int>, in source: Source, node: NodeID?,
    _ context: inout CompilerContext
  ) {
    let place = Place(written: written, range: range, source: source)
    if let number = load(path, suffix, isJSON: false, place, isOptional: false, &context) {
      scripts.append(PageModuleScript(module: number, node: node))
    }
  }

  /// Reads what is imported, until there is nothing more to read.
  mutating func follow(_ context: inout CompilerContext) {
    while next < modules.count {
      let number = next
      next += 1
      for call in modules[number].classic?.calls ?? [] { follow(call, from: number, &context) }
      guard let text = modules[number].text else { continue }
      for request in text.requests {
        modules[number].requests.append(
          resolve(request.specifier, request.type, from: number, isOptional: false, &context))
      }
      for call in text.importCalls { follow(call, from: number, &context) }
    }
  }

  private mutating func follow(_ call: ImportCall, from number: Int, _ context: inout CompilerContext) {
    guard let specifier = call.specifier else {
      guard !hasReportedComputed else { return }
      hasReportedComputed = true
      let module = modules[number]
      reports.add(
        .warning, "script.computed-import",
        "a computed import works only for modules that the page already has, "
          + "and for 'blob:' and 'data:' URLs",
        at: module.base + call.range.lowerBound..<module.base + call.range.upperBound, in: module.source,
        hint: "write import(\"./file.js\") for each file")
      return
    }
    guard !modules[number].dynamicImports.contains(where: { $0.specifier == specifier.value }) else { return }
    let found = resolve(specifier, call.type, from: number, isOptional: true, &context)
    modules[number].dynamicImports.append(
      ScriptModule.DynamicImport(specifier: specifier.value, module: found))
  }

  // MARK: Resolving

  /// Where a module is named.
  private struct Place {
    var written: String
    var range: Range<Int>
    var source: Source
  }

  private mutating func resolve(
    _ specifier: ModuleSpecifier, _ type: ModuleSpecifier?, from number: Int, isOptional: Bool,
    _ context: inout CompilerContext
  ) -> Int? {
    let importer = modules[number]
    func placed(_ range: Range<Int>) -> Range<Int> {
      importer.base + range.lowerBound..<importer.base + range.upperBound
    }
    let place = Place(written: specifier.value, range: placed(specifier.range), source: importer.source)
    // A dynamic import that finds nothing is rejected, which scripts may expect.
    let severity = isOptional ? Severity.warning : .error
    if let type, type.value != "json" {
      reports.add(
        severity, "script.module-type", "modules of the type '\(type.value)' are not supported",
        at: placed(type.range), in: importer.source,
        hint: type.value == "css" ? "link the style sheet in the page" : "the type \"json\" is known")
      return nil
    }
    let name = specifier.value
    switch map.resolve(name, in: importer.path) {
    case .file(let path, let suffix):
      if type == nil, let wrong = Self.wrongType(path) {
        reports.add(
          severity, "script.module-type", "'\(path)' is not a JavaScript file", at: place.range,
          in: importer.source, hint: wrong)
        return nil
      }
      return load(path, suffix, isJSON: type != nil, place, isOptional: isOptional, &context)
    case .remote:
      if let written = Source(dataURL: name) { return load(written, of: name, isJSON: type != nil) }
      reports.add(
        severity, "script.remote", "'\(name)' is on another host and is not loaded",
        at: place.range, in: importer.source, hint: "copy the file into the project")
    case .outside:
      reports.add(
        severity, "project.outside-project", "'\(name)' leads out of the project", at: place.range,
        in: importer.source, hint: "'/' is the project's own folder")
    case .blocked:
      reports.add(
        severity, "script.bare-import", "the import map blocks '\(name)'", at: place.range,
        in: importer.source)
    case .bare:
      reportBare(name, importer.path, place, severity, &context)
    }
    return nil
  }

  /// A hint for a file that an import without a type cannot read.
  private static func wrongType(_ path: String) -> String? {
    let name = path.lowercased()
    if name.hasSuffix(".json") { return "add: with { type: \"json\" }" }
    if name.hasSuffix(".css") { return "link the style sheet in the page" }
    if name.hasSuffix(".ts") || name.hasSuffix(".tsx") || name.hasSuffix(".jsx") {
      return "compile it to JavaScript first"
    }
    return nil
  }

  private mutating func reportBare(
    _ name: String, _ importer: String, _ place: Place, _ severity: Severity,
    _ context: inout CompilerContext
  ) {
    var hint = "write a path such as './\(name)', or map the name with <script type=\"importmap\">"
    if let known = nearest(to: name, in: map.names) {
      hint = "did you mean '\(known)'?"
    } else {
      for candidate in ["./\(name)", "./\(name).js"] {
        guard case .file(let path) = Reference.resolve(candidate, in: importer) else { continue }
        note(path)
        if case .present = context.files.load(path) {
          hint = "did you mean '\(candidate)'?"
          break
        }
      }
    }
    reports.add(
      severity, "script.bare-import", "'\(name)' is not a path, and no import map has it", at: place.range,
      in: place.source, hint: hint)
  }

  private mutating func note(_ path: String) { if seen.insert(path).inserted { files.append(path) } }

  /// The number of a file's module, which is read if it is new.
  private mutating func load(
    _ path: String, _ suffix: String, isJSON: Bool, _ place: Place, isOptional: Bool,
    _ context: inout CompilerContext
  ) -> Int? {
    let key = "\(isJSON)\u{0}\(path)\(suffix)"
    if let number = numbers[key] { return number }
    guard modules.count < Self.limit else {
      if seen.insert("\u{0}limit").inserted {
        reports.add(
          .error, "script.too-many-modules", "a page can have \(Self.limit) modules at most", at: place.range,
          in: place.source)
      }
      return nil
    }
    note(path)
    switch context.files.load(path) {
    case .failed(let failure):
      reportMissing(path, failure, place, isOptional, &context)
      return nil
    case .present(let source, let hash):
      modules.append(Module(path: path, suffix: suffix, source: source, isJSON: isJSON))
      let number = modules.count - 1
      numbers[key] = number
      if isJSON { checkJSON(number) } else { take(context.modules.module(source, hash), in: number) }
      return number
    }
  }

  /// The number of the module that a `data:` URL is.
  private mutating func load(_ source: Source, of url: String, isJSON: Bool) -> Int? {
    let key = "\(isJSON)\u{0}\(url)"
    if let number = numbers[key] { return number }
    guard modules.count < Self.limit else { return nil }
    modules.append(Module(path: source.path, suffix: nil, source: source, isJSON: isJSON))
    let number = modules.count - 1
    numbers[key] = number
    if isJSON { checkJSON(number) } else { take(ModuleLibrary.read(source.bytes), in: number) }
    return number
  }

  private mutating func checkJSON(_ number: Int) {
    let reading = readJSON(modules[number].source)
    reports.add(reading.diagnostics)
    if reading.value == nil { modules[number].failure = "'\(modules[number].path)' is not JSON" }
  }

  private mutating func take(_ result: Result<ModuleText, SyntaxFault>, in number: Int) {
    switch result {
    case .success(let text): modules[number].text = text
    case .failure(let fault):
      let module = modules[number]
      modules[number].failure = fault.message
      modules[number].failureRange =
        module.base + fault.range.lowerBound..<module.base + fault.range.upperBound
      reports.add(
        .error, "script.syntax", fault.message,
        at: module.base + fault.range.lowerBound..<module.base + fault.range.upperBound, in: module.source,
        hint: fault.hint)
    }
  }

  private mutating func reportMissing(
    _ path: String, _ failure: FileFailure, _ place: Place, _ isOptional: Bool,
    _ context: inout CompilerContext
  ) {
    var hint: String?
    if failure == .missing || failure == .isFolder {
      for ending in [".js", ".mjs", "/index.js"] {
        note(path + ending)
        guard case .present = context.files.load(path + ending) else { continue }
        hint = "did you mean '\(place.written)\(ending)'?"
        break
      }
    }
    if hint == nil, failure == .missing {
      // A name without an ending is compared with the names of scripts.
      let ending = ProjectPath.name(of: path).contains(".") ? "" : ".js"
      let near = context.files.suggestion(for: path + ending, written: place.written + ending)
      hint = near.map { "did you mean '\($0)'?" }
    }
    reports.add(
      isOptional ? .warning : .error, failure.diagnosticCode, "'\(path)': \(failure.message)",
      at: place.range, in: place.source, hint: hint)
  }

  mutating func fail(_ number: Int, _ reason: String, at range: Range<Int>) {
    guard modules[number].failure == nil else { return }
    modules[number].failure = reason
    modules[number].failureRange = range
  }
}
