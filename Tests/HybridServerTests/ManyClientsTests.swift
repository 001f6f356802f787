import Foundation
import HybridReload
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.suiteTimeLimit)
struct ManyClientsTests {
  /// `hybrid-bench clients` does the same with 1,000, and with a clock.
  @Test func twoHundredClientsGetEveryRevisionThoughOneNeverReads() async throws {
    let row = "<li><b>Some text</b><i>and more</i></li>"
    let rig = try await ServerRig([
      "pages/home.html": "<body><h1 id=title>{{ title }}</h1></body>\n",
      "pages/home.json": "{\"title\": \"0\"}\n",
      "pages/large.html": "<body><ul>\(String(repeating: row, count: 2_000))</ul></body>\n",
    ])
    let session = rig.server.session
    let port = try #require(Int(rig.server.ready.url.dropLast().split(separator: ":").last ?? ""))
    let lazy = try RawClient(port: port, receiveBuffer: 4_096)
    lazy.send(
      """
      GET /hybrid/socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n
      """
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Protocol: hybrid.1, hybrid.token.\(rig.server.ready.token)\r\n\r\n")
    // It requests the large page repeatedly, and reads nothing.
    let question = ClientMessage.show(unit: "large", device: nil).masked
    let isBehind = await poll {
      lazy.send(question)
      return await session.clientList.contains { $0.isBehind }
    }
    #expect(isBehind)
    let id = try #require(await session.clientList.first?.id)

    let people = try await withThrowingTaskGroup(of: Following.self) { group in
      for _ in 0..<200 { group.addTask { try await rig.client(unit: "home") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let count = 10
    for round in 1...count {
      try rig.project.replace("pages/home.json", "{\"title\": \"\(round)\"}\n")
      for person in people {
        let update = try await person.update()
        #expect(update.revision == round + 1 && update.from == round)
        person.socket.send(.text(ClientMessage.ack(revision: update.revision, painted: 0).encoded))
      }
    }
    let all = await poll {
      await session.clientList.filter { $0.revision == count + 1 && $0.latency != nil }.count == 200
    }
    #expect(all)
    let waiting = await session.state.clients[id]?.window.line.bufferedBytes ?? 0
    #expect(waiting > 0 && waiting <= ClientWindow.limit)
    #expect(await session.figures.saves == count)
    lazy.reset()
    for person in people { person.socket.close() }
  }
}

extension ClientMessage {
  /// The client's frame with a masking key of zeros (RFC 6455 §5.3).
  fileprivate var masked: [UInt8] {
    let bytes = encoded
    return [0x81, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes
  }
}
