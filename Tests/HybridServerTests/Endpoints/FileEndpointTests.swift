import HybridReload
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Testing

private let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"2\"/>"

/// The first image that a new client is told of.
private func image(_ rig: ServerRig) async throws -> ViewImage {
  let socket = try await WebSocketClient.connect(
    rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
  let following = Following(socket: socket)
  socket.send(.text(ClientMessage.hello(.init(client: "test")).encoded))
  while true {
    if case .snapshot(let snapshot) = try await following.next() {
      return try #require(snapshot.tree.nodes.compactMap(\.paint.image).first)
    }
  }
}

@Suite(.serialized) struct FileEndpointTests {
  static let project = [
    "pages/home/index.html": "<p>x</p><img src=\"a b.svg\">", "pages/home/a b.svg": svg,
    "pages/home/other.svg": svg.replacing("4", with: "5"), ".env": "secret",
  ]

  @Test func pictureIsServedByItsHashAlone() async throws {
    let rig = try await ServerRig(Self.project)
    let shown = try await image(rig)
    let hash = try #require(shown.hash)
    #expect(shown.path == "pages/home/a b.svg")
    let answer = try await httpGet(rig.server.ready.url + "hybrid/file/\(hash)/a%20b.svg")
    #expect(answer.status == 200 && answer.body == Array(svg.utf8))
    #expect(answer.headers["Content-Type"] == "image/svg+xml")
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    #expect(answer.headers["Cache-Control"]?.contains("immutable") == true)
    #expect(answer.headers["Content-Security-Policy"]?.hasPrefix("sandbox") == true)
    let refused = [
      "hybrid/file/\(hash)/other.svg", "hybrid/file/\(hash)", "hybrid/file/\(hash)/",
      "hybrid/file/\(String(hash.reversed()))x/a%20b.svg", "hybrid/file/\(hash.uppercased())1/a%20b.svg",
      "hybrid/file/\(hash)/..%2f..%2f.env", "hybrid/file/\(hash)/../../../.env", "hybrid/file/.env/.env",
      "hybrid/file/\(hash)/pages/home/a%20b.svg",
    ]
    for path in refused {
      let answer = try await httpGet(rig.server.ready.url + path)
      #expect(answer.status == 404 || answer.status == 400, "\(path)")
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret"))
    }
  }

  @Test func savedPictureReachesClientsUnderAnotherHash() async throws {
    let rig = try await ServerRig(Self.project)
    let client = try await rig.client()
    let before = try #require(try await image(rig).hash)
    try rig.project.write("pages/home/a b.svg", svg.replacing("4", with: "40"))
    #expect(try await client.update().changes.map(\.unit) == ["home"])
    let after = try await image(rig)
    #expect(after.hash != before && after.frame.width == 40)
    #expect(try await httpGet(rig.server.ready.url + "hybrid/file/\(before)/a%20b.svg").status == 404)
    #expect(
      try await httpGet(rig.server.ready.url + "hybrid/file/\(try #require(after.hash))/a%20b.svg").status
        == 200)
  }

  @Test func pictureIsNeverWritten() async throws {
    let rig = try await ServerRig(Self.project)
    for method in ["PUT", "DELETE", "POST"] {
      let answer = try await httpGet(rig.server.ready.url + "hybrid/file/x/y", method: method)
      #expect(answer.status == 405)
    }
  }
}
