import Foundation
import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

@testable import hybrid

/// A project that is small, and `hybrid test` run on it as people run it.
struct TestedProject {
  let project: TemporaryProject

  init(_ more: [String: String] = [:]) throws {
    project = try TemporaryProject(
      [
        "hybrid.json": "{}",
        "pages/home/index.html": """
        <link rel="stylesheet" href="style.css"><h1 id="t">Hello</h1><div id="box"></div>

        """,
        "pages/home/style.css":
          "#box { margin-left: 20px; width: 100px; height: 40px; background: #8c3a1c }\n",
        "pages/cart.html": "<p id=\"n\">Empty</p><button id=\"b\" @click=\"add()\">Add</button>"
          + """
          <script>function add() { document.getElementById('n').textContent = 'Full'; token.alert('a'); \
          }</script>
          """,
      ].merging(more) { $1 })
  }

  /// Runs it outside of CI, unless the environment says so.
  func test(_ words: String..., environment: [String: String] = [:]) async throws -> HybridCommand.Result {
    try await HybridCommand.run(
      ["test"] + words, in: project.folder, environment: ["CI": ""].merging(environment) { $1 })
  }

  /// All files in a folder, with their bytes.
  func files(_ folder: String = "snapshots") throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: project.file(folder).path) {
      files[path] = try? Data(contentsOf: project.file("\(folder)/\(path)"))
    }
    return files.filter { !$0.key.isEmpty }
  }
}

@Suite struct TestCommandTests {
  @Test func whatIsNewIsKeptAndThenCompared() async throws {
    let tested = try TestedProject()
    let first = try await tested.test()
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("new  cart/phone\nnew  home/phone\n2 cases: 2 passed, 4 new snapshots"))
    let kept = try tested.files()
    #expect(
      Set(kept.keys).isSuperset(of: ["home/phone.txt", "home/phone.png", "cart/phone.txt", "cart/phone.png"]))
    // Another zone, language and number of workers see the same, byte for byte.
    for environment in [
      ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8"], ["TZ": "America/New_York", "LANG": "ar_EG.UTF-8"],
    ] {
      let next = try await tested.test("--jobs", "2", environment: environment)
      #expect(next.status == 0 && next.output.hasPrefix("2 cases: 2 passed ·"), "\(next.output)")
      try tested.project.remove("snapshots")
      _ = try await tested.test("--jobs", "1", environment: environment)
      #expect(try tested.files() == kept)
    }
  }

  /// A device of the project is the one that the server and the preview show under its name.
  @Test func devicesOfTheProjectHaveTheirSettings() async throws {
    let tested = try TestedProject([
      "hybrid.json": """
      {"devices": [{"name": "desk", "width": 300, "height": 400, "landscape": true, "dark": true, \
      "fontScale": 1.5,
      "rtl": true}], "test": {"devices": ["desk"], "units": ["home"]}}
      """,
      "pages/home/index.html": "<h1>Hello</h1>",
    ])
    let result = try await tested.test("--no-pictures")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("new  home/desk-landscape-dark-150-rtl\n"), "\(result.output)")
    let kept = String(decoding: try #require(try tested.files().values.first), as: UTF8.self)
    #expect(kept.contains("400"), "\(kept)")
  }

  @Test func onePixelFailsAndTheReportShowsIt() async throws {
    let tested = try TestedProject()
    _ = try await tested.test()
    try tested.project.write(
      "pages/home/style.css", "#box { margin-left: 21px; width: 100px; height: 40px; background: #8c3a1c }\n")
    let result = try await tested.test("--junit", "junit.xml")
    #expect(result.status == 1)
    #expect(result.output.contains("failed  home · phone\n"))
    // The row, and where the box is written.
    #expect(result.output.contains("- ") && result.output.contains("div#box 20,"), "\(result.output)")
    #expect(result.output.contains("+ ") && result.output.contains("div#box 21,"), "\(result.output)")
    #expect(result.output.contains("written at pages/home/index.html:1:62"), "\(result.output)")
    #expect(result.output.contains("snapshots/home/phone.png: 80 of "), "\(result.output)")
    #expect(result.output.contains("2 cases: 1 passed, 1 failed"))
    let left = try tested.files(".hybrid/test")
    #expect(
      Set(left.keys).subtracting(["home"]) == [
        "report.html", "home/phone.expected.png", "home/phone.actual.png", "home/phone.diff.png",
      ])
    let report = String(decoding: try #require(left["report.html"]), as: UTF8.self)
    #expect(report.contains("div#box 21,"))
    for name in ["expected", "actual", "diff"] {
      let picture = try #require(left["home/phone.\(name).png"]).base64EncodedString()
      #expect(report.contains("data:image/png;base64,\(picture)\""), "\(name)")
    }
    #expect(left["home/phone.expected.png"] == (try tested.files())["home/phone.png"])
    #expect(try tested.project.text("junit.xml").contains("failures=\"1\""))
    // What an earlier run left is gone with the next.
    try tested.project.write(
      "pages/home/style.css", "#box { margin-left: 20px; width: 100px; height: 40px; background: #8c3a1c }\n")
    #expect(try await tested.test().status == 0)
    #expect(!FileManager.default.fileExists(atPath: tested.project.file(".hybrid/test").path))
  }

  @Test func anUpdateWritesWhatChangedAndRemovesOrphans() async throws {
    let tested = try TestedProject()
    _ = try await tested.test()
    let before = try tested.files()
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    for path in before.keys {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: tested.project.file("snapshots/\(path)").path)
    }
    try tested.project.write("snapshots/gone/phone.txt", "x")
    try tested.project.write("snapshots/home/tablet.png", "x")
    try tested.project.write("snapshots/home/notes.md", "mine")
    try tested.project.write("pages/cart.html", "<p id=\"n\">Other</p>")
    let named = try await tested.test("--no-pictures", "--filter", "home")
    #expect(
      named.status == 0 && !named.errors.contains("test.orphan"), "a part of the units tells of no orphans")
    let plain = try await tested.test()
    #expect(plain.status == 1 && plain.errors.contains("'snapshots/gone/phone.txt' belongs to no test case"))
    let update = try await tested.test("--update")
    #expect(update.status == 0, "\(update.errors)")
    #expect(update.output.contains("updated  cart/phone\n"))
    #expect(update.output.contains("removed  snapshots/gone/phone.txt\nremoved  snapshots/home/tablet.png\n"))
    #expect(!update.output.contains("home/phone"))
    var changed: Set<String> = []
    for path in try tested.files().keys where path.contains(".") {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: tested.project.file("snapshots/\(path)").path)
      if attributes[.modificationDate] as? Date != old { changed.insert(path) }
    }
    #expect(changed == ["cart/phone.txt", "cart/phone.png", "home/notes.md"])
    #expect(!FileManager.default.fileExists(atPath: tested.project.file("snapshots/gone").path))
  }

  @Test func inCINothingIsKeptAndWhatIsMissingFails() async throws {
    let tested = try TestedProject()
    let result = try await tested.test(environment: ["CI": "true"])
    #expect(
      result.status == 1 && result.output.contains("snapshots/home/phone.txt: there is no such snapshot"))
    #expect(!FileManager.default.fileExists(atPath: tested.project.file("snapshots").path))
    #expect(try await tested.test("--update", environment: ["CI": "true"]).status == 0)
    #expect(try await tested.test(environment: ["CI": "true"]).status == 0)
  }

  @Test func scenariosAreRunWithWhatTheyExpect() async throws {
    let tested = try TestedProject([
      "pages/cart.buy.scenario.json":
        ##"{"steps": ["tap #b", {"snapshot": "asked"}, {"answer": "OK"}], "calls": [{"method": "alert"}]}"##
    ])
    #expect(try await tested.test().status == 0)
    #expect(try tested.project.text("snapshots/cart/phone.data.buy.txt").contains("\"Full\""))
    try tested.project.write(
      "pages/cart.buy.scenario.json",
      ##"{"steps": ["tap #b", {"snapshot": "asked"}, {"answer": "OK"}], "calls": [{"method": "toast"}]}"##
    )
    let result = try await tested.test("--json")
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n").compactMap {
      readJSON(Source(path: "", text: String($0))).value
    }
    #expect(lines.map { $0["event"]?.string } == ["case", "case", "case", "done"])
    let failed = try #require(lines.first { $0["status"] == "failed" })
    #expect(failed["scenario"] == "buy" && failed["complaints"]?[0]?["kind"] == "calls")
    #expect(failed["complaints"]?[0]?["lines"]?.array?.count == 2)
    #expect(lines.last?["failed"] == 1 && lines.last?["report"] == ".hybrid/test/report.html")
  }

  @Test(
    arguments: [
      (["--filter", "hoem"], 2, "no snapshot matches 'hoem'"),
      (["--device", "phoen"], 2, "did you mean 'phone'?"),
      (["--jobs", "0"], 2, "a whole number from 1"), (["nowhere"], 3, "'hybrid new nowhere' makes a project"),
      (["--report", "pages"], 3, "'pages' cannot be written"), (["empty"], 1, "[project.empty]"),
      (["--updat"], 2, "'--update'"),
    ] as [([String], Int32, String)])
  func wrongUseIsSaid(_ words: [String], _ status: Int32, _ message: String) async throws {
    let tested = try TestedProject(["empty/.keep": ""])
    let result = try await HybridCommand.run(
      ["test"] + words, in: tested.project.folder, environment: ["CI": ""])
    #expect(result.status == status && result.errors.contains(message), "\(result.status) \(result.errors)")
  }

  @Test(
    arguments: [
      (##"{"test": {"device": []}}"##, "hybrid.json:1:11: error: 'test' has no setting 'device'"),
      (##"{"test": {"devices": ["phoen"]}}"##, "hybrid.json:1:23: error: there is no device 'phoen'"),
      (##"{"test": {"devices": [{"nam": "a"}]}}"##, "a device has no 'nam'"),
      (##"{"test": {"devices": [{"dark": 1}]}}"##, "which is not a value of 'dark'"),
      (##"{"test": {"scale": 9}}"##, "a number of pixels a point, 0.5 to 4 is expected"),
      (##"{"test": {"threshold": "x"}}"##, "a number from 0 to 1 is expected"),
      (##"{"test": {"units": ["hoem"]}}"##, "hybrid.json:1:21: error: no unit is called 'hoem'"),
    ])
  func wrongSettingsAreSaidAtTheirPlace(_ config: String, _ message: String) async throws {
    let tested = try TestedProject(["hybrid.json": config])
    let result = try await tested.test("--no-pictures")
    #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func settingsChooseWhatIsLookedAt() async throws {
    let tested = try TestedProject([
      "hybrid.json":
        ##"{"test": {"devices": ["small", {"name": "phone", "dark": true}], "scale": 2, "units": ["ho*"]}}"##
    ])
    #expect(try await tested.test().status == 0)
    let files = try tested.files()
    #expect(
      Set(files.keys).subtracting(["home"]) == [
        "home/small.txt", "home/small.png", "home/phone-dark.txt", "home/phone-dark.png",
      ])
    // The width in the header: 320 points are 640 pixels.
    #expect(files["home/small.png"]?[16..<20].elementsEqual([0, 0, 2, 128]) == true)
  }
}
