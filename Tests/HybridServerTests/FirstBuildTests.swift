import Foundation
import HybridCompiler
import HybridReload
import HybridServer
import HybridSocket
import HybridTestSupport
import Testing

/// A project with more pages than are built at start, one of them with an error.
private func largeProject() -> [String: String] {
  var files = [
    "shared.css": "p { margin: 1px }\n", "late.css": "p { padding: 1px }\n",
    "pages/home.html": "<link rel=stylesheet href=/shared.css><p>Home</p>\n",
  ]
  for number in 0..<40 {
    files["pages/p\(number).html"] =
      "<link rel=stylesheet href=/shared.css><link rel=stylesheet href=/late.css><p>Page \(number)</p>\n"
  }
  files["pages/p33.html"] = "<link rel=stylesheet href=/gone.css><p>Wrong</p>\n"
  return files
}

@Suite(.serialized) struct FirstBuildTests {
  @Test func aLargeProjectIsReadyWithItsFirstPageAndTellsOfTheOthersWhenTheyAreBuilt() async throws {
    let rig = try await ServerRig(largeProject())
    #expect(rig.server.ready.shown == "home" && rig.server.ready.tree != nil)
    #expect(rig.server.ready.unitCount == 41)
    #expect(rig.server.ready.diagnostics == [])
    var events = rig.server.events.makeAsyncIterator()
    while true {
      guard case .built(let first)? = await events.next() else { continue }
      #expect(first.unitCount == 41)
      #expect(first.diagnostics.map(\.code) == ["project.missing-file"])
      break
    }
    await rig.server.session.wholeProject()
    #expect(await rig.server.session.pendingCount == 0)
    #expect(await rig.server.session.status.errors == 1)
  }

  @Test func aSaveAndAQuestionInTheMiddleOfTheFirstBuildAreAnsweredWithWhatIsThereNow() async throws {
    let rig = try await ServerRig(largeProject())
    let client = try await rig.client()
    try rig.project.replace("pages/home.html", "<link rel=stylesheet href=/shared.css><p>Saved</p>\n")
    try rig.project.replace("late.css", "p { width: 123px }\n")
    client.socket.send(.text(ClientMessage.show(unit: "p39", device: nil).encoded))
    await rig.server.session.wholeProject()
    // In whatever order, both pages finally match their files.
    for (unit, text) in [("home", "Saved"), ("p39", "Page 39")] {
      let isThere = try await poll {
        let answer = try await httpGet(rig.server.ready.url + "hybrid/unit/\(unit).json")
        let body = String(decoding: answer.body, as: UTF8.self)
        return body.contains(text) && (unit == "home" || body.contains(",123,"))
      }
      #expect(isThere)
    }
  }

  /// Files read before their folders were watched are trusted only if they cannot have changed since.
  @Test func whatIsReadBeforeFoldersAreWatchedIsReadAgainWhenItMayHaveChanged() throws {
    let project = try TemporaryProject(["a.css": "p {}", "b.css": "q {}"])
    let reader = try DiskFiles(root: project.path).reader
    let now = Int(Date().timeIntervalSince1970)
    // The files are as old as this test, so their times are compared with a later and with an earlier start.
    for (began, name, isDeleted, isOutdated) in [
      (now + 60, "a.css", false, false), (now - 60, "a.css", false, true), (now, "a.css", false, true),
      (now + 60, "none.css", false, false), (now + 60, "", false, false), (now - 60, "", false, true),
      (now + 60, "b.css", true, true),
    ] {
      let early = EarlyReads(below: project.path, at: began)
      let noting = early.noting(reader)
      if name.isEmpty { _ = noting.list("") } else { _ = noting.read(name) }
      if isDeleted { try FileManager.default.removeItem(at: project.file(name)) }
      #expect(early.mayBeOutdated() == isOutdated, "\(began - now) \(name)")
    }
  }

  @Test func aPageThatNobodyLooksAtIsLaidOutAnewWhenSomebodyDoes() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    // Laid out once, and left again.
    client.socket.send(.text(ClientMessage.show(unit: "cart", device: nil).encoded))
    guard case .snapshot(let before) = try await client.next() else { throw Unexpected() }
    client.socket.send(.text(ClientMessage.show(unit: "home", device: nil).encoded))
    guard case .snapshot = try await client.next() else { throw Unexpected() }
    try rig.project.replace("shared/tokens.css", ":root { --edge: 40px }\n")
    _ = try await client.update()
    client.socket.send(.text(ClientMessage.show(unit: "cart", device: nil).encoded))
    guard case .snapshot(let after) = try await client.next() else { throw Unexpected() }
    #expect(after.unit == "cart" && after.tree != before.tree)
    #expect(after.tree.nodes.contains { $0.frame.x == 40 })
  }
}
