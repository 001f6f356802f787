import HybridEncoding
import HybridJSON
import HybridSocket
import HybridSource
import HybridUnits

/// Answers HTTP requests by the rows of ``EndpointTable``. A request never names a file by its path.
struct Endpoints: Sendable {
  let session: DevSession
  let version: String
  let agents: AgentEndpoints
  let compatibility: Compatibility
  let access: AccessPolicy
  let preview: PreviewPage

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch access.decide(request) {
    case .allowed: return await answer(request)
    case .needsPairing(let response), .refused(let response): return response
    }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let row = EndpointTable.row(method: request.method, path: request.path)
    return await row?.respond(self, request) ?? nothing(at: request.path)
  }

  private func nothing(at path: String) -> HTTPResponse {
    let known = Set(
      EndpointTable.rows.compactMap {
        if case .exactly(let path) = $0.path, path != "/" { path } else { nil }
      })
    let hint = nearest(to: path, in: known.sorted()).map { "; did you mean \($0)?" } ?? ""
    return .text("there is nothing at \(path.prefix(200))\(hint)\n", status: 404)
  }

  // MARK: Answers of the table's rows

  func previewPage(_ request: HTTPRequest) async -> HTTPResponse {
    let token = access.socketToken(for: request)
    return preview.page(
      request, title: await session.status.title, token: token, isOwner: token.map(access.isOwn) ?? false)
  }

  func status() async -> HTTPResponse {
    let status = await session.status
    let figures = await session.figures
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
      if let last = figures.last, let median = figures.median {
        $0.key("paint")
        $0.object {
          $0.member("last", last.rounded(toDecimals: 1))
          $0.member("median", median.rounded(toDecimals: 1))
        }
      }
    }
    return .json(json.bytes)
  }

  func units() async -> HTTPResponse {
    var json = JSONWriter()
    let units = await session.allUnits
    json.array {
      for unit in units {
        $0.object {
          $0.member("name", unit.name)
          $0.member("kind", unit.kind.rawValue)
          if let title = unit.content.listedTitle { $0.member("title", title) }
          $0.member("path", unit.path)
          $0.member("hash", unit.hash.description)
          $0.strings("files", unit.files)
          $0.strings("data", unit.dataNames)
        }
      }
    }
    return .json(json.bytes)
  }
}

extension HTTPResponse {
  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(contentType: "application/json", body: bytes)
  }
}
