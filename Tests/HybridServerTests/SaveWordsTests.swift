import HybridJSON
import HybridServer
import HybridSource
import HybridTestSupport
import Testing

/// The description of a save: each row is a real save of a served project.
@Suite(.serialized) struct SaveWordsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    var text: String
    /// The beginning of the line.
    var line: String
    /// The lines below it.
    var details: [String] = []
    var testDescription: String { "\(path): \(line)" }
  }

  static let rows = [
    Row(
      path: "pages/home/style.css", text: "#buy { width: 90px; height: 24px; margin-left: 12px }\n",
      line: "pages/home/style.css → home patch, 2 nodes · "),
    Row(
      path: "pages/home/style.css",
      text: "#buy { width: 80px; height: 24px; margin-left: 12px } #none { width: 1px }\n",
      line: "pages/home/style.css → home patch, no visible change · "),
    Row(
      path: "shared/tokens.css", text: ":root { --edge: 16px }\n",
      line: "shared/tokens.css → shared/base.css → home patch, "),
    Row(
      path: "pages/cart.html", text: "<html><body><p id=\"note\">Full</p></body></html>\n",
      line: "pages/cart.html → cart patch, 2 nodes · "),
    Row(path: "pages/about.html", text: "<p>About</p>\n", line: "pages/about.html → about added · "),
    Row(
      path: "pages/home/styles.css", text: "p { width: 1px }\n",
      line:
        """
        pages/home/styles.css → saved, nothing uses it: no page links it; \
        'pages/home/style.css' has a similar name · 
        """
    ),
    Row(
      path: "other/style.css", text: "p { width: 1px }\n",
      line:
        """
        other/style.css → saved, nothing uses it: no page links it; \
        'pages/home/style.css' has the same name · 
        """
    ),
    Row(path: "notes.txt", text: "x\n", line: "notes.txt → saved, nothing uses it: no page reads it · "),
    Row(
      path: "pages/home/buy.scenario.json", text: "{}\n",
      line:
        "pages/home/buy.scenario.json → saved, nothing uses it: 'hybrid test' reads it, and no page does · "
    ),
    Row(
      path: ".env", text: "TOKEN=1\n",
      line: ".env → saved, nothing uses it: it may hold secrets ('.env*') and is never read · "),
    Row(
      path: "components/x-new.html", text: "<b>x</b>\n",
      line: "components/x-new.html → saved, nothing uses it: no page has an element of its name · "),
    Row(
      path: "pages/home/data.json", text: "{\"title\": }\n",
      line: "pages/home/data.json → failed, home keeps its last good version · "),
    Row(
      path: "pages/new.html", text: "<p></b\n",
      line: "pages/new.html → failed, no good version of new yet · "),
    Row(path: "hybrid.json", text: "{\"title\": \"Shop\"}\n", line: "hybrid.json → settings read again · "),
  ]

  @Test(arguments: rows)
  func aSaveIsToldInOneLine(_ row: Row) async throws {
    let rig = try await ServerRig()
    let client = try await rig.client(unit: "home")
    defer { client.socket.close() }
    var saves = Saves(rig)
    try rig.project.write(row.path, row.text)
    let report = try await saves.next(of: row.path)
    #expect(report.line.hasPrefix(row.line), "\(report.line)")
    #expect(report.line.hasSuffix(" ms · 1 client") && report.line.utf8.count < 200, "\(report.line)")
    #expect(report.details == row.details)
    var json = JSONWriter()
    report.write(to: &json)
    let object = try #require(readJSON(Source(path: "", bytes: json.bytes)).value)
    #expect(object["text"]?.string == report.line)
    #expect(object["files"]?[0]?.string == row.path)
    #expect(object["unusedBecause"]?[row.path]?.string == report.unusedReasons[row.path])
    #expect(object["kept"]?[0]?.string == report.keptUnits.first)
    #expect(object["units"]?[0]?["chain"]?[0]?.string == report.units.first?.chain.first)
  }

  @Test func whatTestsKeepIsNoNews() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client(unit: "home")
    defer { client.socket.close() }
    var saves = Saves(rig)
    try rig.project.write("snapshots/home/phone.txt", "html 0,0 375×667\n")
    try rig.project.write("pages/about.html", "<p>About</p>\n")
    let report = try await saves.next(of: "pages/about.html")
    #expect(report.unusedFiles.isEmpty, "\(report.line)")
  }

  @Test func aFileThatAPageAsksForUnderAnotherNameIsPointedOut() async throws {
    let rig = try await ServerRig(["pages/home/index.html": "<link rel=stylesheet href=stile.css><p>x</p>\n"])
    var saves = Saves(rig)
    try rig.project.write("pages/home/style.css", "p { width: 1px }\n")
    let report = try await saves.next(of: "pages/home/style.css")
    #expect(
      report.unusedReasons["pages/home/style.css"]
        == "no page links it; home refers to 'pages/home/stile.css', which does not exist")
    #expect(report.details.count == 1)
  }

  @Test func unitsThatASaveReachesInSeveralWaysEachHaveALine() async throws {
    let rig = try await ServerRig([
      "pages/a.html": "<link rel=stylesheet href='/one.css'><p>a</p>\n",
      "pages/b.html": "<link rel=stylesheet href='/two.css'><p>b</p>\n",
      "one.css": "@import 'base.css';\n", "two.css": "@import 'base.css';\n",
      "base.css": "p { width: 1px }\n",
    ])
    var saves = Saves(rig)
    try rig.project.write("base.css", "p { width: 2px }\n")
    let report = try await saves.next(of: "base.css")
    #expect(report.line.hasPrefix("base.css → a "))
    #expect(report.details == ["base.css → one.css → a", "base.css → two.css → b"])
  }

  @Test func aTouchIsSilent() async throws {
    let rig = try await ServerRig()
    var saves = Saves(rig)
    try rig.project.touch("pages/home/style.css")
    // At once, as editors do: a file that is being written may be read while it is empty.
    try rig.project.replace("pages/home/style.css", try rig.project.text("pages/home/style.css"))
    try rig.project.write("pages/home/data.json", "{\"title\": \"Next\"}\n")
    #expect(try await saves.next(of: "pages/home/data.json").revision == 2)
  }
}
