import CLibSoup

/// Counts what libsoup reads from a connection, and stops what it would not stop itself.
///
/// libsoup 3.2 reads a WebSocket until nothing more is there before it looks at any frame, and limits each frame but not
/// the message that fragments add up to (RFC 6455 §5.4): a client that keeps sending fills the memory. So libsoup gets
/// an input stream that says "nothing more" after each ``portion``, and fails when too much has come without a whole
/// message.
///
/// Used on the loop's thread only.
final class Meter {
  /// How many bytes are read before the frames among them are looked at.
  private static let portion = 1 << 18

  private let connection: UnsafeMutablePointer<GSocketConnection>
  private let input: UnsafeMutablePointer<GInputStream>
  private var left = Meter.portion
  private var count = 0
  /// How many bytes may come without a whole message.
  var limit = Int.max
  /// Whether more came.
  private(set) var isExceeded = false

  /// A meter for the connection, which is closed with the streams made here.
  init(_ connection: UnsafeMutablePointer<GSocketConnection>) {
    self.connection = connection
    input = g_io_stream_get_input_stream(Meter.ioStream(connection))
    g_object_ref(connection)
  }

  deinit { g_object_unref(connection) }

  /// A whole message came: counting begins anew.
  func restart() { count = 0 }

  /// The connection with its input metered. The caller releases it.
  func stream() -> UnsafeMutablePointer<GIOStream>? {
    let metered: UnsafeMutablePointer<GInputStream> = newObject(Meter.type)
    defer { g_object_unref(metered) }
    g_object_set_data_full(
      UnsafeMutableRawPointer(metered).assumingMemoryBound(to: GObject.self), "meter",
      Unmanaged.passRetained(self).toOpaque(),
      { data in data.map { Unmanaged<Meter>.fromOpaque($0).release() } })
    return g_simple_io_stream_new(metered, g_io_stream_get_output_stream(Meter.ioStream(connection)))
  }

  private static func ioStream(_ connection: UnsafeMutablePointer<GSocketConnection>) -> UnsafeMutablePointer<
    GIOStream
  > {
    UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
  }

  private var pollable: OpaquePointer { OpaquePointer(input) }

  private func read(
    _ buffer: UnsafeMutableRawPointer?, _ size: gsize,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
  ) -> gssize {
    guard count <= limit else {
      isExceeded = true
      g_set_error_literal(
        error, g_io_error_quark(), Int32(G_IO_ERROR_FAILED.rawValue), "the message is too large")
      return -1
    }
    guard left > 0 else {
      left = Meter.portion
      g_set_error_literal(error, g_io_error_quark(), Int32(G_IO_ERROR_WOULD_BLOCK.rawValue), "later")
      return -1
    }
    let result = g_pollable_input_stream_read_nonblocking(pollable, buffer, size, nil, error)
    if result > 0 {
      left -= result
      count += result
    } else {
      left = Meter.portion
    }
    return result
  }

  // MARK: The stream's type, as GObject wants it

  private static func meter(of stream: UnsafeMutableRawPointer?) -> Meter? {
    guard let data = g_object_get_data(stream?.assumingMemoryBound(to: GObject.self), "meter") else {
      return nil
    }
    return Unmanaged<Meter>.fromOpaque(data).takeUnretainedValue()
  }

  private static let type: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GInputStreamClass>.size)
    info.instance_size = guint16(MemoryLayout<GInputStream>.size)
    info.class_init = { kind, _ in
      let kind = kind?.assumingMemoryBound(to: GInputStreamClass.self)
      kind?.pointee.read_fn = { stream, buffer, size, cancellable, error in
        guard let meter = Meter.meter(of: stream) else { return -1 }
        return g_input_stream_read(meter.input, buffer, size, cancellable, error)
      }
      kind?.pointee.close_fn = { stream, cancellable, error in
        guard let meter = Meter.meter(of: stream) else { return 1 }
        return g_io_stream_close(Meter.ioStream(meter.connection), cancellable, error)
      }
    }
    var pollable = GInterfaceInfo()
    pollable.interface_init = { interface, _ in
      let interface = interface?.assumingMemoryBound(to: GPollableInputStreamInterface.self)
      interface?.pointee.can_poll = { _ in 1 }
      interface?.pointee.is_readable = { stream in
        Meter.meter(of: stream.map { UnsafeMutableRawPointer($0) }).map {
          g_pollable_input_stream_is_readable($0.pollable)
        }
          ?? 1
      }
      interface?.pointee.create_source = { stream, cancellable in
        guard let stream, let meter = Meter.meter(of: UnsafeMutableRawPointer(stream)) else { return nil }
        let source = g_pollable_input_stream_create_source(meter.pollable, cancellable)
        defer { if let source { g_source_unref(source) } }
        return g_pollable_source_new_full(UnsafeMutableRawPointer(stream), source, cancellable)
      }
      interface?.pointee.read_nonblocking = { stream, buffer, size, error in
        Meter.meter(of: stream.map { UnsafeMutableRawPointer($0) })?.read(buffer, size, error) ?? -1
      }
    }
    let type = g_type_register_static(
      g_input_stream_get_type(), "HybridMeteredInputStream", &info, GTypeFlags(rawValue: 0))
    g_type_add_interface_static(type, g_pollable_input_stream_get_type(), &pollable)
    return type
  }()
}
