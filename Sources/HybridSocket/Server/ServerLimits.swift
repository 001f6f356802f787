/// How much a server accepts from its clients (`Documentation/security.md`). Every limit can be changed; a
/// client that exceeds one is refused or disconnected, without affecting other clients.
package struct ServerLimits: Sendable {
  /// The longest request target, in bytes. More is answered with 414.
  package var maximumTargetSize = 8 << 10
  /// The largest header section, in bytes. More is answered with 431.
  package var maximumHeaderSize = 32 << 10
  /// The most header fields in a request. More is answered with 431.
  package var maximumHeaderCount = 100
  /// The largest request body, in bytes. More is answered with 413.
  package var maximumBodySize = 1 << 20
  /// How long a client may take to send a request head, from its first byte, or a WebSocket client its token.
  package var headerTimeout = Duration.seconds(5)
  /// How long a client may take to begin a request, to send its body, and to take an answer.
  package var idleTimeout = Duration.seconds(60)

  /// The most connections of one address that are not authorised WebSockets.
  package var maximumConnectionsPerAddress = 64
  /// The most connections in all that are not authorised WebSockets.
  package var maximumConnections = 256
  /// How long connections beyond those limits may wait without a request: many clients that connect at once
  /// have that long to send one. Then the oldest are closed.
  package var arrivalTime = Duration.seconds(4)
  /// The most connections that are not authorised WebSockets during ``arrivalTime``. One more closes the
  /// oldest waiting one.
  package var maximumArrivals = 4_096
  /// The most authorised WebSockets. One more is closed with 1008.
  package var maximumWebSockets = 4_096

  /// The largest message from a WebSocket client, in bytes. More closes with 1009.
  package var maximumMessageSize = 1 << 20
  /// The most frames of one message. More closes with 1008.
  package var maximumFragmentCount = 64
  /// The most pings, pongs and closes of one client within a second. More closes with 1008.
  package var maximumControlFrames = 100
  /// How often a WebSocket client is pinged, in whole seconds.
  package var keepAliveInterval = Duration.seconds(20)
  /// How long a WebSocket client may be silent, pongs included, before it counts as gone.
  package var keepAliveTimeout = Duration.seconds(50)

  /// The clock that all these times are measured with, except the interval of pings, which libsoup sends.
  package var clock = ServerClock.system

  /// The limits of `Documentation/security.md`.
  package init() {}
}
