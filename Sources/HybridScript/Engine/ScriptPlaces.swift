import HybridJavaScript
import HybridSource

/// How places and names in messages about one file lead back to what its author wrote.
struct ScriptPlaces {
  private(set) var columns = ColumnMap()
  /// Generated expressions with the author's names, the longest first.
  private(set) var names: [(generated: String, written: String)] = []
  /// Where the functions of the file's modules begin with what the author did not write.
  private var heads: [(line: Int, columns: Range<Int>)] = []

  /// Adds a module of the file.
  mutating func add(_ module: ScriptModule) {
    columns.merge(module.columns)
    if let first = module.columns.marks.first, first.isInserted, module.columns.marks.count > 1 {
      let next = module.columns.marks[1]
      if next.line == first.line { heads.append((first.line, first.column..<max(next.column, first.column))) }
    }
    for index in stride(from: 0, to: module.names.count - 1, by: 2) {
      names.append((module.names[index], module.names[index + 1]))
    }
    names.sort { $0.generated.utf8.count > $1.generated.utf8.count }
  }

  /// Whether a frame is in no text of the author, such as the getter of an export.
  func isOwn(_ frame: ScriptFault.Frame) -> Bool {
    heads.contains { $0.line == frame.line && $0.columns.contains(frame.column) }
  }

  /// The message with the author's names.
  func restored(_ message: String) -> String {
    guard message.contains("$h") else { return message }
    var message = message
    // The first generated name is `$h0` or like it; `$hm` is what a module is given.
    message = message.replacing("$hm.arguments", with: "arguments").replacing("$hm.meta", with: "import.meta")
    for (generated, written) in names {
      message = message.replacing("(0,\(generated))", with: written).replacing(generated, with: written)
    }
    return message
  }
}

/// How the places of all files lead back to what their authors wrote.
struct ScriptPlaceTable {
  private var files: [String: ScriptPlaces] = [:]

  /// Adds a module of a file, if it differs from what its author wrote.
  mutating func add(_ module: ScriptModule) {
    guard !module.columns.isEmpty || !module.names.isEmpty else { return }
    files[module.path, default: ScriptPlaces()].add(module)
  }

  /// A text of a page, such as the stack of an error, with the names and columns of the author's files.
  /// Frames of what the author did not write are left out.
  func restored(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) || text.contains("$h") else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isStack = lines.contains { line in
      line.contains("@hybrid:") || ScriptMachine.frames(line).first.map { files[$0.path] != nil } ?? false
    }
    if isStack {
      // Frames without an address belong to the engine.
      lines.removeAll {
        $0.hasSuffix("@") || $0.firstRange(of: "@hybrid:") != nil && ScriptMachine.frames($0).isEmpty
      }
      for index in lines.indices {
        guard let frame = ScriptMachine.frames(lines[index]).first, let known = files[frame.path] else {
          continue
        }
        let (written, place) = ("\(frame.line):\(frame.column)", lines[index].lastIndex(of: "@"))
        guard lines[index].hasSuffix(written), let place else { continue }
        let column = known.columns.origin(line: frame.line, column: frame.column)
        lines[index] = "\(lines[index][...place])\(frame.path):\(frame.line):\(column)"
      }
    }
    let joined = lines.joined(separator: "\n")
    guard joined.contains("$h") else { return joined }
    return files.values.reduce(joined) { $1.restored($0) }
  }

  /// The fault at the places of the author's text.
  func placed(_ fault: ScriptFault) -> ScriptFault {
    guard !files.isEmpty else { return fault }
    var fault = fault
    let isFirst = fault.stack.first.map { $0.path == fault.path && $0.line == fault.line } ?? false
    fault.stack.removeAll { files[$0.path]?.isOwn($0) ?? false }
    if isFirst, let frame = fault.stack.first {
      (fault.path, fault.line, fault.column) = (frame.path, frame.line, frame.column)
    }
    if let known = files[fault.path] {
      fault.column = known.columns.origin(line: fault.line, column: fault.column)
      fault.message = known.restored(fault.message)
    }
    for index in fault.stack.indices {
      guard let known = files[fault.stack[index].path] else { continue }
      fault.stack[index].column = known.columns.origin(
        line: fault.stack[index].line, column: fault.stack[index].column)
    }
    return fault
  }
}
