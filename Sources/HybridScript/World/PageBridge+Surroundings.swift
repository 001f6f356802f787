import HybridEncoding
import HybridJSON

extension PageBridge {
  /// The page, the clock, the network, storage and the log.
  static let surroundings: [(String, Function)] = [
    ("title", { bridge, _ in .string(try bridge.page().title) }),
    (
      "setTitle",
      { bridge, given in
        try bridge.page().title = given.text(0)
        return .undefined
      }
    ),
    ("address", { bridge, _ in .string(try bridge.page().address) }),
    (
      "setPageData",
      { bridge, given in
        try bridge.page().setData(JSONValue(script: given.text(0)), ofComponent: given.text(1))
        return .undefined
      }
    ),
    ("now", { bridge, _ in .number(try bridge.page().now) }),
    ("wallClock", { bridge, _ in .number(try bridge.page().wallClock) }),
    (
      "setTimer",
      { bridge, given in
        try bridge.page().setTimer(
          given.node(0), after: max(0, given.number(1)), repeats: given.flag(2), nesting: given.node(3))
        return .undefined
      }
    ),
    (
      "clearTimer",
      { bridge, given in
        try bridge.page().clearTimer(given.node(0))
        return .undefined
      }
    ),
    (
      "send",
      { bridge, given in
        try bridge.page().send(PageRequest(script: JSONValue(script: given.text(1))), id: given.node(0))
        return .undefined
      }
    ),
    (
      "cancelRequest",
      { bridge, given in
        try bridge.page().cancelRequest(given.node(0))
        return .undefined
      }
    ),
    (
      "stored",
      { bridge, given in
        guard let area = PageStorageArea(rawValue: given.node(1)) else { return .null }
        return ScriptValue(text: try bridge.page().stored(given.text(0), in: area))
      }
    ),
    (
      "store",
      { bridge, given in
        guard let area = PageStorageArea(rawValue: given.node(2)) else { return .undefined }
        try bridge.page().store(given.optionalText(0), for: given.text(1), in: area)
        return .undefined
      }
    ),
    (
      "storedKeys",
      { bridge, given in
        guard let area = PageStorageArea(rawValue: given.node(0)) else { return .string("[]") }
        var writer = JSONWriter()
        writer.value(.array(try bridge.page().storedKeys(in: area).map { .string($0) }))
        return .string(writer.text)
      }
    ),
    (
      "console",
      { bridge, given in
        let text = bridge.restored(given.text(1))
        try bridge.page().record(.console(level: given.text(0), text: text))
        return .undefined
      }
    ),
    (
      "call",
      { bridge, given in
        let arguments = JSONValue(script: given.text(2)).array ?? []
        try bridge.page().record(.call(module: given.text(0), method: given.text(1), arguments: arguments))
        return .undefined
      }
    ),
    (
      "quiet",
      { bridge, given in
        bridge.notes.setQuiet(given.flag(0))
        return .undefined
      }
    ),
    (
      "report",
      { bridge, given in
        var fault = ScriptFault(thrown: given.first ?? .undefined, words: given.text(1))
        if fault.path.isEmpty, let module = bridge.module(given.optionalNode(2) ?? -1) {
          (fault.path, fault.line, fault.column) = (module.path, module.line, module.column)
        }
        return bridge.exceptions.report(fault)
      }
    ),
    (
      "reported",
      { bridge, given in
        guard let fault = bridge.exceptions.take() else { return .undefined }
        if !given.flag(0) { try bridge.page().record(.error(fault)) }
        return .undefined
      }
    ),
  ]
}

extension PageRequest {
  /// A request as the prelude writes it.
  init(script: JSONValue) {
    self.init(
      method: script["method"]?.string ?? "GET", url: script["url"]?.string ?? "",
      headers: (script["headers"]?.array ?? []).compactMap { pair in
        guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
        return (name, value)
      }, body: script["body"]?.string, timeout: script["timeout"]?.number)
    bytes = script["bytes"]?.string.flatMap { [UInt8](forgivingBase64: $0.utf8) }
    outlivesPage = script["outlivesPage"]?.bool ?? false
  }
}

extension PageResponse {
  /// An answer as the prelude reads it.
  var script: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("status", status)
      writer.member("statusText", statusText)
      writer.member("url", url)
      writer.key("headers")
      writer.array { writer in
        for header in headers {
          writer.array { writer in
            writer.value(header.name)
            writer.value(header.value)
          }
        }
      }
      if let bytes { writer.member("bytes", bytes.base64) } else { writer.member("body", body) }
      if let failure { writer.member("failure", failure) }
    }
    return writer.text
  }
}

extension ScriptFault {
  /// An exception that the prelude caught, so that the other listeners go on.
  init(thrown: ScriptValue, words: String) {
    if let object = thrown.object {
      self = object.machine.fault(for: object.reference)
    } else {
      self.init(.exception, words)
    }
  }

  /// The message of the event `error`.
  var uncaughtMessage: String { "Uncaught " + (kind == .syntax ? "SyntaxError: " : "") + message }

  /// Message, path, line and column as JSON, for the event `error`.
  func announcement(_ message: String) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      writer.value(message)
      writer.value(path)
      writer.value(line)
      writer.value(column)
    }
    return writer.text
  }
}
