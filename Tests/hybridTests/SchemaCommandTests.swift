import Foundation
import HybridTestSupport
import Testing

@testable import hybrid

/// `hybrid schema`, checked with libxml2's validator where it is installed.
@Suite struct SchemaCommandTests {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint"]
    .first(where: FileManager.default.isExecutableFile)

  private static func schema(_ words: String..., in project: TemporaryProject) async throws
    -> HybridCommand.Result
  {
    try await HybridCommand.run(["schema"] + words, in: project.folder)
  }

  /// Which of the files the schema of the project refuses.
  static func refused(_ files: [URL], by project: TemporaryProject) async throws -> [String] {
    let schema = project.file("virtualview.xsd").path
    let words = [try #require(xmllint), "--noout", "--nonet", "--schema", schema] + files.map(\.path)
    let lines = Set(try await ChildProcess.run(words).errors.split(separator: "\n").map(String.init))
    return files.map(\.path).filter { !lines.contains("\($0) validates") }
  }

  @Test(.enabled(if: xmllint != nil)) func sampleTemplatesAreValid() async throws {
    let sample = Self.repository.appending(path: "Sample")
    let project = try TemporaryProject()
    let result = try await Self.schema(sample.path, "-o", ".", in: project)
    #expect(result.status == 0, "\(result.errors)")
    let files = try FileManager.default.contentsOfDirectory(
      at: sample.appending(path: "components"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "xml" }
    #expect(files.count >= 12)
    #expect(try await Self.refused(files, by: project) == [])
  }

  /// All cases that are XML at all: two have a `<` in a value, which only VirtualView's own reader takes.
  @Test(.enabled(if: xmllint != nil && conformanceFolder != nil)) func conformanceCasesAreValid() async throws
  {
    let folder = try #require(conformanceFolder).appending(path: "virtualview")
    let manifest = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: "manifest.json")))
    let entries = try #require((manifest as? [String: Any])?["entries"] as? [[String: Any]])
    let valid = entries.filter { ($0["kind"] as? String ?? "valid") == "valid" }
    for (config, entries) in Dictionary(grouping: valid, by: { $0["config"] as? String ?? "" }) {
      let project = try TemporaryProject()
      let result = try await Self.schema("--config", folder.appending(path: config).path, in: project)
      #expect(result.status == 0, "\(result.errors)")
      let files = entries.compactMap { $0["xml"] as? String }.map { folder.appending(path: $0) }
      let refused = try await Self.refused(files, by: project).filter { !$0.hasSuffix("_ntext.xml") }
      #expect(refused == [], "\(config)")
    }
  }

  /// An attribute and its value on a text, whether they are right, and the config's type.
  static let values: [(attribute: String, value: String, isValid: Bool)] = [
    ("layoutWidth", "12", true), ("layoutWidth", " 12rp ", true), ("layoutWidth", "-.5", true),
    ("layoutWidth", "1.5e3", true), ("layoutWidth", "match_parent", true), ("layoutWidth", "${a.b}", true),
    ("layoutWidth", "@{a ? 1 : 2}", true), ("layoutWidth", " ${a}rp", true), ("layoutWidth", ".5", false),
    ("layoutWidth", "12px", false), ("layoutWidth", "50%", false), ("layoutWidth", "fill", false),
    ("layoutWidth", "", false), ("layoutWidth", "${}", false),
    ("id", "+7", true), ("id", "true", true), ("id", "1.5", false), ("id", "12rp", true),
    ("borderWidth", ".5", true), ("borderWidth", "1e3", true), ("borderWidth", "0x1p3", true),
    ("borderWidth", "NaN", true), ("borderWidth", "true", false), ("borderWidth", "1.5rp", true),
    ("background", "#ff0000", true), ("background", "#80FF0000", true), ("background", "Red", true),
    ("background", "dkgray", true), ("background", "DKGRAY", false), ("background", "#f00", false),
    ("background", "reed", false), ("background", "@{a?#ff0000:#00ff00}", true),
    ("flag", "flag_draw|flag_clickable", true), ("flag", " flag_draw | flag_event ||", true),
    ("flag", "flag_drow", false), ("flag", "${a}", false), ("flag", "flag_draw||flag_event", false),
    ("gravity", "left|v_center", true), ("gravity", "center", false), ("gravity", "${g}", true),
    ("textStyle", "bold|italic", true), ("textStyle", "normal", false), ("textStyle", "${s}", true),
    ("dataMode", "append", true), ("dataMode", "2", true), ("dataMode", "3", false),
    ("dataMode", "${m}", false), ("visibility", "gone", true), ("visibility", "2", true),
    ("visibility", "3", false), ("visibility", "${v}", true), ("visibility", "hidden", false),
    ("type", "oval", true), ("type", "Oval", false), ("type", "${t}", false),
    ("orientation", "h", true), ("orientation", "V", true), ("orientation", "X", false),
    ("orientation", "${o}", false), ("ellipsize", "Marquee", true), ("scaleType", "fit_xy", true),
    ("onClick", "${this.text='x'}", true), ("onClick", "this.text", false), ("onClick", "@{a}", false),
    ("filterWhiteBg", "TRUE", true), ("filterWhiteBg", "yes", false), ("text", "anything at all", true),
    ("src", "${url}", true), ("colour", "red", false), ("nosuch", "1", false),
  ]

  /// The schema accepts what compiles without a report, and marks what the compiler refuses or converts.
  @Test(.enabled(if: xmllint != nil)) func schemaAndCompilerAgree() async throws {
    var files: [String: String] = [:]
    for (index, row) in Self.values.enumerated() {
      let value = row.value.replacing("\"", with: "&quot;")
      files["v\(index).xml"] = "<NText \(row.attribute)=\"\(value)\"/>"
    }
    let project = try TemporaryProject(files)
    #expect(try await Self.schema(in: project).status == 0)
    let urls = Self.values.indices.map { project.file("v\($0).xml") }
    let refused = Set(try await Self.refused(urls, by: project))
    let checked = try await HybridCommand.run(["check", "--format", "json"], in: project.folder)
    for (index, row) in Self.values.enumerated() {
      let isRefused = refused.contains(urls[index].path)
      #expect(isRefused != row.isValid, "\(row.attribute)=\"\(row.value)\"")
      let isReported = checked.output.split(separator: "\n").contains {
        $0.contains("\"file\":\"v\(index).xml\"")
          && ($0.contains("bad-value") || $0.contains("not-bool") || $0.contains("unknown-attribute"))
      }
      #expect(isReported != row.isValid, "\(row.attribute)=\"\(row.value)\"")
    }
  }

  @Test(.enabled(if: xmllint != nil)) func mistakesInElementsAreMarked() async throws {
    let project = try TemporaryProject([
      "config.properties": """
      VIEW_ID_FrameLayout=1
      VIEW_ID_NText=7
      VIEW_ID_Badge=1001
      text=String
      mode=Enum<one:1,two:2>
      Badge.mode=Int
      corner=Number
      """,
      "a.xml": "<FrameLayout><NText text=\"a\" mode=\"one\"/><Badge mode=\"3\" own=\"x\"/></FrameLayout>",
      "nested.xml": "<NText><FrameLayout><NText/></FrameLayout></NText>",
      "variable.xml": "<NText var_int_count=\"3\"/>",
      "tag.xml": "<FrameLayout><NTxt/></FrameLayout>",
      "words.xml": "<FrameLayout>words</FrameLayout>",
      "own.xml": "<NText own=\"x\"/>",
      "type.xml": "<Badge mode=\"one\"/>",
      "variable2.xml": "<NText var_int_other=\"x\"/>",
    ])
    #expect(try await Self.schema(in: project).status == 0)
    func refused(_ names: [String]) async throws -> [String] {
      try await Self.refused(names.map { project.file($0) }, by: project).map {
        URL(fileURLWithPath: $0).lastPathComponent
      }
    }
    #expect(try await refused(["a.xml", "nested.xml", "variable.xml"]) == [])
    let wrong = ["tag.xml", "words.xml", "own.xml", "type.xml", "variable2.xml"]
    #expect(try await refused(wrong) == wrong)
  }

  @Test func customDataIsOfTheFormatOfTheEditor() async throws {
    let project = try TemporaryProject(["config.properties": "VIEW_ID_NText=7\ntextColor=Color\nflag=Flag\n"])
    #expect(try await Self.schema(in: project).status == 0)
    let object = try JSONSerialization.jsonObject(
      with: Data(contentsOf: project.file("virtualview.html-data.json")))
    let data = try #require(object as? [String: Any])
    #expect(data["version"] as? Double == 1.1)
    let tags = try #require(data["tags"] as? [[String: Any]])
    #expect(tags.map { $0["name"] as? String } == ["NText"])
    let attributes = try #require(tags[0]["attributes"] as? [[String: Any]])
    let global = try #require(data["globalAttributes"] as? [[String: Any]])
    let sets = try #require(data["valueSets"] as? [[String: Any]])
    let names = Set(sets.compactMap { $0["name"] as? String })
    #expect(names.count == sets.count && names == ["color", "flags"])
    for attribute in attributes + global {
      #expect(attribute["name"] is String && attribute["description"] is String)
      if let set = attribute["valueSet"] as? String { #expect(names.contains(set)) }
      #expect(Set(attribute.keys).isSubset(of: ["name", "description", "valueSet"]))
    }
    #expect(attributes.contains { $0["name"] as? String == "textColor" })
    #expect(global.contains { $0["name"] as? String == "flag" })
    for set in sets {
      let values = try #require(set["values"] as? [[String: String]])
      #expect(!values.isEmpty && values.allSatisfy { $0["name"] != nil })
    }
  }

  @Test func sameProjectGivesTheSameBytes() async throws {
    let project = try TemporaryProject(["components/a.xml": "<NText var_int_b=\"1\" var_string_a=\"x\"/>"])
    for folder in ["one", "two/deep"] {
      #expect(try await Self.schema("-o", folder, in: project).status == 0)
    }
    for name in ["virtualview.xsd", "virtualview.html-data.json"] {
      #expect(try project.text("one/" + name) == project.text("two/deep/" + name))
      #expect(try project.text("one/" + name).contains("var_string_a"))
    }
  }

  /// The config of the templates is found where they have one.
  @Test(arguments: ["config.properties", "components/config.properties"])
  func configIsThatOfTheProject(_ path: String) async throws {
    let project = try TemporaryProject([path: "VIEW_ID_Ours=1200\n", "components/a.xml": "<Ours/>"])
    #expect(try await Self.schema(in: project).status == 0)
    #expect(try project.text("virtualview.xsd").contains("<xs:element name=\"Ours\">"))
    #expect(try !project.text("virtualview.xsd").contains("\"NText\""))
  }

  @Test(
    arguments: [
      (["gone"], 3, "'gone': there is no such file"), (["file"], 3, "it is not a folder"),
      (["--config", "gone"], 3, "'gone': there is no such file"),
      (["--config", "pipe"], 3, "it is not a regular file"),
      (["--config", "bad"], 1, "config.bad-component"), (["-o", "file"], 3, "'file' cannot be made"),
      (["--confg", "x"], 2, "did you mean '--config'?"), (["a", "b"], 2, "another argument"),
      ([""], 3, "there is no such file"),
    ] as [([String], Int32, String)])
  func wrongUseIsSaid(_ words: [String], _ status: Int32, _ message: String) async throws {
    let project = try TemporaryProject(["file": "", "bad": "VIEW_ID_A=x\n"])
    #expect(mkfifo(project.file("pipe").path, 0o600) == 0)
    let result = try await HybridCommand.run(["schema"] + words, in: project.folder)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: project.file("virtualview.xsd").path))
  }
}
