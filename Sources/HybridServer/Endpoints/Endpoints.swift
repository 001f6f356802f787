import HybridJSON
import HybridSocket
import HybridSource
import HybridUnits

/// Answers the HTTP requests of DESIGN §7. Reads only; every file that leaves comes from memory, never from a path.
struct Endpoints: Sendable {
  let session: DevSession
  let version: String
  let agents: AgentEndpoints
  let compatibility: Compatibility
  let access: AccessPolicy

  private static let postPaths = AgentEndpoints.postPaths.union(AccessPolicy.postPaths)

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let isPost = Self.postPaths.contains(request.path)
    let methods =
      request.path == "/hybrid/pair" ? ["POST", "GET", "HEAD"] : isPost ? ["POST"] : ["GET", "HEAD"]
    guard methods.contains(request.method) else {
      return .wrongMethod(request.method, allowed: methods.joined(separator: ", "))
    }
    switch access.decide(request) {
    case .allowed: return await answer(request)
    case .needsPairing(let response), .refused(let response): return response
    }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    switch request.path {
    case "/hybrid/pair" where request.method == "POST": return access.pair(request)
    case "/hybrid/pair": return PairingPage.response()
    case "/hybrid/unpair" where request.method == "POST": return access.unpair(request)
    case "/hybrid/devices": return access.deviceList()
    case "/": return await indexPage()
    case "/hybrid/status": return await status()
    case "/hybrid/units": return await units()
    case let path where path.hasPrefix("/hybrid/unit/"):
      return await UnitEndpoint(session: session).respond(
        to: String(path.dropFirst("/hybrid/unit/".count)), query: request.query)
    default:
      if let answer = await agents.respond(to: request) { return answer }
      // After ours, so that no template's name hides one of them.
      if let answer = await compatibility.respond(to: request) { return answer }
      return nothing(at: request.path)
    }
  }

  private func nothing(at path: String) -> HTTPResponse {
    let known =
      ["/hybrid/status", "/hybrid/units", "/hybrid/socket", "/status", "/livereload.js"]
      + AgentEndpoints.tokenPaths.sorted() + AgentEndpoints.postPaths.sorted()
    let hint = nearest(to: path, in: known).map { "; did you mean \($0)?" } ?? ""
    return .text("there is nothing at \(path.prefix(200))\(hint)\n", status: 404)
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
