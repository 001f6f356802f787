import CLibSoup

/// A connection that is not (yet) a WebSocket.
final class Peer {
  let socket: UnsafeMutablePointer<GSocket>
  /// The peer's address; the object belongs to this connection alone, and so identifies it.
  let address: UnsafeMutablePointer<GSocketAddress>
  let remoteAddress: String
  let remotePort: Int
  /// Its number among the arrivals, once it is added.
  var number = 0
  var head: RequestHead?
  /// Whether the token in the head is valid; nil when there is none.
  var isAuthorized: Bool?
  /// The number of bytes inspected.
  var seen = 0
  var timer: MainLoopSource?
  var source: MainLoopSource?
  /// Set once libsoup reads the connection.
  var meter: Meter?

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
}

/// An entry of the table of arrivals.
enum Visitor {
  case peer(Peer)
  /// A WebSocket that has not sent its token yet.
  case link(WebSocketLink)
}
