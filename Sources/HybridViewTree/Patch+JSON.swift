import HybridGeometry
package import HybridJSON

extension Patch.Operation {
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    switch self {
    case .remove(let handle):
      json.member("op", "remove")
      json.member("n", handle)
    case .insert(let parent, let index, let nodes):
      json.member("op", "insert")
      json.member("parent", parent)
      json.member("index", index)
      json.key("node")
      ViewTree.write(nodes[...], to: &json, detail: .full)
    case .move(let handle, let index):
      json.member("op", "move")
      json.member("n", handle)
      json.member("index", index)
    case .set(let handle, let change):
      json.member("op", "set")
      json.member("n", handle)
      if let frame = change.frame {
        json.key("frame")
        frame.write(to: &json)
      }
      json.optional("text", change.text)
      json.optional("class", change.classes)
      json.optional("source", change.source)
      if let paint = change.paint {
        json.key("paint")
        paint.write(to: &json)
      }
      change.writeState(to: &json)
    }
    json.endObject()
  }

  package init?(_ json: JSONValue) {
    switch json["op"]?.string {
    case "remove":
      guard let handle = json["n"]?.int else { return nil }
      self = .remove(handle: handle)
    case "insert":
      guard let parent = json["parent"]?.int, let index = json["index"]?.int,
        let nodes = json["node"].flatMap(ViewTree.nodes)
      else { return nil }
      self = .insert(parent: parent, index: index, nodes: nodes)
    case "move":
      guard let handle = json["n"]?.int, let index = json["index"]?.int else { return nil }
      self = .move(handle: handle, index: index)
    case "set":
      guard let handle = json["n"]?.int else { return nil }
      var change = Patch.Change()
      change.frame = json["frame"].flatMap(Rect.init)
      change.text = json["text"].map { $0.string }
      change.classes = json["class"].map { $0.string }
      change.source = json["source"].map { $0.string }
      change.paint = json["paint"].flatMap(ViewPaint.init)
      change.readState(json)
      self = .set(handle: handle, change)
    default: return nil
    }
  }
}

extension JSONWriter {
  /// Absent if unchanged, `null` if the value was removed.
  fileprivate mutating func optional(_ name: String, _ value: String??) {
    guard let value else { return }
    key(name)
    if let value { self.value(value) } else { null() }
  }
}
