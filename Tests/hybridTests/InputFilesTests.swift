import Foundation
import HybridTestSupport
import Testing

/// Commands never overwrite their input files.
@Suite struct InputFilesTests {
  private static let files = [
    "a.xml": "<NText text=\"Hello\"/>", "config.properties": "VIEW_ID_NText=7\ntext=String\n",
    "a.json": "{}", "p/index.html": "<p>x</p>", "p/index.css": "p { color: red }", "p/data.json": "{}",
    "virtualview.xsd": "VIEW_ID_NText=7\n",
  ]

  @Test(arguments: [
    ["compile", "a.xml", "-o", "a.xml"], ["compile", "a.xml", "-o", "./p/../a.xml"],
    ["compile", "a.xml", "-o", "linked.xml"], ["compile", "a.xml", "-o", "hard.xml"],
    ["compile", "a.xml", "-o", "config.properties"],
    ["compile", "a.xml", "-o", "config.properties", "--config", "config.properties"],
    ["render", "a.xml", "--log", "a.xml"], ["render", "a.xml", "-o", "a.xml"],
    ["render", "a.xml", "--log", "new.log", "-o", "a.xml"], ["render", "a.xml", "-o", "a.json"],
    ["render", "a.xml", "-o", "config.properties"], ["render", "p/index.html", "-o", "p/index.html"],
    ["render", "p/index.html", "-o", "p/data.json"],
    ["render", "p/index.html", "--data", "a.json", "-o", "a.json"],
    ["schema", "--config", "virtualview.xsd"],
  ])
  func nothingThatWasReadIsWritten(_ words: [String]) async throws {
    let project = try TemporaryProject(Self.files)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: project.file("linked.xml").path, withDestinationPath: project.file("a.xml").path)
    try manager.linkItem(at: project.file("a.xml"), to: project.file("hard.xml"))
    let before = try manager.subpathsOfDirectory(atPath: project.folder.path).sorted()
    let result = try await HybridCommand.run(words, in: project.folder)
    #expect(result.status == 2 && result.errors.contains("[usage.overwrites-input]"), "\(result.errors)")
    for (path, text) in Self.files { #expect(try project.text(path) == text) }
    #expect(try manager.subpathsOfDirectory(atPath: project.folder.path).sorted() == before)
  }

  @Test func outputsThatLeadToSourcesAreNotBuilt() async throws {
    let project = try toolsFolder()
    let before = try project.text("template/last.xml")
    try FileManager.default.createDirectory(
      at: project.file("build/out"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: project.file("build/out/Card.out").path,
      withDestinationPath: project.file("template/last.xml").path)
    let result = try await HybridCommand.run(["build"], in: project.folder)
    #expect(result.status == 2 && result.errors.contains("[usage.overwrites-input]"), "\(result.errors)")
    #expect(try project.text("template/last.xml") == before)
    #expect(FileManager.default.fileExists(atPath: project.file("build/out/Last.out").path))
    #expect(!FileManager.default.fileExists(atPath: project.file("build/txt/Card.txt").path))
  }
}
