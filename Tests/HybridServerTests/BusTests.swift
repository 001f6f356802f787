import Foundation
import HybridBus
import HybridReload
import HybridRuntime
import HybridServer
import HybridTestSupport
import Testing

/// Servers as on several machines, each with a copy of the project, simulated on one machine.
@Suite(.enabled(if: RedisServer.isInstalled, "skipped: there is no redis-server"))
struct BusTests {
  private let project = "?project=shop"

  /// The tree listing of a client, once it contains `text`.
  private func listing(
    of client: Following, until text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    var reload = ReloadClient(name: "test")
    // The greeting and the first tree were already received: requests the tree again.
    client.socket.send(.text(ClientMessage.show(unit: nil, device: nil).encoded))
    while true {
      let (_, replies) = reload.receive(try await client.next())
      for reply in replies { client.socket.send(.text(reply.encoded)) }
      guard let listing = reload.tree?.listing, listing.contains(text) else { continue }
      return listing
    }
  }

  private func joined(_ servers: Int, _ rigs: ServerRig...) async throws {
    for rig in rigs {
      try #require(
        await poll {
          if case .joined(let count)? = rig.server.busState { count >= servers } else { false }
        })
    }
  }

  @Test func `a save at one server is shown by the clients of all, and nobody's disk is written to`()
    async throws
  {
    let redis = try RedisServer()
    let anna = try await ServerRig(bus: redis.url + project)
    let bert = try await ServerRig(bus: redis.url + project)
    try await joined(1, anna, bert)
    let client = try await bert.client(unit: "home")
    try anna.project.write("pages/home/data.json", "{\"title\": \"From Anna\"}")
    #expect(try await listing(of: client, until: "From Anna").contains("From Anna"))
    #expect(try bert.project.text("pages/home/data.json").contains("Hello"))
    // Bert's own save counts again, there and here.
    let annas = try await anna.client(unit: "home")
    try bert.project.write("pages/home/data.json", "{\"title\": \"From Bert\"}")
    _ = try await listing(of: client, until: "From Bert")
    _ = try await listing(of: annas, until: "From Bert")
  }

  @Test func `pages come and go everywhere, and who joins later has them`() async throws {
    let redis = try RedisServer()
    let anna = try await ServerRig(bus: redis.url + project)
    let bert = try await ServerRig(bus: redis.url + project)
    try await joined(1, anna, bert)
    try anna.project.write("pages/new/index.html", "<html><body><p>Brand new</p></body></html>")
    #expect(
      await poll { await bert.server.session.allUnits.contains { $0.name == "new" } })
    try anna.project.remove("pages/cart.html")
    #expect(
      await poll { await !bert.server.session.allUnits.contains { $0.name == "cart" } })
    let cora = try await ServerRig(bus: redis.url + project)
    #expect(
      await poll {
        let names = await cora.server.session.allUnits.map(\.name)
        return names.contains("new") && !names.contains("cart")
      })
    let client = try await cora.client(unit: "new")
    _ = try await listing(of: client, until: "Brand new")
  }

  @Test func `while Redis is gone each server works on, and they agree when it is back`() async throws {
    var redis = try RedisServer()
    let anna = try await ServerRig(bus: redis.url + project)
    let bert = try await ServerRig(bus: redis.url + project)
    try await joined(1, anna, bert)
    let (annas, berts) = (try await anna.client(unit: "home"), try await bert.client(unit: "home"))
    try await redis.end()
    try anna.project.write("pages/home/data.json", "{\"title\": \"Alone\"}")
    _ = try await listing(of: annas, until: "Alone")
    try bert.project.write("pages/home/style.css", "#buy { width: 99px; height: 24px }\n")
    _ = try await listing(of: berts, until: "99")
    redis = try RedisServer(port: redis.port)
    #expect(try await listing(of: berts, until: "Alone").contains("99"))
    #expect(try await listing(of: annas, until: "99").contains("Alone"))
  }

  @Test func `a server starts and works where no Redis ever was`() async throws {
    let rig = try await ServerRig(bus: "redis://127.0.0.1:1/0?project=shop")
    let client = try await rig.client(unit: "home")
    try rig.project.write("pages/home/data.json", "{\"title\": \"On my own\"}")
    _ = try await listing(of: client, until: "On my own")
    #expect(await poll { if case .away? = rig.server.busState { true } else { false } })
  }
}
