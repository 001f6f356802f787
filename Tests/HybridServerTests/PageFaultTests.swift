import HybridReload
import HybridServer
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

/// Faults of running pages reach clients with frame and caret, and are cleared when fixed.
@Suite(.serialized) struct PageFaultTests {
  static let page = [
    "pages/home/index.html":
      "<html><body><p id=p>x</p><button id=b>b</button><script src=home.js></script></body></html>\n",
    "pages/home/home.js": "const shop = {};\nshop.items.length;\n",
  ]

  @Test func aFaultOfAScriptReachesTheClientWithItsFrameAndGoesWhenMended() async throws {
    let rig = try await ServerRig(Self.page)
    let person = try await PageVisitor(rig, unit: "home")
    try await person.wait { !$0.faults.isEmpty }
    let fault = try #require(person.client.faults.first)
    #expect(fault.code == "script.exception" && fault.severity == .error)
    #expect(fault.location?.path == "pages/home/home.js" && fault.location?.line == 2)
    #expect(fault.frame?.text == "shop.items.length;")
    #expect(await poll { await rig.server.session.pageFaults["home"]?.count == 1 })
    // A client that connects later is told as well.
    let late = try await PageVisitor(rig, unit: "home")
    try await late.wait { $0.faults == [fault] }
    try rig.project.write("pages/home/home.js", "const shop = { items: [] };\nshop.items.length;\n")
    try await person.wait { $0.faults.isEmpty }
    try await late.wait { $0.faults.isEmpty }
    #expect(await poll { await rig.server.session.pageFaults.isEmpty })
  }

  @Test func aFaultOfAHandlerGoesWithTheNextSaveOfThePage() async throws {
    var files = Self.page
    files["pages/home/home.js"] =
      "document.getElementById('b').addEventListener('click', () => { nothing.here })\n"
    files["pages/home/style.css"] = ""
    files["pages/home/index.html"] =
      "<link rel=stylesheet href=style.css>" + (files["pages/home/index.html"] ?? "")
    let rig = try await ServerRig(files)
    let person = try await PageVisitor(rig, unit: "home")
    try await person.wait { $0.node("b") != nil }
    try person.does(.tap, "b")
    try await person.wait { $0.faults.count == 1 }
    try person.does(.tap, "b")
    try rig.project.write("pages/home/style.css", "p { width: 20px }\n")
    try await person.wait { $0.faults.isEmpty && $0.node("p")?.frame.width == 20 }
    #expect(person.node("p")?.frame.width == 20)
  }

  @Test func aLineOfAFaultIsNotShownTwice() throws {
    let fault = Diagnostic(
      .error, "script.exception", "Error: no", at: SourceLocation(path: "a.js", line: 1, column: 2))
    var client = ReloadClient(name: "test", unit: "home")
    #expect(client.receive(.faults(unit: "home", [fault])).change == .faults)
    #expect(client.receive(.log(.error, text: "a.js:1:2: Error: no")).change == .nothing)
    #expect(client.receive(.log(.error, text: "other")).change == .log(.error, "other"))
    #expect(client.receive(.faults(unit: "cart", [])).change == .nothing)
    #expect(client.receive(.faults(unit: "home", [])).change == .faults)
    #expect(client.faults.isEmpty)
  }
}

extension ReloadClient {
  func node(_ id: String) -> ViewNode? { tree?.nodes.first { $0.id == id } }
}
