import HybridCrypto
import HybridSocket

/// All HTTP endpoints and WebSockets of the server, one per row. The first matching row is used. Access
/// rights, the methods of a path, the hints of "not found" and the table of `Documentation/dev-server-api.md`
/// follow from the rows.
enum EndpointTable {
  static let rows: [Endpoint] = ours + ofOtherClients

  private static let ours: [Endpoint] = [
    .get(.exactly("/"), .front, "the [browser preview](browser-preview.md)") { await $0.previewPage($1) },
    .get(
      .below(PreviewPage.prefix, rest: "FILE"), .reading, "a module or a style sheet of the browser preview"
    ) {
      $0.preview.file($1.path)
    },
    .post(.exactly("/hybrid/pair"), .pairing, "[pairs](phones.md) a device by the code in the terminal") {
      $0.access.pair($1)
    },
    .get(.exactly("/hybrid/pair"), .front, "the page where a device is paired") { _, _ in
      PairingPage.response()
    },
    .post(.exactly("/hybrid/unpair"), .privileged, "revokes the key of a paired device") {
      $0.access.unpair($1)
    },
    .get(.exactly("/hybrid/devices"), .privileged, query: [], "the paired devices") { endpoints, _ in
      endpoints.access.deviceList()
    },
    .get(
      .exactly("/hybrid/status"), .reading, query: [],
      """
      figures of the session; `paint` has the milliseconds from a save to the screens, \
      the `last` and the `median`, after the first save
      """
    ) { endpoints, _ in await endpoints.status() },
    .get(
      .exactly("/hybrid/units"), .reading, query: [],
      "all units with their files and, in `data`, the names of their [data sets](devices.md#sample-data)"
    ) { endpoints, _ in await endpoints.units() },
    .get(
      below: "/hybrid/unit/", rest: "NAME.FORM", .reading, query: UnitEndpoint.queryFields,
      "[a render](#what-does-a-unit-look-like), an explanation or the compiled form of a unit"
    ) { endpoints, name, fields throws(QueryFields.Fault) in
      try await UnitEndpoint(session: endpoints.session).respond(to: name, fields)
    },
    .get(
      below: "/hybrid/file/", rest: "HASH/NAME", .reading,
      """
      [a picture](reload-protocol.md#pictures) or a [font](reload-protocol.md#fonts) that a unit shows, by \
      the hash of its bytes; 404 if the file has changed
      """
    ) { endpoints, name in await FileEndpoint(session: endpoints.session).respond(to: name) },
    .get(
      .exactly("/hybrid/problems"), .privileged, query: AgentEndpoints.problemFields,
      "[everything that is wrong now](#what-is-wrong)"
    ) { endpoints, fields throws(QueryFields.Fault) in
      try await endpoints.agents.problems(fields, asText: false)
    },
    .get(
      .exactly("/hybrid/problems.txt"), .privileged, query: AgentEndpoints.problemFields, "the same as text"
    ) { endpoints, fields throws(QueryFields.Fault) in
      try await endpoints.agents.problems(fields, asText: true)
    },
    .get(.exactly("/hybrid/clients"), .privileged, query: [], "[the connected clients](#connected-clients)") {
      endpoints, _ in await endpoints.agents.clients()
    },
    .post(
      .exactly("/hybrid/show"), .privileged, body: ["unit", "device", "data"],
      "[shows a unit](#commands), on another device, with another data set"
    ) { endpoints, body throws(RequestBody.Fault) in try await endpoints.agents.show(body) },
    .post(
      .exactly("/hybrid/open"), .privileged, body: ["id"],
      """
      opens a place in the user's editor, by the id that `/hybrid/problems` or an [`inspect`](inspector.md) \
      returned
      """
    ) { endpoints, body throws(RequestBody.Fault) in try await endpoints.agents.open(body) },
    .post(.exactly("/hybrid/reload"), .privileged, body: [], "reloads every client") { endpoints, _ in
      await endpoints.agents.reload()
    },
  ]

  /// Endpoints of older systems. They come last, so that a template's name cannot hide one of ours.
  private static let ofOtherClients: [Endpoint] =
    [
      // With GET, as in React Native's tools, any page could call it.
      .post(
        .exactly("/reload"), .privileged, body: [],
        "the same, for [React Native's tools](compatibility.md#react-native)"
      ) {
        endpoints, _ in await endpoints.agents.reload()
      },
      .get(
        .exactly("/status"), .packagerStatus,
        "[whether a packager is there](compatibility.md#is-a-packager-there)"
      ) {
        $0.compatibility.packager.status($1)
      },
    ]
    + ReactNativePackager.refusedPaths.map { path in
      .get(.exactly(path), .reading, "410: no endpoint opens a path or an address that a caller names") {
        _, _ in
        ReactNativePackager.refusal(of: path)
      }
    } + [
      .get(
        .exactly(LiveReloadServer.scriptPath), .keyless,
        "the script of [LiveReload](compatibility.md#livereload)"
      ) {
        endpoints, _ in endpoints.compatibility.liveReload.script
      },
      .get(
        .exactly(RexxarEndpoints.tablePath), .keyless,
        "the routes as [Rexxar's table](rexxar.md#what-hybrid-dev-has-for-containers)"
      ) { await $0.compatibility.rexxar.table($1) },
      .get(.below(RexxarEndpoints.folder, rest: "NAME-HASH.html"), .keyless, "the pages that the table names")
      {
        await $0.compatibility.rexxar.page(at: $1.path)
      },
      .get(.exactly("/.dir"), .keyless, "the list of templates, for the [Playground](playground.md)") {
        endpoints, _ in
        await endpoints.compatibility.playground.list()
      },
      .get(.named(ending: "/data.json"), .keyless, "the bundle of a template, for the Playground") {
        await $0.compatibility.playground.respond(to: $1)
      },
      .get(.named(ending: "_QR.png"), .keyless, "the QR code of a template, for the Playground") {
        await $0.compatibility.playground.respond(to: $1)
      },
    ]

  /// The WebSockets.
  static let sockets: [SocketEndpoint] = [
    SocketEndpoint(
      path: "/hybrid/socket", right: .key, protocols: ["hybrid.1"],
      summary: "the [reload protocol](reload-protocol.md)"
    ) { endpoints, connection in
      let socket = SessionSocket(session: endpoints.session)
      return endpoints.access.following(connection, socket.handlers(for: connection))
    },
    // It has its own path, so that a first message recorded here cannot be replayed there.
    SocketEndpoint(
      path: SealedHello.path, right: .sealedKey, protocols: [SealedHello.subprotocol],
      summary: "the same with [sealed messages](phones.md#sealed-messages)"
    ) { endpoints, connection in
      let socket = SessionSocket(session: endpoints.session)
      return SealedClient(connection, access: endpoints.access, socket: socket).handlers
    },
    SocketEndpoint(
      path: "/message", right: .keyless, maximumMessageSize: ReactNativePackager.maximumMessageSize,
      summary: "the [control socket](compatibility.md#the-control-socket) of React Native"
    ) { $0.compatibility.packager.open($1) },
    SocketEndpoint(
      path: LiveReloadServer.socketPath, right: .keyless,
      maximumMessageSize: LiveReloadServer.maximumMessageSize,
      summary: "the reloads of [LiveReload](compatibility.md#livereload)"
    ) { $0.compatibility.liveReload.open($1) },
  ]

  /// The right that a request needs: that of its row. A request without a row needs the right to read, so
  /// that strangers do not learn which paths exist, and the token if its method is not safe.
  static func right(method: String, path: String) -> AccessRight {
    guard let row = row(method: method, path: path) else {
      return method == "GET" || method == "HEAD" ? .reading : .privileged
    }
    return row.right
  }

  /// The row that answers a request; nil without one.
  static func row(method: String, path: String) -> Endpoint? {
    guard let method = Endpoint.Method(rawValue: method == "HEAD" ? "GET" : method) else { return nil }
    return rows.first { $0.method == method && $0.path.contains(path) }
  }

  /// The methods that a path has, in the order of `Allow`; for an unknown path, those of a query.
  static func methods(of path: String) -> [String] {
    let posts = row(method: "POST", path: path) != nil
    let gets = !posts || row(method: "GET", path: path) != nil
    return (posts ? ["POST"] : []) + (gets ? ["GET", "HEAD"] : [])
  }

  /// The table of `Documentation/dev-server-api.md`, one line per row.
  static var documentation: [String] {
    ["| request | right | response |", "|---|---|---|"]
      + rows.map { "| `\($0.method.rawValue) \($0.path.pattern)` | \($0.right.name) | \($0.summary) |" }
      + sockets.map { "| WebSocket `\($0.path)` | \($0.right.name) | \($0.summary) |" }
  }
}
