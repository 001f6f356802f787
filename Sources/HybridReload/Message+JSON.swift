import HybridGeometry
import HybridJSON
import HybridSource
import HybridViewTree

extension ServerMessage {
  /// The message as the UTF-8 of one JSON object. Made once for all clients.
  package var encoded: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    switch self {
    case .welcome(let welcome):
      json.member("type", "welcome")
      json.member("protocol", "hybrid.1")
      json.member("session", welcome.session)
      json.member("revision", welcome.revision)
      json.member("version", welcome.version)
      json.member("title", welcome.title)
      json.key("units")
      json.array { for unit in welcome.units { $0.value(unit) } }
      if let unit = welcome.unit { json.member("unit", unit) }
      json.key("devices")
      json.array { for device in welcome.devices { device.writeMembers(to: &$0) } }
    case .update(let update):
      json.member("type", "update")
      json.member("revision", update.revision)
      json.member("from", update.from)
      if let shown = update.shown { json.member("shown", shown) }
      json.key("changes")
      json.array { for change in update.changes { change.write(to: &$0) } }
    case .failed(let revision, let diagnostics):
      json.member("type", "failed")
      json.member("revision", revision)
      json.key("diagnostics")
      json.array { for diagnostic in diagnostics { diagnostic.write(to: &$0) } }
    case .fixed(let revision):
      json.member("type", "fixed")
      json.member("revision", revision)
    case .snapshot(let snapshot):
      json.member("type", "snapshot")
      json.member("revision", snapshot.revision)
      json.member("unit", snapshot.unit)
      json.member("device", snapshot.device)
      if let data = snapshot.data { json.member("data", data) }
      if let page = snapshot.page { json.member("page", page) }
      if let navigation = snapshot.navigation {
        json.member("navigation", true)
        json.member("history", navigation.rawValue)
      }
      snapshot.tree.viewport.write(to: &json)
      json.key("tree")
      snapshot.tree.write(to: &json, detail: .full)
    case .same(let same):
      json.member("type", "same")
      json.member("revision", same.revision)
      json.member("unit", same.unit)
      json.member("device", same.device)
      if let data = same.data { json.member("data", data) }
      if let page = same.page { json.member("page", page) }
    case .page(let turn):
      json.member("type", "page")
      json.member("unit", turn.unit)
      json.member("device", turn.device)
      if let data = turn.data { json.member("data", data) }
      if let page = turn.page { json.member("page", page) }
      json.key("operations")
      json.array { for operation in turn.patch.operations { operation.write(to: &$0) } }
    case .faults(let unit, let diagnostics):
      json.member("type", "faults")
      json.member("unit", unit)
      json.key("diagnostics")
      json.array { for diagnostic in diagnostics { diagnostic.write(to: &$0) } }
    case .inspected(let inspected):
      json.member("type", "inspected")
      inspected.write(to: &json)
    case .edited(let edited):
      json.member("type", "edited")
      edited.write(to: &json)
    case .log(let level, let text):
      json.member("type", "log")
      json.member("level", level.rawValue)
      json.member("text", text)
    }
    json.endObject()
    return json.bytes
  }

  /// Reads a message; nil for one that this version does not know, which a client ignores.
  package init?(_ bytes: [UInt8]) {
    guard let json = readJSON(Source(path: "message", bytes: bytes)).value else { return nil }
    let revision = json["revision"]?.int
    switch (json["type"]?.string, revision) {
    case ("welcome", let revision?):
      guard let session = json["session"]?.string else { return nil }
      self = .welcome(
        Welcome(
          session: session, revision: revision, version: json["version"]?.string ?? "",
          title: json["title"]?.string ?? "", units: json["units"]?.array?.compactMap(\.string) ?? [],
          unit: json["unit"]?.string,
          devices: json["devices"]?.array?.compactMap { DeviceRequest($0) } ?? []))
    case ("update", let revision?):
      guard let from = json["from"]?.int, let changes = json["changes"]?.array else { return nil }
      self = .update(
        Update(
          revision: revision, from: from, shown: json["shown"]?.string,
          changes: changes.compactMap(UnitChange.init)))
    case ("failed", let revision?):
      self = .failed(
        revision: revision, diagnostics: json["diagnostics"]?.array?.compactMap(Diagnostic.init) ?? [])
    case ("fixed", let revision?):
      self = .fixed(revision: revision)
    case ("snapshot", let revision?):
      guard let unit = json["unit"]?.string, let viewport = Size(json),
        let tree = json["tree"].flatMap({ ViewTree($0, viewport: viewport) })
      else { return nil }
      var snapshot =
        Snapshot(
          revision: revision, unit: unit, device: json["device"]?.string ?? "",
          data: json["data"]?.string, tree: tree, page: json["page"]?.string)
      if json["navigation"]?.bool == true {
        snapshot.navigation = json["history"]?.string.flatMap(Snapshot.Navigation.init) ?? .push
      }
      self = .snapshot(snapshot)
    case ("same", let revision?):
      guard let unit = json["unit"]?.string, let device = json["device"]?.string else { return nil }
      self = .same(
        TreeConfirmation(
          revision: revision, unit: unit, device: device, data: json["data"]?.string,
          page: json["page"]?.string))
    case ("page", _):
      // A patch with a step that cannot be read is kept as one that does not apply: the client then asks for
      // a snapshot.
      guard let unit = json["unit"]?.string, let operations = json["operations"]?.array else { return nil }
      self = .page(
        PagePatch(
          unit: unit, device: json["device"]?.string ?? "", data: json["data"]?.string,
          patch: Patch(operations.map { Patch.Operation($0) ?? .remove(handle: 0) }),
          page: json["page"]?.string))
    case ("faults", _):
      guard let unit = json["unit"]?.string, let diagnostics = json["diagnostics"]?.array else { return nil }
      self = .faults(unit: unit, diagnostics.compactMap(Diagnostic.init))
    case ("inspected", _):
      guard let inspected = Inspected(json) else { return nil }
      self = .inspected(inspected)
    case ("edited", _):
      guard let edited = Edited(json) else { return nil }
      self = .edited(edited)
    case ("log", _):
      guard let text = json["text"]?.string else { return nil }
      self = .log(json["level"]?.string.flatMap(LogLevel.init) ?? .info, text: text)
    default: return nil
    }
  }
}

extension UnitChange {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("unit", unit)
    switch kind {
    case .patch(let device, let data, let patch):
      json.member("kind", "patch")
      json.member("device", device)
      if let data { json.member("data", data) }
      json.key("operations")
      json.array { for operation in patch.operations { operation.write(to: &$0) } }
    case .reload(let device, let data, let tree):
      json.member("kind", "reload")
      json.member("device", device)
      if let data { json.member("data", data) }
      tree.viewport.write(to: &json)
      json.key("tree")
      tree.write(to: &json, detail: .full)
    case .changed: json.member("kind", "changed")
    case .added: json.member("kind", "added")
    case .removed: json.member("kind", "removed")
    }
    if !hash.isEmpty { json.member("hash", hash) }
    json.member("reason", reason)
    json.endObject()
  }

  init?(_ json: JSONValue) {
    guard let unit = json["unit"]?.string else { return nil }
    let device = json["device"]?.string ?? ""
    let data = json["data"]?.string
    let kind: Kind
    switch json["kind"]?.string {
    case "patch":
      guard let operations = json["operations"]?.array else { return nil }
      let read = operations.compactMap(Patch.Operation.init)
      guard read.count == operations.count else { return nil }
      kind = .patch(device: device, data: data, Patch(read))
    case "reload":
      guard let viewport = Size(json),
        let tree = json["tree"].flatMap({ ViewTree($0, viewport: viewport) })
      else { return nil }
      kind = .reload(device: device, data: data, tree)
    case "changed": kind = .changed
    case "added": kind = .added
    case "removed": kind = .removed
    default: return nil
    }
    self.init(
      unit: unit, hash: json["hash"]?.string ?? "", kind: kind, reason: json["reason"]?.string ?? "")
  }
}

extension Size<Double> {
  func write(to json: inout JSONWriter) {
    json.key("viewport")
    json.array {
      $0.value(width)
      $0.value(height)
    }
  }

  init?(_ json: JSONValue) {
    guard let width = json["viewport"]?[0]?.number, let height = json["viewport"]?[1]?.number else {
      return nil
    }
    self.init(width: width, height: height)
  }
}
