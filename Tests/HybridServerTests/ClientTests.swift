import Foundation
import HybridGeometry
import HybridJSON
import HybridReload
import HybridServer
import HybridSocket
import HybridSource
import HybridTestSupport
import Testing

@Suite(.serialized) struct ClientTests {
  @Test func aClientThatComesBackGetsNothingWhenItMissedNothingAndOneSnapshotOtherwise() async throws {
    let rig = try await ServerRig()
    let socket = try await WebSocketClient.connect(
      rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
    var client = ReloadClient(name: "test")
    socket.send(.text(client.hello.encoded))
    while client.tree == nil {
      _ = client.receive(try #require(ServerMessage(try await socket.next().bytes)))
    }
    socket.close()

    // Nothing was saved: the greeting is followed by silence until the next save.
    let second = try await rig.connect()
    second.send(.text(client.hello.encoded))
    #expect(client.receive(try #require(ServerMessage(try await second.next().bytes))).change == .nothing)
    try rig.project.replace("pages/home/data.json", "{\"title\": \"Missed\"}\n")
    guard case .update = ServerMessage(try await second.next().bytes) else { throw Unexpected() }
    second.close()

    // That client dropped the update, so it still reports the old revision.
    let third = try await rig.connect()
    third.send(.text(client.hello.encoded))
    var messages: [ServerMessage] = []
    for _ in 0..<2 { messages.append(try #require(ServerMessage(try await third.next().bytes))) }
    for message in messages { _ = client.receive(message) }
    #expect(client.tree?.nodes.contains { $0.text == "Missed" } == true)
  }

  @Test func patchesMakeTheSameTreeAsASnapshot() async throws {
    let rig = try await ServerRig()
    let socket = try await rig.connect()
    var client = ReloadClient(name: "test")
    socket.send(.text(client.hello.encoded))
    while client.tree == nil {
      _ = client.receive(try #require(ServerMessage(try await socket.next().bytes)))
    }
    for round in 1...5 {
      try rig.project.replace(
        "pages/home/index.html",
        ServerRig.shop["pages/home/index.html"]!.replacing("</body>", with: "<p>\(round)</p></body>"))
      _ = client.receive(try #require(ServerMessage(try await socket.next().bytes)))
    }
    let other = try await rig.client()
    other.socket.send(.text(ClientMessage.show(unit: "home", device: nil).encoded))
    guard case .snapshot(let snapshot) = try await other.next() else { throw Unexpected() }
    #expect(client.tree == snapshot.tree)
  }

  @Test func aClientMayChooseItsUnitAndItsDevice() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client(unit: "cart")
    client.socket.send(
      .text(ClientMessage.show(unit: "home", device: .size(Size(width: 320, height: 480))).encoded))
    guard case .snapshot(let snapshot) = try await client.next() else { throw Unexpected() }
    #expect(snapshot.unit == "home" && snapshot.tree.viewport == Size(width: 320, height: 480))
    client.socket.send(.text(ClientMessage.show(unit: "nowhere", device: nil).encoded))
    guard case .log(.warning, let text) = try await client.next() else { throw Unexpected() }
    #expect(text.contains("nowhere"))
  }

  @Test func withoutTheTokenNothingIsTold() async throws {
    let rig = try await ServerRig()
    let socket = try? await WebSocketClient.connect(
      rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.0123456789abcdef0123456789abcdef"])
    if let socket {
      socket.send(.text(ClientMessage.hello(.init(client: "thief")).encoded))
      let end = try await socket.closed(within: suiteDeadline)
      #expect(end.code == 1008)
    }
  }

  @Test(arguments: [
    ("/status", 200, "packager-status:running"), ("/hybrid/status", 200, "\"state\":\"good\""),
    ("/hybrid/units", 200, "\"name\":\"cart\""), ("/hybrid/unit/home.json", 200, "\"id\":\"buy\""),
    ("/hybrid/unit/home.txt", 200, "Hello"), ("/hybrid/unit/home.png?scale=1&device=small", 200, "IHDR"),
    ("/hybrid/unit/home.png?scale=9", 400, "from 0.5 to 4"), ("/hybrid/unit/home.png?scal=1", 400, "scale"),
    ("/hybrid/unit/home", 200, "HYBU"),
    ("/hybrid/unit/hme.json", 404, "did you mean 'home'?"), ("/nothing", 404, "nothing"),
    ("/", 200, "<title>"),
  ])
  func endpointsAnswer(_ path: String, _ status: Int, _ content: String) async throws {
    let rig = try await ServerRig()
    let answer = try await httpGet(rig.server.ready.url.dropLast() + path)
    #expect(answer.status == status)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(content))
  }

  @Test func theInfoFileIsForItsOwnerOnlyAndGoesAtTheEnd() async throws {
    let project = try TemporaryProject(ServerRig.shop)
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    let server = try await DevServer.start(options)
    let file = project.file(".hybrid/dev.json")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let info = try #require(
      readJSON(Source(path: "dev.json", text: try project.text(".hybrid/dev.json"))).value)
    #expect(info["token"]?.string == server.ready.token && info["pid"]?.int == Int(getpid()))
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aTakenPortNamesItsOwner() async throws {
    let rig = try await ServerRig()
    var options = DevServer.Options(root: rig.project.path, version: "test")
    options.port = Int(rig.server.ready.url.dropLast().split(separator: ":").last ?? "")
    await #expect {
      _ = try await DevServer.start(options)
    } throws: { error in
      guard case .port(let diagnostic)? = error as? DevServer.StartError else { return false }
      return diagnostic.message.contains("(pid \(getpid()))")
    }
  }

  @Test(arguments: [[:], ["README": "no pages"], ["pages/home.html": ""], ["hybrid.json": "{"]])
  func aProjectWithoutAPageIsServedAndTheFirstPageIsShown(_ files: [String: String]) async throws {
    let rig = try await ServerRig(files)
    try rig.project.write("pages/home.html", "<body><p>First</p></body>\n")
    // A save in place may be seen while the file is still empty; only the final state matters.
    let isShown = try await poll {
      let answer = try await httpGet(rig.server.ready.url + "hybrid/unit/home.json")
      return String(decoding: answer.body, as: UTF8.self).contains("First")
    }
    #expect(isShown)
    #expect(await rig.server.session.status.shown == "home")
  }

  @Test func aMissingFolderIsAnErrorWithAHint() async throws {
    await #expect {
      _ = try await DevServer.start(DevServer.Options(root: "/nowhere/at/all", version: "test"))
    } throws: { error in
      guard case .project(let diagnostic)? = error as? DevServer.StartError else { return false }
      return diagnostic.hint?.contains("hybrid new") == true
    }
  }
}

extension ServerRig {
  /// A connection before its first message.
  func connect() async throws -> WebSocketClient {
    try await WebSocketClient.connect(
      server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
  }
}
