import Foundation
import HybridTestSupport
import Testing

@testable import hybrid

/// `hybrid check` with its rules, as people and CI run it.
@Suite struct CheckRulesTests {
  private static func project(_ config: String = "{}") throws -> TemporaryProject {
    try TemporaryProject([
      "hybrid.json": config,
      "pages/home/index.html":
        "<link rel=stylesheet href=a.css><p style='color: #aaa'>Pale</p><img src=a.svg>",
      "pages/home/a.css": ".gone { color: red }",
      "pages/home/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>",
      "components/x-a.html": "<p>x</p>",
    ])
  }

  /// Options, the reported codes in order, and the exit code.
  @Test(
    arguments: [
      (
        "{}", [],
        ["project.unused-component", "css.unused-rule", "a11y.contrast", "a11y.missing-alt"], 0
      ),
      ("{}", ["--no-rules"], [], 0),
      ("{}", ["--rule", "a11y.contrast"], ["a11y.contrast"], 0),
      (
        "{}", ["--rule", "a11y.contrast", "--rule", "css.unused-rule"], ["css.unused-rule", "a11y.contrast"],
        0
      ),
      ("{}", ["--rule", "a11y.contrast", "--strict"], ["a11y.contrast"], 1),
      ("{}", ["--rule", "layout.overflow", "--strict"], [], 0),
      // No word of what is unused.
      ("{}", ["pages/home/index.html"], ["a11y.contrast", "a11y.missing-alt"], 0),
      (
        #"""
        {"check": {"rules": {"a11y.contrast": "error", "css.unused-rule": "off", \#
        "project.unused-component": "off"}}}
        """#,
        [],
        ["a11y.contrast", "a11y.missing-alt"], 1
      ),
    ] as [(String, [String], [String], Int32)])
  func rulesAreChosen(_ config: String, _ words: [String], _ codes: [String], _ status: Int32) async throws {
    let project = try Self.project(config)
    let result = try await HybridCommand.run(["check", "--format", "json"] + words, in: project.folder)
    let found = result.output.matches(of: /"code":"([a-z0-9.-]+)"/).map { String($0.1) }
    #expect(found == codes, "\(result.output)")
    #expect(result.status == status)
  }

  /// Rules use the project's own devices with their orientation and settings, and the default device of
  /// `hybrid.json`.
  @Test(
    arguments: [
      (#"{"devices": [{"name": "desk", "width": 400, "height": 700, "landscape": true}]}"#, 1),
      (#"{"devices": [{"name": "desk", "width": 400, "height": 700}]}"#, 0),
      (#"{"devices": [{"name": "desk", "width": 700, "height": 400}]}"#, 1),
      (#"{"defaults": {"height": 200}}"#, 1), ("{}", 0),
    ])
  func rulesLookAtDevicesAsTheyAre(_ config: String, _ count: Int) async throws {
    let project = try TemporaryProject([
      "hybrid.json": config,
      "pages/home/index.html":
        "<style>@media (orientation: landscape) { p { color: #aaa } }</style><p>Pale where it is wide</p>",
    ])
    let result = try await HybridCommand.run(
      ["check", "--rule", "a11y.contrast", "--format", "json"], in: project.folder)
    #expect(result.output.matches(of: /a11y\.contrast/).count == count, "\(result.output)\(result.errors)")
  }

  @Test func anUnknownRuleIsAWrongOption() async throws {
    let project = try Self.project()
    let result = try await HybridCommand.run(["check", "--rule", "a11y.contrst"], in: project.folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("a11y.contrast"), "\(result.errors)")
  }

  @Test func sarifTellsWhatRulesAreAbout() async throws {
    let project = try Self.project()
    let result = try await HybridCommand.run(["check", "--format", "sarif"], in: project.folder)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count == 4)
    for rule in rules {
      let code = try #require(rule["id"] as? String)
      let summary = (rule["shortDescription"] as? [String: String])?["text"]
      #expect(summary?.hasSuffix(".") == true)
      let anchor = code.replacingOccurrences(of: ".", with: "")
      #expect((rule["help"] as? [String: String])?["text"] == "Documentation/check-rules.md#\(anchor)")
    }
  }

  @Test func pagesAreToldAsAssistiveTechnologyHearsThem() async throws {
    let html = "<title>T</title><h1>Tea</h1><input type=checkbox checked aria-label=A>"
    let project = try TemporaryProject(["pages/home/index.html": html])
    let result = try await HybridCommand.run(
      ["render", "pages/home/index.html", "--format", "a11y"], in: project.folder)
    #expect(
      result.output == "document \"T\"\n  heading \"Tea\" [level=1]\n  checkbox \"A\" [checked]\n",
      "\(result.errors)")
  }
}
