import HybridSource

/// How places and names in messages about one file lead back to what its author wrote.
struct ScriptPlaces {
  private(set) var columns = ColumnMap()
  /// Generated expressions with the author's names, the longest first.
  private(set) var names: [(generated: String, written: String)] = []

  /// Adds a module of the file.
  mutating func add(_ module: ScriptModule) {
    columns.merge(module.columns)
    for index in stride(from: 0, to: module.names.count - 1, by: 2) {
      names.append((module.names[index], module.names[index + 1]))
    }
    names.sort { $0.generated.utf8.count > $1.generated.utf8.count }
  }

  /// The message with the author's names.
  func restored(_ message: String) -> String {
    guard message.contains("$h") else { return message }
    var message = message
    for (generated, written) in names {
      message = message.replacing("(0,\(generated))", with: written).replacing(generated, with: written)
    }
    return message
  }
}

extension ScriptMachine {
  /// The fault at the places of the author's text.
  func placed(_ fault: ScriptFault) -> ScriptFault {
    guard !places.isEmpty else { return fault }
    var fault = fault
    if let known = places[fault.path] {
      fault.column = known.columns.origin(line: fault.line, column: fault.column)
      fault.message = known.restored(fault.message)
    }
    for index in fault.stack.indices {
      guard let known = places[fault.stack[index].path] else { continue }
      fault.stack[index].column = known.columns.origin(
        line: fault.stack[index].line, column: fault.stack[index].column)
    }
    return fault
  }
}
