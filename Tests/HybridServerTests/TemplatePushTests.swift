import HybridReload
import HybridRuntime
import HybridSocket
import HybridTemplates
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridServer

@Suite(.serialized) struct TemplatePushTests {
  private let files = [
    "components/list.xml": """
    <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
      <VH orientation="V" dataTag="${rows}" itemHeight="20" layoutWidth="match_parent" layoutHeight="40"/>
      <NText text="rows" layoutWidth="match_parent" layoutHeight="20"/>
    </VHLayout>

    """,
    "components/list.json": "{\"rows\": [{\"type\": \"row\", \"title\": \"One\"}]}\n",
    "components/row.xml": ServerRig.card("${title}"),
    "components/row.json": "{\"title\": \"Alone\"}\n",
    "pages/home.html": "<body><p>Home</p></body>\n",
  ]

  @Test func aChangedTemplateFollowsItsUpdateAsBytes() async throws {
    let rig = try await ServerRig(files, platform: .android)
    let socket = try await rig.connect()
    socket.send(.text(ClientMessage.hello(.init(client: "app", unit: "list")).encoded))
    guard case .welcome = try await socket.nextText() else { throw Unexpected() }
    guard case .snapshot(let snapshot) = try await socket.nextText() else { throw Unexpected() }
    #expect(snapshot.unit == "list")
    #expect(try await socket.nextFrame().unit.name == "list")

    // Saving an item also changes the templates that use it: one update, with a frame for each.
    try rig.project.replace("components/row.xml", ServerRig.card("@{${title} ? changed : none}"))
    guard case .update(let update) = try await socket.nextText() else { throw Unexpected() }
    #expect(Set(update.changes.map(\.unit)) == ["list", "row"])
    #expect(update.changes.first { $0.unit == "list" }?.reason == "components/row.xml")
    var names: Set<String> = []
    for _ in 0..<2 {
      let frame = try await socket.nextFrame()
      names.insert(frame.unit.name)
      #expect(frame.revision == update.revision)
      guard case .template(let template) = frame.unit else { throw Unexpected() }
      var device = Device.standard
      device.platform = .android
      let texts = TemplateScene(template, on: device).rendering.tree.nodes.compactMap(\.text)
      #expect(texts == (template.name == "list" ? ["changed", "rows"] : ["changed"]))
      let served = try await httpGet(rig.server.ready.url + "hybrid/unit/\(template.name).out")
      #expect(served.body == template.main.out)
    }
    #expect(names == ["list", "row"])
    // The terminal switches to the template whose file was saved.
    #expect(update.shown == "row")
  }

  @Test func patchesFailuresAndMendingAreToldAsOfPages() async throws {
    let rig = try await ServerRig(files, platform: .android)
    let client = try await rig.follow("list", binary: false)
    try rig.project.replace("components/list.json", "{\"rows\": [{\"type\": \"row\", \"title\": \"Two\"}]}\n")
    // The terminal follows the author's work; a client that already shows the template needs no whole tree.
    #expect(try await client.update().changes.map(\.kind.isPatch) == [true])
    try rig.project.replace(
      "components/list.json", "{\"rows\": [{\"type\": \"row\", \"title\": \"Three\"}]}\n")
    let update = try await client.update()
    #expect(update.changes.map(\.unit) == ["list"] && update.changes.first?.kind.isPatch == true)
    try rig.project.replace("components/row.xml", "<NText text=")
    guard case .failed(_, let diagnostics) = try await client.next() else { throw Unexpected() }
    #expect(diagnostics.first?.location?.path == "components/row.xml")
    let shown = try await httpGet(rig.server.ready.url + "hybrid/unit/list.txt")
    #expect(String(decoding: shown.body, as: UTF8.self).contains("Three"))
    try rig.project.replace("components/row.xml", ServerRig.card("mended"))
    let fixed = try await client.next()
    #expect(fixed == .fixed(revision: 5))
    #expect(Set(try await client.update().changes.map(\.unit)) == ["list", "row"])
  }

  @Test func aClientThatWantsNoBytesAndPagesGetNone() async throws {
    let rig = try await ServerRig(files, platform: .android)
    let plain = try await rig.follow("list", binary: false)
    let both = try await rig.follow("home", binary: true)
    try rig.project.replace("components/row.xml", ServerRig.card("@{${title} ? changed : none}"))
    _ = try await plain.update()
    _ = try await both.update()
    for _ in 0..<2 { _ = try await both.socket.nextFrame() }
    try rig.project.replace("pages/home.html", "<body><p>Page</p></body>\n")
    #expect(try await plain.update().changes.map(\.unit) == ["home"])
    #expect(try await both.update().changes.map(\.unit) == ["home"])
    try rig.project.replace("pages/home.html", "<body><p>Pages</p></body>\n")
    #expect(try await both.update().changes.map(\.unit) == ["home"])
  }

  @Test func thePlatformIsTheOneThatWasAskedFor() async throws {
    let project = try TemporaryProject([
      // Android knows colours by name, iOS does not.
      "components/name.xml": "<FrameLayout background=\"${c}\" layoutWidth=\"20\" layoutHeight=\"20\"/>\n",
      "components/name.json": "{\"c\": \"red\"}\n",
    ])
    var answers: [String] = []
    for platform in TemplatePlatform.allCases {
      var options = DevServer.Options(root: project.path, version: "test")
      options.port = 0
      options.platform = platform
      let server = try await DevServer.start(options)
      defer { server.stop() }
      let url = server.ready.url + "hybrid/unit/name.json"
      answers.append(String(decoding: try await httpGet(url).body, as: UTF8.self))
      #expect(await server.session.standardDevice.platform == platform)
      #expect(server.ready.device.platform == platform)
      let other = platform == .ios ? "android" : "ios"
      answers.append(String(decoding: try await httpGet(url + "?platform=\(other)").body, as: UTF8.self))
    }
    #expect(answers[0] == answers[3] && answers[1] == answers[2])
  }
}

extension WebSocketClient {
  /// The next message, which must be text.
  fileprivate func nextText() async throws -> ServerMessage {
    guard case .text(let bytes) = try await next(within: suiteDeadline) else { throw Unexpected() }
    return try #require(ServerMessage(bytes))
  }

  /// The next message, which must be a unit.
  fileprivate func nextFrame() async throws -> UnitFrame {
    guard case .binary(let bytes) = try await next(within: suiteDeadline) else { throw Unexpected() }
    return try UnitFrame(decoding: bytes)
  }
}

extension UnitChange.Kind {
  fileprivate var isPatch: Bool { if case .patch = self { true } else { false } }
}

extension ServerRig {
  /// A client that was greeted and shows a unit.
  fileprivate func follow(_ unit: String, binary: Bool) async throws -> Following {
    let socket = try await connect()
    socket.send(.text(ClientMessage.hello(.init(client: "test", unit: unit, binary: binary)).encoded))
    let following = Following(socket: socket)
    guard case .welcome = try await following.next(), case .snapshot = try await following.next() else {
      throw Unexpected()
    }
    return following
  }
}
