import Foundation
import HybridJSON
import HybridRelease
import HybridRexxar
import HybridSource
import HybridTestSupport
import Testing

/// `hybrid verify`, on a DIST that the test damages.
@Suite struct VerifyCommandTests {
  private func room() async throws -> KeyRoom {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    return room
  }

  @Test func aWholeDistIsGood() async throws {
    let room = try await room()
    let result = try await room.run("verify", "DIST", "--keys", "DIST/keys/1.json")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(result.output.contains("'shop', production: newest is 2") && result.output.contains("all good"))
    let json = try await room.does("verify", "DIST")
    #expect(json["ok"]?.bool == true && json["findings"]?.array?.isEmpty == true)
    #expect(json["notes"]?.array?.count == 1, "without --keys it says what it believed")
  }

  @Test func everythingThatIsWrongIsSaid() async throws {
    let room = try await room()
    let dist = room.project.file("shop/DIST")
    let files = try FileManager.default.contentsOfDirectory(atPath: dist.appending(path: "files").path)
      .sorted()
    try #require(files.count >= 2)
    try Data("other bytes".utf8).write(to: dist.appending(path: "files/\(files[0])"))
    try FileManager.default.removeItem(at: dist.appending(path: "files/\(files[1])"))
    try FileManager.default.createSymbolicLink(
      atPath: dist.appending(path: "secret").path, withDestinationPath: room.ring + "/root.key")
    try FileManager.default.copyItem(
      atPath: room.ring + "/root.key", toPath: dist.appending(path: "root.key").path)
    let result = try await room.run("verify", "DIST", "--json")
    #expect(result.status == 1)
    let json = try JSONValue(parsing: Array(result.output.utf8))
    let findings = (json["findings"]?.array ?? []).map {
      "\($0["file"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
    #expect(findings.contains("root.key file.private-key"))
    #expect(findings.contains("root.key file.unknown"))
    #expect(findings.contains("secret file.unknown") && findings.contains("secret store.failed"))
    #expect(findings.contains { $0.hasPrefix("files/\(files[0])") })
    // What a link leads to was not read.
    #expect(!findings.contains("secret file.private-key"))
    let text = try await room.run("verify", "DIST")
    #expect(
      text.status == 1 && text.errors.contains("[file.private-key]") && text.errors.contains("= hint: "))
  }

  @Test func anotherKeySetIsNotBelieved() async throws {
    let room = try await room()
    let other = KeyRoom(try TemporaryProject())
    try await other.does("keys", "new")
    let keys = other.project.file("shop/keys/1.json").path
    let result = try await room.run("verify", "DIST", "--keys", keys)
    #expect(result.status == 1 && result.errors.contains("[signature.threshold]"))
  }

  @Test func whatIsNotThereOrNoReleaseHasItsExitCode() async throws {
    let room = try await room()
    #expect(try await room.run("verify", "nowhere").status == 3)
    #expect(try await room.run("verify").status == 2)
    #expect(try await room.run("verify", "DIST", "--keys", "nowhere.json").status == 3)
    try room.project.write("shop/empty/x.hybrid", "no zip")
    let archive = try await room.run("verify", "empty/x.hybrid")
    #expect(archive.status == 1 && archive.errors.contains("[archive."))
    let folder = try await room.run("verify", "empty")
    #expect(folder.status == 1 && folder.errors.contains("'keys/1.json'"))
    // Nobody listens there.
    #expect(try await room.run("verify", "http://127.0.0.1:9").status == 3)
  }

  /// All that `package` makes, and what a rollback makes of it.
  @Test func aRollbackTakesRexxarsTableAlong() async throws {
    let room = KeyRoom(try TemporaryProject())
    func page(_ word: String) -> String {
      "<!DOCTYPE html><html><head><title>Home</title></head><body><p>\(word)</p></body></html>"
    }
    try room.project.write(
      "shop/hybrid.json",
      #"{"release": {"project": "shop"}, "routes": [{"uri": "shop://home", "unit": "home"}]}"#)
    try room.project.write("shop/pages/home/index.html", page("first"))
    try await room.does("keys", "new")
    try await room.does("package", "-o", "DIST", "--base", "https://cdn.example.com/app")
    let first = try table(room)
    try room.project.write("shop/pages/home/index.html", page("second"))
    try await room.does("package", "-o", "DIST", "--base", "https://cdn.example.com/app")
    let second = try table(room)
    #expect(first.version?.description == "1" && second.version?.description == "2")
    try await room.does("verify", "DIST", "--keys", "keys/1.json")

    try await room.does("keys", "rollback", "DIST", "--to", "1", "--reason", "prices were wrong")
    let back = try table(room)
    // Containers refuse a table with a lower number than theirs.
    #expect(back.version?.description == "3")
    #expect(back.items.map(\.uri) == first.items.map(\.uri))
    #expect(back.items.map(\.remoteFile) == first.items.map(\.remoteFile))
    #expect(back.items.map(\.remoteFile) != second.items.map(\.remoteFile))
    let name = try #require(back.items.first?.remoteFile.split(separator: "/").last)
    #expect(String(decoding: try room.bytes("shop/DIST/rexxar/\(name)"), as: UTF8.self).contains("first"))
    try await room.does("verify", "DIST", "--keys", "keys/1.json")

    // The next release has deltas from the one that was taken back, not from the rollback under its name.
    let copy = room.project.file("shop/NEXT")
    try FileManager.default.copyItem(at: room.project.file("shop/DIST"), to: copy)
    try await room.does("package", "-o", "NEXT", "--base", "https://cdn.example.com/app")
    let next = try await room.does("verify", "NEXT", "--keys", "keys/1.json")
    #expect(next["newest"]?.int == 4 && (next["deltas"]?.int ?? 0) > 0)

    // The preset is still the second release, and its templates are held against that.
    try room.project.write("shop/DIST/embedded/templates.plist", "<plist/>")
    let result = try await room.run("verify", "DIST", "--keys", "keys/1.json")
    #expect(result.status == 1 && result.errors.contains("'embedded/templates.plist'"), "\(result.errors)")
  }

  private func table(_ room: KeyRoom) throws -> RexxarTable {
    try #require(
      RexxarTable.read(Source(path: "routes.json", bytes: try room.bytes("shop/DIST/routes.json"))).table)
  }
}
