import HybridReload
import HybridTestSupport
import Testing

@testable import HybridServer

private let files = [
  "pages/clock.html": """
  <html><body><p id="n">0</p><a id="next" href="other.html">Next</a><script>
  setInterval(() => { document.getElementById("n").textContent = Date.now() }, 1)
  </script></body></html>
  """,
  "pages/other.html": """
  <html><body><p id="n">0</p><script>
  setInterval(() => { document.getElementById("n").textContent = Date.now() }, 1)
  </script></body></html>
  """,
]

/// Running pages, tracked as long as their owner retains them.
private final class Runners {
  private struct Runner { weak var page: RunningPage? }
  private var runners: [Runner] = []

  func add(_ pages: [RunningPage]) { runners += pages.map { Runner(page: $0) } }
  var count: Int { runners.count { $0.page != nil } }
}

@Suite(.suiteTimeLimit)
struct PageEndTests {
  @Test func noPageRunsAfterAllAreStopped() async throws {
    let rig = await SessionRig(files)
    let (one, gone) = (TestClient(), TestClient())
    for client in [one, gone] {
      client.client.wantedUnit = "clock"
      await client.connect(to: rig.session)
    }
    // One client moves to another page that includes the first; the other client leaves.
    #expect(
      await poll {
        await one.take(from: rig.session)
        return one.client.tree != nil
      })
    let link = try #require(one.client.tree?.nodes.first { $0.id == "next" }?.handle)
    let line = try #require(one.line)
    await rig.session.receive(
      .event(ClientEvent(name: ClientEvent.Name.tap.rawValue, handle: link)), from: line.id)
    await gone.cut(from: rig.session)
    #expect(await poll { await rig.session.runningPages.count == 4 })

    let runners = Runners()
    runners.add(await rig.session.runningPages)
    #expect(runners.count == 4)
    await rig.session.stopPages()
    #expect(await poll { runners.count == 0 }, "\(runners.count) pages run still")
  }

  @Test func aServerThatStopsEndsItsPages() async throws {
    let rig = try await ServerRig(files)
    let runners = Runners()
    runners.add(await rig.server.session.runningPages)
    #expect(runners.count == 1)
    rig.server.stop()
    #expect(await poll { runners.count == 0 })
  }

  @Test func beginningAnewEndsThePagesOfBefore() async throws {
    let rig = await SessionRig(files)
    let runners = Runners()
    runners.add(await rig.session.runningPages)
    #expect(runners.count == 1)
    await rig.session.reloadAll()
    #expect(await poll { runners.count == 0 })
    #expect(await rig.session.runningPages.map(\.unit) == ["clock"])
  }
}
