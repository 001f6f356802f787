import Foundation
import HybridJSON
import HybridRelease
import HybridReleaseSupport
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

  @Test func inspectRefusesADamagedArchive() async throws {
    let project = try project()
    let bytes = try [UInt8](Data(contentsOf: project.file("two/release.hybrid")))
    try project.write("cut.hybrid", bytes: Array(bytes.dropLast()))
    let result = try await HybridCommand.run(["inspect", "cut.hybrid"], in: project.folder)
    #expect(result.status == 1 && result.errors.contains("[archive.truncated]"), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
