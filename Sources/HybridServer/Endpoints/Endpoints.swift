import HybridDrawing
import HybridJSON
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits

/// Answers the HTTP requests of DESIGN §7. Reads only; every file that leaves comes from memory, never from a path.
struct Endpoints: Sendable {
  let session: DevSession
  let version: String
  let playground: PlaygroundEndpoints

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.path {
    case "/": return await indexPage()
    case "/status": return .text("packager-status:running")
    case "/hybrid/status": return await status()
    case "/hybrid/units": return await units()
    case let path where path.hasPrefix("/hybrid/unit/"):
      return await unit(String(path.dropFirst("/hybrid/unit/".count)), query: request.query)
    default:
      // After ours, so that no template's name hides one of them.
      if let answer = await playground.respond(to: request) { return answer }
      return .text("there is nothing at \(request.path)\n", status: 404)
    }
  }

  private func status() async -> HTTPResponse {
    let status = await session.status
    var json = JSONWriter()
    json.object {
      $0.member("name", "hybrid")
      $0.member("version", version)
      $0.member("title", status.title)
      $0.member("session", session.id)
      $0.member("revision", status.revision)
      $0.member("state", status.errors == 0 ? "good" : "failed")
      $0.member("errors", status.errors)
      $0.member("units", status.units)
      $0.member("clients", status.clients)
      if let shown = status.shown { $0.member("shown", shown) }
    }
    return .json(json.bytes)
  }

  private func units() async -> HTTPResponse {
    var json = JSONWriter()
    let units = await session.allUnits
    json.array {
      for unit in units {
        $0.object {
          $0.member("name", unit.name)
          switch unit {
          case .page(let page):
            $0.member("kind", "page")
            $0.member("title", page.title)
          case .template: $0.member("kind", "template")
          }
          $0.member("path", unit.path)
          $0.member("hash", unit.hash.description)
          $0.strings("files", unit.files)
        }
      }
    }
    return .json(json.bytes)
  }

  /// `NAME` is the compiled unit, `NAME.json` and `NAME.txt` its render on the device that the query names.
  private func unit(_ target: String, query: String?) async -> HTTPResponse {
    var name = target
    var form = ""
    if let dot = target.lastIndex(of: "."),
      ["out", "json", "png", "txt"].contains(target[target.index(after: dot)...])
    {
      name = String(target[..<dot])
      form = String(target[target.index(after: dot)...])
    }
    guard let unit = await session.unit(named: name) else {
      let names = await session.allUnits.map(\.name)
      let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      return .text("there is no unit '\(name)'\(hint)\n", status: 404)
    }
    let device = device(query)
    switch (form, unit) {
    case ("", _): return HTTPResponse(contentType: "application/octet-stream", body: unit.encoded())
    case ("out", .template(let template)):
      return HTTPResponse(contentType: "application/octet-stream", body: template.main.out)
    case ("json", _):
      var json = JSONWriter()
      await session.render(unit, on: device).tree.write(to: &json, detail: .layout)
      return .json(json.bytes)
    case ("txt", _):
      return .text(TerminalDrawing().text(await session.render(unit, on: device).tree.displayList))
    case (_, .page): return .text("a page has no .\(form); there are .json and .txt\n", status: 404)
    case (_, .template):
      return .text("a template has no .\(form); there are .out, .json and .txt\n", status: 404)
    }
  }

  /// The device and the platform that the query names; otherwise the usual one and the session's.
  private func device(_ query: String?) -> Device {
    var device = Device.standard
    var platform = session.platform
    for pair in query?.split(separator: "&") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      if parts[0] == "device", let named = Device(named: parts[1]) { device = named }
      if parts[0] == "platform", let named = TemplatePlatform(rawValue: parts[1]) { platform = named }
    }
    device.platform = platform
    return device
  }

  /// A plain list of what there is, until there is a preview to look at.
  private func indexPage() async -> HTTPResponse {
    let status = await session.status
    let rows = await session.allUnits.map { unit in
      let name = unit.name.escapedForHTML
      return
        "<li><a href=\"/hybrid/unit/\(name).txt\">\(name)</a> <a href=\"/hybrid/unit/\(name).json\">json</a>"
    }
    let page = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>\(status.title.escapedForHTML)</title>
      <meta name="viewport" content="width=device-width"><h1>\(status.title.escapedForHTML)</h1>
      <p>hybrid \(version), revision \(status.revision)</p><ul>\(rows.joined(separator: "\n"))</ul></html>
      """
    return HTTPResponse(
      headers: ["Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'"],
      contentType: "text/html; charset=utf-8", body: Array(page.utf8))
  }
}

extension HTTPResponse {
  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(contentType: "application/json", body: bytes)
  }
}

extension String {
  /// Text that HTML reads as itself, in content and in quoted attributes.
  var escapedForHTML: String {
    var result = ""
    for character in self {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
