import CLibSoup

/// WebSockets, from the opening handshake through authorisation to the close.
extension ServerCore {
  /// Clients offer their token as a second sub-protocol, since browsers can set no header.
  private static let tokenPrefix = "hybrid.token."

  /// Whether the token in the head is valid; nil when there is none, or none is needed.
  func isAuthorized(_ head: RequestHead, _ peer: Peer, _ endpoint: WebSocketEndpoint) -> Bool? {
    guard case .token(let check, _) = endpoint.authorization else { return nil }
    let tokens = head.headers.list("Sec-WebSocket-Protocol").filter { $0.hasPrefix(Self.tokenPrefix) }
    guard !tokens.isEmpty else { return nil }
    return tokens.count == 1
      && check(String(tokens[0].dropFirst(Self.tokenPrefix.count)), peer.remoteAddress)
  }

  func opened(_ connection: OpaquePointer, _ message: OpaquePointer, path: String) {
    guard let peer = peer(of: message), let head = peer.head, let endpoint = endpoints[path], !isStopping
    else {
      return soup_websocket_connection_close(
        connection, gushort(SOUP_WEBSOCKET_CLOSE_GOING_AWAY.rawValue), nil)
    }
    let link = WebSocketLink(
      connection, socket: peer.socket, meter: peer.meter, loop: loop,
      maximumMessageSize: endpoint.maximumMessageSize ?? limits.maximumMessageSize, limits: limits)
    connections.add(link, for: peer)
    forget(peer)
    watchKeepAlive()
    let offered = head.headers.list("Sec-WebSocket-Protocol").map(String.init)
    let opening = Opening(
      connection: WebSocketConnection(
        link: link, loop: loop, subprotocol: link.subprotocol,
        offeredProtocols: offered.filter { !$0.hasPrefix(Self.tokenPrefix) },
        remoteAddress: peer.remoteAddress, query: head.query),
      endpoint: endpoint, number: peer.number, target: head.target)
    link.onClose = { [weak self] code, reason in self?.closed(opening, code, reason) }
    switch endpoint.authorization {
    case .open: open(opening)
    case .token(let check, let inMessage):
      if let isAuthorized = peer.isAuthorized {
        if isAuthorized { open(opening) } else { turnAway(opening, Self.tokenNeeded) }
        return
      }
      let timer = limitTimers.after(limits.headerTimeout) { [weak self] in
        self?.turnAway(opening, Self.tokenNeeded)
      }
      link.onClose = { [weak self] code, reason in
        timer.cancel()
        self?.closed(opening, code, reason)
      }
      link.onMessage = { [weak self] message in
        timer.cancel()
        guard let self else { return }
        guard let token = inMessage(message), check(token, opening.connection.remoteAddress) else {
          return turnAway(opening, Self.tokenNeeded)
        }
        if open(opening) { link.onMessage(message) }
      }
    }
  }

  /// A WebSocket whose handshake is done.
  private struct Opening {
    let connection: WebSocketConnection
    let endpoint: WebSocketEndpoint
    /// Its number among the arrivals.
    let number: Int
    let target: String
    var link: WebSocketLink { connection.link }
  }

  private static let tokenNeeded = (code: 1008, reason: "a valid token is needed")

  private func turnAway(_ opening: Opening, _ why: (code: Int, reason: String)) {
    tellRefused(
      opening.connection.remoteAddress, target: opening.target, status: why.code, reason: why.reason)
    opening.link.onMessage = { _ in }
    opening.link.fail(code: why.code, reason: why.reason)
  }

  @discardableResult
  private func open(_ opening: Opening) -> Bool {
    guard connections.authorize(opening.number) else {
      // Not 1013, "try again later": libsoup knows no code after 1011.
      turnAway(opening, (1008, "too many clients"))
      return false
    }
    let handlers = opening.endpoint.onOpen(opening.connection)
    opening.link.onMessage = handlers.onMessage
    opening.link.onClose = { [weak self] code, reason in
      self?.connections.endAuthorized()
      self?.closed(opening, code, reason)
      handlers.onClose(code, reason)
    }
    return true
  }

  private func closed(_ opening: Opening, _ code: Int, _ reason: String) {
    connections.remove(opening.link, number: opening.number)
    // Protocol errors of the client are reported; disconnects are not.
    if opening.link.fault != nil {
      tellRefused(opening.connection.remoteAddress, target: opening.target, status: code, reason: reason)
    }
    updateCount()
    if isStopping, !connections.hasLinks { end() }
  }

  // MARK: Dead peers

  /// Closes WebSockets whose peer has vanished without closing, which TCP notices only after minutes: libsoup
  /// sends pings, and this checks for replies.
  private func watchKeepAlive() {
    guard !timers.isRunning(.keepAlive), !isStopping else { return }
    let period = min(limits.keepAliveInterval, limits.keepAliveTimeout / 5)
    let timer = limitTimers.after(max(period, .milliseconds(50))) { [weak self] in
      guard let self else { return }
      timers.fired(.keepAlive)
      let now = limits.clock.now
      for link in connections.links where now - link.lastHeard > limits.keepAliveTimeout {
        link.abort(code: 1006)
      }
      if connections.hasLinks { watchKeepAlive() }
    }
    timers.started(.keepAlive, timer)
  }
}
