import Foundation
import HybridJSON
import HybridRelease
import HybridReleaseSupport
import HybridRouting
import HybridTestSupport
import Testing

/// `hybrid diff` and what `hybrid inspect` says of releases.
@Suite struct ReleaseViewTests {
  /// Release 1 in `one`, and both in `two`.
  private func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    var dist = try DistMaker()
    let long = Array(String(repeating: "a long line that stays as it is\n", count: 40).utf8)
    try dist.release(
      1, ["units/home.unit": long, "units/old.unit": [1, 2], "assets/a.png": [1, 2, 3]],
      routes: [Route(pattern: "shop://home", kind: .page, unit: "home")])
    try dist.write(to: project.file("one").path)
    try dist.release(
      2, ["units/home.unit": long + Array("more".utf8), "units/new.unit": [1, 2], "assets/b.png": [9]],
      routes: [Route(pattern: "shop://home", kind: .page, unit: "new")])
    try dist.write(to: project.file("two").path)
    return project
  }

  @Test(arguments: [
    ("one", "two"), ("one/release.hybrid", "two/release.hybrid"), ("two/releases/1.json", "two/release.json"),
  ])
  func diffSaysWhatChangedAndWhatItCosts(_ old: String, _ new: String) async throws {
    let project = try project()
    let result = try await HybridCommand.run(["diff", old, new, "--deltas"], in: project.folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.first == "shop/production 1 → shop/production 2")
    #expect(lines.contains { $0.hasPrefix("~ home  1280 → 1284 bytes, delta ") })
    #expect(lines.contains("> new  was old"))
    #expect(lines.contains("- assets/a.png") && lines.contains("+ assets/b.png  1 bytes"))
    #expect(lines.contains("~ page shop://home → new  was home"))
    #expect(lines.last == "signatures were not checked: 'hybrid verify' does that")
  }

  @Test func diffInJSONHasTheSameAndTheBytes() async throws {
    let project = try project()
    let result = try await HybridCommand.run(["diff", "one", "two", "--json"], in: project.folder)
    let value = try JSONValue(parsing: Array(result.output.utf8))
    #expect(value["units"]?.array?.compactMap { $0["change"]?.string } == ["changed", "moved"])
    let bytes = value["bytes"]
    #expect(bytes?["full"]?.int == 1_287)
    #expect(bytes?["changed"]?.int == 1_285)
    // One delta of some ten bytes and a file of one.
    #expect((2...100).contains(bytes?["withDeltas"]?.int ?? 0))
    #expect(value["signaturesChecked"]?.bool == false)
    let same = try await HybridCommand.run(["diff", "two", "two"], in: project.folder)
    #expect(same.output.contains("the content is the same"))
  }

  /// The newest statement is a rollback: its target is inspected, with a note.
  @Test func aRollbackLeadsToItsRelease() async throws {
    let project = try TemporaryProject()
    var dist = try DistMaker()
    let route = Route(pattern: "shop://home", kind: .page, unit: "home")
    try dist.release(1, ["units/home.unit": Array("first".utf8)], routes: [route])
    try dist.release(2, ["units/home.unit": Array("second".utf8)], routes: [route])
    try dist.write(to: project.file("before").path)
    dist.rollback(3, to: 1)
    try dist.write(to: project.file("back").path)
    dist.rollback(4, to: nil)
    try dist.write(to: project.file("preset").path)
    func run(_ words: String...) async throws -> HybridCommand.Result {
      try await HybridCommand.run(words, in: project.folder)
    }

    let shown = try await run("inspect", "back", "--keys", "back/keys/1.json")
    #expect(shown.status == 0 && shown.errors == "", "\(shown.errors)")
    #expect(shown.output.contains("rollback 3 of shop/production") && shown.output.contains("  back to 1\n"))
    #expect(shown.output.contains("release 1 of shop/production"))
    #expect(shown.output.contains("the signatures satisfy key set 1"))
    let json = try JSONValue(parsing: Array(try await run("inspect", "back", "--json").output.utf8))
    #expect(json["kind"]?.string == "release" && json["statement"]?["number"]?.int == 1)
    #expect(json["rollback"]?["number"]?.int == 3)
    let preset = try await run("inspect", "preset", "--keys", "back/keys/1.json")
    #expect(
      preset.status == 0 && preset.output.contains("  back to the preset of each app\n"), "\(preset.errors)")

    for newer in ["back", "back/release.json", "back/releases/3.json"] {
      let difference = try await run("diff", "before", newer)
      #expect(difference.status == 0, "\(difference.errors)")
      #expect(difference.output.hasPrefix("shop/production 2 → shop/production 1 (by rollback 3)\n"))
      #expect(difference.output.contains("~ home  6 → 5 bytes"))
    }
    let explained = try await run("explain", "shop://home", "--dist", "back")
    #expect(explained.status == 0, "\(explained.errors)")
    #expect(explained.output.contains("release 1 of shop, channel production, which rollback 3 goes back to"))
    for command in [["diff", "before", "preset"], ["explain", "shop://home", "--dist", "preset"]] {
      let refused = try await HybridCommand.run(command, in: project.folder)
      #expect(refused.status == 1 && refused.errors.contains("back to the preset of each app"))
    }

    // What it leads to has to be what it names.
    dist.files[DistPaths.statement(1)] = dist.files[DistPaths.statement(2)]
    try dist.write(to: project.file("back").path)
    try dist.write(to: project.file("swapped").path)
    try FileManager.default.removeItem(at: project.file("swapped/release.json"))
    try FileManager.default.copyItem(
      at: project.file("swapped/releases/3.json"), to: project.file("swapped/release.json"))
    #expect(try await run("diff", "before", "swapped").errors.contains("'releases/1.json'"))
  }

  @Test func diffRefusesWhatIsNoRelease() async throws {
    let project = try project()
    try project.write("two/other.json", "{\"a\":1}\n")
    for (path, code) in [
      ("two/other.json", "[statement.malformed]"), ("two/freshness.json", "[statement.wrong-kind]"),
      ("two/keys", "[file.missing]"),
    ] {
      let result = try await HybridCommand.run(["diff", "one", path], in: project.folder)
      #expect(result.status == 1 && result.errors.contains(code), "\(result.errors)")
    }
    let missing = try await HybridCommand.run(["diff", "one", "nowhere"], in: project.folder)
    #expect(missing.status == 3)
  }

  @Test func inspectShowsEveryPartOfARelease() async throws {
    let project = try project()
    let delta = try #require(
      FileManager.default.contentsOfDirectory(atPath: project.file("two/deltas").path).first {
        $0.hasSuffix(".zst")
      })
    for (path, kind, words) in [
      ("two", "release", "release 2 of shop/production"),
      ("two/release.hybrid", "release", "2 units"),
      ("two/releases/1.json", "release", "signatures were not checked"),
      ("two/freshness.json", "freshness", "newest 2 for 100 % of all apps"),
      ("two/keys/1.json", "keys", "root: 1 of 1"),
      ("two/release.sig", "signatures", "signatures of 1 keys"),
      ("two/deltas/index.json", "delta-index", "1 deltas"),
      ("two/deltas/\(delta)", "delta", "makes 1284"),
    ] {
      let text = try await HybridCommand.run(["inspect", path], in: project.folder)
      #expect(text.status == 0 && text.output.contains(words), "\(path): \(text.output)\(text.errors)")
      let json = try await HybridCommand.run(["inspect", path, "--json"], in: project.folder)
      #expect(try JSONValue(parsing: Array(json.output.utf8))["kind"]?.string == kind, "\(path)")
    }
  }

  @Test(arguments: [
    ("two", true), ("two/release.hybrid", true), ("two/release.json", true), ("two/releases/1.json", true),
    ("two/freshness.json", true), ("two/keys/1.json", true), ("two/release.sig", false),
    ("two/deltas/index.json", false), ("two/copy.json", false),
  ])
  func inspectChecksSignaturesWithAKeySet(_ path: String, _ isStatement: Bool) async throws {
    let project = try project()
    // A statement whose signatures are not beside it.
    try project.write("two/copy.json", bytes: [UInt8](Data(contentsOf: project.file("two/release.json"))))
    let keys = ["--keys", "one/keys/1.json"]
    let result = try await HybridCommand.run(["inspect", path] + keys, in: project.folder)
    guard isStatement else {
      #expect(result.status == (path.hasSuffix("copy.json") ? 1 : 2) && result.output.isEmpty, "\(result)")
      return
    }
    #expect(result.status == 0 && result.output.contains("the signatures satisfy key set 1"), "\(result)")
    let json = try await HybridCommand.run(["inspect", path, "--json"] + keys, in: project.folder)
    #expect(try JSONValue(parsing: Array(json.output.utf8))["signaturesChecked"]?.bool == true)
    // Somebody else's keys.
    var other = try DistMaker(seed: 9)
    try other.release(1, ["units/home.unit": [1]])
    try other.write(to: project.file("other").path)
    let refused = try await HybridCommand.run(
      ["inspect", path, "--keys", "other/keys/1.json"], in: project.folder)
    #expect(
      refused.status == 1 && refused.output.isEmpty && refused.errors.contains("[signature."), "\(refused)")
  }

  /// Random bytes after a frame's magic number declare any size.
  @Test(arguments: [
    [0xE0, 0x79, 0x6F, 0x75, 0x72, 0x20, 0x61, 0x64, 0x62], [0xE0] + [UInt8](repeating: 0xFF, count: 8),
    [0xA0, 0x01, 0x00, 0x00, 0x80],
  ])
  func inspectRefusesADeltaThatNoAppWouldApply(_ header: [UInt8]) async throws {
    let project = try TemporaryProject()
    try Data([0x28, 0xB5, 0x2F, 0xFD] + header + [1, 2, 3]).write(to: project.file("x.zst"))
    let result = try await HybridCommand.run(["inspect", "x.zst"], in: project.folder)
    #expect(result.status == 1 && result.errors.contains("[delta.too-large]"), "\(result)")
  }

  /// Apps load deltas of statements too, except to an earlier release.
  @Test func diffCountsTheDeltaOfTheStatement() async throws {
    let project = try TemporaryProject()
    var dist = try DistMaker()
    func contents(_ number: UInt8) -> [String: [UInt8]] {
      Dictionary(uniqueKeysWithValues: (0..<20).map { ("units/u\($0).unit", [number, UInt8($0)]) })
    }
    try dist.release(1, contents(1))
    try dist.release(2, contents(1).merging(["units/u0.unit": [9]]) { $1 })
    try dist.write(to: project.file("dist").path)
    func bytes(_ old: String, _ new: String, _ options: String...) async throws -> JSONValue? {
      let result = try await HybridCommand.run(["diff", old, new, "--json"] + options, in: project.folder)
      return try JSONValue(parsing: Array(result.output.utf8))["bytes"]
    }
    let (one, two) = ("dist/releases/1.json", "dist/releases/2.json")
    let forward = try await bytes(one, two, "--deltas")
    let delta = try #require(forward?["statementDelta"]?.int)
    #expect(delta * 4 < forward?["statement"]?.int ?? 0)
    let text = try await HybridCommand.run(["diff", one, two, "--deltas"], in: project.folder).output
    #expect(text.contains("an app at 1 loads the statement in \(delta) bytes"), "\(text)")
    #expect(try await bytes(two, one, "--deltas")?["statementDelta"] == nil)
    // There is none in DIST.
    #expect(try await bytes(one, two)?["statementDelta"] == nil)
  }

  @Test func inspectRefusesADamagedArchive() async throws {
    let project = try project()
    let bytes = try [UInt8](Data(contentsOf: project.file("two/release.hybrid")))
    try project.write("cut.hybrid", bytes: Array(bytes.dropLast()))
    let result = try await HybridCommand.run(["inspect", "cut.hybrid"], in: project.folder)
    #expect(result.status == 1 && result.errors.contains("[archive.truncated]"), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
