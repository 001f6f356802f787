import Foundation
import HybridTestSupport
import HybridWatch
import Testing

/// A root that goes away and comes back.
@Suite(.suiteTimeLimit)
struct RootTests {
  private struct Told {
    var changes: Set<FileChange> = []
    var notes: [WatchNote] = []
  }

  /// Everything told until `isDone`.
  private func collect(
    _ batches: inout AsyncStream<WatchBatch>.Iterator, until isDone: (Told) -> Bool
  ) async -> Told {
    var told = Told()
    while !isDone(told), let batch = await batches.next() {
      told.changes.formUnion(batch.changes)
      told.notes += batch.notes
    }
    return told
  }

  @Test func oneThatIsRenamedAwayAndBackDiffersByWhatWasSavedMeanwhile() async throws {
    let folder = try TestFolder(["root/a.css": "1", "root/pages/b.css": "1", "root/gone/c.css": "1"])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let watcher = try FileWatcher(root: folder.path(of: "root")) { continuation.yield($0) }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    try folder.move("root", to: "elsewhere")
    #expect(await collect(&batches) { !$0.notes.isEmpty }.notes == [.rootGone])
    try folder.write("elsewhere/pages/b.css", "2")
    try folder.write("elsewhere/d.css", "1")
    try folder.remove("elsewhere/gone")
    try folder.move("elsewhere", to: "root")
    let told = await collect(&batches) { $0.notes.contains(.rootBack) }
    #expect(
      told.changes == [
        .folderCreated(""), .modified("pages/b.css"), .created("d.css"), .removed("gone/c.css"),
        .folderRemoved("gone"),
      ])
    try folder.write("root/a.css", "2")
    #expect(await collect(&batches) { !$0.changes.isEmpty }.changes == [.modified("a.css")])
    #expect(watcher.folderCount == 2)
  }

  @Test func oneThatIsRemovedAndMadeAnewIsWatchedAgain() async throws {
    let folder = try TestFolder(["root/a.css": "1"])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let watcher = try FileWatcher(root: folder.path(of: "root")) { continuation.yield($0) }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    for round in 0..<3 {
      try folder.remove("root")
      _ = await collect(&batches) { $0.notes.contains(.rootGone) }
      try folder.folder("root/pages")
      try folder.write("root/pages/\(round).css", "1")
      _ = await collect(&batches) { $0.changes.contains(.created("pages/\(round).css")) }
    }
    #expect(watcher.folderCount == 2)
  }

  @Test func anotherFolderInItsPlaceIsComparedWithIt() async throws {
    let folder = try TestFolder([
      "root/a.css": "1", "root/b.css": "1", "other/a.css": "1x", "other/b.css": "1",
    ])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let watcher = try FileWatcher(root: folder.path(of: "root")) { continuation.yield($0) }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    try folder.move("root", to: "aside")
    try folder.move("other", to: "root")
    try folder.move("aside", to: "other")
    let told = await collect(&batches) { $0.notes.contains(.rootBack) }
    #expect(told.changes.isSuperset(of: [.modified("a.css")]))
    try folder.write("root/b.css", "2")
    _ = await collect(&batches) { $0.changes.contains(.modified("b.css")) }
    try folder.write("other/a.css", "2")
    try folder.write("root/c.css", "2")
    #expect(await collect(&batches) { !$0.changes.isEmpty }.changes == [.created("c.css")])
  }
}
