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
  /// Whether to look up who has the port when it is taken: that reads what all processes have open, some 20
  /// ms.
  package var namesPortOwner = true
  /// Loopback, unless asked otherwise.
  package var interfaces = Interfaces.loopback
  /// Names and addresses accepted in `Host` besides the loopback ones: `name` for our port or none,
  /// `name:port` exactly.
  package var allowedHosts: [String] = []
  /// Addresses that the emulators on this machine have for it, accepted in `Host` as `address:port` from
  /// loopback peers, for requests without an `Origin`: no browser on this machine sends such a request, since
  /// there the address is another machine's, or nobody's.
  package var emulatorHosts: [String] = []
  /// Origins accepted besides our own: `scheme://host[:port]`, exactly.
  package var allowedOrigins: [String] = []
  /// Origins let in at single paths besides, exactly as browsers send them, in lower case:
  /// `http://localhost:3000`, `chrome-extension://ID`. They may read what is answered there, and are
  /// strangers everywhere else.
  package var guestOrigins: [String: Set<String>] = [:]
  /// Methods that reach the handler, whatever the path.
  package var methods: Set<String> = ["GET", "HEAD"]
  /// Exact paths that take `POST` besides; only as `application/json`, and from no other origin than ours. A
  /// form of another site can send neither, and a script of one must ask first, which nobody here allows.
  package var postPaths: Set<String> = []
  /// Whether other sites may show the server's pages in frames.
  package var isEmbeddable = false
  /// How much to take.
  package var limits = ServerLimits()
  /// Told of those that are turned away, on the server's thread: be quick. At most ten a second are told.
  package var onRefusal: (@Sendable (RefusedRequest) -> Void)?

  /// Loopback only, with the limits of the security checklist.
  package init(port: Int? = nil) { self.port = port }
}
