import CLibSoup

/// The words of a GLib error.
func message(of error: UnsafeMutablePointer<GError>?) -> String {
  guard let text = error?.pointee.message else { return "unknown error" }
  return String(cString: text)
}

/// Frees an error, if there is one.
func g_clear_error_if_any(_ error: UnsafeMutablePointer<GError>?) {
  if let error { g_error_free(error) }
}

/// A new object of `type` with its properties' defaults.
func newObject<Object>(_ type: GType, as _: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
  guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
    preconditionFailure("out of memory")
  }
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

/// The address of the other end, without its port.
func remoteAddress(of socket: UnsafeMutablePointer<GSocket>) -> String {
  guard let address = g_socket_get_remote_address(socket, nil) else { return "" }
  defer { g_object_unref(address) }
  let inet = g_inet_socket_address_get_address(
    UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self))
  guard let text = g_inet_address_to_string(inet) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

/// One message's bytes, shared by all who send them.
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
      // libsoup drops a text that is no UTF-8: send what is left of it.
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
