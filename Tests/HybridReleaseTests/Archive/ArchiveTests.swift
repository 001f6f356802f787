import Foundation
import HybridTestSupport
import Testing

@testable import HybridRelease

@Suite struct ArchiveTests {
  private let files: [(String, [UInt8])] = [
    ("release.json", Array("{}\n".utf8)), ("files/empty", []), ("assets/größe.png", Array(0...255)),
    ("keys/1.json", Array("keys".utf8)),
  ]

  private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    var writer = ArchiveWriter()
    for (name, bytes) in files { writer.add(name, bytes) }
    return try writer.finish()
  }

  @Test func whatIsWrittenIsReadAndOrderDoesNotMatter() throws {
    let bytes = try archive(files)
    #expect(try archive(files.reversed()) == bytes)
    let read = try Archive(bytes, as: "release.hybrid")
    #expect(read.names == files.map(\.0).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    for (name, content) in files {
      #expect(read.bytes(of: name) == content)
      #expect(Array(bytes[try #require(read.range(of: name))]) == content)
    }
    #expect(read.bytes(of: "keys") == nil)
    #expect(try read.read("keys/1.json", atMost: 4) == Array("keys".utf8))
    #expect(throws: Refusal(.fileWrongSize, "keys/1.json", "has 4 bytes, and at most 3 are read")) {
      try read.read("keys/1.json", atMost: 3)
    }
    #expect(throws: Refusal(.fileMissing, "x", "is not in the archive")) { try read.read("x", atMost: 3) }
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try archive(files)
    for end in bytes.indices {
      let refusal = #expect(throws: Refusal.self) { try Archive(Array(bytes[..<end]), as: "x") }
      #expect(refusal?.code == .archiveTruncated, "\(end): \(refusal?.description ?? "")")
    }
  }

  @Test func everyChangedByteIsRefused() throws {
    // Every bit has a meaning: no two archives contain the same release.
    let bytes = try archive(files)
    for index in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << bit
        #expect(throws: Refusal.self, "bit \(bit) of byte \(index)") { try Archive(other, as: "x") }
      }
    }
  }

  @Test func bytesAnywhereElseAreRefused() throws {
    let bytes = try archive(files)
    for index in 0...bytes.count {
      var other = bytes
      other.insert(0, at: index)
      #expect(throws: Refusal.self, "at \(index)") { try Archive(other, as: "x") }
    }
  }

  @Test func limitsHold() throws {
    var limits = ReleaseLimits()
    limits.fileBytes = 255
    let bytes = try archive(files)
    var refusal = #expect(throws: Refusal.self) { try Archive(bytes, as: "x", limits: limits) }
    #expect(refusal?.code == .archiveTooLarge)
    limits = ReleaseLimits()
    limits.totalBytes = 0
    limits.releaseBytes = 0
    refusal = #expect(throws: Refusal.self) {
      try Archive(bytes + [UInt8](repeating: 0, count: 64 << 20), as: "x", limits: limits)
    }
    #expect(refusal?.code == .archiveTooLarge)
  }

  @Test func theWriterMakesNothingThatTheReaderRefuses() throws {
    let faults: [([(String, [UInt8])], RefusalCode)] = [
      ([("a", []), ("a", [])], .nameDuplicate), ([("a", []), ("A", [])], .nameCaseClash),
      ([("../a", [])], .nameUnsafe), ([("a", [0x50, 0x4B, 3, 4, 1])], .archiveNested),
      ([("a.hybrid", [])], .archiveNested), ([("a", try archive([]))], .archiveNested),
      ((0...0xFFFE).map { ("\($0)", []) }, .archiveTooLarge),
    ]
    for (files, code) in faults {
      let refusal = #expect(throws: Refusal.self) { try archive(files) }
      #expect(refusal?.code == code, "\(refusal?.description ?? "")")
    }
  }

  @Test(
    .enabled("unzip is not installed") { FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip") })
  func unzipReadsIt() async throws {
    let folder = try TemporaryProject([:])
    let file = folder.file("release.hybrid")
    try Data(archive(files)).write(to: file)
    for arguments in [
      ["-tqq", file.path], ["-qq", file.path, "-d", folder.file("out").path],
    ] {
      let unzip = try await ChildProcess.run(["/usr/bin/unzip"] + arguments)
      #expect(unzip.status == 0, "\(unzip.errors)")
    }
    for (name, content) in files {
      #expect(try Array(Data(contentsOf: folder.file("out/\(name)"))) == content, "\(name)")
    }
  }
}
