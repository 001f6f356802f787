import CLibSoup
import Glibc

/// The sockets that listen for a server, one for each family of addresses, on one port.
///
/// `@unchecked Sendable`: created on one thread and handed to the server's thread before that starts; nothing
/// else keeps a reference.
final class Listeners: @unchecked Sendable {
  let port: Int
  private(set) var sockets: [UnsafeMutablePointer<GSocket>]

  /// Binds and listens.
  ///
  /// A port counts as free only when it is free on both families: otherwise another program would get half of
  /// the clients that connect to `localhost`. Linux refuses to bind an address while a socket listens on the
  /// wildcard address of its family.
  init(_ configuration: HTTPServerConfiguration) throws(SocketError) {
    sockets = []
    guard (0...65_535).contains(configuration.port ?? 0) else {
      throw .cannotListen(port: configuration.port ?? 0, reason: "a port is a number from 1 to 65535")
    }
    let (v4, v6) = configuration.interfaces == .loopback ? ("127.0.0.1", "::1") : ("0.0.0.0", "::")
    var attempts = configuration.port == nil || configuration.port == 0 ? 32 : 1
    while true {
      attempts -= 1
      var opened: [UnsafeMutablePointer<GSocket>] = []
      do throws(SocketError) {
        let first = try Listeners.listen(v4, port: configuration.port ?? 0)
        opened.append(first)
        let port = Listeners.port(of: first)
        if let second = try Listeners.listenIfThere(v6, port: port) { opened.append(second) }
        (self.port, sockets) = (port, opened)
        return
      } catch {
        for socket in opened { Listeners.close(socket) }
        // Any free port of one family may be taken in the other: try the next.
        if case .portTaken = error, attempts > 0 { continue }
        guard case .portTaken(let port, _) = error, configuration.namesPortOwner else { throw error }
        throw .portTaken(port: port, by: PortOwner.find(port: port))
      }
    }
  }

  deinit { close() }

  /// Frees the port. May be called again.
  func close() {
    for socket in sockets { Listeners.close(socket) }
    sockets = []
  }

  private static func close(_ socket: UnsafeMutablePointer<GSocket>) {
    g_socket_close(socket, nil)
    g_object_unref(socket)
  }

  private static func port(of socket: UnsafeMutablePointer<GSocket>) -> Int {
    guard let address = g_socket_get_local_address(socket, nil) else { return 0 }
    defer { g_object_unref(address) }
    return Int(
      g_inet_socket_address_get_port(
        UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)))
  }

  /// Listens on an IPv6 address; nil on a machine without IPv6.
  private static func listenIfThere(
    _ address: String, port: Int
  ) throws(SocketError) -> UnsafeMutablePointer<GSocket>? {
    do throws(SocketError) { return try listen(address, port: port) } catch {
      if case .cannotListen = error { return nil }
      throw error
    }
  }

  private static func listen(_ address: String, port: Int) throws(SocketError) -> UnsafeMutablePointer<
    GSocket
  > {
    let isV6 = address.contains(":")
    var error: UnsafeMutablePointer<GError>?
    guard
      let socket = g_socket_new(
        isV6 ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP,
        &error)
    else { throw failure(error, port: port) }
    if isV6 { _ = g_socket_set_option(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1, nil) }
    let place = g_inet_socket_address_new_from_string(address, UInt32(port))
    defer { if let place { g_object_unref(place) } }
    g_socket_set_listen_backlog(socket, 512)
    g_socket_set_blocking(socket, 0)
    guard g_socket_bind(socket, place, 1, &error) != 0, g_socket_listen(socket, &error) != 0 else {
      let failure = failure(error, port: port)
      close(socket)
      throw failure
    }
    return socket
  }

  private static func failure(_ error: UnsafeMutablePointer<GError>?, port: Int) -> SocketError {
    defer { g_clear_error_if_any(error) }
    if let error, g_error_matches(error, g_io_error_quark(), Int32(G_IO_ERROR_ADDRESS_IN_USE.rawValue)) != 0 {
      return .portTaken(port: port, by: nil)
    }
    return .cannotListen(port: port, reason: message(of: error))
  }
}
