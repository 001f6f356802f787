import HybridJSON
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource

/// What editors and agents ask over HTTP besides units: what is wrong, who looks, and three wishes.
/// `Documentation/dev-server-api.md` describes each.
///
/// All of it needs the server's token, on this machine too. None of it writes a file, runs a command, or takes a path or an
/// address: a place is opened by the id that the server gave it.
struct AgentEndpoints: Sendable {
  let session: DevSession
  let compatibility: Compatibility
  /// Asks for a place to be shown in the person's editor.
  let open: @Sendable (SourceLocation) -> Void

  /// Paths that are read with the token only.
  static let tokenPaths: Set<String> = ["/hybrid/problems", "/hybrid/problems.txt", "/hybrid/clients"]
  /// Paths that take POST, with the token, and nothing else. `/reload` is what React Native's tools call it; by GET, as there,
  /// any page could do it.
  static let postPaths: Set<String> = ["/hybrid/reload", "/hybrid/show", "/hybrid/open", "/reload"]
  /// The longest and the usual time to wait for a build, in seconds.
  static let longestWait = 60
  static let usualWait = 30

  /// The answer to a request that ``AccessPolicy`` let through; nil when the path is none of these.
  func respond(to request: HTTPRequest) async -> HTTPResponse? {
    guard Self.tokenPaths.contains(request.path) || Self.postPaths.contains(request.path) else { return nil }
    do throws(QueryFields.Fault) {
      switch request.path {
      case "/hybrid/problems": return try await problems(request, asText: false)
      case "/hybrid/problems.txt": return try await problems(request, asText: true)
      case "/hybrid/clients":
        _ = try QueryFields(request.query, known: [])
        return await clients()
      default: break
      }
    } catch {
      return .badQuery(error)
    }
    do throws(RequestBody.Fault) {
      switch request.path {
      case "/hybrid/show": return try await show(request)
      case "/hybrid/open": return try await open(request)
      default:
        _ = try RequestBody(request.body, known: [])
        await session.reloadAll()
        return await revision()
      }
    } catch {
      return .badBody(error)
    }
  }

  // MARK: Questions

  /// What is wrong now, or once the build after `wait` is done.
  private func problems(_ request: HTTPRequest, asText: Bool) async throws(QueryFields.Fault) -> HTTPResponse
  {
    let fields = try QueryFields(request.query, known: ["wait", "seconds", "unit"])
    if let unit = fields["unit"], await session.unit(named: unit) == nil {
      return await noUnit(unit, session)
    }
    let seconds = try number(fields, "seconds", in: 0...Self.longestWait) ?? Self.usualWait
    if let known = try number(fields, "wait", in: 0...Int.max) {
      guard await session.waitForBuild(after: known, atMost: .seconds(seconds)) else {
        return .text("\(DevSession.waitingLimit) others wait already; ask again later\n", status: 503)
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

  private func clients() async -> HTTPResponse {
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

  // MARK: Wishes

  private func show(_ request: HTTPRequest) async throws(RequestBody.Fault) -> HTTPResponse {
    let body = try RequestBody(request.body, known: ["unit", "device", "data"])
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

  private func open(_ request: HTTPRequest) async throws(RequestBody.Fault) -> HTTPResponse {
    guard let id = try RequestBody(request.body, known: ["id"]).string("id") else {
      return .text("name the id of a place, as /hybrid/problems has it\n", status: 400)
    }
    guard let place = await session.place(ofID: id) else {
      return .text("no place has this id, or not any more; /hybrid/problems has new ones\n", status: 404)
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
  /// The fault, with what to do about it.
  func words(_ session: DevSession) async -> String {
    let names = await session.devices.names
    return message + (hint(names).map { "; " + $0 } ?? "")
  }
}

/// 404, with the nearest name.
func noUnit(_ name: String, _ session: DevSession) async -> HTTPResponse {
  let names = await session.unitNames
  let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; /hybrid/units lists all"
  return .text("there is no unit '\(name.prefix(200))'\(hint)\n", status: 404)
}

extension HTTPRequest {
  /// Whether it brings this token (RFC 6750 §2.1), in the one place for it.
  func bears(_ token: String) -> Bool {
    let values = headers.values(of: "Authorization")
    guard values.count == 1, let value = values.first, value.lowercased().hasPrefix("bearer ") else {
      return false
    }
    return equalsInConstantTime(String(value.dropFirst("bearer ".count)), token)
  }
}
