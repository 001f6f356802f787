import HybridReload
import HybridRuntime
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

/// A page whose whole tree is a quarter of a megabyte.
private func large(_ rows: Int = 500) -> String {
  let row = "<li><b>Some text</b><i>and more</i></li>"
  return "<html><body><h1>{{ title }}</h1><ul>\(String(repeating: row, count: rows))</ul></body></html>\n"
}

@Suite struct SlowClientTests {
  @Test func aClientThatTakesNothingIsSentNothingMoreUntilItHas() async throws {
    let rig = await SessionRig([
      "pages/home.html": "<body><p>{{ title }}</p></body>\n", "pages/home.json": "{\"title\": \"0\"}",
      "pages/large.html": large(), "pages/large.json": "{\"title\": \"Large\"}",
    ])
    let (slow, quick) = (TestClient(), TestClient(ReloadClient(name: "quick", unit: "home")))
    await slow.connect(to: rig.session)
    await quick.connect(to: rig.session)
    await slow.show("large", on: nil, of: rig.session)
    let line = try #require(slow.line)
    var rounds = 0
    while await rig.session.clientList.first(where: { $0.id == line.id })?.isBehind == false, rounds < 1_000 {
      rounds += 1
      await slow.show("large", on: nil, of: rig.session)
    }
    #expect(rounds > 1 && line.mostBytes <= ClientWindow.limit)
    let waiting = line.bufferedBytes
    for round in 1...3 {
      await rig.save("pages/home.json", "{\"title\": \"\(round)\"}")
      await rig.save("pages/large.json", "{\"title\": \"Large \(round)\"}")
      await quick.take(from: rig.session)
      #expect(quick.client.revision == 1 + 2 * round)
      #expect(quick.client.tree?.nodes.contains { $0.text == "\(round)" } == true)
    }
    #expect(line.bufferedBytes == waiting)
    #expect(quick.count("snapshot") == 1)

    // After it has read the queue, it gets the current state and follows again.
    await slow.take(from: rig.session)
    let isOpen = await poll { await rig.session.clientList.first { $0.id == line.id }?.isBehind == false }
    #expect(isOpen)
    await slow.take(from: rig.session)
    #expect(slow.client.tree?.nodes.contains { $0.text == "Large 3" } == true)
    await rig.save("pages/large.json", "{\"title\": \"Last\"}")
    await slow.take(from: rig.session)
    let tree = await rig.session.tree(of: "large", as: Variant(.standard))
    let isSame = slow.client.tree == tree
    #expect(isSame)
  }

  @Test func aMessageLargerThanTheWindowIsSentWhenNothingWaits() {
    let line = TestLine()
    let window = ClientWindow(line) { _ in }
    let message = WebSocketMessage.binary([UInt8](repeating: 0, count: ClientWindow.limit + 1))
    #expect(window.send(message))
    #expect(!window.send(.text("more")) && window.isBehind)
    #expect(line.bufferedBytes == ClientWindow.limit + 1)
  }

  /// While a message waits, the frames after it are left out; the next one has all of their changes.
  @Test func anEndlessPageHasOneFrameWaiting() async throws {
    let size = 400_000
    let rig = await SessionRig([
      "pages/busy.html": """
      <html><body><p id="text"></p><script>
      let n = 0
      const name = "x".repeat(\(size))
      setInterval(() => { document.getElementById("text").className = name + ++n; console.log(n) }, 50)
      </script></body></html>

      """
    ])
    let slow = TestClient()
    await slow.connect(to: rig.session)
    let line = try #require(slow.line)
    for _ in 0..<3 {
      _ = line.take()
      let hasFrame = await poll { line.bufferedBytes > size }
      #expect(hasFrame)
      // The page goes on, as its log says.
      let sent = line.bufferedBytes
      let goesOn = await poll { line.bufferedBytes > sent + 200 }
      #expect(goesOn && line.bufferedBytes < 2 * size)
    }
    #expect(await rig.session.clientList.first?.isBehind == false)
    await slow.cut(from: rig.session)
  }
}
