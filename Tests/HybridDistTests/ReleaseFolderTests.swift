import Foundation
import HybridRelease
import HybridTestSupport
import Testing

@testable import HybridDist

/// A DIST on disk, with entries other than files.
@Suite struct ReleaseFolderTests {
  private func project() throws -> TemporaryProject {
    let project = try TemporaryProject(["dist/files/a": "hello", "dist/release.json": "{}", "secret": "mine"])
    let dist = project.path + "/dist"
    try FileManager.default.createSymbolicLink(atPath: dist + "/link", withDestinationPath: "../secret")
    try FileManager.default.createSymbolicLink(atPath: dist + "/folder", withDestinationPath: "..")
    #expect(mkfifo(dist + "/pipe", 0o600) == 0)
    return project
  }

  @Test func filesAreReadUpToALimit() throws {
    let project = try project()
    let folder = ReleaseFolder(project.path + "/dist//")
    #expect(folder.path == project.path + "/dist")
    #expect(try folder.read("files/a", atMost: 5) == Array("hello".utf8))
    let refusal = #expect(throws: Refusal.self) { try folder.read("files/a", atMost: 4) }
    #expect(refusal?.code == .fileWrongSize)
  }

  /// Nothing outside DIST is read, and no endless file.
  @Test(arguments: [
    ("none", RefusalCode.fileMissing), ("files/a/b", .fileMissing), ("link", .storeFailed),
    ("folder/secret", .fileMissing), ("pipe", .storeFailed), ("files", .storeFailed),
    ("../secret", .nameUnsafe), ("/etc/passwd", .nameUnsafe), ("", .nameUnsafe),
  ])
  func whatIsNoFileOfTheFolderIsRefused(_ name: String, _ code: RefusalCode) throws {
    let project = try project()
    let refusal = #expect(throws: Refusal.self) {
      try ReleaseFolder(project.path + "/dist").read(name, atMost: 100)
    }
    #expect(refusal?.code == code)
  }

  @Test func everythingInItIsListed() throws {
    let project = try project()
    let entries = try ReleaseFolder(project.path + "/dist").entries()
    #expect(entries.map(\.name) == ["files/a", "folder", "link", "pipe", "release.json"])
    #expect(entries.map(\.isFile) == [true, false, false, false, true])
    #expect(entries.first?.size == 5)
    let refusal = #expect(throws: Refusal.self) { try ReleaseFolder(project.path + "/none").entries() }
    #expect(refusal?.code == .storeFailed)
  }
}
