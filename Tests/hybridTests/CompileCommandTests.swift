import Foundation
import HybridTestSupport
import HybridUnits
import Testing

@testable import hybrid

@Suite struct CompileCommandTests {
  private static let good = "<NText text=\"Hello\" textSize=\"12\"/>"
  private static let bad = "<NText textSize=\"twelve\"/>"

  private func template(_ project: TemporaryProject, _ path: String) throws -> Template {
    try Template(decoding: [UInt8](Data(contentsOf: project.file(path))))
  }

  @Test func oneFileIsWrittenBesideItsTemplate() async throws {
    let project = try TemporaryProject(["ui/card.v2.xml": Self.good])
    let result = try await HybridCommand.run(["compile", "ui/card.v2.xml"], in: project.folder)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    let template = try template(project, "ui/card.out")
    #expect(template.name == "card" && template.version == 1)
    #expect(template.nodes.map(\.component) == [7])
  }

  @Test func nameVersionAndFileAreThoseGiven() async throws {
    let project = try TemporaryProject(["card.xml": Self.good])
    let words = ["compile", "card.xml", "--name", "Big Card", "--template-version", "65535", "-o", "x.bin"]
    let result = try await HybridCommand.run(words, in: project.folder)
    #expect(result.status == 0, "\(result.errors)")
    let template = try template(project, "x.bin")
    #expect(template.name == "Big Card" && template.version == 65_535)
  }

  @Test func nearestConfigHolds() async throws {
    let project = try TemporaryProject([
      "config.properties": "VIEW_ID_NText=70\ntext=String\n", "a/b/card.xml": "<NText text=\"1\"/>",
      "a/config.properties": "VIEW_ID_NText=71\ntext=Int\n", "other.properties": "VIEW_ID_NText=72\n",
      "row.xml": "<NText text=\"1\"/>",
    ])
    for (file, more, component) in [
      ("a/b/card.xml", [], 71), ("row.xml", [], 70), ("a/b/card.xml", ["--config", "other.properties"], 72),
    ] as [(String, [String], UInt16)] {
      let result = try await HybridCommand.run(["compile", file, "-o", "x.out"] + more, in: project.folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try template(project, "x.out").nodes.first?.component == component)
    }
  }

  @Test func oneThatFailsStopsNoOther() async throws {
    let project = try TemporaryProject([
      "a.xml": Self.bad, "b.xml": Self.good, "c.xml": "<Nowhere/>\n<NText textSize=\"x\"/>",
      "out/a.out": "as it was",
    ])
    let result = try await HybridCommand.run(
      ["compile", "a.xml", "b.xml", "c.xml", "-o", "out"], in: project.folder)
    #expect(result.status == 1)
    for place in ["a.xml:1:", "c.xml:1:", "c.xml:2:"] {
      #expect(result.errors.contains(place), "\(result.errors)")
    }
    #expect(try project.text("out/a.out") == "as it was")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: project.file("out").path).sorted() == [
        "a.out", "b.out",
      ])
  }

  @Test func missingFilesAreTheEnvironmentsFault() async throws {
    let project = try TemporaryProject(["a.xml": Self.good])
    let missing = try await HybridCommand.run(
      ["compile", "gone.xml", "a.xml", "-o", "out/"], in: project.folder)
    #expect(missing.status == 3 && missing.errors.contains("'gone.xml': there is no such file"))
    #expect(FileManager.default.fileExists(atPath: project.file("out/a.out").path))
    let config = try await HybridCommand.run(["compile", "a.xml", "--config", "gone"], in: project.folder)
    #expect(config.status == 3 && !FileManager.default.fileExists(atPath: project.file("a.out").path))
    let folder = try await HybridCommand.run(["compile", "a.xml", "-o", "gone/x.out"], in: project.folder)
    #expect(folder.status == 3 && folder.errors.contains("[environment.unwritable-file]"))
  }

  @Test func twoFilesNeverBecomeOne() async throws {
    let project = try TemporaryProject(["a/x.xml": Self.good, "b/x.xml": Self.good])
    let result = try await HybridCommand.run(
      ["compile", "a/x.xml", "b/x.xml", "-o", "out"], in: project.folder)
    #expect(result.status == 1 && result.errors.contains("'a/x.xml' and 'b/x.xml' would both be written to"))
  }

  @Test(arguments: [
    ["compile"], ["compile", "a.xml", "--name", ""], ["compile", "a.xml", "b.xml", "--name", "x"],
    ["compile", "a.xml", "--template-version", "2147483648"],
    ["compile", "a.xml", "--template-version", "-2147483649"],
  ])
  func wrongUsageEndsWithTwo(_ words: [String]) async throws {
    #expect(try await HybridCommand.run(words).status == 2)
  }

  @Test(arguments: [("1700000000", 61_696), ("70000", 4_464), ("-1", 65_535)] as [(String, UInt16)])
  func versionsAreCutTo16Bits(_ version: String, _ stored: UInt16) async throws {
    let project = try TemporaryProject(["card.xml": Self.good])
    let result = try await HybridCommand.run(
      ["compile", "card.xml", "--template-version", version], in: project.folder)
    #expect(result.status == 0 && result.errors.contains("[templatelist.version-range]"), "\(result.errors)")
    #expect(try template(project, "card.out").version == stored)
  }

  @Test func pipesAreWrittenAsTheyAre() async throws {
    let project = try TemporaryProject(["a.xml": Self.good])
    let result = try await HybridCommand.run(["compile", "a.xml", "-o", "/dev/null"], in: project.folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// All cases of the conformance folder, where it is at hand: valid ones byte for byte.
  @Test(.enabled(if: conformanceFolder != nil)) func conformanceCasesAreIdentical() async throws {
    let folder = try #require(conformanceFolder).appending(path: "virtualview")
    let manifest = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: "manifest.json")))
    let entries = try #require((manifest as? [String: Any])?["entries"] as? [[String: Any]])
    let project = try TemporaryProject()
    for entry in entries where (entry["kind"] as? String ?? "valid") == "valid" {
      guard let xml = entry["xml"] as? String, let config = entry["config"] as? String,
        let name = entry["template_name"] as? String, let version = entry["version"] as? Int,
        let out = entry["out"] as? String
      else { continue }
      let result = try await HybridCommand.run([
        "compile", folder.appending(path: xml).path, "--config", folder.appending(path: config).path,
        "--name", name, "--template-version", "\(version)", "-o", project.file("x.out").path,
      ])
      #expect(result.status == 0, "\(xml): \(result.errors)")
      let same = try Data(contentsOf: project.file("x.out")) == Data(contentsOf: folder.appending(path: out))
      #expect(same, "\(xml)")
    }
  }
}

@Suite struct InspectCommandTests {
  @Test func listsWhatWasCompiled() async throws {
    let project = try TemporaryProject(["card.xml": "<NText text=\"Hello\" onClick=\"${this.text='x'}\"/>"])
    #expect(try await HybridCommand.run(["compile", "card.xml"], in: project.folder).status == 0)
    let text = try await HybridCommand.run(["inspect", "card.out"], in: project.folder)
    #expect(
      text.status == 0
        && text.output.contains("NText\n    text = \"Hello\"\n    onClick = ${this.text='x'}\n"))
    let json = try await HybridCommand.run(["inspect", "card.out", "--json"], in: project.folder)
    #expect(json.output.hasPrefix("{\"name\":\"card\"") && json.output.split(separator: "\n").count == 1)
  }

  @Test func configNamesComponents() async throws {
    let config = "VIEW_ID_Badge=1200\ncorner=Int\n"
    let project = try TemporaryProject(["config.properties": config, "card.xml": "<Badge corner=\"4\"/>"])
    #expect(try await HybridCommand.run(["compile", "card.xml"], in: project.folder).status == 0)
    let result = try await HybridCommand.run(["inspect", "card.out"], in: project.folder)
    #expect(result.output.contains("Badge\n    corner = 4\n"))
  }

  @Test func wrongConfigThatWasNamedFails() async throws {
    let project = try TemporaryProject([
      "card.xml": "<NText text=\"a &quot;b&quot;\"/>", "c.properties": "a=Nothing\n",
    ])
    #expect(try await HybridCommand.run(["compile", "card.xml"], in: project.folder).status == 0)
    let result = try await HybridCommand.run(
      ["inspect", "card.out", "--config", "c.properties"], in: project.folder)
    #expect(result.status == 1 && result.errors.contains("c.properties:1:"), "\(result.errors)")
    #expect(result.output.contains(#"text = "a \"b\"""#))
  }

  @Test func otherFilesAreRefused() async throws {
    let project = try TemporaryProject(["a.out": "no template", "b.out": "ALIVV\0\u{1}"])
    let other = try await HybridCommand.run(["inspect", "a.out"], in: project.folder)
    #expect(other.status == 1 && other.errors.contains("it does not start with 'ALIVV'"))
    let short = try await HybridCommand.run(["inspect", "b.out"], in: project.folder)
    #expect(short.status == 1 && short.errors.contains("at byte 7: the file ends too early"))
    #expect(try await HybridCommand.run(["inspect", "gone.out"], in: project.folder).status == 3)
  }
}
