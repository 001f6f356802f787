import Foundation
import HybridBus
import HybridReload
import HybridRuntime
import HybridServer
import HybridSocket
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

import struct HybridSource.Diagnostic

/// A served project on a free port, and a client that follows it.
final class ServerRig: Sendable {
  let project: TemporaryProject
  let server: DevServer

  static let shop = [
    "pages/home/index.html": """
    <!DOCTYPE html><html><head><title>Home</title>
    <link rel="stylesheet" href="../../shared/base.css"><link rel="stylesheet" href="style.css"></head>
    <body><h1 id="title">{{ title }}</h1><button id="buy">Buy</button></body></html>

    """,
    "pages/home/style.css": "#buy { width: 80px; height: 24px; margin-left: 12px }\n",
    "pages/home/data.json": "{\"title\": \"Hello\"}\n",
    "pages/cart.html": """
    <html><head><link rel="stylesheet" href="../shared/base.css"></head><body><p id="note">Empty</p></body>\
    </html>

    """,
    "shared/base.css": "@import \"tokens.css\";\nbody { margin: var(--edge) }\n",
    "shared/tokens.css": ":root { --edge: 8px }\n",
  ]

  convenience init(
    _ files: [String: String] = shop, platform: TemplatePlatform = .ios, bus: String? = nil,
    adjusting adjust: (inout DevServer.Options) -> Void = { _ in }
  ) async throws {
    try await self.init(serving: TemporaryProject(files), platform: platform, bus: bus, adjusting: adjust)
  }

  init(
    serving project: TemporaryProject, platform: TemplatePlatform = .ios, bus: String? = nil,
    adjusting adjust: (inout DevServer.Options) -> Void = { _ in }
  ) async throws {
    self.project = project
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    // Some test clients answer no pings, and a busy machine is slow to.
    options.limits.keepAliveTimeout = .seconds(1_200)
    options.platform = platform
    options.bus = try bus.map { try BusAddress($0) }
    adjust(&options)
    server = try await DevServer.start(options)
    // All tests share two threads in one queue, and each step of a server and its client is appended to it:
    // running tests go first, so that no client deadline expires meanwhile.
    for _ in 0..<3 { await Task.yield() }
  }

  deinit { server.stop() }

  /// A client that was greeted and has the first tree.
  func client(unit: String? = nil) async throws -> Following {
    let socket = try await WebSocketClient.connect(
      server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
    let following = Following(socket: socket)
    socket.send(.text(ClientMessage.hello(.init(client: "test", unit: unit)).encoded))
    guard case .welcome = try await following.next() else { throw Unexpected() }
    while true {
      switch try await following.next() {
      case .snapshot: return following
      case .failed: continue
      default: throw Unexpected()
      }
    }
  }
}

struct Unexpected: Error {}

extension AsyncStream<DevServer.Event>.Iterator {
  /// The next reported save, with the terminal's tree; events of clients are skipped.
  mutating func nextSave() async throws -> (report: SaveReport, tree: ViewTree?) {
    while let event = await next() {
      if case .saved(let report, let tree) = event { return (report, tree) }
    }
    throw Unexpected()
  }

  /// The next note about the server itself.
  mutating func nextNote() async throws -> Diagnostic {
    while let event = await next() {
      if case .note(let diagnostic) = event { return diagnostic }
    }
    throw Unexpected()
  }
}

/// A client's messages, one by one.
struct Following: Sendable {
  let socket: WebSocketClient

  /// The next message, within a generous deadline.
  func next() async throws -> ServerMessage {
    try #require(ServerMessage(try await socket.next(within: suiteDeadline).bytes))
  }

  /// The next message, which must be an update.
  func update(sourceLocation: SourceLocation = #_sourceLocation) async throws -> ServerMessage.Update {
    let message = try await next()
    guard case .update(let update) = message else {
      Issue.record("not an update: \(message)", sourceLocation: sourceLocation)
      throw Unexpected()
    }
    return update
  }
}
