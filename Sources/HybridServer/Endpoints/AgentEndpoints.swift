import HybridJSON
import HybridRuntime
import HybridSocket
import HybridSource
import HybridViewTree

/// The HTTP endpoints for editors and agents besides units: problems, connected clients, and three commands.
/// `Documentation/dev-server-api.md` describes each.
///
/// All of them need the server's token, on this machine too. None writes a file, runs a command, or accepts a
/// path or an address: a place is opened by the id that the server assigned.
struct AgentEndpoints: Sendable {
  let session: DevSession
  let compatibility: Compatibility
  /// Requests that a place is shown in the user's editor.
  let open: @Sendable (SourceLocation) -> Void

  /// The longest and the usual time to wait for a build, in seconds.
  static let longestWait = 60
  static let usualWait = 30

  // MARK: Questions

  /// The fields of a query for problems.
  static let problemFields = ["wait", "seconds", "unit"]

  /// The problems now, or after the build that follows `wait`.
  func problems(_ fields: QueryFields, asText: Bool) async throws(QueryFields.Fault) -> HTTPResponse {
    if let unit = fields["unit"], await session.unit(named: unit) == nil {
      return await noUnit(unit, session)
    }
    let seconds = try number(fields, "seconds", in: 0...Self.longestWait) ?? Self.usualWait
    if let known = try number(fields, "wait", in: 0...Int.max) {
      guard await session.waitForBuild(after: known, atMost: .seconds(seconds)) else {
        return .text(
          "\(DevSession.waitingLimit) other requests are waiting already; ask again later\n", status: 503)
      }
    } else if fields["seconds"] != nil {
      throw QueryFields.Fault(words: "'seconds' does nothing without 'wait=REVISION'")
    }
    let problems = await session.problems(of: fields["unit"])
    return asText ? .text(problems.text) : .json(problems.json(session: session.id))
  }

  private func number(_ fields: QueryFields, _ name: String, in range: ClosedRange<Int>) throws(QueryFields
    .Fault)
    -> Int?
  {
    guard let text = fields[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let upper = range.upperBound == .max ? "" : " up to \(range.upperBound)"
      throw QueryFields.Fault(words: "'\(name)' is a whole number from \(range.lowerBound)\(upper)")
    }
    return number
  }

  /// The connected clients.
  func clients() async -> HTTPResponse {
    let clients = await session.clientRows
    var json = JSONWriter()
    json.object {
      $0.member("revision", clients.revision)
      $0.key("clients")
      $0.array { for row in clients.rows { $0.value(row) } }
      $0.member("reactNative", compatibility.packager.count)
      $0.member("liveReload", compatibility.liveReload.count)
    }
    return .json(json.bytes)
  }

  // MARK: Commands

  /// Shows a unit, a device, a data set.
  func show(_ body: RequestBody) async throws(RequestBody.Fault) -> HTTPResponse {
    let (unit, name) = (try body.string("unit"), try body.string("device"))
    let data = try body.string("data")
    guard unit != nil || name != nil || data != nil else {
      return .text("name a unit, a device, a data set, or some of these\n", status: 400)
    }
    if let unit, await session.unit(named: unit) == nil { return await noUnit(unit, session) }
    var device: Device?
    if let name {
      do throws(DeviceFault) { device = try await session.device(.named(name)) } catch {
        return .text(await error.words(session) + "\n", status: 400)
      }
    }
    if let data, let fault = await session.faultOfDataSet(data, of: unit) {
      return .text(fault + "\n", status: 400)
    }
    await session.show(unit, on: device, data: data)
    return await revision()
  }

  /// Opens a place in the user's editor.
  func open(_ body: RequestBody) async throws(RequestBody.Fault) -> HTTPResponse {
    guard let id = try body.string("id") else {
      return .text("name the id of a place, as /hybrid/problems has it\n", status: 400)
    }
    guard let place = await session.place(ofID: id) else {
      return .text(
        "no place has this id, or it has expired; /hybrid/problems has the current ones\n", status: 404)
    }
    open(place)
    var json = JSONWriter()
    json.object {
      $0.member("file", place.path)
      $0.member("line", place.line)
      $0.member("column", place.column)
    }
    return .json(json.bytes)
  }

  /// Reloads every client.
  func reload() async -> HTTPResponse {
    await session.reloadAll()
    return await revision()
  }

  private func revision() async -> HTTPResponse {
    let status = await session.status
    var json = JSONWriter()
    json.object {
      $0.member("revision", status.revision)
      if let shown = status.shown { $0.member("shown", shown) }
    }
    return .json(json.bytes)
  }
}

extension DeviceFault {
  /// The fault with a hint.
  func words(_ session: DevSession) async -> String {
    let names = await session.devices.names
    return message + (hint(names).map { "; " + $0 } ?? "")
  }
}

/// 404, with the most similar name.
func noUnit(_ name: String, _ session: DevSession) async -> HTTPResponse {
  let names = await session.unitNames
  let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; /hybrid/units lists all"
  return .text("there is no unit '\(name.prefix(200))'\(hint)\n", status: 404)
}
