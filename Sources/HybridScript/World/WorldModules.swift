import HybridJSON
import HybridJavaScript
import HybridSource

/// The modules of a world, which its prelude asks for (`Prelude/Lazy/Modules.js`).
final class WorldModules {
  private weak var context: ScriptContext?
  private var modules: [ScriptModule] = []
  /// The modules that ``read(_:at:isJSON:)`` read, by number, until ``add(_:)`` has what they import.
  private var waiting: [Int: (path: String, content: Content)] = [:]
  private var readCount = 0

  private enum Content {
    case script(ModuleText)
    case json(String)
  }

  init(_ context: ScriptContext) { self.context = context }

  /// Sets the modules of the page, before one of them runs.
  func set(_ modules: [ScriptModule]) {
    self.modules = modules
    context?.machine.setModules(modules)
  }

  /// A module by its number.
  func module(_ number: Int) -> ScriptModule? { modules.indices.contains(number) ? modules[number] : nil }

  /// Whether a fault was reported to the author when the modules were linked.
  func isKnown(_ fault: ScriptFault) -> Bool {
    modules.contains { $0.isBroken && $0.path == fault.path && $0.line == fault.line }
  }

  /// Adds the functions that the prelude calls.
  func install(on object: ScriptObject) {
    guard let context else { return }
    let table = context.function("modules") { [weak self] _ in .string(self?.table ?? "[]") }
    context.set("modules", of: object, to: .object(table))
    let code = context.function("moduleCode") { [weak self] arguments in
      guard let self, let number = arguments.first?.int, self.modules.indices.contains(number) else {
        throw ScriptThrow("TypeError", "there is no such module")
      }
      return try self.code(self.modules[number])
    }
    context.set("moduleCode", of: object, to: .object(code))
    let read = context.function("readModule") { [weak self] given in
      .string(try self?.read(given.text(0), at: given.text(1), isJSON: given.flag(2)) ?? "{}")
    }
    context.set("readModule", of: object, to: .object(read))
    let add = context.function("addModule") { [weak self] given in
      .string(try self?.add(JSONValue(script: given.text(0))) ?? "{}")
    }
    context.set("addModule", of: object, to: .object(add))
  }

  // MARK: Modules that scripts make

  /// Reads the text of a module that a script made, and returns what it imports and exports, as JSON.
  private func read(_ text: String, at url: String, isJSON: Bool) throws(ScriptThrow) -> String {
    let path = String(url.prefix(100))
    guard modules.count + waiting.count < Self.limit else {
      throw ScriptThrow("RangeError", "a page can have \(Self.limit) modules at most")
    }
    var writer = JSONWriter()
    readCount += 1
    let id = JSONValue.number(Double(readCount))
    if isJSON {
      waiting[readCount] = (path, .json(text))
      let none = ["requests", "types", "imports", "exports", "stars"].map { ($0, JSONValue.array([])) }
      writer.value(.object(JSONObject(none + [("id", id)])))
      return writer.text
    }
    let bytes = Array(text.utf8)
    let module: ModuleText
    do throws(SyntaxFault) { module = try ModuleText(bytes) } catch {
      let place = Source(path: path, bytes: bytes).location(of: error.range.lowerBound)
      throw ScriptThrow("SyntaxError", "\(error.message) (\(path):\(place.line):\(place.column))")
    }
    waiting[readCount] = (path, .script(module))
    let bindings = module.imports.flatMap { declaration, request in
      declaration.bindings.compactMap { binding in
        binding.imported.map { JSONValue.object(["request": .number(Double(request)), "name": .string($0)]) }
      }
    }
    writer.object { writer in
      writer.member("id", id)
      writer.member("requests", .array(module.requests.map { .string($0.specifier.value) }))
      writer.member("types", .array(module.requests.map { .string($0.type?.value ?? "") }))
      writer.member("imports", .array(bindings))
      writer.member("exports", .array(module.exports.map { .string($0.name) }))
      writer.member("stars", .array(module.stars.map { .number(Double($0)) }))
    }
    return writer.text
  }

  /// Adds a module that was read.
  /// - Parameter links: Its number as it was read, the modules of its requests, and the names that it has by
  ///   `export *`.
  /// - Returns: Its row of the table.
  private func add(_ links: JSONValue) throws(ScriptThrow) -> String {
    guard let id = links["id"]?.int, let (path, content) = waiting.removeValue(forKey: id) else {
      throw ScriptThrow("TypeError", "there is no such module")
    }
    var module = ScriptModule(kind: .json, path: path, suffix: nil, text: "")
    switch content {
    case .json(let text): module.text = text
    case .script(let text):
      var exports = text.exports.map { (name: $0.name, expression: text.expression(for: $0.value)) }
      for star in links["stars"]?.array ?? [] {
        guard let name = star["name"]?.string, let request = star["request"]?.int else { continue }
        exports.append((name, text.member(of: request, name)))
      }
      exports.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
      (module.text, module.columns) = text.function(exports: exports)
      module.kind = .script
      module.requests = (links["requests"]?.array ?? []).map(\.int)
      module.names = text.names.flatMap { [$0.generated, $0.written] }
      module.isAsync = text.isAsync
    }
    modules.append(module)
    context?.machine.add(module)
    var writer = JSONWriter()
    write(module, &writer)
    return writer.text
  }

  /// The maximum number of modules of a page with those that its scripts make.
  private static let limit = 10_000

  /// The function of a module, or the text of JSON.
  private func code(_ module: ScriptModule) throws(ScriptFault) -> ScriptValue {
    guard module.kind == .script else { return .string(module.text) }
    guard let context else { throw ScriptFault(.unavailable, "the page was closed") }
    return try context.evaluate(module.text, path: module.path, line: module.line, column: module.column)
  }

  /// The description of each module for the prelude, as JSON.
  private var table: String {
    var writer = JSONWriter()
    writer.array { writer in
      for module in modules { write(module, &writer) }
    }
    return writer.text
  }

  private func write(_ module: ScriptModule, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("path", .string(module.path))
      writer.member("suffix", module.suffix.map { .string($0) } ?? .null)
      writer.member("kind", .number(Double(module.kind.rawValue)))
      writer.member("isAsync", .bool(module.isAsync))
      writer.member("requests", .array(module.requests.map { $0.map { .number(Double($0)) } ?? .null }))
      let dynamic = module.dynamicImports.map {
        ($0.specifier, $0.module.map { JSONValue.number(Double($0)) } ?? .null)
      }
      writer.member("dynamic", .object(JSONObject(dynamic)))
    }
  }
}
