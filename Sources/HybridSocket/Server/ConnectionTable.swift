import CLibSoup

/// The open connections of a server: peers, WebSockets, and which of them are arrivals.
///
/// Used on the server's thread only.
struct ConnectionTable {
  private let limits: ServerLimits
  /// Connections that are not WebSockets, by their address object, which libsoup hands back.
  private var peersByAddress: [UnsafeMutablePointer<GSocketAddress>: Peer] = [:]
  /// Those peers, and the WebSockets that have not sent their token.
  private var arrivals: ArrivalTable<Visitor>
  private var linksByID: [ObjectIdentifier: WebSocketLink] = [:]
  /// How many of the links are authorised.
  private var authorizedCount = 0
  /// Messages whose handler is running.
  private var answering: Set<OpaquePointer> = []

  /// A table without connections.
  init(_ limits: ServerLimits) {
    self.limits = limits
    arrivals = ArrivalTable(limits)
  }

  /// The number of connections.
  var count: Int { peersByAddress.count + linksByID.count }

  // MARK: Peers

  /// The connections that are not WebSockets.
  var peers: [Peer] { Array(peersByAddress.values) }

  /// The peer with an address object; nil if it has become a WebSocket or is closed.
  func peer(at address: UnsafeMutablePointer<GSocketAddress>) -> Peer? { peersByAddress[address] }

  /// Whether a peer has neither become a WebSocket nor been closed.
  func contains(_ peer: Peer) -> Bool { peersByAddress[peer.address] === peer }

  /// Adds a new connection as an arrival.
  ///
  /// - Returns: Whether there is a place for it, and the arrival that must be closed for it, if any.
  mutating func add(_ peer: Peer, at now: ContinuousClock.Instant) -> (isAdded: Bool, leaving: Visitor?) {
    guard let (number, leaving) = arrivals.enter(.peer(peer), address: peer.remoteAddress, at: now) else {
      return (false, nil)
    }
    peer.arrived(as: number)
    peersByAddress[peer.address] = peer
    return (true, leaving)
  }

  /// Removes a peer. It stays an arrival until ``leave(_:)``.
  mutating func remove(_ peer: Peer) { peersByAddress[peer.address] = nil }

  // MARK: Arrivals

  /// Marks an arrival as being served; false when too many are being served.
  mutating func serve(_ number: Int) -> Bool { arrivals.serve(number) }

  /// Removes an arrival. May be called again.
  mutating func leave(_ number: Int) { arrivals.leave(number) }

  /// Whether there are more arrivals than the limits allow beyond the arrival time.
  var isOverLimits: Bool { arrivals.isOverLimits }

  /// Removes the arrivals that must be closed now.
  mutating func takeExcess(at now: ContinuousClock.Instant) -> [Visitor] { arrivals.takeExcess(at: now) }

  // MARK: WebSockets

  /// Whether there is any WebSocket.
  var hasLinks: Bool { !linksByID.isEmpty }

  /// The WebSockets.
  var links: [WebSocketLink] { Array(linksByID.values) }

  /// Adds a WebSocket, which is the arrival that its peer was.
  mutating func add(_ link: WebSocketLink, for peer: Peer) {
    linksByID[ObjectIdentifier(link)] = link
    arrivals.replace(peer.number, with: .link(link))
  }

  /// Counts an arrival's WebSocket as authorised, so that it is not an arrival any more; false if there are
  /// too many.
  mutating func authorize(_ number: Int) -> Bool {
    guard authorizedCount < limits.maximumWebSockets else { return false }
    arrivals.leave(number)
    authorizedCount += 1
    return true
  }

  /// Counts the end of an authorised WebSocket.
  mutating func endAuthorized() { authorizedCount -= 1 }

  /// Removes a WebSocket, which may still be an arrival.
  mutating func remove(_ link: WebSocketLink, number: Int) {
    linksByID[ObjectIdentifier(link)] = nil
    arrivals.leave(number)
  }

  // MARK: Answers

  /// Records that the handler of a message is running.
  mutating func beginAnswer(_ message: OpaquePointer) { answering.insert(message) }

  /// Records the end of a message or of its handler; false if the message was not waiting for an answer.
  @discardableResult
  mutating func endAnswer(_ message: OpaquePointer) -> Bool { answering.remove(message) != nil }

  /// Drops the answers of all running handlers.
  mutating func dropAnswers() { answering = [] }
}
