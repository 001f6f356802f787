import CLibSoup
import Glibc

/// From a new connection to a head that passed the guards.
extension ServerCore {
  func accept(_ listener: UnsafeMutablePointer<GSocket>) {
    var error: UnsafeMutablePointer<GError>?
    guard let socket = g_socket_accept(listener, nil, &error) else {
      defer { g_clear_error_if_any(error) }
      // Out of descriptors: the listener would stay readable, so stop watching it for a while.
      if let error,
        g_error_matches(error, g_io_error_quark(), Int32(G_IO_ERROR_TOO_MANY_OPEN_FILES.rawValue)) != 0
      {
        pauseListening()
        loop.after(.milliseconds(100)) { [weak self] in
          if let self, !isStopping { listen() }
        }
      }
      return
    }
    defer { g_object_unref(socket) }
    g_socket_set_blocking(socket, 0)
    _ = g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
    guard let peer = Peer(socket) else { return }  // The peer has closed already.
    let (isAdded, leaving) = connections.add(peer, at: limits.clock.now)
    guard isAdded else {
      g_socket_close(socket, nil)
      return
    }
    if let leaving { sendAway(leaving) }
    updateCount()
    watchCrowd()
    limitWait(peer)
    awaitHead(peer)
  }

  /// Starts the timeout for a head, which runs from the first byte. Until then the idle timeout applies:
  /// browsers open connections ahead of use, and a request sent just as we close one would be lost.
  private func limitWait(_ peer: Peer) {
    let limit = peer.seen == 0 ? limits.idleTimeout : limits.headerTimeout
    peer.limit(by: limitTimers.after(limit) { [weak self] in self?.endWait(peer) })
  }

  private func endWait(_ peer: Peer) {
    let seen = peer.seen
    // Bytes that arrived meanwhile are read first: this thread may have been late.
    if hasMore(peer) { guard readHead(peer) else { return } }
    if seen > 0 {
      refuse(peer, RequestRefusal(status: 408, reason: "the request did not come in time"))
    } else if peer.seen == 0 {
      // RFC 9112 §9.5: a client that sent no request gets no answer, and retries on another connection.
      remove(peer)
    }
  }

  private func hasMore(_ peer: Peer) -> Bool {
    var buffer = [UInt8](repeating: 0, count: peer.seen + 1)
    return recv(g_socket_get_fd(peer.socket), &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      > peer.seen
  }

  private func awaitHead(_ peer: Peer) {
    peer.read(by: loop.watch(peer.socket, G_IO_IN) { [weak self] in self?.readHead(peer) ?? false })
  }

  /// Peeks at the received bytes, leaving them in the socket for libsoup; returns whether to wait for more.
  private func readHead(_ peer: Peer) -> Bool {
    let headLimits = RequestHead.Limits(
      target: limits.maximumTargetSize, headers: limits.maximumHeaderSize, count: limits.maximumHeaderCount)
    var buffer = [UInt8](repeating: 0, count: headLimits.size + 1)
    let descriptor = g_socket_get_fd(peer.socket)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK))
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    guard count > peer.seen else {
      remove(peer)  // The connection was closed or broke.
      return false
    }
    let isFirst = peer.received(count)
    do throws(RequestRefusal) {
      guard let head = try RequestHead.read(buffer[..<count], limits: headLimits) else {
        if isFirst { limitWait(peer) }
        // Wake again only for more than this.
        setLowWater(descriptor, count + 1)
        return true
      }
      peer.finish(head)
      try requestGuard.check(head, isLoopback: isLoopback(peer.remoteAddress))
      try admit(peer, head)
      setLowWater(descriptor, 1)
      serve(head, peer)
    } catch {
      refuse(peer, error)
    }
    return false
  }

  /// Checks that there is room for this request, now that its head is known.
  private func admit(_ peer: Peer, _ head: RequestHead) throws(RequestRefusal) {
    // A WebSocket counts as authorised once it has sent its token.
    if let endpoint = endpoints[head.path] {
      peer.checkedToken(isAuthorized(head, peer, endpoint))
    } else if !connections.serve(peer.number) {
      throw RequestRefusal(status: 503, reason: "too many connections", headers: ["Retry-After": "1"])
    }
  }

  private func setLowWater(_ descriptor: Int32, _ count: Int) {
    var value = Int32(count)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Hands a connection whose head passed the guards to libsoup, which reads the head again.
  private func serve(_ head: RequestHead, _ peer: Peer) {
    peer.endWaits()
    // The timeout for the body.
    peer.limit(by: limitTimers.after(limits.idleTimeout) { [weak self] in self?.remove(peer) })
    guard let local = g_socket_get_local_address(peer.socket, nil) else { return remove(peer) }
    defer { g_object_unref(local) }
    guard let connection = g_socket_connection_factory_create_connection(peer.socket) else {
      return remove(peer)
    }
    let meter = Meter(connection, request: head.size + head.contentLength, clock: limits.clock)
    g_object_unref(connection)
    peer.handOver(to: meter)
    let stream = meter.stream()
    defer { g_object_unref(stream) }
    if soup_server_accept_iostream(server, stream, local, peer.address, nil) == 0 { remove(peer) }
  }

  /// Answers without libsoup, and closes.
  private func refuse(_ peer: Peer, _ refusal: RequestRefusal) {
    guard connections.contains(peer) else { return }
    tell(refusal, peer)
    peer.endWaits()
    let descriptor = g_socket_get_fd(peer.socket)
    answer(refusal, descriptor)
    setLowWater(descriptor, 1)
    // Closing with unread bytes would reset the connection and lose the answer: read them first.
    var left = 4 << 20
    let drain = loop.watch(peer.socket, G_IO_IN) { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      left -= max(count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { return true }
      if count > 0, left > 0 { return true }
      self?.remove(peer)
      return false
    }
    peer.read(by: drain)
    peer.limit(by: loop.after(.seconds(1)) { [weak self] in self?.remove(peer) })
  }

  private func answer(_ refusal: RequestRefusal, _ descriptor: Int32) {
    let bytes = Array(refusal.message(configuration).utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  private func tell(_ refusal: RequestRefusal, _ peer: Peer) {
    tellRefused(
      peer.remoteAddress, target: peer.head?.target ?? "", status: refusal.status, reason: refusal.reason,
      named: refusal.named)
  }

  // MARK: Too many

  private func watchCrowd() {
    guard !timers.isRunning(.crowd), !isStopping, connections.isOverLimits else { return }
    let timer = limitTimers.after(limits.arrivalTime) { [weak self] in
      guard let self else { return }
      timers.fired(.crowd)
      for visitor in connections.takeExcess(at: limits.clock.now) { sendAway(visitor) }
      watchCrowd()
    }
    timers.started(.crowd, timer)
  }

  /// Closes a waiting connection to make room for new ones.
  private func sendAway(_ visitor: Visitor) {
    switch visitor {
    case .peer(let peer):
      let refusal = RequestRefusal(status: 503, reason: "too many connections that ask for nothing")
      tell(refusal, peer)
      answer(refusal, g_socket_get_fd(peer.socket))
      remove(peer)
    case .link(let link):
      link.abort(code: 1008)
    }
  }

  /// Closes a connection and forgets it.
  func remove(_ peer: Peer) {
    guard connections.contains(peer) else { return }
    forget(peer)
    connections.leave(peer.number)
    g_socket_close(peer.socket, nil)
  }

  /// Forgets a connection that became a WebSocket, or that libsoup has closed.
  func forget(_ peer: Peer) {
    connections.remove(peer)
    peer.endWaits()
    updateCount()
  }
}
