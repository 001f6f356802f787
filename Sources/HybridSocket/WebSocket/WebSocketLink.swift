import CLibSoup
import Synchronization

/// libsoup's side of a WebSocket.
///
/// `@unchecked Sendable`: used on the loop's thread only, except ``willSend(_:)`` and the counters, which are
/// in a `Mutex`.
final class WebSocketLink: @unchecked Sendable {
  private let loop: MainLoop
  private let connection: OpaquePointer
  /// The socket, to know when the kernel has accepted everything; nil if that is not needed.
  private let socket: UnsafeMutablePointer<GSocket>?
  private let meter: Meter?
  private var signals: [gulong] = []
  private var isClosed = false
  private var drain: MainLoopSource?
  private var looksSoon = false
  private var handedOver = 0
  private var waiting: [(limit: Int, call: @Sendable () -> Void)] = []
  private let limits: ServerLimits?

  /// Called on the loop's thread. Both callbacks are released at the close.
  var onMessage: (WebSocketMessage) -> Void = { _ in }
  var onClose: (Int, String) -> Void = { _, _ in }

  private struct Figures {
    var sent = 0
    var buffered = 0
  }
  private let figures = Mutex(Figures())
  var sentBytes: Int { figures.withLock { $0.sent } }
  var bufferedBytes: Int { figures.withLock { $0.buffered } }

  /// Wraps an open connection and retains it.
  init(
    _ connection: OpaquePointer, socket: UnsafeMutablePointer<GSocket>? = nil, meter: Meter? = nil,
    loop: MainLoop, maximumMessageSize: Int, limits: ServerLimits? = nil
  ) {
    self.meter = meter
    self.limits = limits
    self.loop = loop
    self.connection = connection
    self.socket = socket
    g_object_ref(UnsafeMutableRawPointer(connection))
    if let socket { g_object_ref(socket) }
    soup_websocket_connection_set_max_incoming_payload_size(connection, guint64(maximumMessageSize))
    connectSignals()
    guard let limits, let meter else { return }
    soup_websocket_connection_set_keepalive_interval(
      connection, guint(clamping: max(1, limits.keepAliveInterval.components.seconds)))
    meter.beginFrames(
      FrameChecker.Limits(
        message: maximumMessageSize, fragments: limits.maximumFragmentCount,
        controlFrames: limits.maximumControlFrames))
    meter.onFault = { [weak self] fault in self?.failSoon(fault) }
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(connection))
    if let socket { g_object_unref(socket) }
  }

  /// The sub-protocol agreed on.
  var subprotocol: String? { soup_websocket_connection_get_protocol(connection).map { String(cString: $0) } }

  /// Counts what is about to be sent. From any thread.
  func willSend(_ payload: Payload) {
    figures.withLock { figures in
      figures.sent += payload.count
      figures.buffered += payload.count
    }
  }

  /// Sends what ``willSend(_:)`` counted.
  func send(_ payload: Payload) {
    guard !isClosed, soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN else {
      return figures.withLock { $0.buffered -= payload.count }
    }
    soup_websocket_connection_send_message(connection, payload.type, payload.bytes)
    handedOver += payload.count
    guard let socket, g_socket_is_closed(socket) == 0 else { return taken() }
    guard drain == nil, !looksSoon else { return }
    looksSoon = true
    loop.performWhenQuiet { [weak self] in self?.lookWhetherTaken() }
  }

  /// So few bytes have mostly been accepted at once; for more, an event source waits.
  private static let little = 64 << 10

  private func lookWhetherTaken() {
    looksSoon = false
    guard !isClosed, let socket, drain == nil, handedOver > 0 else { return }
    // libsoup writes at the default priority while the socket takes more. So when a source of lower priority
    // sees the socket writable, nothing is left to write.
    if handedOver <= Self.little, g_socket_condition_check(socket, G_IO_OUT).rawValue & G_IO_OUT.rawValue != 0
    {
      return taken()
    }
    drain = loop.watch(socket, G_IO_OUT, priority: G_PRIORITY_LOW) { [weak self] in
      self?.drain = nil
      self?.taken()
      return false
    }
  }

  private func taken() {
    let count = handedOver
    handedOver = 0
    figures.withLock { $0.buffered -= count }
    tellDrained()
  }

  /// Calls `call` as soon as at most `limit` bytes are buffered.
  func whenDrained(below limit: Int, _ call: @escaping @Sendable () -> Void) {
    guard !isClosed else { return }
    waiting.append((limit, call))
    tellDrained()
  }

  private func tellDrained() {
    guard !isClosed, !waiting.isEmpty else { return }
    let buffered = bufferedBytes
    let ready = waiting.filter { buffered <= $0.limit }
    waiting.removeAll { buffered <= $0.limit }
    for (_, call) in ready { call() }
  }

  /// Starts the closing handshake.
  func close(code: Int, reason: String) {
    guard !isClosed, soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN else {
      return
    }
    // RFC 6455 §7.4: the other codes never go over the wire.
    let allowed =
      [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011].contains(code) || (3000...4999).contains(code)
    var text = reason.filter { $0 != "\0" }
    while text.utf8.count > 123 { text.removeLast() }
    soup_websocket_connection_close(connection, gushort(allowed ? code : 1011), text)
  }

  /// When the last bytes were received; the current time if that is not measured.
  var lastHeard: ContinuousClock.Instant { meter?.lastHeard ?? .now }

  /// The client's protocol error; nil without one.
  var fault: FrameChecker.Fault? { meter?.fault }

  private func failSoon(_ fault: FrameChecker.Fault) {
    loop.perform { [weak self] in self?.fail(code: fault.code, reason: fault.reason) }
  }

  /// Fails the connection (RFC 6455 §7.1.7): sends the reason, and does not wait for the client's close
  /// frame.
  func fail(code: Int, reason: String) {
    guard !isClosed else { return }
    close(code: code, reason: reason)
    let lastWords = socket.flatMap { socket in
      // libsoup closes at once when it cannot write.
      g_socket_is_closed(socket) != 0
        ? nil
        : loop.watch(socket, G_IO_OUT, priority: G_PRIORITY_LOW) {
          g_socket_shutdown(socket, 0, 1, nil)
          return false
        }
    }
    loop.after(.seconds(1)) { [weak self] in
      lastWords?.cancel()
      self?.abort(code: code, reason: reason)
    }
  }

  /// Ends the connection without a closing handshake, and reports `code`.
  func abort(code: Int, reason: String = "") {
    guard !isClosed else { return }
    if let stream = soup_websocket_connection_get_io_stream(connection) {
      g_io_stream_close(stream, nil, nil)
    }
    finish(code: code, reason: reason)
  }

  private func connectSignals() {
    let onMessage: @convention(c) (OpaquePointer?, Int32, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
      {
        _, type, bytes, data in
        guard let data else { return }
        Unmanaged<WebSocketLink>.fromOpaque(data).takeUnretainedValue().received(type: type, bytes)
      }
    let onClosed: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
      guard let data else { return }
      Unmanaged<WebSocketLink>.fromOpaque(data).takeUnretainedValue().closed()
    }
    signals = [
      connect("message", unsafeBitCast(onMessage, to: GCallback.self)),
      connect("closed", unsafeBitCast(onClosed, to: GCallback.self)),
    ]
  }

  /// Connects a signal, which retains the link until it is disconnected.
  private func connect(_ name: String, _ callback: @escaping GCallback) -> gulong {
    g_signal_connect_data(
      UnsafeMutableRawPointer(connection), name, callback, Unmanaged.passRetained(self).toOpaque(),
      { data, _ in data.map { Unmanaged<WebSocketLink>.fromOpaque($0).release() } },
      GConnectFlags(rawValue: 0))
  }

  private func received(type: Int32, _ bytes: OpaquePointer?) {
    guard !isClosed else { return }
    var size: gsize = 0
    let data = g_bytes_get_data(bytes, &size)
    let content = data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(size))) } ?? []
    let isText = UInt32(bitPattern: type) == SOUP_WEBSOCKET_DATA_TEXT.rawValue
    onMessage(isText ? .text(content) : .binary(content))
  }

  private func closed() {
    let code = Int(soup_websocket_connection_get_close_code(connection))
    let reason = soup_websocket_connection_get_close_data(connection).map { String(cString: $0) } ?? ""
    // 0: the connection broke; RFC 6455 §7.1.5 calls that 1006.
    if let fault { return finish(code: fault.code, reason: fault.reason) }
    finish(code: code == 0 ? 1006 : code, reason: reason)
  }

  private func finish(code: Int, reason: String) {
    guard !isClosed else { return }
    isClosed = true
    drain?.cancel()
    drain = nil
    waiting = []
    taken()
    let tell = onClose
    onMessage = { _ in }
    onClose = { _, _ in }
    for signal in signals { g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), signal) }
    tell(code, reason)
  }
}
