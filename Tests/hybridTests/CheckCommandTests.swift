import Foundation
import HybridTestSupport
import Testing

@testable import hybrid

@Suite struct CheckCommandTests {
  private static func project() throws -> TemporaryProject {
    try TemporaryProject([
      "hybrid.json": "{}",
      "pages/home/index.html": "<p>Hello</p>",
      "components/card.xml": "<NText text=\"a\" textSize=\"12px\"/>",
      "components/list.xml": "<Grid dataTag=\"${items}\" layoutWidth=\"10\" layoutHeight=\"10\"/>",
      "components/list.json": #"{"items":[{"type":"card"}]}"#,
      "components/ä b.xml": "<NText text=\"é\u{1F600}\" nosuch=\"1\" layoutWidth=\"\u{1F600}\"/>",
    ])
  }

  private static func check(_ words: String..., in project: TemporaryProject) async throws
    -> HybridCommand.Result
  {
    try await HybridCommand.run(["check"] + words, in: project.folder)
  }

  @Test func pagesAndTemplatesAreCounted() async throws {
    let project = try Self.project()
    let result = try await Self.check(in: project)
    #expect(result.status == 1)
    #expect(result.output == "1 page, 3 templates: 2 errors, 1 warning\n", "\(result.errors)")
    #expect(result.errors.contains("components/card.xml:1:27: error: '12px' is not a number for 'textSize'"))
    try project.remove("components")
    #expect(try await Self.check(in: project).output == "1 page: 0 errors, 0 warnings\n")
    try project.remove("pages")
    try project.write("components/a.xml", "<NText/>")
    #expect(try await Self.check(in: project).output == "1 template: 0 errors, 0 warnings\n")
  }

  @Test(
    arguments: [
      ("components/list.xml", 1, "1 template: 1 error, 0 warnings\n"),
      ("pages/home/index.html", 0, "1 page: 0 errors, 0 warnings\n"),
    ] as [(String, Int32, String)])
  func oneFileIsCheckedInItsProject(_ path: String, _ status: Int32, _ summary: String) async throws {
    let project = try Self.project()
    let elsewhere = try TemporaryProject()
    for (folder, path) in [(project.folder, path), (elsewhere.folder, project.file(path).path)] {
      let result = try await HybridCommand.run(["check", path], in: folder)
      #expect(result.status == status && result.output == summary, "\(result.errors)")
      // An invalid item is reported with the file that names it, by its path in the project.
      #expect(result.errors.isEmpty == (status == 0))
      #expect(status == 0 || result.errors.hasPrefix("components/card.xml:1:"))
    }
  }

  @Test func sarifHasRulesResultsAndRegions() async throws {
    let project = try Self.project()
    let result = try await Self.check("--format", "sarif", in: project)
    #expect(result.status == 1 && result.errors.isEmpty)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: String]]).compactMap { $0["id"] }
    #expect(driver["name"] as? String == "hybrid" && rules == rules.sorted())
    let bases = try #require(run["originalUriBaseIds"] as? [String: [String: String]])
    #expect(bases["PROJECT"]?["uri"] == "file://\(project.path)/")
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 3)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == result["ruleId"] as? String)
    }
    let wide = try #require(
      results.first { ($0["message"] as? [String: String])?["text"]?.contains("layoutWidth") == true })
    #expect(wide["level"] as? String == "error")
    let location = try #require(
      (wide["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    let artifact = try #require(location["artifactLocation"] as? [String: String])
    #expect(artifact == ["uri": "components/%C3%A4%20b.xml", "uriBaseId": "PROJECT"])
    let region = try #require(location["region"] as? [String: Any])
    // UTF-16 units: the emoji before it counts as two.
    let line = try project.text("components/ä b.xml")
    let start = try #require(line.range(of: "layoutWidth=\"")?.upperBound)
    let column = line[..<start].utf16.count + 1
    #expect(region["startLine"] as? Int == 1 && region["startColumn"] as? Int == column)
    #expect(region["endColumn"] as? Int == column + 2)
  }

  @Test(
    arguments: [
      (["gone"], 3, "'hybrid new gone' makes a project there"), (["gone.xml"], 3, "there is no such file"),
      (["pipe.xml"], 3, "it is not a regular file"), (["style.css"], 2, "a folder, a page"),
      ([""], 3, "there is no such file"), (["--format", "sarf"], 2, "did you mean 'sarif'?"),
      (["empty"], 1, "[project.empty]"), (["no.out"], 1, "it does not start with 'ALIVV'"),
    ] as [([String], Int32, String)])
  func wrongUseIsSaid(_ words: [String], _ status: Int32, _ message: String) async throws {
    let project = try TemporaryProject(["style.css": "", "empty/.keep": "", "no.out": "no template"])
    #expect(mkfifo(project.file("pipe.xml").path, 0o600) == 0)
    let result = try await HybridCommand.run(["check"] + words, in: project.folder)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
  }
}
