import HybridJSON
import HybridSource

extension ClientMessage {
  /// The message as the UTF-8 of one JSON object.
  package var encoded: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    switch self {
    case .hello(let hello):
      json.member("type", "hello")
      json.member("client", hello.client)
      if let device = hello.device { device.write(to: &json) }
      if let revision = hello.revision { json.member("revision", revision) }
      if let session = hello.session { json.member("session", session) }
      if let unit = hello.unit { json.member("unit", unit) }
      if let token = hello.token { json.member("token", token) }
      if let binary = hello.binary { json.member("binary", binary) }
      if let page = hello.page { json.member("page", page) }
      hello.shows?.write(to: &json)
    case .ack(let revision, let painted):
      json.member("type", "ack")
      json.member("revision", revision)
      if let painted { json.member("painted", painted) }
    case .show(let unit, let device):
      json.member("type", "show")
      if let unit { json.member("unit", unit) }
      if let device { device.write(to: &json) }
    case .event(let event):
      json.member("type", "event")
      event.write(to: &json)
    case .log(let level, let text):
      json.member("type", "log")
      json.member("level", level.rawValue)
      json.member("text", text)
    }
    json.endObject()
    return json.bytes
  }

  /// Reads a message; nil for one that is no JSON object or that this version does not know.
  package init?(_ bytes: [UInt8]) {
    guard let json = readJSON(Source(path: "message", bytes: bytes)).value else { return nil }
    let device = json["device"].flatMap(DeviceRequest.init)
    switch json["type"]?.string {
    case "hello":
      self = .hello(
        Hello(
          client: json["client"]?.string ?? "unnamed", device: device, revision: json["revision"]?.int,
          session: json["session"]?.string, unit: json["unit"]?.string, token: json["token"]?.string,
          binary: json["binary"]?.bool, page: json["page"]?.string,
          shows: json["shows"].flatMap(Hello.Shows.init)))
    case "ack":
      guard let revision = json["revision"]?.int else { return nil }
      self = .ack(revision: revision, painted: json["painted"]?.number)
    case "show":
      self = .show(unit: json["unit"]?.string, device: device)
    case "event":
      guard let event = ClientEvent(json) else { return nil }
      self = .event(event)
    case "log":
      guard let text = json["text"]?.string else { return nil }
      self = .log(json["level"]?.string.flatMap(LogLevel.init) ?? .info, text: text)
    default: return nil
    }
  }
}

extension ClientMessage.Hello.Shows {
  func write(to json: inout JSONWriter) {
    json.key("shows")
    json.object {
      $0.member("unit", unit)
      $0.member("device", device)
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
      unit: unit, device: device, tree: json["tree"]?.string.map { TreeHash(text: $0) },
      states: (json["states"]?.array ?? []).prefix(NodeState.Limits.count).compactMap { NodeState($0) })
  }
}

extension DeviceRequest {
  func write(to json: inout JSONWriter) {
    json.key("device")
    switch self {
    case .named(let name): json.value(name)
    case .size(let size):
      json.object {
        $0.member("width", size.width)
        $0.member("height", size.height)
      }
    }
  }

  init?(_ json: JSONValue) {
    if let name = json.string {
      self = .named(name)
    } else if let width = json["width"]?.number, let height = json["height"]?.number,
      (1...20_000).contains(width), (1...20_000).contains(height)
    {
      self = .size(ViewSize(width: width, height: height))
    } else {
      return nil
    }
  }
}
