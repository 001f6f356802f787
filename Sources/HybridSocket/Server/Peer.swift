import CLibSoup

/// A connection that is not (yet) a WebSocket, from its first byte to the end of its request.
///
/// At most one timer and one watch of its socket run for it.
final class Peer {
  let socket: UnsafeMutablePointer<GSocket>
  /// The peer's address; the object belongs to this connection alone, and so identifies it.
  let address: UnsafeMutablePointer<GSocketAddress>
  let remoteAddress: String
  let remotePort: Int
  /// Its number among the arrivals, once it is added.
  private(set) var number = 0
  private(set) var head: RequestHead?
  /// Whether the token in the head is valid; nil when there is none.
  private(set) var isAuthorized: Bool?
  /// The number of bytes inspected.
  private(set) var seen = 0
  /// Set once libsoup reads the connection.
  private(set) var meter: Meter?
  private var timer: MainLoopSource?
  private var watch: MainLoopSource?

  /// Nil when the connection is closed.
  init?(_ socket: UnsafeMutablePointer<GSocket>) {
    guard let address = g_socket_get_remote_address(socket, nil) else { return nil }
    self.socket = socket
    self.address = address
    remoteAddress = text(of: address)
    remotePort = port(of: address)
    g_object_ref(socket)
  }

  deinit {
    g_object_unref(address)
    g_object_unref(socket)
  }

  // MARK: The request

  /// Records that the connection is an arrival.
  func arrived(as number: Int) { self.number = number }

  /// Records how many bytes of the head have been received; whether they are the first.
  func received(_ count: Int) -> Bool {
    defer { seen = count }
    return seen == 0
  }

  /// Records the head that was read.
  func finish(_ head: RequestHead) { self.head = head }

  /// Records whether the token in the head is valid; nil when there is none.
  func checkedToken(_ isValid: Bool?) { isAuthorized = isValid }

  /// Records that libsoup reads the connection from now on.
  func handOver(to meter: Meter) { self.meter = meter }

  // MARK: Waiting

  /// Limits the wait for the peer by a timer, in place of the one before.
  func limit(by timer: MainLoopSource) {
    self.timer?.cancel()
    self.timer = timer
  }

  /// Ends the limit, while the server works for the peer.
  func endLimit() {
    timer?.cancel()
    timer = nil
  }

  /// Reads what the peer sends by a watch of its socket, in place of the one before.
  func read(by watch: MainLoopSource) {
    self.watch?.cancel()
    self.watch = watch
  }

  /// Ends all waiting for the peer.
  func endWaits() {
    timer?.cancel()
    watch?.cancel()
  }
}

/// An entry of the table of arrivals.
enum Visitor {
  case peer(Peer)
  /// A WebSocket that has not sent its token yet.
  case link(WebSocketLink)
}
