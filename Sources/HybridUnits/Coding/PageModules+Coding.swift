import HybridDOM
import HybridJavaScript
import HybridSource

/// The modules of a page are behind all else, in units of version 4; a page without any is of version 3.
extension ByteWriter {
  mutating func modules(_ modules: PageModules) {
    count(modules.modules.count)
    for module in modules.modules {
      byte(module.kind.rawValue)
      text(module.path)
      optionalText(module.suffix)
      count(max(module.line, 0))
      count(max(module.column, 0))
      blob(module.text.utf8)
      columns(module.columns)
      count(module.names.count)
      for name in module.names { text(name) }
      count(module.requests.count)
      for request in module.requests { count((request ?? -1) + 1) }
      count(module.dynamicImports.count)
      for dynamic in module.dynamicImports {
        text(dynamic.specifier)
        count((dynamic.module ?? -1) + 1)
      }
      byte(module.isAsync ? 1 : 0)
    }
    count(modules.scripts.count)
    for script in modules.scripts {
      count(script.module)
      count(script.node.map { $0.index + 1 } ?? 0)
    }
  }

  mutating func workers(_ workers: [PageModuleWorker]) {
    count(workers.count)
    for worker in workers {
      text(worker.address)
      modules(worker.modules)
    }
  }

  private mutating func columns(_ columns: ColumnMap) {
    count(columns.marks.count)
    var line = 0
    for mark in columns.marks {
      count(max(mark.line - line, 0))
      line = max(mark.line, line)
      count(max(mark.column, 0))
      count(max(mark.origin, 0))
      byte(mark.isInserted ? 1 : 0)
    }
  }
}

extension ByteReader {
  mutating func modules(in document: Document) throws(UnitCodingError) -> PageModules {
    var modules: [ScriptModule] = []
    for _ in 0..<(try count(of: 10)) {
      guard let kind = ScriptModule.Kind(rawValue: try byte()) else { throw error(.malformed("module")) }
      let path = try text()
      let suffix = try optionalText()
      let line = try count()
      let column = try count()
      guard let code = String(validating: try blob(), as: UTF8.self) else {
        throw error(.malformed("module"))
      }
      var module = ScriptModule(
        kind: kind, path: path, suffix: suffix, text: code, line: line, column: column)
      module.columns = try columns()
      for _ in 0..<(try count(of: 1)) { module.names.append(try text()) }
      for _ in 0..<(try count(of: 1)) { module.requests.append(try index()) }
      for _ in 0..<(try count(of: 2)) {
        module.dynamicImports.append(ScriptModule.DynamicImport(specifier: try text(), module: try index()))
      }
      module.isAsync = try flag()
      modules.append(module)
    }
    let valid = modules.indices
    for module in modules {
      let numbers = module.requests.compactMap { $0 } + module.dynamicImports.compactMap(\.module)
      guard numbers.allSatisfy(valid.contains), module.names.count % 2 == 0 else {
        throw error(.malformed("module number"))
      }
    }
    var scripts: [PageModuleScript] = []
    for _ in 0..<(try count(of: 2)) {
      let module = try count()
      let node = try index()
      guard valid.contains(module), node ?? 0 < document.nodes.count else {
        throw error(.malformed("module script"))
      }
      scripts.append(PageModuleScript(module: module, node: node.map { NodeID($0) }))
    }
    return PageModules(modules: modules, scripts: scripts)
  }

  mutating func workers(in document: Document) throws(UnitCodingError) -> [PageModuleWorker] {
    var workers: [PageModuleWorker] = []
    for _ in 0..<(try count(of: 3)) {
      workers.append(PageModuleWorker(address: try text(), modules: try modules(in: document)))
    }
    return workers
  }

  /// A number that may be left out.
  private mutating func index() throws(UnitCodingError) -> Int? {
    let number = try count()
    return number == 0 ? nil : number - 1
  }

  private mutating func columns() throws(UnitCodingError) -> ColumnMap {
    var marks: [ColumnMap.Mark] = []
    var line = 0
    for _ in 0..<(try count(of: 4)) {
      line = min(line + (try count()), Int(Int32.max))
      marks.append(
        ColumnMap.Mark(line: line, column: try count(), origin: try count(), isInserted: try flag()))
    }
    return ColumnMap(marks)
  }
}
