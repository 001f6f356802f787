import Foundation
import HybridTestSupport
import HybridWatch
import Synchronization
import Testing

@Suite(.suiteTimeLimit)
struct FolderTests {
  @Test func newFilesAreCreatedAndDeletedOnesRemoved() async throws {
    let folder = try TestFolder(["pages/a.html": "1"])
    let recorder = try Recorder(folder)
    try folder.write("pages/b.html", "1")
    #expect(try await recorder.changes() == [.created("pages/b.html")])
    try folder.remove("pages/a.html")
    #expect(try await recorder.changes() == [.removed("pages/a.html")])
    try folder.move("pages/b.html", to: "pages/c.html")
    #expect(try await Set(recorder.changes()) == [.created("pages/c.html"), .removed("pages/b.html")])
  }

  @Test func aFileMadeAndDeletedAtOnceIsNeverTold() async throws {
    let recorder = try Recorder(try TestFolder())
    try recorder.folder.write("scratch", "1")
    try recorder.folder.remove("scratch")
    #expect(try await recorder.changes() == [])
  }

  @Test func linksAreCreatedFiles() async throws {
    let folder = try TestFolder(["a.css": "1"])
    let recorder = try Recorder(folder)
    try #require(link(folder.path(of: "a.css"), folder.path(of: "hard.css")) == 0)
    try #require(symlink("a.css", folder.path(of: "soft.css")) == 0)
    #expect(try await Set(recorder.changes()) == [.created("hard.css"), .created("soft.css")])
  }

  @Test func newFoldersAreWatchedAndTheirFilesFound() async throws {
    let folder = try TestFolder()
    let recorder = try Recorder(folder)
    try await folder.run("/bin/sh", "-c", "mkdir -p a/b/c && echo 1 > a/b/c/x.css && echo 1 > a/y.css")
    let changes = try await recorder.changes()
    #expect(
      Set(changes) == [
        .folderCreated("a"), .folderCreated("a/b"), .folderCreated("a/b/c"), .created("a/b/c/x.css"),
        .created("a/y.css"),
      ])
    #expect(changes.count == 5)
    #expect(recorder.folderCount == 4)
    try folder.write("a/b/c/x.css", "2")
    #expect(try await recorder.changes() == [.modified("a/b/c/x.css")])
  }

  @Test func renamedFoldersAreFollowedUnderTheirNewName() async throws {
    let folder = try TestFolder(["old/deep/a.css": "1", "old/b.css": "1"])
    let recorder = try Recorder(folder)
    try folder.move("old", to: "new")
    #expect(
      try await Set(recorder.changes()) == [
        .folderCreated("new"), .folderCreated("new/deep"), .created("new/deep/a.css"), .created("new/b.css"),
        .removed("old/deep/a.css"), .removed("old/b.css"), .folderRemoved("old/deep"), .folderRemoved("old"),
      ])
    try folder.write("new/deep/a.css", "2")
    #expect(try await recorder.changes() == [.modified("new/deep/a.css")])
    // A new folder under the old name is another one.
    try folder.folder("old/deep")
    try folder.write("old/deep/a.css", "3")
    #expect(
      try await Set(recorder.changes()) == [
        .folderCreated("old"), .folderCreated("old/deep"), .created("old/deep/a.css"),
      ])
    #expect(recorder.folderCount == 5)
  }

  @Test func foldersMovedOutOfTheRootAreForgotten() async throws {
    let outside = try TestFolder()
    let recorder = try Recorder(try TestFolder(["a/x.css": "1"]))
    try recorder.folder.move("a", to: "../" + (outside.path as NSString).lastPathComponent + "/a")
    #expect(try await recorder.changes() == [.removed("a/x.css"), .folderRemoved("a")])
    try outside.write("a/x.css", "2")
    #expect(try await recorder.changes() == [])
  }

  @Test func deletedFoldersComeBackUnderTheSameName() async throws {
    let folder = try TestFolder(["a/x.css": "1"])
    let recorder = try Recorder(folder)
    for round in 0..<2 {
      try folder.remove("a")
      #expect(try await recorder.changes() == [.removed("a/x.css"), .folderRemoved("a")])
      try folder.folder("a")
      try folder.write("a/x.css", "\(round)")
      #expect(try await recorder.changes() == [.folderCreated("a"), .created("a/x.css")])
    }
  }

  @Test func aFolderReplacedAtOnceIsAModificationOfItsFiles() async throws {
    let folder = try TestFolder(["a/x.css": "1"])
    let recorder = try Recorder(folder)
    try folder.folder("b")
    try folder.write("b/x.css", "2")
    _ = try await recorder.changes()
    try await folder.run("/bin/sh", "-c", "rm -r a; mv b a")
    #expect(
      try await Set(recorder.changes()) == [.modified("a/x.css"), .removed("b/x.css"), .folderRemoved("b")])
    try folder.write("a/x.css", "3")
    #expect(try await recorder.changes() == [.modified("a/x.css")])
  }

  @Test func ignoredPathsAreNeitherToldNorWatched() async throws {
    let folder = try TestFolder([
      ".git/index": "1", "build/a.css": "1", "pages/a.css": "1", "pages/b.log": "1", ".hybrid/dev.json": "{}",
    ])
    let recorder = try Recorder(folder) { path, isFolder in
      isFolder ? path == "build" : path.hasSuffix(".log")
    }
    #expect(recorder.folderCount == 2)
    for name in [
      ".git/index", "build/a.css", "pages/b.log", ".hybrid/dev.json", "pages/.a.css.swp", "pages/a.css",
    ] {
      try folder.write(name, "2")
    }
    #expect(try await recorder.changes() == [.modified("pages/a.css")])
  }

  @Test func theEndOfTheRootIsTold() async throws {
    let folder = try TestFolder(["a/x.css": "1"])
    let (stream, continuation) = AsyncStream<[FileChange]>.makeStream()
    let watcher = try FileWatcher(root: folder.path) { continuation.yield($0.changes) }
    try folder.remove("")
    for await changes in stream where changes.contains(.folderRemoved("")) { break }
    #expect(watcher.folderCount == 0)
  }

  @Test func watchersOfTheSameAndOfNestedRootsAllHear() async throws {
    let folder = try TestFolder(["inner/a.css": "1"])
    let (outer, tellOuter) = AsyncStream<[FileChange]>.makeStream()
    let (inner, tellInner) = AsyncStream<[FileChange]>.makeStream()
    let outerWatcher = try FileWatcher(root: folder.path) { tellOuter.yield($0.changes) }
    let innerWatcher = try FileWatcher(root: folder.path(of: "inner")) { tellInner.yield($0.changes) }
    try folder.write("inner/a.css", "2")
    var (outerBatches, innerBatches) = (outer.makeAsyncIterator(), inner.makeAsyncIterator())
    #expect(await outerBatches.next() == [.modified("inner/a.css")])
    #expect(await innerBatches.next() == [.modified("a.css")])
    outerWatcher.stop()
    try folder.write("inner/a.css", "3")
    #expect(await innerBatches.next() == [.modified("a.css")])
    innerWatcher.stop()
  }

  @Test func nothingIsToldAfterStop() async throws {
    let folder = try TestFolder(["a.css": "1"])
    for _ in 0..<20 {
      let told = Told()
      let watcher = try FileWatcher(root: folder.path) { _ in told.count.withLock { $0 += 1 } }
      try folder.write("a.css", "2")
      watcher.stop()
      watcher.stop()
      let before = told.count.withLock { $0 }
      try folder.write("a.css", "3")
      // Another watcher has seen that write, so the first would have.
      let recorder = try Recorder(folder)
      _ = try await recorder.changes()
      #expect(told.count.withLock { $0 } == before)
    }
  }

  private final class Told: Sendable { let count = Mutex(0) }

  @Test func aWatcherMayStopItselfWhileTold() async throws {
    let folder = try TestFolder(["a.css": "1"])
    let holder = Holder()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let watcher = try FileWatcher(root: folder.path) { _ in
      holder.watcher.withLock { $0 }?.stop()
      continuation.yield()
    }
    holder.watcher.withLock { $0 = watcher }
    try folder.write("a.css", "2")
    var told = 0
    for await _ in stream {
      told += 1
      break
    }
    #expect(told == 1)
    holder.watcher.withLock { $0 = nil }
  }

  private final class Holder: Sendable { let watcher = Mutex<FileWatcher?>(nil) }

  @Test(arguments: ["", "/nowhere/at/all", "/etc/passwd"])
  func whatIsNoFolderIsRefused(_ path: String) {
    #expect(throws: WatchError.notAFolder(path: path)) { try FileWatcher(root: path) { _ in } }
  }

  @Test func namesWithSpacesAndOtherScriptsArrive() async throws {
    let folder = try TestFolder(["ein Ordner/größe.css": "1", "名前/🦊.css": "1"])
    let recorder = try Recorder(folder)
    try folder.write("ein Ordner/größe.css", "2")
    try folder.write("名前/🦊.css", "2")
    #expect(try await recorder.changes() == [.modified("ein Ordner/größe.css"), .modified("名前/🦊.css")])
  }
}
