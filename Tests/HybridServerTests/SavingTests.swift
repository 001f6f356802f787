import Foundation
import HybridReload
import HybridServer
import HybridSource
import HybridTestSupport
import Testing

/// Ways to save a file; each must cause exactly one update.
enum Save: String, CaseIterable, Sendable {
  case inPlace, replace, likeVim

  func perform(_ path: String, _ text: String, in project: TemporaryProject) throws {
    switch self {
    case .inPlace: try project.write(path, text)
    case .replace: try project.replace(path, text)
    case .likeVim: try project.saveLikeVim(path, text)
    }
  }
}

@Suite(.serialized) struct SavingTests {
  @Test(arguments: Save.allCases)
  func everyWayOfSavingIsExactlyOneUpdateWithTheNewContent(_ save: Save) async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    var revision = 1
    let steps = [
      ("pages/home/data.json", "{\"title\": \"Data \(save)\"}\n", "Data \(save)"),
      ("pages/home/style.css", "#buy { width: 88px; height: 24px }\n", "88"),
      (
        "pages/home/index.html",
        try rig.project.text("pages/home/index.html").replacing("Buy", with: "Order"), "Order"
      ),
    ]
    for (path, text, content) in steps {
      try save.perform(path, text, in: rig.project)
      let update = try await client.update()
      #expect(update.revision == revision + 1 && update.from == revision)
      #expect(update.changes.map(\.unit) == ["home"])
      #expect(update.changes.first?.reason == path)
      let message = String(decoding: ServerMessage.update(update).encoded, as: UTF8.self)
      #expect(message.contains(content))
      revision += 1
    }
    // A touch causes no message, so the next message is that of the following save.
    try rig.project.touch("pages/home/style.css")
    try save.perform("pages/home/data.json", "{\"title\": \"Last\"}\n", in: rig.project)
    #expect(try await client.update().revision == revision + 1)
  }

  @Test func aSharedSheetUpdatesEveryPageThatReadsItInOneMessage() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    try rig.project.write("shared/tokens.css", ":root { --edge: 16px }\n")
    let update = try await client.update()
    #expect(update.changes.map(\.unit).sorted() == ["cart", "home"])
    #expect(update.changes.allSatisfy { $0.reason == "shared/base.css ← shared/tokens.css" })
    #expect(update.changes.first { $0.unit == "cart" }?.kind == .changed)
  }

  @Test(arguments: [
    ("pages/home/data.json", "{\"title\": }\n", "json."),
    ("pages/home/style.css", "#buy { width: 12px\n", "css."),
    ("pages/home/index.html", "<body><div><p>Open</body\n", "markup."),
    ("pages/home/index.html", "<body>{{ title </body>\n", ""),
  ])
  func aFaultKeepsTheLastGoodTreeAndIsClearedByWhateverMendsIt(
    _ path: String, _ broken: String, _ code: String
  ) async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    let good = try rig.project.text(path)
    let before = await rig.server.session.status.errors
    #expect(before == 0)
    try rig.project.replace(path, broken)
    guard case .failed(_, let diagnostics) = try await client.next() else { throw Unexpected() }
    let fault = try #require(diagnostics.first)
    #expect(fault.location?.path == path && fault.code.hasPrefix(code))
    #expect((fault.location?.line ?? 0) >= 1 && fault.frame != nil)
    // A new client gets the last good tree and the fault.
    let late = try await rig.connect()
    late.send(.text(ClientMessage.hello(.init(client: "late")).encoded))
    var types: [String] = []
    for _ in 0..<3 {
      switch try #require(ServerMessage(try await late.next().bytes)) {
      case .welcome: types.append("welcome")
      case .failed: types.append("failed")
      case .snapshot: types.append("snapshot")
      default: types.append("other")
      }
    }
    #expect(types == ["welcome", "failed", "snapshot"])
    try rig.project.replace(path, good)
    guard case .fixed = try await client.next() else { throw Unexpected() }
    #expect(await rig.server.session.status.errors == 0)
  }

  @Test func newRenamedAndRemovedPagesAreTold() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    try rig.project.write("pages/about/index.html", "<body><p>About</p></body>\n")
    #expect(try await client.update().changes.map(\.kind) == [.added])
    try rig.project.move("pages/about", to: "pages/team")
    var kinds: [UnitChange.Kind] = []
    while kinds.count < 2 { kinds += try await client.update().changes.map(\.kind) }
    #expect(Set(kinds.map { "\($0)" }) == ["added", "removed"])
    try rig.project.remove("pages/team")
    #expect(try await client.update().changes.map(\.kind) == [.removed])
  }

  @Test func whatMovedIsReportedWithBothFrames() async throws {
    let rig = try await ServerRig()
    _ = try await rig.client()
    var events = rig.server.events.makeAsyncIterator()
    try rig.project.replace("pages/home/style.css", "#buy { width: 80px; height: 24px; margin-left: 20px }\n")
    let (report, tree) = try await events.nextSave()
    #expect(report.moved.map(\.label) == ["button#buy"])
    #expect(report.line.hasPrefix("pages/home/style.css → home patch, "))
    #expect(tree?.nodes.contains { $0.id == "buy" && $0.frame.width == 80 } == true)
  }

  @Test func aSaveThatNothingUsesIsALineAndNoMessage() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    var events = rig.server.events.makeAsyncIterator()
    try rig.project.write("notes.css", "p {}\n")
    let report = try await events.nextSave().report
    #expect(report.unusedFiles == ["notes.css"] && report.line.contains("nothing uses it"))
    try rig.project.replace("pages/home/data.json", "{\"title\": \"Next\"}\n")
    #expect(try await client.update().changes.map(\.unit) == ["home"])
  }
}
