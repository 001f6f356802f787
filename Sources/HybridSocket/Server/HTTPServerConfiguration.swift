/// Where a server listens and what it lets in.
package struct HTTPServerConfiguration: Sendable {
  /// The interfaces to listen on.
  package enum Interfaces: Sendable {
    /// 127.0.0.1 and, where there is IPv6, ::1.
    case loopback
    /// Every address of the machine.
    case all
  }

  /// The port; nil takes any that is free.
  package var port: Int?
  /// Loopback, unless asked otherwise.
  package var interfaces = Interfaces.loopback
  /// Names and addresses accepted in `Host` besides the loopback ones: `name` for our port or none, `name:port` exactly.
  package var allowedHosts: [String] = []
  /// Addresses that the emulators on this machine have for it, accepted in `Host` as `address:port` from loopback peers,
  /// for requests without an `Origin`: no browser on this machine sends such a request, since there the address is another
  /// machine's, or nobody's.
  package var emulatorHosts: [String] = []
  /// Origins accepted besides our own: `scheme://host[:port]`, exactly.
  package var allowedOrigins: [String] = []
  /// Methods that reach the handler.
  package var methods: Set<String> = ["GET", "HEAD"]
  /// The largest request body, in bytes.
  package var maximumBodySize = 1 << 20
  /// The most header fields in a request.
  package var maximumHeaderCount = 100
  /// The largest request head, in bytes, request line included.
  package var maximumHeaderSize = 32 << 10
  /// The longest request target, in bytes.
  package var maximumTargetSize = 8 << 10
  /// The most connections, WebSockets included.
  package var maximumConnections = 4_096
  /// How long a client may take to send a request head.
  package var headerTimeout = Duration.seconds(5)
  /// How long a connection may stay open without a request.
  package var idleTimeout = Duration.seconds(60)

  /// Loopback only, with the limits of the security checklist.
  package init(port: Int? = nil) { self.port = port }
}
