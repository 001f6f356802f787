internal import CJavaScriptCore

extension ScriptMachine {
  /// Frames that a fault keeps; an endless recursion has thousands.
  private static let frameLimit = 50

  /// The fault for a thrown value. Reading the value may run code of the author, so it happens within the
  /// limits, and whatever that code throws is ignored.
  func fault(for thrown: HybridJSValue) -> ScriptFault {
    var fault = ScriptFault(.exception, message(of: thrown))
    fault.thrown = remember(thrown)
    guard api.ValueGetType(context, thrown) == Int32(HybridJSObject) else { return fault }
    fault.stack = string("stack", of: thrown).map { Self.frames($0) } ?? []
    let path = string("sourceURL", of: thrown) ?? ""
    if isError(thrown, "SyntaxError"), !path.isEmpty, !path.hasPrefix("hybrid:"),
      fault.stack.first.map({ $0.path != path }) ?? true
    {
      // A script that cannot be parsed has no frame of its own.
      (fault.path, fault.line, fault.column) = (path, int("line", of: thrown), int("column", of: thrown))
    } else if let frame = fault.stack.first {
      (fault.path, fault.line, fault.column) = (frame.path, frame.line, frame.column)
    } else if !path.isEmpty, !path.hasPrefix("hybrid:") {
      (fault.path, fault.line, fault.column) = (path, int("line", of: thrown), int("column", of: thrown))
    }
    return places.placed(fault)
  }

  /// `TypeError: …` for an error; the text of a primitive; the JSON of any other object.
  private func message(of thrown: HybridJSValue) -> String {
    switch api.ValueGetType(context, thrown) {
    case Int32(HybridJSObject): break
    case Int32(HybridJSSymbol): return "a symbol was thrown"
    default: return Self.shortened(text(of: thrown))
    }
    let message = string("message", of: thrown)
    let name = string("name", of: thrown)
    switch (name, message) {
    case (let name?, let message?) where !name.isEmpty && !message.isEmpty:
      return Self.shortened("\(name): \(message)")
    case (let text?, nil), (let text?, ""), (nil, let text?), ("", let text?):
      if !text.isEmpty { return Self.shortened(text) }
    default: break
    }
    if let json = api.ValueCreateJSONString(context, thrown, 0, nil) { return Self.shortened(takeText(json)) }
    return "an object was thrown"
  }

  /// A property that is a string; nil for all else.
  private func string(_ name: String, of object: HybridJSValue) -> String? {
    guard let value = withString(name, { api.ObjectGetProperty(context, object, $0, nil) }),
      api.ValueGetType(context, value) == Int32(HybridJSText)
    else { return nil }
    return text(of: value)
  }

  /// A property that is a number from 1 on; 1 for all else.
  private func int(_ name: String, of object: HybridJSValue) -> Int {
    guard let value = withString(name, { api.ObjectGetProperty(context, object, $0, nil) }),
      api.ValueGetType(context, value) == Int32(HybridJSNumber)
    else { return 1 }
    return max(Int(exactly: api.ValueToNumber(context, value, nil)) ?? 1, 1)
  }

  /// A message of a length that a terminal can show.
  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 2000 ? text : String(text.prefix(500)) + "…"
  }

  /// The author's frames of a stack as JavaScriptCore writes it: `function@path:line:column`, a line each.
  static func frames(_ stack: String) -> [ScriptFault.Frame] {
    var frames: [ScriptFault.Frame] = []
    for line in stack.utf8.prefix(1 << 16).split(separator: UInt8(ascii: "\n"))
    where frames.count < frameLimit {
      guard let at = line.firstIndex(of: UInt8(ascii: "@")),
        let second = line.lastIndex(of: UInt8(ascii: ":")), second > at,
        let first = line[..<second].lastIndex(of: UInt8(ascii: ":")), first > at,
        let row = Int(Substring(line[line.index(after: first)..<second])),
        let column = Int(Substring(line[line.index(after: second)...]))
      else { continue }
      let path = String(Substring(line[line.index(after: at)..<first]))
      guard !path.isEmpty, !path.hasPrefix("hybrid:") else { continue }
      let name = String(Substring(line[..<at]))
      let isNameless = name == "global code" || name == "eval code" || name == "module code"
      frames.append(
        ScriptFault.Frame(
          function: isNameless ? "" : name, path: path, line: max(row, 1), column: max(column, 1)))
    }
    return frames
  }

  /// The author's frames of the calls under way: `#0 function() at path:line`, a line each, without a column.
  static func frames(backtrace: String) -> [ScriptFault.Frame] {
    var frames: [ScriptFault.Frame] = []
    for line in backtrace.split(separator: "\n") where frames.count < frameLimit {
      guard let space = line.firstIndex(of: " "), let at = line.firstRange(of: " at "),
        let colon = line.lastIndex(of: ":"), colon >= at.upperBound, space < at.lowerBound,
        let row = Int(line[line.index(after: colon)...])
      else { continue }
      let path = String(line[at.upperBound..<colon])
      guard !path.isEmpty, !path.hasPrefix("hybrid:") else { continue }
      var name = String(line[line.index(after: space)..<at.lowerBound])
      if name.hasSuffix("()") { name.removeLast(2) }
      if name == "global code" || name == "eval code" { name = "" }
      frames.append(ScriptFault.Frame(function: name, path: path, line: max(row, 1), column: 1))
    }
    return frames
  }
}
