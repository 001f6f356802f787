import CLibSoup

/// The message of a GLib error.
func message(of error: UnsafeMutablePointer<GError>?) -> String {
  guard let text = error?.pointee.message else { return "unknown error" }
  return String(cString: text)
}

/// Frees an error, if there is one.
func g_clear_error_if_any(_ error: UnsafeMutablePointer<GError>?) {
  if let error { g_error_free(error) }
}

/// A new object of `type`, with these integer properties and the others' defaults.
func newObject<Object>(
  _ type: GType, _ properties: [String: Int32] = [:], as _: Object.Type = Object.self
) -> UnsafeMutablePointer<Object> {
  var values = properties.values.map { number in
    var value = GValue()
    g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro that Swift does not see
    g_value_set_int(&value, number)
    return value
  }
  let object = withCStrings(Array(properties.keys)) { names in
    // The array of names is not modified, but C cannot declare both levels const.
    names?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: properties.count + 1) {
      g_object_new_with_properties(type, guint(properties.count), $0, &values)
    }
  }
  guard let object else { preconditionFailure("out of memory") }
  return UnsafeMutableRawPointer(object).assumingMemoryBound(to: Object.self)
}

/// Calls `body` with a NULL-ended array of C strings.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { g_strdup($0) } + [nil]
  defer { for pointer in pointers { g_free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
}

/// The fields of a libsoup header list.
func fields(_ headers: OpaquePointer?) -> HTTPHeaders {
  var result = HTTPHeaders()
  var iterator = SoupMessageHeadersIter()
  soup_message_headers_iter_init(&iterator, headers)
  var name: UnsafePointer<CChar>?
  var value: UnsafePointer<CChar>?
  while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
    if let name, let value { result.append(String(cString: name), String(cString: value)) }
  }
  return result
}

/// An IP address in text, without its port.
func text(of address: UnsafeMutablePointer<GSocketAddress>) -> String {
  let inet = g_inet_socket_address_get_address(
    UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self))
  guard let text = g_inet_address_to_string(inet) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

/// The port of an internet address.
func port(of address: UnsafeMutablePointer<GSocketAddress>) -> Int {
  Int(
    g_inet_socket_address_get_port(
      UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)))
}

/// One message's bytes, shared by all connections that send them.
///
/// `@unchecked Sendable`: GBytes never change, and count their references atomically.
final class Payload: @unchecked Sendable {
  let bytes: OpaquePointer?
  let count: Int
  let type: SoupWebsocketDataType

  init(_ message: WebSocketMessage) {
    var content = message.bytes
    switch message {
    case .text:
      type = SOUP_WEBSOCKET_DATA_TEXT
      // libsoup drops text that is not UTF-8: send it repaired.
      if String(validating: content, as: UTF8.self) == nil {
        content = Array(String(decoding: content, as: UTF8.self).utf8)
      }
    case .binary: type = SOUP_WEBSOCKET_DATA_BINARY
    }
    count = content.count
    bytes = g_bytes_new(content, gsize(content.count))
  }

  deinit { g_bytes_unref(bytes) }
}
