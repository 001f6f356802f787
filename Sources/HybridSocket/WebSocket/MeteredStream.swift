import CLibSoup

/// A stream between libsoup and a connection that enforces limits which libsoup lacks.
///
/// - libsoup 3.2 reads all available bytes of a WebSocket before it handles any frame: so the stream reports
///   "no more data" after each ``portion``.
/// - A request is handed over up to its last byte: what a client sends after it, before the connection has
///   become a WebSocket, stays in the socket.
/// - Frames pass a ``FrameChecker``. After a fault nothing more is handed over, and the rest is discarded
///   until the client disconnects.
///
/// Used on the loop's thread only.
final class Meter {
  /// How many bytes are read before libsoup handles the frames among them.
  private static let portion = 1 << 18
  /// How many bytes are discarded after a fault before the connection is closed.
  private static let patience = 4 << 20

  private let connection: UnsafeMutablePointer<GSocketConnection>
  private let input: UnsafeMutablePointer<GInputStream>
  private var left = Meter.portion
  /// How many bytes of the request are outstanding; nil once it is a WebSocket.
  private var request: Int?
  private var checker = FrameChecker()
  private var discarded = 0
  /// When the last bytes were received.
  private(set) var lastHeard: ContinuousClock.Instant
  private let clock: ServerClock
  /// The client's protocol error; nil without one.
  private(set) var fault: FrameChecker.Fault?
  /// Called at a fault, while libsoup reads: it must not call libsoup.
  var onFault: (FrameChecker.Fault) -> Void = { _ in }

  /// The input that libsoup reads. The stream owns it and is its only user.
  private var meteredInput: UnsafeMutablePointer<GInputStream>?

  /// A meter for the connection, which is closed together with the stream.
  /// - Parameters:
  ///   - request: The bytes of the request's head and body.
  ///   - clock: The clock for the times at which bytes were received.
  init(_ connection: UnsafeMutablePointer<GSocketConnection>, request: Int, clock: ServerClock) {
    self.clock = clock
    lastHeard = clock.now
    self.connection = connection
    self.request = request
    input = g_io_stream_get_input_stream(Meter.ioStream(connection))
    g_object_ref(connection)
  }

  deinit { g_object_unref(connection) }

  /// The connection is a WebSocket from now on.
  func beginFrames(_ limits: FrameChecker.Limits) {
    request = nil
    checker = FrameChecker(limits)
  }

  /// The connection with its input metered. The caller releases it.
  func stream() -> UnsafeMutablePointer<GIOStream> {
    let metered: UnsafeMutablePointer<GInputStream> = newObject(Meter.inputType)
    attach(metered)
    meteredInput = metered
    let stream: UnsafeMutablePointer<GIOStream> = newObject(Meter.streamType)
    attach(stream)
    g_object_set_data_full(
      UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), "input", metered,
      { input in g_object_unref(input) })
    return stream
  }

  /// Attaches the meter to the object, so that GObject's functions find it, for the object's lifetime.
  private func attach(_ object: UnsafeMutableRawPointer) {
    g_object_set_data_full(
      object.assumingMemoryBound(to: GObject.self), "meter", Unmanaged.passRetained(self).toOpaque(),
      { data in data.map { Unmanaged<Meter>.fromOpaque($0).release() } })
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
    guard left > 0, request != 0 else {
      left = Meter.portion
      return Meter.wouldBlock(error)
    }
    let size = min(size, gsize(request ?? .max))
    let result = g_pollable_input_stream_read_nonblocking(pollable, buffer, size, nil, error)
    guard result > 0, let buffer else {
      left = Meter.portion
      return result
    }
    left -= result
    lastHeard = clock.now
    guard request == nil else {
      request = request.map { $0 - result }
      return result
    }
    return check(UnsafeRawBufferPointer(start: buffer, count: result), error)
  }

  /// How many of the received bytes are handed over.
  private func check(
    _ bytes: UnsafeRawBufferPointer, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
  ) -> gssize {
    var passed = 0
    if fault == nil {
      let found: FrameChecker.Fault?
      (passed, found) = bytes.withMemoryRebound(to: UInt8.self) { checker.check($0.span) }
      fault = found
      if let found { onFault(found) }
    }
    discarded += bytes.count - passed
    if passed > 0 { return passed }
    guard discarded <= Meter.patience else {
      g_set_error_literal(
        error, g_io_error_quark(), Int32(G_IO_ERROR_FAILED.rawValue), "the client goes on after its fault")
      return -1
    }
    return Meter.wouldBlock(error)
  }

  private static func wouldBlock(_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?) -> gssize {
    g_set_error_literal(error, g_io_error_quark(), Int32(G_IO_ERROR_WOULD_BLOCK.rawValue), "later")
    return -1
  }

  /// Closes the connection.
  private func close() { g_io_stream_close(Meter.ioStream(connection), nil, nil) }
}

// MARK: The streams' types, as GObject wants them

/// Everything here runs on the loop's thread. GIO's default versions of the asynchronous functions would use
/// other threads.
extension Meter {
  private static func of(_ object: UnsafeMutableRawPointer?) -> Meter? {
    guard let data = g_object_get_data(object?.assumingMemoryBound(to: GObject.self), "meter") else {
      return nil
    }
    return Unmanaged<Meter>.fromOpaque(data).takeUnretainedValue()
  }

  /// Completes an asynchronous call at once.
  private static func succeed(
    _ object: UnsafeMutableRawPointer?, _ callback: GAsyncReadyCallback?, _ data: UnsafeMutableRawPointer?
  ) {
    let task = g_task_new(object, nil, callback, data)
    g_task_return_boolean(task, 1)
    g_object_unref(UnsafeMutableRawPointer(task))
  }

  private static func register(
    _ name: String, parent: GType, classSize: Int, instanceSize: Int, initialise: @escaping GClassInitFunc
  ) -> GType {
    var info = GTypeInfo()
    info.class_size = guint16(classSize)
    info.instance_size = guint16(instanceSize)
    info.class_init = initialise
    return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
  }

  private static let streamType = register(
    "HybridMeteredStream", parent: g_io_stream_get_type(), classSize: MemoryLayout<GIOStreamClass>.size,
    instanceSize: MemoryLayout<GIOStream>.size
  ) { kind, _ in
    guard let kind = kind?.assumingMemoryBound(to: GIOStreamClass.self) else { return }
    kind.pointee.get_input_stream = { stream in Meter.of(stream)?.meteredInput }
    kind.pointee.get_output_stream = { stream in
      Meter.of(stream).flatMap { g_io_stream_get_output_stream(Meter.ioStream($0.connection)) }
    }
    kind.pointee.close_fn = { stream, _, _ in
      Meter.of(stream)?.close()
      return 1
    }
    kind.pointee.close_async = { stream, _, _, callback, data in
      Meter.of(stream)?.close()
      Meter.succeed(stream, callback, data)
    }
    kind.pointee.close_finish = { _, result, error in g_task_propagate_boolean(result, error) }
  }

  private static let inputType: GType = {
    let type = register(
      "HybridMeteredInputStream", parent: g_input_stream_get_type(),
      classSize: MemoryLayout<GInputStreamClass>.size,
      instanceSize: MemoryLayout<GInputStream>.size
    ) { kind, _ in
      guard let kind = kind?.assumingMemoryBound(to: GInputStreamClass.self) else { return }
      kind.pointee.read_fn = { stream, buffer, size, cancellable, error in
        Meter.of(stream).map { g_input_stream_read($0.input, buffer, size, cancellable, error) } ?? -1
      }
      // The stream closes the connection; as for GIO's own sockets, closing one direction does nothing.
      kind.pointee.close_fn = { _, _, _ in 1 }
      kind.pointee.close_async = { stream, _, _, callback, data in Meter.succeed(stream, callback, data) }
      kind.pointee.close_finish = { _, result, error in g_task_propagate_boolean(result, error) }
    }
    var pollable = GInterfaceInfo()
    pollable.interface_init = { interface, _ in
      guard let interface = interface?.assumingMemoryBound(to: GPollableInputStreamInterface.self) else {
        return
      }
      interface.pointee.can_poll = { _ in 1 }
      interface.pointee.is_readable = { stream in
        Meter.of(stream.map { UnsafeMutableRawPointer($0) }).map {
          g_pollable_input_stream_is_readable($0.pollable)
        } ?? 1
      }
      interface.pointee.create_source = { stream, cancellable in
        guard let stream, let meter = Meter.of(UnsafeMutableRawPointer(stream)) else { return nil }
        let source = g_pollable_input_stream_create_source(meter.pollable, cancellable)
        defer { if let source { g_source_unref(source) } }
        return g_pollable_source_new_full(UnsafeMutableRawPointer(stream), source, cancellable)
      }
      interface.pointee.read_nonblocking = { stream, buffer, size, error in
        Meter.of(stream.map { UnsafeMutableRawPointer($0) })?.read(buffer, size, error) ?? -1
      }
    }
    g_type_add_interface_static(type, g_pollable_input_stream_get_type(), &pollable)
    return type
  }()
}
