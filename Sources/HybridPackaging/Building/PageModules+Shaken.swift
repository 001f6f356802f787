import HybridCrypto
import HybridJavaScript
import HybridRelease
import HybridUnits

extension PageModules {
  /// The modules without unused code (``shaken(_:entries:)``), each of which is minified.
  func bundled(_ sodium: Sodium, _ maps: inout [SHA256Digest: [UInt8]]) -> PageModules {
    var result = self
    let bundle = modules.map { module in
      BundleModule(
        kind: module.kind == .script ? .script : module.kind == .json ? .json : .empty, text: module.text,
        requests: module.requests, later: module.dynamicImports.compactMap(\.module))
    }
    for (index, module) in shaken(bundle, entries: entries).enumerated() {
      result.modules[index].text = module.text
      result.modules[index].requests = module.requests
      if module.kind == .empty, modules[index].kind != .importer { result.modules[index].kind = .empty }
    }
    result = result.compacted
    for index in result.modules.indices where result.modules[index].kind == .script {
      let module = result.modules[index]
      guard
        let part = MinifiedTexts.shared.script(
          Array(module.text.utf8), path: module.path, line: module.line, column: module.column,
          columns: module.columns, sodium)
      else { continue }
      if let map = part.map { maps[map.digest] = map.bytes }
      result.modules[index].text = String(decoding: part.bytes, as: UTF8.self)
      // Places of the minified text lead back by the map.
      result.modules[index].columns = .init()
    }
    result.workers = workers.map {
      PageModuleWorker(address: $0.address, modules: $0.modules.bundled(sodium, &maps))
    }
    return result
  }

  /// The modules that run without being imported.
  private var entries: [Int] {
    scripts.map(\.module) + modules.indices.filter { modules[$0].kind == .importer }
  }

  /// The modules without those that nothing refers to.
  private var compacted: PageModules {
    var reached: [Int: Int] = [:]
    var order: [Int] = []
    var waiting = entries
    while let next = waiting.popLast() {
      guard reached[next] == nil else { continue }
      reached[next] = 0
      order.append(next)
      waiting += modules[next].requests.compactMap { $0 } + modules[next].dynamicImports.compactMap(\.module)
    }
    order.sort()
    for (index, module) in order.enumerated() { reached[module] = index }
    var result = PageModules()
    for index in order {
      var module = modules[index]
      module.requests = module.requests.map { $0.flatMap { reached[$0] } }
      module.dynamicImports = module.dynamicImports.map {
        ScriptModule.DynamicImport(specifier: $0.specifier, module: $0.module.flatMap { reached[$0] })
      }
      result.modules.append(module)
    }
    result.scripts = scripts.map { PageModuleScript(module: reached[$0.module] ?? 0, node: $0.node) }
    return result
  }
}
