import HybridJSON
import HybridSource
import HybridViewTree

extension ClientMessage {
  /// The message as the UTF-8 of one JSON object.
  package var encoded: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    switch self {
    case .hello(let hello):
      json.member("type", "hello")
      json.member("client", hello.client)
      json.device(hello.device, data: hello.data)
      if let revision = hello.revision { json.member("revision", revision) }
      if let session = hello.session { json.member("session", session) }
      if let unit = hello.unit { json.member("unit", unit) }
      if let token = hello.token { json.member("token", token) }
      if let binary = hello.binary { json.member("binary", binary) }
      if hello.motion { json.member("motion", true) }
      if let page = hello.page { json.member("page", page) }
      hello.shows?.write(to: &json)
    case .ack(let revision, let painted):
      json.member("type", "ack")
      json.member("revision", revision)
      if let painted { json.member("painted", painted) }
    case .show(let show):
      json.member("type", "show")
      if let unit = show.unit { json.member("unit", unit) }
      json.device(show.device, data: show.data)
    case .event(let event):
      json.member("type", "event")
      event.write(to: &json)
    case .inspect(let request):
      json.member("type", "inspect")
      request.write(to: &json)
    case .edit(let request):
      json.member("type", "edit")
      request.write(to: &json)
    case .log(let level, let text):
      json.member("type", "log")
      json.member("level", level.rawValue)
      json.member("text", text)
    }
    json.endObject()
    return json.bytes
  }

  /// Reads a message; nil if it is not a JSON object or unknown to this version.
  package init?(_ bytes: [UInt8]) {
    guard let json = readJSON(Source(path: "message", bytes: bytes)).value else { return nil }
    let device = json["device"].flatMap(DeviceRequest.init)
    switch json["type"]?.string {
    case "hello":
      self = .hello(
        Hello(
          client: json["client"]?.string ?? "unnamed", device: device, data: json["data"]?.string,
          revision: json["revision"]?.int, session: json["session"]?.string, unit: json["unit"]?.string,
          token: json["token"]?.string,
          binary: json["binary"]?.bool, motion: json["motion"]?.bool ?? false, page: json["page"]?.string,
          shows: json["shows"].flatMap(Hello.ShownTree.init)))
    case "ack":
      guard let revision = json["revision"]?.int else { return nil }
      self = .ack(revision: revision, painted: json["painted"]?.number)
    case "show":
      self = .show(unit: json["unit"]?.string, device: device, data: json["data"]?.string)
    case "event":
      guard let event = ClientEvent(json) else { return nil }
      self = .event(event)
    case "inspect":
      guard let request = InspectRequest(json) else { return nil }
      self = .inspect(request)
    case "edit":
      guard let request = EditRequest(json) else { return nil }
      self = .edit(request)
    case "log":
      guard let text = json["text"]?.string else { return nil }
      self = .log(json["level"]?.string.flatMap(LogLevel.init) ?? .info, text: text)
    default: return nil
    }
  }
}

extension ClientMessage.Hello.ShownTree {
  func write(to json: inout JSONWriter) {
    json.key("shows")
    json.object {
      $0.member("unit", unit)
      $0.member("device", device)
      if let data { $0.member("data", data) }
      if let tree { $0.member("tree", tree.text) }
      guard !states.isEmpty else { return }
      $0.key("states")
      $0.array { for state in states { state.write(to: &$0) } }
    }
  }

  /// Reads it; nil without unit and device. Of too many states the first are read.
  init?(_ json: JSONValue) {
    guard let unit = json["unit"]?.string, let device = json["device"]?.string else { return nil }
    self.init(
      unit: unit, device: device, data: json["data"]?.string,
      tree: json["tree"]?.string.map { TreeHash(text: $0) },
      states: (json["states"]?.array ?? []).prefix(NodeState.Limits.count).compactMap { NodeState($0) })
  }
}

extension JSONWriter {
  /// The requested device and data set.
  fileprivate mutating func device(_ device: DeviceRequest?, data: String?) {
    if let device {
      key("device")
      device.write(to: &self)
    }
    if let data { member("data", data) }
  }
}
