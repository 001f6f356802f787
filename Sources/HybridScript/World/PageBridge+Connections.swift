import HybridEncoding
import HybridJSON

extension PageBridge {
  /// Connections, files of the project, databases, workers.
  static let connections: [(String, Function)] = [
    (
      "connect",
      { bridge, given in
        try bridge.page().connect(PageConnection(given), id: given.node(0))
        return .undefined
      }
    ),
    (
      "transmit",
      { bridge, given in
        guard let message = PageMessage(given) else { return .undefined }
        try bridge.page().transmit(message, on: given.node(0))
        return .undefined
      }
    ),
    (
      "disconnect",
      { bridge, given in
        try bridge.page().disconnect(given.node(0), code: given.optionalNode(1), reason: given.text(2))
        return .undefined
      }
    ),
    ("buffered", { bridge, given in .number(Double(try bridge.page().bufferedBytes(of: given.node(0)))) }),
    (
      "database",
      { bridge, given in
        ScriptValue(
          text: try bridge.page().database(given.text(0), given.dropFirst().map { $0.string ?? "" }, owner: 0)
        )
      }
    ),
    (
      "startWorker",
      { bridge, given in
        let text = given.optionalText(4)
        let script: PageWorker.Script =
          if given.flag(3) { .module(text) } else { text.map { .text($0) } ?? .file }
        try bridge.workers.start(
          given.node(0), at: given.text(1), name: given.text(2), script, on: bridge.page())
        return .undefined
      }
    ),
    (
      "broadcast",
      { bridge, given in
        try bridge.workers.broadcast(given.text(1), ofChannel: given.text(0), from: 0, on: bridge.page())
        return .undefined
      }
    ),
    (
      "postToWorker",
      { bridge, given in
        try bridge.workers.post(given.text(1), to: given.node(0), on: bridge.page())
        return .undefined
      }
    ),
    (
      "endWorker",
      { bridge, given in
        bridge.workers.end(given.node(0), on: bridge.host)
        return .undefined
      }
    ),
  ]
}

extension PageConnection {
  /// The arguments of `connect`: number, kind, URL, sub-protocols as JSON, the identifier of the last event.
  init(_ given: [ScriptValue]) {
    self.init(
      given.text(1) == "socket" ? .webSocket : .eventStream, url: given.text(2),
      protocols: (JSONValue(script: given.text(3)).array ?? []).compactMap(\.string),
      lastEventID: given.text(4))
  }
}

extension PageMessage {
  /// The arguments of `transmit`: number, text, whether the text is bytes in Base64.
  init?(_ given: [ScriptValue]) {
    guard given.flag(2) else {
      self = .text(given.text(1))
      return
    }
    guard let bytes = [UInt8](forgivingBase64: given.text(1).utf8) else { return nil }
    self = .binary(bytes)
  }
}

extension PageConnectionEvent {
  /// The arguments of the prelude's `connection` after the number: a word, and one or two texts.
  var script: [ScriptValue] {
    switch self {
    case .opened(let detail): ["open", .string(detail)]
    case .received(.text(let text)): ["text", .string(text)]
    case .received(.binary(let bytes)): ["binary", .string(bytes.base64)]
    case .closed(let code, let reason): ["close", .string(String(code)), .string(reason)]
    case .failed(let message, let isTemporary):
      ["fail", .string(message), .string(isTemporary ? "again" : "")]
    }
  }
}
