import HybridReload
import HybridRuntime
import HybridServer
import HybridSource
import HybridTestSupport
import Testing

/// The effects of terminal keys on clients.
struct TerminalKeysTests {
  /// A page that runs because it has a script, and two that do not.
  static let pages = [
    "hybrid.json": #"{"devices": ["tablet", {"name": "narrow", "width": 240, "height": 400}]}"#,
    "pages/cart.html": "<p id=\"note\">Empty</p>",
    "pages/home/index.html": "<h1 id=\"title\">Home</h1>",
    "pages/count/index.html":
      "<button id=\"count\" onclick=\"this.textContent = 'pressed'\">zero</button>",
  ]

  @Test func followersGoAlongToTheNextPage() async throws {
    let rig = try await ServerRig(Self.pages)
    var follower = ReloadClient(name: "follower")
    let socket = try await rig.client()
    _ = try await follow(&follower, socket) { $0.unit == "home" }
    let stays = try await rig.client(unit: "home")

    // The list is sorted, and wraps around.
    for (step, unit) in [(1, "cart"), (1, "count"), (-1, "cart"), (-1, "home"), (-1, "count"), (1, "home")] {
      #expect(await rig.server.session.showNextUnit(by: step)?.unit == unit)
      try await follow(&follower, socket) { $0.unit == unit }
      #expect(await rig.server.session.shown == unit)
    }
    // A client that chose a unit stays, and receives nothing: the next message is that of a save.
    try rig.project.write("pages/home/index.html", "<p>saved</p>\n")
    #expect(try await stays.update().changes.map(\.unit) == ["home"])
  }

  @Test func aSingleUnitHasNoNext() async throws {
    let rig = try await ServerRig(["pages/home.html": "<p>only</p>"])
    #expect(await rig.server.session.showNextUnit(by: 1) == nil)
    let empty = try await ServerRig([:])
    #expect(await empty.server.session.showNextUnit(by: 1) == nil)
    #expect(await empty.server.session.placeToEdit == nil)
    #expect(await empty.server.session.reloadAll() == 0)
  }

  @Test func followersGoAlongToTheNextDevice() async throws {
    let rig = try await ServerRig(Self.pages)
    let socket = try await rig.client()
    let names = await rig.server.session.devices(asked: [try #require(Device(named: "large"))]).map(\.name)
    #expect(names.prefix(5) == ["large", "tablet", "narrow", "phone", "small"])
    #expect(Set(names).count == names.count && names.count == Device.known.count + 1)
    for device in await rig.server.session.devices(asked: []).prefix(2) {
      let picture = await rig.server.session.use(device)
      #expect(picture?.tree?.viewport == device.viewport)
      guard case .snapshot(let snapshot) = try await socket.next() else { throw Unexpected() }
      #expect(snapshot.device == device.name && snapshot.tree.viewport == device.viewport)
    }
    // Saved settings do not remove it.
    try rig.project.write("hybrid.json", #"{"title": "Other"}"#)
    #expect(await poll { await rig.server.session.status.title == "Other" })
    #expect(await rig.server.session.standardDevice.name == "narrow")
  }

  @Test func aReloadBeginsEveryPageAnew() async throws {
    let rig = try await ServerRig(Self.pages)
    var client = ReloadClient(name: "client", unit: "count")
    let socket = try await rig.client(unit: "count")
    socket.socket.send(.text(client.hello.encoded))
    try await follow(&client, socket) { $0.tree != nil }
    let button = try #require(client.tree?.nodes.first { $0.id == "count" })
    socket.socket.send(.text(ClientMessage.event(ClientEvent(.tap, on: button.handle)).encoded))
    try await follow(&client, socket) { $0.texts.contains("pressed") }
    #expect(await rig.server.session.reloadAll() == 1)
    try await follow(&client, socket) { $0.texts.contains("zero") }
  }

  @Test func theFirstMistakeIsWhatOneEdits() async throws {
    let rig = try await ServerRig(Self.pages)
    #expect(
      await rig.server.session.placeToEdit
        == SourceLocation(path: "pages/home/index.html", line: 1, column: 1))
    try rig.project.write("hybrid.json", "{\n  \"title\": 1}")
    #expect(await poll { await !rig.server.session.errors.isEmpty })
    let place = await rig.server.session.placeToEdit
    #expect(place?.path == "hybrid.json" && place?.line == 2)
  }

  /// Receives and answers messages until the client shows the expected state.
  @discardableResult
  private func follow(
    _ client: inout ReloadClient, _ following: Following, until isShown: (ReloadClient) -> Bool
  ) async throws -> Int {
    var count = 0
    if client.tree == nil { following.socket.send(.text(client.hello.encoded)) }
    while !isShown(client) {
      for reply in client.receive(try await following.next()).replies {
        following.socket.send(.text(reply.encoded))
      }
      count += 1
    }
    return count
  }
}

extension ReloadClient {
  fileprivate var texts: [String] { tree?.nodes.compactMap(\.text) ?? [] }
}
