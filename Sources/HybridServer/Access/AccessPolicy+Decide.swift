import HybridJSON
package import HybridSocket

extension AccessPolicy {
  /// The requester, as identified from a request.
  private enum Visitor: Equatable {
    /// On this machine, without the token.
    case local
    /// On this machine, with the token.
    case owner
    /// Anywhere, with a valid key.
    case device(PairedDevice)
    /// Anywhere, without a valid key.
    case stranger
  }

  /// Decides on a request that passed the guards on `Host` and `Origin`.
  package func decide(_ request: HTTPRequest) -> AccessDecision {
    let right = EndpointTable.right(method: request.method, path: request.path)
    let visitor = visitor(of: request)
    switch (visitor, right) {
    case (.owner, _), (.local, .packagerStatus), (.local, .front), (.local, .pairing), (.local, .keyless),
      (.local, .reading):
      return .allowed
    case (.local, .privileged):
      return .refused(
        .failure(
          401, code: "needs-token",
          "this needs 'Authorization: Bearer TOKEN'; the token is in .hybrid/dev.json",
          headers: ["WWW-Authenticate": "Bearer"]))
    case _ where !settings.pairs:
      // Only requests forwarded by a proxy get here: nothing else can reach a server that listens on
      // loopback.
      note(.proxied, from: request.remoteAddress)
      return .refused(
        .failure(
          403, code: "proxied", "a proxy forwarded this request; start with '--allowed-host NAME' to pair"))
    case (_, .packagerStatus), (_, .pairing): return .allowed
    case (_, .keyless):
      if settings.isPlaygroundOpen { return .allowed }
      note(.playgroundClosed(path: request.path), from: request.remoteAddress)
      return .refused(
        .failure(
          403, code: "playground-closed",
          "the Playground is open to this machine only; 'hybrid dev --host --playground' opens it"))
    case (.device, .front), (.device, .reading): return .allowed
    case (_, .privileged):
      // This includes opening the editor: no phone needs that, and keys travel unencrypted.
      note(.privileged(path: request.path), from: request.remoteAddress)
      return .refused(
        .failure(403, code: "this-machine-only", "this is for programs on the machine of the server only"))
    case (.stranger, .front): return .needsPairing(PairingPage.response())
    case (.stranger, _):
      note(.unpaired(path: request.path), from: request.remoteAddress)
      return .needsPairing(
        .failure(
          401, code: "not-paired",
          "this device is not paired; open / and type the code that the terminal shows",
          headers: ["WWW-Authenticate": "Bearer realm=\"hybrid\""]))
    }
  }

  /// Whether a WebSocket may be opened with this token: the process's own on this machine, a paired device's
  /// anywhere.
  ///
  /// - Parameter token: The text after `hybrid.token.`, or the token in the first message.
  package func mayConnect(token: String, from address: String) -> Bool {
    if isLoopback(address), isOwn(token) { return true }
    guard settings.pairs else { return false }
    if let device = device(withKey: token, at: address) {
      note(.connected(device), from: address)
      return true
    }
    note(isOwn(token) ? .ownToken : .unknownKey, from: address)
    return false
  }

  /// Whether a client without any token may receive events, as LiveReload and React Native do.
  package func mayFollow(from address: String) -> Bool {
    isLoopback(address) || settings.isPlaygroundOpen && settings.pairs
  }

  /// The token with which the page that answers this request opens its socket; nil if it may not.
  package func socketToken(for request: HTTPRequest) -> String? {
    switch visitor(of: request) {
    case .owner: ownToken
    // Other users of the machine may only read the page: without a token, the owner of the connection is
    // checked.
    case .local: PeerOwner.isOtherUser(port: request.remotePort, ownPort: port) ? nil : ownToken
    case .device(let device): key(of: device.id)
    case .stranger: nil
    }
  }

  private func visitor(of request: HTTPRequest) -> Visitor {
    let bearer = request.bearerToken
    if request.isLocal { return bearer.map(isOwn) == true ? .owner : .local }
    for key in [bearer].compactMap({ $0 }) + request.keys {
      if let device = device(withKey: key, at: request.remoteAddress) { return .device(device) }
      note(isOwn(key) ? .ownToken : .unknownKey, from: request.remoteAddress)
    }
    return .stranger
  }
}

extension HTTPRequest {
  /// Whether the request comes from this machine and not through a proxy.
  ///
  /// A proxy on this machine makes every request look local. The proxy is detected by the requested name, or
  /// by the fields that proxies add (RFC 7239, RFC 9110 §7.6.3, and their predecessors).
  var isLocal: Bool {
    let proxyFields = ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP"]
    guard isLoopback, !proxyFields.contains(where: { headers[$0] != nil }) else { return false }
    var host = (headers["Host"] ?? "").lowercased()
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") { host = String(host[..<colon]) }
    return ["localhost", "127.0.0.1", "[::1]"].contains(host) || DevServer.emulatorHosts.contains(host)
  }

  /// RFC 6750 §2.1.
  var bearerToken: String? {
    let values = headers.values(of: "Authorization")
    guard values.count == 1, let value = values.first else { return nil }
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }

  /// The values of the cookie ``AccessPolicy/cookieName``; several if one was set for another path.
  var keys: [String] {
    let pairs = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
    return pairs.prefix(64).compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
      return parts.count == 2 && parts[0] == AccessPolicy.cookieName ? String(parts[1]) : nil
    }
  }
}

extension HTTPResponse {
  /// A machine-readable refusal: `{"error": CODE, "message": TEXT}`.
  static func failure(
    _ status: Int, code: String, _ message: String, headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var json = JSONWriter()
    json.object {
      $0.member("error", code)
      $0.member("message", message)
    }
    return HTTPResponse(status: status, headers: headers, contentType: "application/json", body: json.bytes)
  }
}
