import HybridReload
import HybridRuntime
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer

private let form = [
  "pages/form.html": """
  <html><body><input id="name" value="default"><input type="checkbox" class="box"><input id="other">
  <div id="list" style="height: 100px; overflow: scroll"><p style="height: 500px">long</p></div>
  <button id="more">More</button><p id="n">0</p>
  <script>let n = 0
  document.getElementById("name").oninput = () => { document.getElementById("other").value = "heard" }
  document.getElementById("more").onclick = () => { document.getElementById("n").textContent = ++n }</script>
  </body></html>

  """
]

@Suite struct RestartTests {
  /// The user's input is in the page of the next server, under the same handles.
  @Test func typedTextTicksAndScrollOffsetsSurviveARestart() async throws {
    let (first, second) = (await SessionRig(form, id: "one"), await SessionRig(form, id: "two"))
    let person = TestClient(ReloadClient(name: "test", unit: "form"))
    func node(_ id: String) -> ViewNode? { person.client.tree?.nodes.first { $0.id == id } }
    func wait(_ session: DevSession, until holds: () -> Bool) async -> Bool {
      await poll {
        await person.take(from: session)
        return holds()
      }
    }
    func does(_ event: ClientEvent) async throws {
      let line = try #require(person.line)
      await first.session.receive(person.client.tell(event), from: line.id)
    }
    await person.connect(to: first.session)
    #expect(await wait(first.session) { node("name") != nil })
    let box = try #require(person.client.tree?.nodes.first { $0.classes == "box" }?.handle)
    try await does(ClientEvent(.input, on: node("name")?.handle, text: "Ada"))
    try await does(ClientEvent(.toggle, on: box))
    try await does(ClientEvent(.scroll, on: node("list")?.handle, x: 0, y: 120))
    try await does(ClientEvent(.tap, on: node("more")?.handle))
    #expect(await wait(first.session) { node("n")?.text == "1" && node("list")?.scroll?.y == 120 })
    #expect(node("name")?.control?.value == "Ada" && node("other")?.control?.value == "heard")

    await person.cut(from: first.session)
    await person.connect(to: second.session)
    #expect(await wait(second.session) { person.count("snapshot") == 2 })
    #expect(node("name")?.control?.value == "Ada" && node("list")?.scroll?.y == 120)
    #expect(person.client.tree?.nodes.first { $0.classes == "box" }?.control?.isOn == true)
    // Scripts start again, and are not notified of it.
    #expect(node("n")?.text == "0" && node("other")?.control?.value != "heard")
    #expect(person.client.renumbered?.isEmpty == false)
  }

  @Test func aPageThatNobodyTouchedIsNotSentAgain() async {
    let (first, second) = (await SessionRig(form, id: "one"), await SessionRig(form, id: "two"))
    let person = TestClient(ReloadClient(name: "test", unit: "form"))
    for (turn, rig) in [first, second, second].enumerated() {
      await person.connect(to: rig.session)
      let isThere = await poll {
        await person.take(from: rig.session)
        return person.count("snapshot") + person.count("same") == turn + 1
      }
      #expect(isThere)
      await person.cut(from: rig.session)
    }
    #expect(person.count("snapshot") == 1 && person.count("same") == 2)
  }

  /// Typing starts a running page in place of a shared tree. From then on, the page belongs to that client,
  /// even after a reconnect.
  @Test func aPageThatBeganToRunIsNamed() async throws {
    let rig = await SessionRig(["pages/form.html": "<body><input id=name><p>{{ a }}</p></body>\n"])
    let person = TestClient(ReloadClient(name: "test", unit: "form"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(person.client.page == nil)
    let line = try #require(person.line)
    let handle = person.client.tree?.nodes.first { $0.id == "name" }?.handle
    await rig.session.receive(
      person.client.tell(ClientEvent(.input, on: handle, text: "Ada")), from: line.id)
    func wait(until holds: (ViewTree) -> Bool) async -> Bool {
      await poll {
        await person.take(from: rig.session)
        return person.client.tree.map(holds) ?? false
      }
    }
    #expect(await wait { $0.nodes.contains { $0.control?.value == "Ada" } })
    #expect(person.client.page != nil)
    await person.cut(from: rig.session)
    await rig.save("pages/form.html", "<body><input id=name><p>{{ a }}</p><b id=new>new</b></body>\n")
    await person.connect(to: rig.session)
    #expect(await wait { $0.nodes.contains { $0.id == "new" } })
    #expect(person.client.tree?.nodes.contains { $0.control?.value == "Ada" } == true)
  }

  @Test func aClientFollowsItsServerThroughARestart() async throws {
    let project = try TemporaryProject(ServerRig.shop)
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    var client = ReloadClient(name: "test", unit: "home")
    var trees: [ViewTree] = []
    var snapshots = 0
    for round in 0..<3 {
      let server = try await DevServer.start(options)
      let socket = try await WebSocketClient.connect(
        server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"],
        within: suiteDeadline)
      socket.send(.text(client.connect().encoded))
      while client.revision == nil || trees.count == round {
        let message = try #require(ServerMessage(try await socket.next(within: suiteDeadline).bytes))
        if case .snapshot = message { snapshots += 1 }
        for reply in client.receive(message).replies { socket.send(.text(reply.encoded)) }
        if client.revision != nil, let tree = client.tree { trees.append(tree) }
      }
      socket.close()
      server.stop()
      if round == 1 { try project.replace("pages/home/data.json", "{\"title\": \"While it was gone\"}\n") }
    }
    #expect(trees[0] == trees[1] && snapshots == 2)
    #expect(trees[2].nodes.contains { $0.text == "While it was gone" })
  }
}
