import HybridCrypto
package import HybridRelease

/// A published release, read over HTTPS in the same way as clients read it.
///
/// Plain HTTP is allowed for this machine only; redirects are followed to HTTPS only. Concurrent reads use
/// separate connections.
///
///     let host = try HTTPHost("https://cdn.example.com/app")
///     let bytes = try host.read(DistPaths.freshness, atMost: 64 << 10)
package final class HTTPHost: ReleaseSource {
  /// The address as given, without trailing slashes.
  package let address: String
  private let place: HTTPAddress
  private let deadline: Duration
  private let transfers: TransferPool

  /// Creates the host without a request.
  ///
  /// - Parameter deadline: The maximum duration of each read.
  /// - Throws: `network.unreachable` for an invalid or forbidden address.
  package init(_ address: String, deadline: Duration = .seconds(60)) throws(Refusal) {
    do throws(HTTPAddress.Fault) { place = try HTTPAddress(address) } catch {
      throw Refusal(.networkUnreachable, address, error.message)
    }
    self.address = "\(place.scheme)://\(place.host)\(place.path)"
    self.deadline = deadline
    transfers = .shared
  }

  /// Whether a text looks like an address rather than a folder.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  package func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    if let fault = faultOfFileName(path) { throw Refusal(.nameUnsafe, path, "the name \(fault)") }
    // Proxies' caches must not answer for the host: the data decides what is published.
    let request = TransferRequest(
      url: place.url(of: path), headers: ["Cache-Control: no-cache"], limit: limit, deadline: deadline)
    let answer: TransferAnswer
    do throws(TransferFault) { answer = try transfers.send(request) } catch {
      throw Refusal(error, path, of: address, limit: limit)
    }
    switch answer.status {
    case 200: return answer.body
    case 404, 410: throw Refusal(.fileMissing, path, "is not at \(address)")
    default: throw Refusal(.networkStatus, path, "\(address) answers \(answer.status)")
    }
  }
}

extension Refusal {
  fileprivate init(_ fault: TransferFault, _ path: String, of address: String, limit: Int) {
    switch fault {
    case .libraryMissing(let message):
      self.init(.networkUnreachable, path, "libcurl is missing: \(message)")
    case .unreachable(let message): self.init(.networkUnreachable, path, "\(address): \(message)")
    case .deadline: self.init(.networkDeadline, path, "\(address) takes longer than allowed")
    case .tooLarge: self.init(.fileWrongSize, path, "has more than \(limit) bytes at \(address)")
    }
  }
}
