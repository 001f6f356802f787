import HybridJSON
import HybridViewTree

extension NodeState {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.key("path")
      $0.array { for key in path { $0.value(key) } }
      if let text { $0.member("text", text) }
      if let isOn { $0.member("isOn", isOn) }
      if let selected { $0.member("selected", selected) }
      if let chosen {
        $0.key("chosen")
        $0.array { for index in chosen { $0.value(Double(index)) } }
      }
      if let x { $0.member("x", x) }
      if let y { $0.member("y", y) }
      if isFocused { $0.member("focused", true) }
      if let caret { $0.member("caret", caret) }
    }
  }

  /// Reads one; nil without a path. Members of another type are as good as absent.
  init?(_ json: JSONValue) {
    guard let path = json["path"]?.array else { return nil }
    let keys = path.compactMap(\.string)
    guard keys.count == path.count, keys.count <= 512 else { return nil }
    self.init(path: keys)
    text = json["text"]?.string.flatMap { $0.utf8.count <= ClientEvent.Limits.text ? $0 : nil }
    isOn = json["isOn"]?.bool
    selected = json["selected"]?.int
    chosen = json["chosen"]?.array.map { $0.prefix(10_000).compactMap(\.int) }
    x = json["x"]?.number.flatMap(ClientEvent.place)
    y = json["y"]?.number.flatMap(ClientEvent.place)
    isFocused = json["focused"]?.bool ?? false
    caret = json["caret"]?.int.flatMap { $0 >= 0 ? $0 : nil }
  }
}
