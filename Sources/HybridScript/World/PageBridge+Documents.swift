import HybridJSON

extension PageBridge {
  /// Names, other documents, what CSS knows, chance: ``PageDocumentHost``.
  static let documents: [(String, Function)] = [
    (
      "namespace",
      { bridge, given in .number(Double(try bridge.page().namespace(of: given.node(0)).rawValue)) }
    ),
    (
      "makeElement",
      { bridge, given in
        guard let namespace = PageNamespace(rawValue: given.node(0)) else { return ScriptValue(node: nil) }
        return ScriptValue(node: try bridge.page().makeElement(given.text(1), in: namespace))
      }
    ),
    (
      "documentType",
      { bridge, given in
        guard let type = try bridge.page().documentType(of: given.node(0)) else { return .null }
        return ScriptValue(texts: [type.name, type.publicID, type.systemID])
      }
    ),
    (
      "makeDocumentType",
      { bridge, given in
        let type = PageDocumentType(name: given.text(0), publicID: given.text(1), systemID: given.text(2))
        return ScriptValue(node: try bridge.page().makeDocumentType(type))
      }
    ),
    (
      "readDocument",
      { bridge, given in
        let read = try bridge.page().readDocument(given.text(0), isXML: given.flag(1))
        var writer = JSONWriter()
        writer.array { writer in
          writer.value(read.node)
          writer.value(read.isInQuirksMode)
          writer.value(read.fault ?? "")
        }
        return .string(writer.text)
      }
    ),
    ("ids", { bridge, _ in ScriptValue(texts: try bridge.page().ids) }),
    (
      "startEffect",
      { bridge, given in
        try bridge.page().startEffect(
          given.node(0), on: given.node(1), JSONValue(script: given.text(2)))
        return .undefined
      }
    ),
    (
      "showEffect",
      { bridge, given in
        try bridge.page().showEffect(given.node(0), at: given.count > 1 ? given[1].number : nil)
        return .undefined
      }
    ),
    (
      "endEffect",
      { bridge, given in
        try bridge.page().endEffect(given.node(0))
        return .undefined
      }
    ),
    ("quirks", { bridge, _ in .bool(try bridge.page().isInQuirksMode) }),
    ("matchesMedia", { bridge, given in .bool(try bridge.page().matchesMedia(given.text(0))) }),
    (
      "supports",
      { bridge, given in .bool(try bridge.page().supports(given.text(0), value: given.optionalText(1))) }
    ),
    (
      "nodeAt",
      { bridge, given in ScriptValue(node: try bridge.page().node(atX: given.number(0), y: given.number(1))) }
    ),
    (
      "random",
      { bridge, given in
        let count = min(max(given.node(0), 0), 65_536)
        return ScriptValue(numbers: try bridge.page().randomBytes(count).map(Double.init))
      }
    ),
    (
      "part",
      { bridge, given in
        guard let part = Prelude.part(given.text(0)) else { return .null }
        bridge.notes.noteRead(given.text(0))
        return .string(part)
      }
    ),
  ]
}

extension ScriptValue {
  /// Texts as JSON.
  init(texts: [String]) {
    var writer = JSONWriter()
    writer.array { writer in for text in texts { writer.value(text) } }
    self = .string(writer.text)
  }
}
