import HybridJSON
import HybridSource

/// The modules of a world, which its prelude asks for (`Prelude/Lazy/Modules.js`).
final class WorldModules {
  private weak var context: ScriptContext?
  private var modules: [ScriptModule] = []

  init(_ context: ScriptContext) { self.context = context }

  /// Sets the modules of the page, before one of them runs.
  func set(_ modules: [ScriptModule]) {
    self.modules = modules
    var places: [String: ScriptPlaces] = [:]
    for module in modules where !module.columns.isEmpty || !module.names.isEmpty {
      places[module.path, default: ScriptPlaces()].add(module)
    }
    context?.machine.places = places
  }

  /// A module by its number.
  func module(_ number: Int) -> ScriptModule? { modules.indices.contains(number) ? modules[number] : nil }

  /// Whether a fault is one of which the author was told when the modules were linked.
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
  }

  /// The function of a module, or the text of JSON.
  private func code(_ module: ScriptModule) throws(ScriptFault) -> ScriptValue {
    guard module.kind == .script else { return .string(module.text) }
    guard let context else { throw ScriptFault(.unavailable, "the page was closed") }
    return try context.evaluate(module.text, path: module.path, line: module.line, column: module.column)
  }

  /// What the prelude has to know of each module, as JSON.
  private var table: String {
    var writer = JSONWriter()
    writer.array { writer in
      for module in modules {
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
    return writer.text
  }
}
