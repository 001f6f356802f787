package import HybridCompiler
import HybridRuntime
import HybridScript
import HybridSocket
import HybridUnits

/// The network access of a project's scripts: the project's own files, and the allowed origins.
package struct PageNetwork: Sendable {
  /// How pages of a project are addressed.
  package static let base = ProjectAddress.base

  let allowed: OriginAllowList
  /// Reads a file of the project.
  let file: @Sendable (String) -> PageFile
  /// Links a module of the project for a worker.
  let workerModules: @Sendable (String, String) -> PageModules?

  /// Allows the origins that a project lists, and its own files.
  package init(
    allowing origins: [String], file: @escaping @Sendable (String) -> Result<[UInt8], FileFailure>
  ) {
    allowed = OriginAllowList(origins)
    self.file = { PageFile(file($0)) }
    workerModules = { linkWorker($0, suffix: $1, reading: file) }
  }

  /// The answer to a request, or the reason why it may not be sent or failed.
  func response(to request: PageRequest) async -> PageResponse {
    if let own = ProjectAddress.response(to: request, reading: file) { return own }
    var response = PageResponse()
    response.url = request.url
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

extension PageFile {
  /// The file of a page, from the result of reading it.
  package init(_ result: Result<[UInt8], FileFailure>) {
    switch result {
    case .success(let bytes): self = .bytes(bytes)
    case .failure(.denied): self = .denied
    case .failure: self = .missing
    }
  }
}
