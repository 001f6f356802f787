import Foundation
import HybridTestSupport
import Testing

@testable import hybrid

/// Broken or malicious snapshots.
@Suite struct HostileSnapshotTests {
  /// A PNG whose header speaks of 30,000 × 30,000 pixels.
  private static var bomb: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  }

  @Test(
    arguments: [
      ("home/phone.png", Array("no picture".utf8), "it is not a PNG file"),
      ("home/phone.png", [], "it is not a PNG file"),
      ("home/phone.png", bomb, "and was 30000×30000"),
      ("home/phone.txt", [0xFF, 0xFE, 0x00], "it is not UTF-8"), ("home/phone.txt", [], "0 lines gone"),
    ] as [(String, [UInt8], String)])
  func brokenFilesFailAndAreMended(_ path: String, _ bytes: [UInt8], _ message: String) async throws {
    let tested = try TestedProject()
    _ = try await tested.test()
    let before = try tested.files()
    try tested.project.write("snapshots/\(path)", bytes: bytes)
    let result = try await tested.test()
    #expect(result.status == 1 && result.output.contains(message), "\(result.output)\(result.errors)")
    #expect(try await tested.test("--update").status == 0)
    #expect(try tested.files() == before)
  }

  @Test func aCutPictureFailsAndIsMended() async throws {
    let tested = try TestedProject()
    _ = try await tested.test()
    let before = try tested.files()
    let picture = Array(try #require(before["home/phone.png"]))
    try tested.project.write("snapshots/home/phone.png", bytes: Array(picture.prefix(picture.count / 2)))
    let result = try await tested.test()
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("'snapshots/home/phone.png' is not a snapshot"), "\(result.output)")
    #expect(try await tested.test("--update").status == 0)
    #expect(try tested.files() == before)
  }

  /// Files that the run reads are never overwritten: a page, a setting, a scenario, a snapshot.
  @Test(
    arguments: ["--junit", "--report"],
    ["pages/home/index.html", "pages/home/style.css", "hybrid.json", "pages/home/a.scenario.json"])
  func reportsAreNotWrittenOverTheProject(_ option: String, _ path: String) async throws {
    let tested = try TestedProject(["pages/home/a.scenario.json": "{}"])
    let before = try tested.project.text(path)
    let result = try await tested.test("--no-pictures", option, path)
    #expect(result.status == 2 && result.errors.contains("[usage.overwrites-input]"), "\(result.errors)")
    #expect(try tested.project.text(path) == before)
  }

  @Test func reportsAreNotWrittenOverSnapshots() async throws {
    let tested = try TestedProject()
    _ = try await tested.test("--no-pictures")
    let before = try tested.files()
    let result = try await tested.test("--no-pictures", "--junit", "snapshots/home/phone.txt")
    #expect(result.status == 3 && result.errors.contains("[usage.overwrites-input]"), "\(result.errors)")
    #expect(try tested.files() == before)
  }

  @Test func aFolderInThePlaceOfASnapshotStays() async throws {
    let tested = try TestedProject(["snapshots/home/phone.txt/mine": "x"])
    let result = try await tested.test("--update")
    #expect(result.status == 3 && result.output.contains("is a folder"), "\(result.output)\(result.errors)")
    #expect(try tested.project.text("snapshots/home/phone.txt/mine") == "x")
  }

  @Test(arguments: ["snapshots", "snapshots/home", ".hybrid", "file"])
  func linksOutOfTheProjectAreNotWrittenThrough(_ place: String) async throws {
    let tested = try TestedProject()
    let outside = try TemporaryProject(["phone.txt": "theirs", "test/phone.png": "theirs"])
    if place == "file" {
      try FileManager.default.createDirectory(
        at: tested.project.file("snapshots/home"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: tested.project.file("snapshots/home/phone.txt"), withDestinationURL: outside.file("phone.txt"))
    } else {
      try FileManager.default.createDirectory(
        at: tested.project.file(place).deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: tested.project.file(place), withDestinationURL: outside.folder)
    }
    for words in [["--update"], ["--update", "--no-pictures"]] {
      let result = try await HybridCommand.run(
        ["test"] + words, in: tested.project.folder, environment: ["CI": ""])
      #expect(result.status == 3, "\(result.status) \(result.output) \(result.errors)")
    }
    #expect(try outside.text("phone.txt") == "theirs" && outside.text("test/phone.png") == "theirs")
    let names = try FileManager.default.subpathsOfDirectory(atPath: outside.path)
    #expect(Set(names) == ["phone.txt", "test", "test/phone.png"])
  }

  @Test func whereNothingCanBeWrittenIsSaid() async throws {
    // A file where the folder would be: a folder's rights say nothing to root, whom CI servers often run as.
    let tested = try TestedProject(["snapshots": "a file"])
    let result = try await tested.test()
    #expect(result.status == 3 && result.output.contains("'snapshots' is not a folder"), "\(result.output)")
    #expect(try tested.project.text("snapshots") == "a file")
  }

  @Test func aSignalLeavesWholeSnapshots() async throws {
    var pages: [String: String] = [:]
    for number in 0..<60 { pages["pages/p\(number).html"] = "<h1>Page \(number)</h1><p>text</p>" }
    let tested = try TestedProject(pages)
    let command = try HybridCommand(
      ["test", "--jobs", "2"], in: tested.project.folder, environment: ["CI": ""])
    let folder = tested.project.file("snapshots").path
    #expect(await poll { FileManager.default.fileExists(atPath: folder) || !command.isRunning })
    command.send(SIGINT)
    let result = try await command.end()
    #expect([0, 128 + SIGINT].contains(result.status), "\(result.status) \(result.errors)")
    let begun = try tested.files()
    #expect(!begun.keys.contains { $0.contains("draft") }, "\(begun.keys)")
    // Existing snapshots are valid, and the next run creates the rest.
    let next = try await tested.test()
    #expect(next.status == 0, "\(next.output)")
    for (path, bytes) in begun where path.contains(".") {
      #expect(try Data(contentsOf: tested.project.file("snapshots/\(path)")) == bytes)
    }
  }
}
