import HybridJSON
import HybridReload
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer

private let files = [
  "pages/still.html": """
  <html><head><link rel="stylesheet" href="../base.css"></head><body>
  <h1 id="title">Still</h1><p id="note">Nothing runs here</p></body></html>
  """,
  "pages/live.html": """
  <html><body><p id="n">0</p><script>
  setTimeout(() => { document.getElementById("n").title = "later" }, 0)
  </script></body></html>
  """,
  "base.css": "h1 { font-size: 20px }\n#note { width: 100px }\n",
  "components/Box.xml": """
  <VHLayout layoutWidth="match_parent" layoutHeight="100" orientation="V">
    <NText id="1" layoutWidth="80" layoutHeight="20" layoutMarginLeft="5" text="${words}" />
  </VHLayout>
  """,
  "components/Box.json": "{\"words\": \"Hello\"}",
]

/// A client whose answers a test waits for.
private final class Asker {
  let session: DevSession
  let line = TestLine()
  var client: ReloadClient
  private(set) var answers: [ServerMessage] = []
  private(set) var patches = 0

  init(_ session: DevSession, unit: String) async {
    self.session = session
    client = ReloadClient(name: "test", unit: unit)
    await session.clientOpened(line)
    await session.receive(client.connect(), from: line.id)
  }

  func say(_ message: ClientMessage) async { await session.receive(message, from: line.id) }

  /// Receives what has arrived. A client with many requests must do so, or it falls behind and misses
  /// answers.
  func receive() async {
    for case .text(let bytes) in line.take() {
      guard let message = ServerMessage(bytes) else { continue }
      switch message {
      case .inspected, .edited: answers.append(message)
      case .page: patches += 1
      default: break
      }
      for reply in client.receive(message).replies { await say(reply) }
    }
  }

  func wait(_ what: Comment, until holds: (Asker) -> Bool) async throws {
    let isThere = await poll {
      await receive()
      return holds(self)
    }
    try #require(isThere, what)
  }

  func handle(_ id: String) throws -> Int {
    try #require(client.tree?.nodes.first { $0.id == id }?.handle, "no #\(id)")
  }

  func node(_ id: String) -> ViewNode? { client.tree?.nodes.first { $0.id == id } }

  func inspect(_ id: String) async throws -> JSONValue {
    let count = answers.count
    await say(.inspect(InspectRequest(id: .text("q\(count)"), handle: try handle(id))))
    try await wait("an answer about #\(id)") { $0.answers.count > count }
    guard case .inspected(let answer) = answers[count], case .element(let element) = answer.answer else {
      throw Unexpected()
    }
    #expect(answer.id == .text("q\(count)"))
    return element
  }

  func edit(_ request: EditRequest) async throws -> ServerMessage.Edited {
    var request = request
    request.id = .number(answers.count)
    let count = answers.count
    await say(.edit(request))
    try await wait("an answer to an edit") { $0.answers.count > count }
    guard case .edited(let answer) = answers[count] else { throw Unexpected() }
    return answer
  }
}

@Suite(.suiteTimeLimit)
struct InspectingTests {
  @Test func aNodeOfAStillPageIsInspectedAndItsPlacesCanBeOpened() async throws {
    let rig = await SessionRig(files)
    let asker = await Asker(rig.session, unit: "still")
    try await asker.wait("a tree") { $0.client.tree != nil }
    let title = try await asker.inspect("title")
    #expect(title["tag"]?.string == "h1" && title["source"]?.string == "pages/still.html:2:1")
    let place = try #require(title["place"]?.string)
    #expect(
      await rig.session.place(ofID: place) == SourceLocation(path: "pages/still.html", line: 2, column: 1))
    let rules = title["rules"]?.array ?? []
    let rule = try #require(
      rules.first { $0["selector"]?.string == "h1" && $0["origin"]?.string == "author" })
    let declaration = try #require(rule["declarations"]?[0])
    let id = try #require(declaration["place"]?.string)
    #expect(await rig.session.place(ofID: id) == SourceLocation(path: "base.css", line: 1, column: 6))
    // No page had to be started for that.
    #expect(await rig.session.state.clients[asker.line.id]?.page == nil)
    // An invented location cannot be opened.
    #expect(await rig.session.place(ofID: "base.css:1:6") == nil)
  }

  @Test func aRunningPageAndATemplateAreInspectedToo() async throws {
    let rig = await SessionRig(files)
    let asker = await Asker(rig.session, unit: "live")
    try await asker.wait("a tree") { $0.client.tree != nil }
    #expect(try await asker.inspect("n")["tag"]?.string == "p")
    let other = await Asker(rig.session, unit: "Box")
    try await other.wait("a tree") { $0.client.tree != nil }
    let text = try await other.inspect("1")
    #expect(text["tag"]?.string == "NText")
    #expect(text["source"]?.string == "components/Box.xml:2:3")
    let attributes = text["attributes"]?.array ?? []
    let words = try #require(attributes.first { $0["name"]?.string == "text" })
    #expect(words["value"]?.string == "Hello" && words["bound"]?.bool == true)
    #expect(text["parameters"]?[0]?["name"]?.string == "words")
    #expect(text["box"]?["margin"]?[3]?.number == 5)
    let answer = try await other.edit(
      EditRequest(handle: try other.handle("1"), property: "color", value: "red"))
    #expect(answer.failure?.code == "edit.no-page")
  }

  @Test func anEditIsSeenByItsClientAlone() async throws {
    let rig = await SessionRig(files)
    let (one, other) = (await Asker(rig.session, unit: "still"), await Asker(rig.session, unit: "still"))
    for asker in [one, other] { try await asker.wait("a tree") { $0.client.tree != nil } }
    let before = try #require(one.client.tree)
    let handle = try one.handle("note")
    let answer = try await one.edit(EditRequest(handle: handle, property: "width", value: "50px"))
    #expect(answer.failure == nil)
    #expect(
      answer.edits == [PageEdit(handle: handle, property: "width", value: "50px", isImportant: true)])
    try await one.wait("the edit") { $0.node("note")?.frame.width == 50 }
    try await other.wait("nothing") { _ in true }
    #expect(other.node("note")?.frame.width == 100 && other.patches == 0)
    // The edit survives a save, and both clients see that.
    await rig.save("base.css", "h1 { font-size: 30px }\n#note { width: 100px }\n")
    for asker in [one, other] {
      try await asker.wait("the save") { $0.node("title")?.frame.height ?? 0 > 30 }
    }
    #expect(one.node("note")?.frame.width == 50 && other.node("note")?.frame.width == 100)
    await rig.save("base.css", files["base.css"])
    try await one.wait("the save back") {
      $0.node("title")?.frame == before.nodes.first { $0.id == "title" }?.frame
    }
    // After the reset, the tree is bit for bit the previous one.
    await one.say(.edit(EditRequest(isReset: true)))
    try await one.wait("the end of the edit") { $0.client.tree == before }
    let inspected = try await one.inspect("note")
    #expect(inspected["edits"]?.array?.isEmpty == true)
  }

  @Test func anEditOfAPageWhoseScriptChangesIsKept() async throws {
    let rig = await SessionRig(files)
    let asker = await Asker(rig.session, unit: "live")
    try await asker.wait("a tree") { $0.client.tree != nil }
    _ = try await asker.edit(EditRequest(handle: try asker.handle("n"), property: "width", value: "33px"))
    try await asker.wait("the edit") { $0.node("n")?.frame.width == 33 }
    await rig.save(
      "pages/live.html",
      """
      <html><body><p id="n">0</p><script>document.getElementById('n').textContent = 'new'</script></body>\
      </html>
      """
    )
    try await asker.wait("the new page") { $0.node("n")?.text == "new" }
    #expect(asker.node("n")?.frame.width == 33)
  }

  @Test func whatIsAskedWronglyIsAnsweredWithAReason() async throws {
    let rig = await SessionRig(files)
    let asker = await Asker(rig.session, unit: "still")
    try await asker.wait("a tree") { $0.client.tree != nil }
    for handle in [0, 99_999, -1] {
      let count = asker.answers.count
      await asker.say(.inspect(InspectRequest(id: .number(handle), handle: handle)))
      try await asker.wait("an answer") { $0.answers.count > count }
      guard case .inspected(let answer) = asker.answers[count], case .failure(let failure) = answer.answer
      else {
        throw Unexpected()
      }
      #expect(answer.id == .number(handle) && failure.code == "inspect.unknown-node")
    }
    let handle = try asker.handle("note")
    let answer = try await asker.edit(EditRequest(handle: handle, property: "width", value: "wide"))
    #expect(
      answer.failure?.code == "css.invalid-value" && answer.failure?.frame != nil && answer.edits.isEmpty)
    // Even without an answer name, a request that did nothing is answered.
    let count = asker.answers.count
    await asker.say(.edit(EditRequest(handle: handle, property: "nothing", value: "1")))
    try await asker.wait("an answer") { $0.answers.count > count }
  }

  @Test func aClientThatAsksWithoutEndIsTurnedAway() async throws {
    let rig = await SessionRig(files)
    let asker = await Asker(rig.session, unit: "still")
    try await asker.wait("a tree") { $0.client.tree != nil }
    let (handle, count) = (try asker.handle("note"), 2_000)
    for number in 0..<count {
      await asker.say(.inspect(InspectRequest(id: .number(number), handle: handle)))
      await asker.receive()
    }
    try await asker.wait("all answers") { $0.answers.count == count }
    let names = Set(
      asker.answers.compactMap { answer -> Int? in
        if case .inspected(let inspected) = answer, case .number(let name) = inspected.id {
          name
        } else {
          nil
        }
      })
    #expect(names.count == count)
    // Then it may send requests again.
    _ = try await asker.inspect("note")
    for number in 0..<3_000 {
      await asker.say(.edit(EditRequest(handle: handle, property: "width", value: "\(number)px")))
      await asker.receive()
    }
    try await asker.wait("the last edit") { $0.node("note")?.frame.width == 2_999 }
  }
}
