import Foundation
import HybridReload
import HybridRuntime
import HybridSocket
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridServer

@Suite(.suiteTimeLimit)
struct CutConnectionTests {
  /// Cuts anywhere: in the handshake, in the greeting, inside a frame.
  @Test func aThousandCutsLoseNothingAndCostNoWholeTree() async throws {
    let rows = (0..<100).map { "<li id=\"row\($0)\">Row number \($0)</li>" }.joined()
    let rig = try await ServerRig([
      "pages/home.html": "<html><body><h1 id=title>{{ title }}</h1><ul>\(rows)</ul></body></html>\n",
      "pages/home.json": "{\"title\": \"0\"}\n",
    ])
    let random = Mutex(SeededGenerator(seed: 1_000))
    let isCutting = Mutex(false)
    let port = try #require(Int(rig.server.ready.url.dropLast().split(separator: ":").last ?? ""))
    let proxy = try CuttingProxy(to: port) {
      guard isCutting.withLock({ $0 }) else { return nil }
      return random.withLock { Int.random(in: 0...4_000, using: &$0) }
    }
    var client = ReloadClient(name: "cut", unit: "home")
    var snapshots = 0
    var updateSize = 0
    /// Whole trees where updates would have been enough, with the preceding messages.
    var needless: [String] = []
    var trail: [String] = []
    var saves = 0
    func save() throws {
      saves += 1
      try rig.project.replace("pages/home.json", "{\"title\": \"\(saves)\"}\n")
    }
    /// One connection, from its start until it is cut or `isEnough`.
    func follow(until isEnough: (ReloadClient) async -> Bool) async throws {
      let socket = try await WebSocketClient.connect(
        "ws://127.0.0.1:\(proxy.port)/hybrid/socket",
        protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"], within: suiteDeadline)
      defer { socket.close() }
      trail.append("hello \(client.revision ?? -1)")
      socket.send(.text(client.connect().encoded))
      repeat {
        let message = try #require(ServerMessage(try await socket.next(within: suiteDeadline).bytes))
        switch message {
        case .update: updateSize = message.encoded.count
        case .snapshot(let snapshot):
          snapshots += 1
          // If the missed updates are larger than the tree, the tree is the right thing to send.
          let missed = snapshot.revision - (client.revision ?? snapshot.revision)
          if snapshots > 1, missed * updateSize < message.encoded.count {
            needless.append("\(snapshot.revision) to \(client.revision ?? -1) behind \(trail.suffix(12))")
          }
        default: break
        }
        trail.append(message.type)
        for reply in client.receive(message).replies { socket.send(.text(reply.encoded)) }
        if case .update = message, isCutting.withLock({ $0 }) { try save() }
      } while await !isEnough(client)
    }
    try await follow { $0.tree != nil }
    isCutting.withLock { $0 = true }
    while proxy.cutCount < 1_000 {
      try save()
      do { try await follow { _ in false } } catch is SocketError {}
    }
    isCutting.withLock { $0 = false }
    let isLastSaved = try await poll {
      let answer = try await httpGet(rig.server.ready.url + "hybrid/unit/home.json")
      return String(decoding: answer.body, as: UTF8.self).contains("\"text\":\"\(saves)\"")
    }
    #expect(isLastSaved)
    try await follow { await $0.tree == rig.server.session.tree(of: "home", as: Variant(.standard)) }
    #expect(client.tree?.nodes.first { $0.id == "title" }?.text == "\(saves)")
    #expect(needless == [] && snapshots < 5)
    #expect(await rig.server.session.catchUpCount > 100)
  }
}
