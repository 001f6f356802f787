import CLibSoup

/// A connection that is not (yet) a WebSocket.
final class Peer {
  let socket: UnsafeMutablePointer<GSocket>
  /// The other end's; it is this connection's alone, and so names it.
  let address: UnsafeMutablePointer<GSocketAddress>
  let remoteAddress: String
  let remotePort: Int
  /// Its number in the guest book, once it is there.
  var number = 0
  var head: RequestHead?
  /// What was found of the token in the head; nil when there was none.
  var isAuthorized: Bool?
  /// Bytes looked at.
  var seen = 0
  var timer: Source?
  var source: Source?
  /// Once libsoup reads it.
  var meter: Meter?

  /// Nil when the connection is gone.
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

/// Who is in the guest book.
enum Visitor {
  case peer(Peer)
  /// A WebSocket that has not brought its token yet.
  case link(WebSocketLink)
}
