import Foundation
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import hybrid

@Suite struct BuildCommandTests {
  private static func build(_ project: TemporaryProject, _ more: [String] = []) async throws
    -> HybridCommand.Result
  {
    try await HybridCommand.run(["build"] + more, in: project.folder)
  }

  /// Files below `build/`, with their folders.
  private static func tree(_ project: TemporaryProject) -> [String] {
    let paths = FileManager.default.enumerator(atPath: project.file("build").path)?.compactMap {
      $0 as? String
    }
    return (paths ?? []).filter { URL(filePath: $0).pathExtension != "" }.sorted()
  }

  @Test func treeIsThatOfTheOriginalTool() async throws {
    let project = try toolsFolder()
    let result = try await Self.build(project)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("4 templates: 4 built, 0 unchanged, 0 failed, 0 errors · "))
    for tree in BuildOutputs.trees {
      for kind in BuildOutputs.folders {
        var isFolder: ObjCBool = false
        let path = project.file("\(tree)/\(kind)").path
        #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
      }
    }
    #expect(
      Self.tree(project) == [
        "android/java/ROW_ITEM.java", "android/out/row_item.out", "android/sign/row_item.md5",
        "android/txt/row_item.txt", "iphone/java/ROW_ITEM.java", "iphone/out/row_item.out",
        "iphone/sign/row_item.md5", "iphone/txt/row_item.txt", "java/CARD.java", "java/LAST.java",
        "out/Card.out",
        "out/Last.out", "sign/Card.md5", "sign/Last.md5", "txt/Card.txt", "txt/Last.txt",
      ])
    let bytes = try [UInt8](Data(contentsOf: project.file("build/android/out/row_item.out")))
    let template = try Template(decoding: bytes)
    #expect(template.name == "row-item" && template.version == 2)
    #expect(try project.text("build/android/sign/row_item.md5") == MD5.hex(bytes))
    #expect(
      try project.text("build/android/txt/row_item.txt")
        == bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    let numbers = bytes.map { "\(Int8(bitPattern: $0)), " }.joined()
    #expect(
      try project.text("build/android/java/ROW_ITEM.java")
        == "public class ROW_ITEM{\npublic static final byte[] BIN = new byte[] {\n\(numbers)\n};\n}")
  }

  @Test func onlyWhatChangedIsBuilt() async throws {
    let project = try toolsFolder()
    func summary(_ more: [String] = []) async throws -> String {
      let result = try await Self.build(project, more)
      #expect(result.status == 0, "\(result.errors)")
      return String(result.output.prefix { $0 != "," })
    }
    #expect(try await summary() == "4 templates: 4 built")
    let before = OutputStamp(of: project.file("build/out/Card.out").path)
    #expect(try await summary() == "4 templates: 0 built")
    #expect(OutputStamp(of: project.file("build/out/Card.out").path) == before)
    #expect(try await summary(["--force"]) == "4 templates: 4 built")
    try project.write("template/card.xml", "<NText text=\"other\"/>")
    #expect(try await summary() == "4 templates: 1 built")
    try project.touch("template/card.xml")
    #expect(try await summary() == "4 templates: 0 built")
    try project.remove("build/out/Card.out")
    try project.write("build/android/txt/row_item.txt", "by hand")
    #expect(try await summary() == "4 templates: 2 built")
    #expect(try project.text("build/android/txt/row_item.txt").hasPrefix("414c49"))
    try project.write("config.properties", try project.text("config.properties") + "\nalpha=Float\n")
    #expect(try await summary() == "4 templates: 4 built")
    try project.write("templatelist.properties", "card=Card,9\nlast=Last,4\n")
    #expect(try await summary() == "2 templates: 1 built")
    try project.write(".hybrid/build.cache", "damaged")
    #expect(try await summary() == "2 templates: 2 built")
  }

  @Test func oneThatFailsLeavesTheOthersAndItsOldFiles() async throws {
    let project = try toolsFolder()
    #expect(try await Self.build(project).status == 0)
    let before = try Data(contentsOf: project.file("build/out/Card.out"))
    try project.write("template/card.xml", "<FrameLayout><NText textSize=\"x\"/></FrameLayout>")
    try project.write("template/last.xml", "<NText text=\"newer\"/>")
    for _ in 0..<2 {
      // Reported again each time: errors are never cached.
      let result = try await Self.build(project)
      #expect(result.status == 1 && result.errors.contains("template/card.xml:1:"), "\(result.errors)")
      #expect(result.output.contains("1 failed, 1 error"))
      #expect(try Data(contentsOf: project.file("build/out/Card.out")) == before)
    }
    let last = try Template(decoding: [UInt8](Data(contentsOf: project.file("build/out/Last.out"))))
    #expect(last.strings.map(\.text) == ["newer"])
  }

  @Test func buildOnOneCoreGivesTheSame() async throws {
    let many = (0..<60).map { "card\($0)" }
    let files = Dictionary(
      uniqueKeysWithValues: many.map { ("template/\($0).xml", "<NText text=\"\($0)\"/>") })
    let list = ["templatelist.properties": many.map { "\($0)=\($0),1\n" }.joined()]
    let one = try toolsFolder(files.merging(list) { $1 })
    let two = try toolsFolder(files.merging(list) { $1 })
    #expect(try await Self.build(one, ["--jobs", "1"]).status == 0)
    #expect(try await Self.build(two, ["--jobs", "8"]).status == 0)
    #expect(Self.tree(one).count == 240 && Self.tree(one) == Self.tree(two))
    for path in Self.tree(one) {
      let same =
        try Data(contentsOf: one.file("build/" + path)) == Data(contentsOf: two.file("build/" + path))
      #expect(same, "\(path)")
    }
  }

  /// After a build was killed at any time, the next build repairs everything.
  @Test func killedBuildIsMadeGood() async throws {
    let many = (0..<300).map { "card\($0)" }
    var files = Dictionary(
      uniqueKeysWithValues: many.map { ("template/\($0).xml", "<NText text=\"\($0)\"/>") })
    files["templatelist.properties"] = many.map { "\($0)=\($0),1\n" }.joined()
    let project = try toolsFolder(files)
    #expect(try await Self.build(project).status == 0)
    for name in many { try project.write("template/\(name).xml", "<NText text=\"new \(name)\"/>") }
    let command = try HybridCommand(["build"], in: project.folder)
    let first = project.file("build/out/card3.out").path
    let before = OutputStamp(of: first)
    _ = await poll { OutputStamp(of: first) != before || !command.isRunning }
    command.send(SIGKILL)
    _ = try await command.end()
    #expect(try await Self.build(project).status == 0)
    for name in many {
      let bytes = try [UInt8](Data(contentsOf: project.file("build/out/\(name).out")))
      #expect(try Template(decoding: bytes).strings.map(\.text) == ["new \(name)"])
      #expect(try project.text("build/sign/\(name).md5") == MD5.hex(bytes))
    }
    // The drafts of the killed process are reused.
    #expect(Self.tree(project).allSatisfy { !$0.contains("draft") })
  }

  @Test(arguments: [
    ("a=../../x,1", "character that is not allowed in file names"),
    ("a=a/b,1", "character that is not allowed in file names"),
    ("../card=Card,1", "is not in 'template'"),
    ("card=Card,1\nlast=CARD,1", "would both be written to 'build/java/CARD.java'"),
    ("card=a-b,1\nlast=a_b,1", "'a_b' is already written by line 1"),
    ("gone=Gone,1\ncard=Card,1", "'template/gone.xml': there is no such file"),
  ])
  func wrongEntriesAreErrorsOfTheList(_ list: String, _ message: String) async throws {
    let project = try toolsFolder(["templatelist.properties": list])
    let result = try await Self.build(project)
    #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.hasPrefix("templatelist.properties:"))
  }

  /// `Documentation/template-format.md`, *Outputs*: what the original made of one template, where the
  /// conformance cases are at hand.
  @Test(.enabled(if: conformanceFolder != nil)) func sideFilesAreThoseOfTheOriginal() throws {
    let folder = try #require(conformanceFolder).appending(path: "virtualview")
    let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "out/tools_ntext.out")))
    let project = try TemporaryProject(
      Dictionary(uniqueKeysWithValues: BuildOutputs.folders.map { ("build/\($0)/x", "") }))
    let outputs = BuildOutputs(name: "NText", tree: "build")
    #expect(throws: Never.self) { try outputs.write(bytes, in: project.path, sparing: InputFiles()).get() }
    for (path, side) in zip(outputs.paths.dropFirst(), ["NTEXT.java", "NText.txt", "NText.md5"]) {
      let expected = try Data(contentsOf: folder.appending(path: "side/\(side).expected"))
      #expect(try Data(contentsOf: project.file(path)) == expected, "\(side)")
    }
  }
}

@Suite struct BuildCacheTests {
  private static let cache: BuildCache = {
    var cache = BuildCache()
    let source = Source(path: "template/a.xml", text: "<NText text=\"\"/>")
    cache.entries["build/out/A.out"] = BuildCache.Entry(
      key: "0123",
      stamps: [OutputStamp(size: 1, time: 2, number: 3), OutputStamp(size: 4, time: 5, number: 6)],
      warnings: [
        .warning(
          "template.empty-value", "ends the attributes", at: 12..<14, in: source, hint: "leave it out"),
        Diagnostic(.warning, "x", "no place"),
      ])
    cache.entries["build/out/B.out"] = BuildCache.Entry(key: "", stamps: [], warnings: [])
    return cache
  }()

  @Test func cacheComesBackAsItWas() {
    #expect(BuildCache(decoding: Self.cache.encoded).entries == Self.cache.entries)
  }

  @Test func damagedCacheIsNone() {
    let bytes = Self.cache.encoded
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(BuildCache(decoding: damaged).entries.isEmpty)
      #expect(BuildCache(decoding: Array(bytes[..<index])).entries.isEmpty)
    }
  }
}

@Test(arguments: [
  (0, 4, "░░░░░░░░░░░░░░░░░░░░  0 of 4"), (1, 4, "█████░░░░░░░░░░░░░░░  1 of 4"),
  (4, 4, "████████████████████  4 of 4"),
])
func progressBarFills(_ done: Int, _ total: Int, _ bar: String) {
  #expect(ProgressBar.bar(done: done, total: total) == bar)
}
