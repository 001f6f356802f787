import HybridReload
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer

private let counter = [
  "pages/count/index.html": """
  <html><head><link rel="stylesheet" href="style.css"></head><body>
  <button id="more">More</button><p id="n">0</p><input id="name" placeholder="Name">
  <a id="away" href="../other.html">Other</a>
  <script src="count.js"></script></body></html>

  """,
  "pages/count/style.css": "#n { height: 20px }\n",
  "pages/count/count.js": """
  let n = 0;
  document.getElementById("more").onclick = () => { document.getElementById("n").textContent = ++n; };

  """,
  "pages/other.html": """
  <html><body><h1 id="title">Other</h1><button id="back">Back</button>
  <script>document.getElementById("back").onclick = () => document.popNavigator()</script></body></html>

  """,
]

/// A client as a value: the messages received, and the shown tree.
final class PageVisitor {
  let following: Following
  var client: ReloadClient
  /// The log lines of the server so far.
  private(set) var log: [String] = []

  init(_ rig: ServerRig, unit: String?, client: ReloadClient? = nil) async throws {
    let socket = try await WebSocketClient.connect(
      rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
    following = Following(socket: socket)
    self.client = client ?? ReloadClient(name: "test", unit: unit)
    if client == nil { self.client.wantedUnit = unit }
    socket.send(.text(self.client.hello.encoded))
  }

  /// Receives messages until a condition holds; the deadline applies to each message.
  func wait(until holds: (ReloadClient) -> Bool) async throws {
    while !holds(client) { try await receive() }
  }

  /// Receives messages until a log line with a text was among them.
  func wait(forLog text: String) async throws {
    while !log.contains(where: { $0.contains(text) }) { try await receive() }
  }

  private func receive() async throws {
    let (change, replies) = client.receive(try await following.next())
    if case .log(_, let text) = change { log.append(text) }
    for reply in replies { following.socket.send(.text(reply.encoded)) }
  }

  func node(_ id: String) -> ViewNode? { client.tree?.nodes.first { $0.id == id } }

  func does(_ name: ClientEvent.Name, _ id: String, text: String? = nil) throws {
    let handle = try #require(node(id)?.handle)
    let event = ClientEvent(name: name.rawValue, handle: handle, text: text)
    following.socket.send(.text(ClientMessage.event(event).encoded))
  }
}

extension ReloadClient {
  func text(_ id: String) -> String? { tree?.nodes.first { $0.id == id }?.text }
}

@Suite(.suiteTimeLimit)
struct RunningPageTests {
  @Test func everyClientHasItsOwnPage() async throws {
    let rig = try await ServerRig(counter)
    let one = try await PageVisitor(rig, unit: "count")
    let other = try await PageVisitor(rig, unit: "count")
    try await one.wait { $0.tree != nil }
    try await other.wait { $0.tree != nil }
    try one.does(.tap, "more")
    try await one.wait { $0.text("n") == "1" }
    try one.does(.tap, "more")
    try await one.wait { $0.text("n") == "2" }
    try other.does(.tap, "more")
    try await other.wait { $0.text("n") == "1" }
    #expect(one.client.text("n") == "2")
  }

  @Test func aSaveOfStylesKeepsTextAndScriptsAndASaveOfAScriptStartsAnew() async throws {
    let rig = try await ServerRig(counter)
    let person = try await PageVisitor(rig, unit: "count")
    try await person.wait { $0.tree != nil }
    try person.does(.tap, "more")
    try person.does(.input, "name", text: "Ada")
    try await person.wait { $0.text("n") == "1" && $0.text("name") == "Ada" }
    try rig.project.write("pages/count/style.css", "#n { height: 30px }\n")
    try await person.wait { $0.tree?.nodes.first { $0.id == "n" }?.frame.height == 30 }
    #expect(person.client.text("name") == "Ada")
    try person.does(.tap, "more")
    try await person.wait { $0.text("n") == "2" }
    let script = try #require(counter["pages/count/count.js"])
    try rig.project.write("pages/count/count.js", script.replacing("++n", with: "n += 10"))
    try await person.wait { $0.text("n") == "0" }
    try person.does(.tap, "more")
    try await person.wait { $0.text("n") == "10" }
  }

  @Test func aPageComesBackWithItsClient() async throws {
    let rig = try await ServerRig(counter)
    let person = try await PageVisitor(rig, unit: "count")
    try await person.wait { $0.tree != nil }
    try person.does(.tap, "more")
    try await person.wait { $0.text("n") == "1" }
    person.following.socket.close()
    let again = try await PageVisitor(rig, unit: nil, client: person.client)
    try again.does(.tap, "more")
    try await again.wait { $0.text("n") == "2" }
    #expect(again.client.unit == "count")
  }

  @Test func aPageWithoutScriptsRunsOnceSomebodyTouchesIt() async throws {
    let rig = try await ServerRig([
      "pages/form.html": "<html><body><input id=name><input id=box type=checkbox></body></html>\n"
    ])
    let person = try await PageVisitor(rig, unit: "form")
    let other = try await PageVisitor(rig, unit: "form")
    try await person.wait { $0.tree != nil }
    try await other.wait { $0.tree != nil }
    try person.does(.input, "name", text: "mine")
    try await person.wait { $0.text("name") == "mine" }
    try rig.project.write(
      "pages/form.html",
      "<html><body><h1 id=h>New</h1><input id=name><input id=box type=checkbox></body></html>\n")
    try await person.wait { $0.text("h") == "New" }
    #expect(person.client.text("name") == "mine")
    try await other.wait { $0.text("h") == "New" }
    #expect(other.client.text("name") != "mine")
  }

  @Test func linksLeadToOtherPagesAndBack() async throws {
    let rig = try await ServerRig(counter)
    let person = try await PageVisitor(rig, unit: "count")
    try await person.wait { $0.tree != nil }
    try person.does(.tap, "more")
    try await person.wait { $0.text("n") == "1" }
    try person.does(.tap, "away")
    try await person.wait { $0.unit == "other" && $0.text("title") == "Other" }
    try person.does(.tap, "back")
    try await person.wait { $0.unit == "count" }
    #expect(person.client.text("n") == "1")
  }

  @Test func aScriptThatNeverEndsKeepsNobodyElseWaiting() async throws {
    var files = counter
    files["pages/stuck.html"] = "<html><body><p id=p>x</p><script>while (true) {}</script></body></html>\n"
    let rig = try await ServerRig(files)
    let stuck = try await PageVisitor(rig, unit: "stuck")
    let person = try await PageVisitor(rig, unit: "count")
    try await person.wait { $0.tree != nil }
    try person.does(.tap, "more")
    try await person.wait { $0.text("n") == "1" }
    try await stuck.wait { $0.tree != nil }
    #expect(stuck.client.text("p") == "x")
  }
}
