package import HybridCompiler
import HybridRuntime
import HybridScript
import HybridSocket

/// The network access of a project's scripts: the project's own files, and the allowed origins.
package struct PageNetwork: Sendable {
  /// How pages of a project are addressed.
  package static let base = "hybrid://project/"

  let allowed: OriginAllowList
  /// Reads a file of the project.
  let file: @Sendable (String) -> Result<[UInt8], FileFailure>

  /// Allows the origins that a project lists, and its own files.
  package init(
    allowing origins: [String], file: @escaping @Sendable (String) -> Result<[UInt8], FileFailure>
  ) {
    allowed = OriginAllowList(origins)
    self.file = file
  }

  /// The answer to a request, or the reason why it may not be sent or failed.
  func response(to request: PageRequest) async -> PageResponse {
    var response = PageResponse()
    response.url = request.url
    if request.url.hasPrefix(Self.base) {
      let path = String(request.url.dropFirst(Self.base.count).prefix { $0 != "?" && $0 != "#" })
      let bytes: [UInt8]
      switch file(path) {
      case .success(let found): bytes = found
      case .failure(let failure):
        // A path outside of the project counts as missing; the existence of a denied file is no secret.
        if case .denied = failure {
          (response.status, response.statusText) = (403, "Forbidden")
        } else {
          (response.status, response.statusText) = (404, "Not Found")
        }
        return response
      }
      response.status = 200
      response.statusText = "OK"
      response.take(bytes)
      return response
    }
    guard allowed.allows(request.url) else {
      response.failure = "\(request.url.prefix(200)) is not in 'network.allow' of hybrid.json"
      return response
    }
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = request.method
    for (name, value) in request.headers { outgoing.headers.append(name, value) }
    outgoing.body = request.bytes ?? request.body.map { Array($0.utf8) } ?? []
    if let timeout = request.timeout, timeout > 0 { outgoing.timeout = .seconds(min(timeout, 300)) }
    outgoing.followsRedirect = { [allowed] in allowed.allows($0) }
    do throws(SocketError) {
      let answer = try await HTTPClient.fetch(outgoing)
      response.status = answer.status
      response.statusText = answer.reason
      response.url = answer.finalURL
      response.headers = answer.headers.fields.map { ($0.name.lowercased(), $0.value) }
      response.take(answer.body)
    } catch {
      response.failure = error.description
    }
    return response
  }
}
