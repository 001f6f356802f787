/// Where a server listens and what it accepts.
package struct HTTPServerConfiguration: Sendable {
  /// The interfaces to listen on.
  package enum Interfaces: Sendable {
    /// 127.0.0.1 and, if there is IPv6, ::1.
    case loopback
    /// Every address of the machine.
    case all
  }

  /// The port; nil takes any free one.
  package var port: Int?
  /// Whether to look up which program has the port when it is taken: reading the open files of all processes
  /// takes some 20 ms.
  package var namesPortOwner = true
  /// The interfaces to listen on; loopback by default.
  package var interfaces = Interfaces.loopback
  /// Names and addresses accepted in `Host` besides the loopback ones: `name` for our port or none,
  /// `name:port` exactly.
  package var allowedHosts: [String] = []
  /// Addresses by which emulators on this machine reach it, accepted in `Host` as `address:port` from
  /// loopback peers, for requests without an `Origin`: no browser on this machine sends such a request, since
  /// outside the emulator the address belongs to another machine or to none.
  package var emulatorHosts: [String] = []
  /// Origins accepted besides our own: `scheme://host[:port]`, exactly.
  package var allowedOrigins: [String] = []
  /// Origins also accepted at single paths (the keys), exactly as browsers send them, in lower case:
  /// `http://localhost:3000`, `chrome-extension://ID`. They may read the answers there, and are refused
  /// everywhere else.
  package var guestOrigins: [String: Set<String>] = [:]
  /// Methods that reach the handler, whatever the path, unless ``methodsOfPath`` says which.
  package var methods: Set<String> = ["GET", "HEAD"]
  /// The methods of a path, in the order of `Allow`. `POST` is then taken only with `application/json` and
  /// only from our own origin: a form of another site can satisfy neither, and a script of one needs a CORS
  /// preflight, which this server never grants.
  package var methodsOfPath: (@Sendable (_ path: String) -> [String])?
  /// Whether other sites may show the server's pages in frames.
  package var isEmbeddable = false
  /// The limits on clients.
  package var limits = ServerLimits()
  /// Called for each refused request, on the server's thread: it must be quick. At most ten are reported a
  /// second.
  package var onRefusal: (@Sendable (RefusedRequest) -> Void)?

  /// Loopback only, with the limits of `Documentation/security.md`.
  package init(port: Int? = nil) { self.port = port }
}
