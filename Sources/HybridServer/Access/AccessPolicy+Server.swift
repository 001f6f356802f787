import HybridEncoding
import HybridSocket
import HybridSource

/// Connects the policy to a running server.
extension AccessPolicy {
  /// The policy for the command line options.
  convenience init(
    _ options: DevServer.Options, token: String, tell: @escaping @Sendable (DevServer.Event) -> Void
  ) {
    var settings = Settings()
    settings.isOpenToNetwork = options.isOpenToNetwork
    settings.isPlaygroundOpen = options.isPlaygroundOpen
    settings.allowedHosts = options.allowedHosts
    self.init(
      settings, token: token, addresses: options.isOpenToNetwork ? networkAddresses() : [],
      tell: { event in
        switch event {
        case .changed(let info): tell(.pairing(info))
        case .note(let diagnostic): tell(.note(diagnostic))
        }
      })
  }

  /// The names allowed in `Host` besides loopback names.
  var hosts: [String] { (pairing?.addresses ?? []) + settings.allowedHosts }

  /// Sets where the server listens, and updates the server and the terminal when this machine's addresses
  /// change.
  func follow(_ server: HTTPServer) -> NetworkWatch? {
    serve(at: server.port)
    guard settings.isOpenToNetwork else { return nil }
    return NetworkWatch { [weak server] addresses in
      self.addressesChanged(addresses)
      server?.allow(hosts: self.hosts)
    }
  }

  /// Reports to the terminal why a request was refused before routing, if the user can fix it.
  func wasRefused(_ request: RefusedRequest) {
    switch request.named {
    case .host(let name)?:
      let port = ":\(port)"
      note(
        .foreignHost(name.hasSuffix(port) ? String(name.dropLast(port.count)) : name),
        from: request.remoteAddress)
    case .origin(let name)?: note(.foreignOrigin(name), from: request.remoteAddress)
    case nil: break
    }
  }

  /// Handlers for an accepted client, whose connection is closed when its device loses its key.
  ///
  /// - Parameter device: The client's device; nil if only its address is known.
  func following(
    _ connection: WebSocketConnection, device: Int? = nil, _ handlers: WebSocketHandlers
  ) -> WebSocketHandlers {
    guard device != nil || !isLoopback(connection.remoteAddress) else { return handlers }
    opened(connection, of: device)
    var handlers = handlers
    let onClose = handlers.onClose
    handlers.onClose = { code, reason in
      self.closed(connection)
      onClose(code, reason)
    }
    return handlers
  }
}

/// Parses the value of `--allowed-host`: a host name or address, with or without a port, exactly as it
/// appears in `Host`.
///
/// Patterns are not allowed: too wide patterns have opened dev servers to any web site.
package func allowedHost(_ text: String) throws(AllowedHostError) -> String {
  let name = text.lowercased()
  if name.contains("*") || name.hasPrefix(".") { throw .pattern }
  if name.contains("/") { throw .address }
  var host = name[...]
  if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
    guard let port = Int(name[name.index(after: colon)...]), (1...65_535).contains(port) else {
      throw .malformed
    }
    host = name[..<colon]
  }
  if host.hasPrefix("["), host.hasSuffix("]"), host.count > 2 {
    let digits = host.dropFirst().dropLast()
    guard digits.contains(":"), digits.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") })
    else {
      throw .malformed
    }
    return name
  }
  let isGood = host.utf8.allSatisfy { byte in
    byte.isASCIIDigit || byte.isASCIILowercaseLetter || "-._".utf8.contains(byte)
  }
  guard isGood, !host.isEmpty, host.utf8.count <= 253, !host.contains("..") else { throw .malformed }
  return name
}

/// Why a name cannot be allowed.
package enum AllowedHostError: Error, Hashable, Sendable {
  /// It is a pattern for more than one name.
  case pattern
  /// It is a URL, or has a path.
  case address
  /// It cannot appear in `Host`.
  case malformed

  /// The reason in words.
  package var message: String {
    switch self {
    case .pattern: "a single host name, without wildcards"
    case .address: "a host name alone, without 'http://' and without a path"
    case .malformed: "that is not a host name"
    }
  }
}
