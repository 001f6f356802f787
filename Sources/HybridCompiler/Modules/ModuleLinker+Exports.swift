import HybridJavaScript
import HybridSource
import HybridUnits

/// Which module an exported name comes from (ECMA-262 §16.2.1.7.2, *Source Text Module Records*).
private enum Resolution: Hashable {
  /// The binding of a module; an empty name is the module's namespace.
  case binding(Int, String)
  case missing
  case ambiguous
  /// A module on the way cannot be read: everything may be in it.
  case unknown
}

/// Finds the exports of a page's modules, through `export *` and `export … from`.
private struct ExportTable {
  let modules: [ModuleLinker.Module]
  private var own: [[String: ExportEntry]]
  private var known: [Int: [String: Resolution]] = [:]

  init(_ modules: [ModuleLinker.Module]) {
    self.modules = modules
    own = modules.map { module in
      Dictionary((module.text?.exports ?? []).map { ($0.name, $0) }) { first, _ in first }
    }
  }

  /// §16.2.1.7.2.2, *ResolveExport*.
  mutating func resolve(_ name: String, in number: Int) -> Resolution {
    var visited: Set<Visit> = []
    return resolve(name, in: number, &visited)
  }

  private struct Visit: Hashable {
    var module: Int
    var name: String
  }

  private mutating func resolve(_ name: String, in number: Int, _ visited: inout Set<Visit>) -> Resolution {
    if let found = known[number]?[name] { return found }
    // A circle that no module ends has no binding.
    guard visited.insert(Visit(module: number, name: name)).inserted else { return .missing }
    let found = lookUp(name, in: number, &visited)
    if found != .missing || visited.count == 1 { known[number, default: [:]][name] = found }
    return found
  }

  private mutating func lookUp(_ name: String, in number: Int, _ visited: inout Set<Visit>) -> Resolution {
    let module = modules[number]
    if module.failure != nil { return .unknown }
    guard let text = module.text else { return name == "default" ? .binding(number, name) : .missing }
    if let entry = own[number][name] {
      switch entry.value {
      case .defaultExpression: return .binding(number, "default")
      case .other(let declaration, let other):
        return follow(text.imports[declaration].request, other, module, &visited)
      case .local(let local):
        for (declaration, request) in text.imports {
          for binding in declaration.bindings where binding.local == local {
            return follow(request, binding.imported, module, &visited)
          }
        }
        return .binding(number, local)
      }
    }
    guard name != "default" else { return .missing }
    var result = Resolution.missing
    for star in text.stars {
      guard let target = module.requests[star] else { return .unknown }
      let found = resolve(name, in: target, &visited)
      switch (result, found) {
      case (_, .missing): continue
      case (_, .unknown), (_, .ambiguous): return found
      case (.missing, _): result = found
      default: if result != found { return .ambiguous }
      }
    }
    return result
  }

  private mutating func follow(
    _ request: Int, _ name: String?, _ module: ModuleLinker.Module, _ visited: inout Set<Visit>
  ) -> Resolution {
    guard let target = module.requests[request] else { return .unknown }
    guard let name else { return .binding(target, "") }
    return resolve(name, in: target, &visited)
  }

  /// The entry of a module's own export.
  func entry(_ name: String, in number: Int) -> ExportEntry? { own[number][name] }

  /// §16.2.1.7.2.1, *GetExportedNames*: all names, in no order.
  func names(of number: Int) -> Set<String> {
    var names: Set<String> = []
    var visited: Set<Int> = [number]
    var waiting = [number]
    while let current = waiting.popLast() {
      for name in own[current].keys where current == number || name != "default" { names.insert(name) }
      let module = modules[current]
      guard let text = module.text else { continue }
      for star in text.stars {
        if let target = module.requests[star], visited.insert(target).inserted { waiting.append(target) }
      }
    }
    return names
  }
}

extension ModuleLinker {
  /// The page's modules with their exports; what is imported and not exported is reported.
  mutating func linked() -> PageModules {
    var table = ExportTable(modules)
    for number in modules.indices { checkImports(of: number, &table) }
    let linked = modules.indices.map { link($0, &table) }
    return PageModules(modules: linked, scripts: scripts)
  }

  private mutating func checkImports(of number: Int, _ table: inout ExportTable) {
    let module = modules[number]
    guard let text = module.text else { return }
    for (declaration, request) in text.imports {
      guard let target = module.requests[request] else {
        let specifier = text.requests[request].specifier
        fail(
          number, "the module \"\(specifier.value)\" could not be loaded",
          at: module.base + specifier.range.lowerBound..<module.base + specifier.range.upperBound)
        continue
      }
      for binding in declaration.bindings {
        guard let name = binding.imported else { continue }
        let range = module.base + binding.range.lowerBound..<module.base + binding.range.upperBound
        let path = modules[target].path
        switch table.resolve(name, in: target) {
        case .binding, .unknown: continue
        case .ambiguous:
          fail(number, "'\(path)' has '\(name)' from two modules by 'export *'", at: range)
          reports.add(
            .error, "script.missing-export", "'\(path)' has '\(name)' from two modules by 'export *'",
            at: range, in: module.source, hint: "import it from the file that declares it")
        case .missing:
          fail(number, "'\(path)' does not export '\(name)'", at: range)
          reports.add(
            .error, "script.missing-export", "'\(path)' does not export '\(name)'", at: range,
            in: module.source, hint: missingHint(name, target, table))
        }
      }
    }
  }

  private func missingHint(_ name: String, _ target: Int, _ table: ExportTable) -> String? {
    let names = table.names(of: target)
    if let near = nearest(to: name, in: names.sorted()) { return "did you mean '\(near)'?" }
    if name == "default", !names.isEmpty {
      return "import names in braces: import { \(names.sorted()[0]) }"
    }
    if names == ["default"] { return "it has a default export: import \(name) from …" }
    return names.isEmpty ? "it exports nothing" : nil
  }

  private func link(_ number: Int, _ table: inout ExportTable) -> ScriptModule {
    let module = modules[number]
    var linked = ScriptModule(
      path: module.path, suffix: module.suffix, text: "", line: module.line, column: module.column,
      requests: module.requests, dynamicImports: module.dynamicImports)
    if let classic = module.classic {
      linked.kind = .importer
      linked.names = [classic.name, "import"]
      linked.text = module.handler
      return linked
    }
    if module.isJSON, module.failure == nil {
      linked.kind = .json
      let bytes = module.source.bytes
      linked.text = String(
        decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
      return linked
    }
    guard let text = module.text, module.failure == nil else {
      // An error that was reported when the page was compiled; it ends the module as in a browser.
      let words = ModuleText.literal(module.failure ?? "the module could not be loaded")
      linked.text = "\(ScriptModule.brokenStart)\(words))})"
      linked.requests = []
      if let range = module.failureRange {
        let place = module.source.location(of: range.lowerBound)
        (linked.line, linked.column) = (place.line, place.column)
        // All of it stands for the place of the cause.
        let mark = ColumnMap.Mark(line: 1, column: 1, origin: 1, isInserted: true)
        linked.columns = ColumnMap([mark]).placed(line: place.line, column: place.column)
      }
      return linked
    }
    var exports: [(name: String, expression: String)] = []
    for name in table.names(of: number).sorted(by: { $0.utf16.lexicographicallyPrecedes($1.utf16) }) {
      guard case .binding = table.resolve(name, in: number) else { continue }
      if let entry = table.entry(name, in: number) {
        exports.append((name, text.expression(for: entry.value)))
      } else if let star = text.stars.first(where: { star in
        guard let target = module.requests[star] else { return false }
        if case .binding = table.resolve(name, in: target) { return true }
        return false
      }) {
        exports.append((name, text.member(of: star, name)))
      }
    }
    let function = text.function(exports: exports)
    linked.text = function.text
    linked.columns = function.columns.placed(line: module.line, column: module.column)
    linked.isAsync = text.isAsync
    linked.names = text.names.flatMap { [$0.generated, $0.written] }
    return linked
  }
}
