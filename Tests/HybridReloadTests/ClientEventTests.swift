import HybridGeometry
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridReload
@testable import HybridViewTree

@Suite struct ClientEventTests {
  @Test(arguments: [
    ClientEvent(.tap, on: 4), ClientEvent(.tap, on: 4, x: 1.5, y: -2), ClientEvent(.press, on: 4),
    ClientEvent(.release, on: 4), ClientEvent(.focus, on: 4), ClientEvent(.blur, on: 4),
    ClientEvent(.input, on: 4, text: "Grüße \"\n\u{1F600}"), ClientEvent(.input, on: 4, text: ""),
    ClientEvent(.key, on: 4, key: "Enter"), ClientEvent(.toggle, on: 4),
    ClientEvent(.select, on: 4, index: 0), ClientEvent(.scroll, on: 4, x: 0, y: 320.25),
    ClientEvent(.submit, on: 4), ClientEvent(.answer, value: 1), ClientEvent(.answer, value: nil),
    ClientEvent(.answer, value: ["button": 1, "text": "me", "deep": [[nil]]]),
    ClientEvent(name: "of a later version", handle: 9),
  ])
  func eventsSurviveTheWire(_ event: ClientEvent) {
    #expect(ClientMessage(ClientMessage.event(event).encoded) == .event(event))
  }

  /// A member of the wrong type counts as absent, so that it does not invalidate the event.
  @Test(arguments: [
    (#""name":"tap","n":"4""#, ClientEvent(name: "tap")),
    (#""name":"tap","n":4.5"#, ClientEvent(name: "tap")),
    (#""name":"tap","n":0"#, ClientEvent(name: "tap")),
    (#""name":"tap","n":-1"#, ClientEvent(name: "tap")),
    (#""name":"tap","n":1e300"#, ClientEvent(name: "tap")),
    (#""name":"tap","n":99999999999999999999999"#, ClientEvent(name: "tap")),
    (#""name":"select","n":1,"index":-3"#, ClientEvent(.select, on: 1)),
    (#""name":"select","n":1,"index":null"#, ClientEvent(.select, on: 1)),
    (#""name":"scroll","n":1,"x":1e300,"y":-1e999"#, ClientEvent(.scroll, on: 1, x: 1e7, y: -1e7)),
    (#""name":"scroll","n":1,"x":"3","y":[]"#, ClientEvent(.scroll, on: 1)),
    (#""name":"input","n":1,"text":7,"key":{}"#, ClientEvent(.input, on: 1)),
    (#""name":"answer","value":null"#, ClientEvent(.answer, value: .null)),
  ])
  func oddMembersAreAbsent(_ members: String, _ event: ClientEvent) {
    #expect(ClientMessage(Array("{\"type\":\"event\",\(members)}".utf8)) == .event(event))
  }

  @Test(
    arguments: [
      "", #""name":7"#, #""name":"""#, #""name":null,"n":1"#,
      "\"name\":\"" + String(repeating: "x", count: 65) + "\"",
      "\"name\":\"key\",\"key\":\"" + String(repeating: "x", count: 65) + "\"",
      "\"name\":\"input\",\"text\":\"" + String(repeating: "x", count: 1 << 18 + 1) + "\"",
      "\"name\":\"answer\",\"value\":" + String(repeating: "[", count: 100_000),
    ].map { LongText($0) })
  func whatIsNoEventIsNil(_ long: LongText) {
    let members = long.text
    #expect(ClientMessage(Array("{\"type\":\"event\"\(members.isEmpty ? "" : ",")\(members)}".utf8)) == nil)
  }

  @Test func theLongestTextIsTaken() {
    let event = ClientEvent(.input, on: 1, text: String(repeating: "x", count: ClientEvent.Limits.text))
    #expect(ClientMessage(ClientMessage.event(event).encoded) == .event(event))
  }
}

/// How a client follows a page that runs.
@Suite struct RunningPageTests {
  private static func tree(_ text: String) -> ViewTree {
    var root = ViewNode(
      key: "body", parent: nil, tag: "body", frame: Rect(x: 0, y: 0, width: 9, height: 9))
    root.handle = 1
    var label = ViewNode(
      key: "p", parent: 0, tag: "p", frame: Rect(x: 0, y: 0, width: 9, height: 9), text: text)
    label.handle = 2
    return ViewTree(nodes: [root, label], viewport: Size(width: 9, height: 9))
  }

  private static let shows = ClientMessage.Hello.ShownTree(
    unit: "home", device: "phone", tree: TreeHash(tree("a")))

  private func following() -> ReloadClient {
    var client = ReloadClient(name: "test")
    _ = client.receive(
      .welcome(
        .init(session: "s", revision: 3, version: "1", title: "", units: ["home"], unit: "home")))
    _ = client.receive(
      .snapshot(.init(revision: 3, unit: "home", device: "phone", tree: Self.tree("a"), page: "p1")))
    return client
  }

  private func turn(_ text: String, unit: String = "home", device: String = "phone", on handle: Int = 2)
    -> ServerMessage
  {
    var change = Patch.Change()
    change.text = .some(text)
    return .page(.init(unit: unit, device: device, patch: Patch([.set(handle: handle, change)])))
  }

  @Test func aTurnOfThePageChangesTheTreeAndNotTheRevision() {
    var client = following()
    let (change, replies) = client.receive(turn("b"))
    #expect(change == .tree && replies.isEmpty)
    #expect(client.tree == Self.tree("b"))
    #expect(client.revision == 3)
  }

  @Test(arguments: [("cart", "phone"), ("home", "tablet")])
  func aTurnOfAnotherPageIsIgnored(_ unit: String, _ device: String) {
    var client = following()
    let (change, replies) = client.receive(turn("b", unit: unit, device: device, on: 77))
    #expect(change == .nothing && replies.isEmpty)
    #expect(client.tree == Self.tree("a"))
  }

  @Test func aTurnThatDoesNotApplyAsksForASnapshotOnce() {
    var client = following()
    let (change, replies) = client.receive(turn("b", on: 77))
    #expect(change == .nothing)
    #expect(
      replies == [
        .hello(.init(client: "test", session: "s", binary: false, page: "p1", shows: Self.shows))
      ])
    #expect(client.tree == Self.tree("a"))
    // Later patches are relative to a tree that it does not have.
    let (late, more) = client.receive(turn("c"))
    #expect(late == .nothing && more.isEmpty)
    _ = client.receive(
      .snapshot(.init(revision: 3, unit: "home", device: "phone", tree: Self.tree("c"), page: "p1")))
    _ = client.receive(turn("d"))
    #expect(client.tree == Self.tree("d"))
  }

  @Test func aTurnWithAnUnknownStepDoesNotApply() throws {
    var client = following()
    let text = #"{"type":"page","unit":"home","device":"phone","operations":[{"op":"twist","n":2}]}"#
    let message = try #require(ServerMessage(Array(text.utf8)))
    let (_, replies) = client.receive(message)
    #expect(replies.count == 1)
    #expect(client.tree == Self.tree("a"))
  }

  @Test(arguments: [
    #"{"type":"page"}"#, #"{"type":"page","unit":7,"operations":[]}"#, #"{"type":"page","unit":"home"}"#,
    #"{"type":"page","unit":"home","operations":{}}"#,
  ])
  func whatIsNoTurnIsNil(_ text: String) { #expect(ServerMessage(Array(text.utf8)) == nil) }

  @Test func theRunningPageIsAskedForAgainUntilTheServerIsAnotherOne() {
    var client = following()
    #expect(
      client.hello
        == .hello(
          .init(client: "test", revision: 3, session: "s", binary: false, page: "p1", shows: Self.shows)))
    _ = client.receive(
      .welcome(.init(session: "t", revision: 1, version: "1", title: "", units: ["home"], unit: "home")))
    #expect(client.page == nil)
    #expect(client.hello == .hello(.init(client: "test", session: "t", binary: false, shows: Self.shows)))
  }
}
