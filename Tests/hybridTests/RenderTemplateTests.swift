import Foundation
import HybridTestSupport
import Testing

/// `hybrid render` of VirtualView templates.
@Suite struct RenderTemplateTests {
  static func project() throws -> TemporaryProject {
    try TemporaryProject([
      "list.xml": """
      <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
        <NText name="title" text="${title}" layoutWidth="match_parent" layoutHeight="32"/>
        <NText name="go" text="Go" flag="flag_clickable" action="go" onClick="${this.siblings.text='Gone'}"
          layoutWidth="match_parent" layoutHeight="32"/>
        <Grid dataTag="${items}" colCount="2" itemHeight="32" layoutWidth="match_parent" layoutHeight="32"/>
      </VHLayout>
      """,
      "cell.xml": #"<NText text="${name}" layoutWidth="match_parent" layoutHeight="32"/>"#,
      "list.json":
        #"{"title":"Hello","go":"there","items":[{"type":"cell","name":"A"},{"type":"cell","name":"B"}]}"#,
      "other.json": #"{"title":"Other"}"#,
    ])
  }

  static func render(_ words: String..., in project: TemporaryProject) async throws -> HybridCommand.Result {
    try await HybridCommand.run(["render"] + words, in: project.folder)
  }

  @Test func sourceAndCompiledFileGiveTheSamePicture() async throws {
    let project = try Self.project()
    _ = try await HybridCommand.run(["compile", "list.xml", "cell.xml", "-o", "."], in: project.folder)
    for platform in ["ios", "android"] {
      let source = try await Self.render("list.xml", "--platform", platform, in: project)
      let compiled = try await Self.render("list.out", "--platform", platform, in: project)
      #expect(source.status == 0 && compiled.status == 0, "\(source.errors)\(compiled.errors)")
      #expect(source.output == compiled.output)
      for text in ["Hello", "Go", "A", "B"] { #expect(source.output.contains(text), "\(source.output)") }
    }
  }

  @Test(arguments: ["tree", "text"]) func dataDrivesNoTerminal(_ format: String) async throws {
    let project = try Self.project()
    let hostile = "\u{1B}[31m\u{7}\r\u{9B}2J\u{202E}\u{2066}\"x"
    let json = String(decoding: try JSONEncoder().encode(["title": hostile]), as: UTF8.self)
    try Data(json.utf8).write(to: project.file("other.json"))
    let result = try await Self.render("list.xml", "--data", "other.json", "--format", format, in: project)
    #expect(result.status == 0, "\(result.errors)")
    for scalar in (result.output + result.errors).unicodeScalars {
      switch scalar.value {
      case 0x0A: break
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: Issue.record("\(scalar.value)")
      default: break
      }
    }
    if format == "tree" {
      #expect(result.output.contains(#""\u{1b}[31m\u{7}\r\u{9b}2J\u{202e}\u{2066}\"x""#), "\(result.output)")
    }
  }

  /// Inside of the project and from elsewhere, as XML and as it was built, with what `hybrid.json` says of
  /// components.
  @Test func pictureDoesNotDependOnWhereOneStands() async throws {
    let project = try TemporaryProject([
      "hybrid.json": #"{"components": {"Badge": {"box": {"label": "new", "width": 40}}}}"#,
      "config.properties":
        "VIEW_ID_VHLayout=2\nVIEW_ID_NText=7\nVIEW_ID_Grid=17\nVIEW_ID_Badge=1001\ntext=String\n"
        + "layoutWidth=LayoutWidthHeight\nlayoutHeight=LayoutWidthHeight\norientation=Enum<H:1,V:0>\n",
      "components/list.xml": """
      <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
        <Badge layoutWidth="100" layoutHeight="32"/>
        <Grid dataTag="${items}" layoutWidth="match_parent" layoutHeight="64"/>
      </VHLayout>
      """,
      "components/list.json": #"{"items": [{"type": "cell", "name": "First"}]}"#,
      "components/deep/cell.xml": #"<NText text="${name}" layoutWidth="match_parent" layoutHeight="32"/>"#,
    ])
    #expect(try await HybridCommand.run(["build"], in: project.folder).status == 0)
    try project.write("build/out/list.json", try project.text("components/list.json"))
    let elsewhere = try TemporaryProject()
    for platform in ["ios", "android"] {
      let inside = try await Self.render("components/list.xml", "--platform", platform, in: project)
      #expect(inside.status == 0 && inside.output.contains("First"), "\(inside.errors)\(inside.output)")
      for file in ["components/list.xml", "build/out/list.out"] {
        let path = project.file(file).path
        let outside = try await Self.render(path, "--platform", platform, in: elsewhere)
        #expect(outside.output == inside.output && outside.errors == inside.errors, "\(file)")
      }
    }
  }

  @Test func mistakesOfItemsAreToldAndTheRestIsShown() async throws {
    let project = try Self.project()
    try project.write("cell.xml", "<NText text=\"${name}\" textSize=\"12px\"/>")
    let result = try await Self.render("list.xml", in: project)
    #expect(result.status == 1 && result.errors.contains("cell.xml:1:"), "\(result.errors)")
    #expect(result.output.contains("Hello"))
  }

  @Test func dataIsThatOfTheFileThatWasNamed() async throws {
    let project = try Self.project()
    let result = try await Self.render("list.xml", "--data", "other.json", in: project)
    #expect(result.output.contains("Other"))
  }

  @Test func actionsAreDoneAndLogged() async throws {
    let project = try Self.project()
    let result = try await Self.render(
      "list.xml", "--platform", "android", "--do", "tap #go", "--log", "log.json", in: project)
    #expect(result.status == 0)
    #expect(result.output.contains("Gone") && !result.output.contains("Hello"))
    let log = try String(contentsOf: project.file("log.json"), encoding: .utf8)
    #expect(log.split(separator: "\n").first == #"{"kind":"script","name":"onClick","component":"NText#go"}"#)
    #expect(log.contains(#"{"kind":"event","name":"Click","component":"NText#go","action":"go""#))
  }

  @Test(
    arguments: [
      (["list.xml", "--do", "press x"], 2, "there is no action 'press'"),
      (["list.xml", "--do", "tap #titel"], 2, "did you mean '#title'?"),
      (["list.xml", "--why", "#a"], 2, "a page beside '--why'"),
      (["none.xml"], 3, "there is no such file"),
      (["pipe.xml"], 3, "it is not a regular file"), (["no.out"], 1, "it does not start with 'ALIVV'"),
      (["broken.xml"], 1, "broken.xml:1:1: error"),
      (["list.xml", "--data", "broken.xml"], 1, "broken.xml:1:1: error"),
      (["list.xml", "--data", "none.json"], 3, "there is no such file"),
    ] as [([String], Int32, String)])
  func wrongUseIsSaid(_ words: [String], _ status: Int32, _ message: String) async throws {
    let project = try Self.project()
    try project.write("no.out", "no template")
    try project.write("broken.xml", "<NText")
    #expect(mkfifo(project.file("pipe.xml").path, 0o600) == 0)
    let result = try await HybridCommand.run(["render"] + words, in: project.folder)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func logGoesThroughALink() async throws {
    let project = try Self.project()
    let target = project.file("target.log")
    try Data().write(to: target)
    let link = project.file("link.log")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    _ = try await Self.render("list.xml", "--do", "tap #go", "--log", "link.log", in: project)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
    #expect(try Data(contentsOf: target).isEmpty == false)
  }
}
