import Foundation
import HybridTestSupport
import HybridWatch
import Testing

/// Symbolic links: what is saved where they lead is told by the name that goes through them.
@Suite(.suiteTimeLimit)
struct LinkTests {
  private func link(_ name: String, to target: String, in folder: TestFolder) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: name), withDestinationPath: target)
  }

  @Test func aSaveInALinkedFolderIsToldUnderBothNames() async throws {
    let folder = try TestFolder(["real/deep/a.css": "1"])
    try link("theme", to: "real", in: folder)
    let recorder = try Recorder(folder)
    #expect(recorder.folderCount == 5)
    try folder.write("real/deep/a.css", "2")
    #expect(
      try await Set(recorder.changes()) == [.modified("real/deep/a.css"), .modified("theme/deep/a.css")])
    try folder.write("theme/b.css", "2")
    #expect(try await Set(recorder.changes()) == [.created("real/b.css"), .created("theme/b.css")])
    try await folder.run("/bin/sh", "-c", "mkdir real/more; echo 1 > real/more/c.css")
    #expect(
      try await Set(recorder.changes()) == [
        .folderCreated("real/more"), .created("real/more/c.css"), .folderCreated("theme/more"),
        .created("theme/more/c.css"),
      ])
  }

  @Test func aLinkThatIsTurnedToAnotherFolderIsAChangeOfWhatIsThere() async throws {
    let folder = try TestFolder([
      "light/a.css": "1", "light/b.css": "1", "dark/a.css": "2", "dark/c.css": "1",
    ])
    try link("theme", to: "light", in: folder)
    let recorder = try Recorder(folder)
    for way in ["ln -sfn dark theme", "rm theme; ln -s light theme", "ln -s dark t2; mv -T t2 theme"] {
      try await folder.run("/bin/sh", "-c", way)
      let isDark = way.contains("dark")
      let changes = try await Set(recorder.changes()).filter { $0.path.hasPrefix("theme/") }
      #expect(
        changes == [
          .modified("theme/a.css"), isDark ? .removed("theme/b.css") : .created("theme/b.css"),
          isDark ? .created("theme/c.css") : .removed("theme/c.css"),
        ], "\(way)")
    }
    try folder.write("dark/a.css", "3")
    #expect(try await Set(recorder.changes()) == [.modified("dark/a.css"), .modified("theme/a.css")])
    try folder.write("light/a.css", "3")
    #expect(try await recorder.changes() == [.modified("light/a.css")])
    try folder.remove("theme")
    #expect(
      try await Set(recorder.changes()) == [
        .removed("theme/a.css"), .removed("theme/c.css"), .folderRemoved("theme"),
      ])
  }

  @Test func linksThatLeadOutAreNotFollowed() async throws {
    let outside = try TestFolder(["secret/a.css": "1"])
    let folder = try TestFolder(["a.css": "1"])
    try link("out", to: outside.path(of: "secret"), in: folder)
    try link("up", to: "..", in: folder)
    let recorder = try Recorder(folder)
    #expect(recorder.folderCount == 1)
    try outside.write("secret/a.css", "2")
    #expect(try await recorder.changes() == [])
    try folder.remove("out")
    try link("out", to: outside.path(of: "secret"), in: folder)
    #expect(try await recorder.changes() == [.modified("out")])
    #expect(recorder.folderCount == 1)
  }

  @Test func linksInACircleEnd() async throws {
    let folder = try TestFolder(["a/x.css": "1", "b/y.css": "1"])
    try link("a/self", to: ".", in: folder)
    try link("a/root", to: "..", in: folder)
    try link("a/b", to: "../b", in: folder)
    try link("b/a", to: "../a", in: folder)
    try link("loop", to: "loop", in: folder)
    try link("nowhere", to: "not/there", in: folder)
    let recorder = try Recorder(folder)
    // The root, a, b, and each of them by the link in the other.
    #expect(recorder.folderCount == 5)
    try folder.write("a/x.css", "2")
    #expect(try await Set(recorder.changes()) == [.modified("a/x.css"), .modified("b/a/x.css")])
  }

  @Test func aLinkedFolderThatComesLaterIsFollowedThen() async throws {
    let folder = try TestFolder(["a.css": "1"])
    try link("theme", to: "real", in: folder)
    let recorder = try Recorder(folder)
    for _ in 0..<2 {
      try folder.folder("real")
      try folder.write("real/x.css", "1")
      #expect(
        try await Set(recorder.changes()).isSuperset(of: [.created("real/x.css"), .created("theme/x.css")]))
      try folder.write("real/x.css", "2")
      #expect(try await Set(recorder.changes()) == [.modified("real/x.css"), .modified("theme/x.css")])
      try folder.remove("real")
      #expect(
        try await Set(recorder.changes()).isSuperset(of: [.removed("real/x.css"), .removed("theme/x.css")]))
    }
  }

  @Test func aSaveOfALinkedFileIsToldUnderBothNames() async throws {
    let folder = try TestFolder(["real/a.css": "1", "pages/index.html": "1"])
    try link("pages/style.css", to: "../real/a.css", in: folder)
    let recorder = try Recorder(folder)
    try folder.write("real/a.css", "2")
    #expect(try await recorder.changes() == [.modified("real/a.css"), .modified("pages/style.css")])
  }

  @Test func veryManyLinksToOneFolderAreNotAllFollowed() async throws {
    let folder = try TestFolder(["real/a.css": "1"])
    for number in 0..<40 { try link("link\(number)", to: "real", in: folder) }
    let recorder = try Recorder(folder)
    #expect(recorder.folderCount == 18)
    try folder.write("real/a.css", "2")
    #expect(try await recorder.changes().count == 17)
  }
}
