import Foundation
import HybridTestSupport
import HybridWatch
import Testing

/// Ways in which editors and tools save, each exactly one `modified` of the real file.
@Suite(.suiteTimeLimit)
struct SavingTests {
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var save: @Sendable (TestFolder) async throws -> Void
    var testDescription: String { name }
  }

  @Test(arguments: [
    Way(name: "in place") { try $0.write("a.css", "2") },
    Way(name: "append") { folder in
      let file = try #require(fopen(folder.path(of: "a.css"), "a"))
      fputs("2", file)
      fclose(file)
    },
    Way(name: "truncate, then write") { folder in
      let file = try #require(fopen(folder.path(of: "a.css"), "w"))
      fflush(file)
      fputs("half ", file)
      fflush(file)
      fputs("all", file)
      fclose(file)
    },
    Way(name: "write beside, rename over (Foundation, most editors)") { folder in
      try folder.write("a.css.tmp-8Fq2", "2")
      try folder.move("a.css.tmp-8Fq2", to: "a.css")
    },
    Way(name: "vim, backupcopy=no") { folder in
      try folder.write("4913", "")
      try folder.remove("4913")
      try folder.move("a.css", to: "a.css~")
      try folder.write("a.css", "2")
      try folder.remove("a.css~")
    },
    Way(name: "vim, backupcopy=yes") { folder in
      try folder.write("a.css~", "1")
      try folder.write("a.css", "2")
      try folder.remove("a.css~")
    },
    Way(name: "emacs, lock, auto-save and backup") { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: ".#a.css"), withDestinationPath: "me@here.1:2")
      try folder.write("#a.css#", "2")
      try folder.move("a.css", to: "a.css~")
      try folder.write("a.css", "2")
      try folder.remove("#a.css#")
      try folder.remove(".#a.css")
    },
    Way(name: "JetBrains, safe write") { folder in
      try folder.write("a.css___jb_tmp___", "2")
      try folder.move("a.css", to: "a.css___jb_old___")
      try folder.move("a.css___jb_tmp___", to: "a.css")
      try folder.remove("a.css___jb_old___")
    },
    Way(name: "gedit") { folder in
      try folder.write(".goutputstream-QWERTY", "2")
      try folder.move(".goutputstream-QWERTY", to: "a.css")
    },
    Way(name: "delete, then write anew") { folder in
      try folder.remove("a.css")
      try folder.write("a.css", "2")
    },
    Way(name: "sed -i") { try await $0.run("/bin/sed", "-i", "s/1/2/", "a.css") },
    Way(name: "mv over it") { try await $0.run("/bin/sh", "-c", "echo 2 > /tmp/$$; mv /tmp/$$ a.css") },
    Way(name: "cp over it") { try await $0.run("/bin/cp", "b.css", "a.css") },
    Way(name: "touch") { try await $0.run("/usr/bin/touch", "a.css") },
  ])
  func savingIsOneModification(_ way: Way) async throws {
    let folder = try TestFolder(["a.css": "1", "b.css": "3"])
    let recorder = try Recorder(folder)
    for _ in 0..<3 {
      try await way.save(folder)
      #expect(try await recorder.changes() == [.modified("a.css")])
      try? folder.remove("a.css~")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("a.css"))
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/vim"), "vim is not installed"),
    arguments: ["yes", "no", "auto"])
  func realVimSavesOnce(_ backupCopy: String) async throws {
    let folder = try TestFolder(["a.css": "1\n"])
    let recorder = try Recorder(folder)
    try await folder.run(
      "/usr/bin/vim", "-N", "-u", "NONE", "-i", "NONE", "-c",
      "set backupcopy=\(backupCopy) writebackup backup",
      "-c", "%s/1/2/", "-c", "wq", "a.css")
    #expect(try await recorder.changes() == [.modified("a.css")])
    #expect(try String(contentsOfFile: folder.path(of: "a.css"), encoding: .utf8) == "2\n")
  }

  @Test func manySavesOfOneFileAreAllTold() async throws {
    let folder = try TestFolder(["a.css": "0"])
    let recorder = try Recorder(folder)
    for index in 0..<2 {
      try folder.write("a.css", "\(index)")
      #expect(try await recorder.changes() == [.modified("a.css")])
    }
  }
}
