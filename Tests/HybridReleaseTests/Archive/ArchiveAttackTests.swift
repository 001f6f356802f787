import Foundation
import HybridTestSupport
import Testing

@testable import HybridRelease

/// Rows `package.*` of the security specification, created by real tools. Reading is a pure function: refused
/// archives write nothing.
@Suite struct ArchiveAttackTests {
  private static let attacks: [(String, RefusalCode)] = [
    ("bomb", .archiveCompressed),
    ("bomb-lzma", .archiveCompressed),
    ("plain", .archiveMalformed),  // only the time and version that zipfile writes are wrong
    ("nested-name", .archiveNested),
    ("parent", .nameUnsafe),
    ("parent-inside", .nameUnsafe),
    ("absolute", .nameUnsafe),
    ("backslash", .nameUnsafe),
    ("drive", .nameUnsafe),
    ("control", .nameUnsafe),
    ("symlink", .archiveNotFile),
    ("device", .archiveNotFile),
    ("folder", .archiveNotFile),
    ("comment", .archiveStrayBytes),
    ("trailing", .archiveStrayBytes),
    ("leading", .archiveStrayBytes),
    ("not-a-zip", .archiveMalformed),
    ("encrypted", .archiveCompressed),
    ("overlap-same", .archiveOverlap),
    ("overlap-quoted", .archiveOverlap),
    ("overlap-directory", .archiveOverlap),
    ("gap", .archiveStrayBytes),
    ("hidden-file", .archiveStrayBytes),
    ("unordered", .archiveMalformed),
    ("checksum", .archiveChecksum),
    ("two-truths", .archiveMalformed),
    ("two-sizes", .archiveMalformed),
    ("many-entries", .archiveMalformed),
    ("wrong-count", .archiveStrayBytes),
    ("sixty-four-bit", .archiveTooLarge),
    ("directory-far-away", .archiveTruncated),
    ("name-not-utf8", .archiveMalformed),
    ("data-descriptor", .archiveStrayBytes),
    ("end-in-the-middle", .archiveStrayBytes),
    ("duplicate", .nameDuplicate),
    ("case-clash", .nameCaseClash),
    ("file-and-folder", .nameDuplicate),
    ("decomposed", .nameNotNormalized),
    ("nested-magic", .archiveNested),
  ]

  @Test func whatToolsMakeIsRefusedWithItsCode() async throws {
    let folder = try TemporaryProject([:])
    let made = try await ChildProcess.run(
      ["/usr/bin/env"] + debianPython + [folderOfTests() + "/attacks.py", folder.path])
    try #require(made.status == 0, "\(made.errors)")

    let right = try Archive(Array(Data(contentsOf: folder.file("right"))), as: "right")
    #expect(right.names == ["a", "b"])
    for (name, code) in Self.attacks {
      let bytes = try Array(Data(contentsOf: folder.file(name)))
      let refusal = #expect(throws: Refusal.self, "\(name)") { try Archive(bytes, as: name) }
      #expect(refusal?.code == code, "\(refusal?.description ?? name)")
    }
  }
}
