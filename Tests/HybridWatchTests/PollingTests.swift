import Foundation
import HybridTestSupport
import HybridWatch
import Testing

/// Watching without inotify: the same changes, a little later.
@Suite(.suiteTimeLimit)
struct PollingTests {
  /// Everything told until `expected` was, in whatever order and batches.
  private func collect(
    _ expected: Set<FileChange>, _ batches: inout AsyncStream<WatchBatch>.Iterator
  ) async -> Set<FileChange> {
    var told: Set<FileChange> = []
    while !told.isSuperset(of: expected), let batch = await batches.next() { told.formUnion(batch.changes) }
    return told
  }

  @Test func savesFoldersAndDeletionsAreFound() async throws {
    let folder = try TestFolder(["a.css": "1", "pages/b.css": "1", "same.css": "1"])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let watcher = try FileWatcher(root: folder.path, options: WatchOptions(isPolling: true)) {
      continuation.yield($0)
    }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    #expect(watcher.folderCount == 2)

    try folder.write("a.css", "2")  // As long as before, maybe in the same tick.
    try folder.write("pages/b.css", "longer")
    var expected: Set<FileChange> = [.modified("a.css"), .modified("pages/b.css")]
    #expect(await collect(expected, &batches) == expected)

    try await folder.run("/bin/sh", "-c", "mkdir -p x/y && echo 1 > x/y/new.css && rm pages/b.css")
    expected = [.folderCreated("x"), .folderCreated("x/y"), .created("x/y/new.css"), .removed("pages/b.css")]
    #expect(await collect(expected, &batches) == expected)
    #expect(watcher.folderCount == 4)

    try folder.move("x", to: "z")
    expected = [
      .folderCreated("z"), .folderCreated("z/y"), .created("z/y/new.css"), .removed("x/y/new.css"),
      .folderRemoved("x/y"), .folderRemoved("x"),
    ]
    #expect(await collect(expected, &batches) == expected)

    try folder.write("a.css.tmp-1", "3")
    try folder.move("a.css.tmp-1", to: "a.css")
    #expect(await collect([.modified("a.css")], &batches) == [.modified("a.css")])
  }

  @Test func aRootThatIsReplacedIsTakenUpAgain() async throws {
    let folder = try TestFolder(["root/a.css": "1", "root/b.css": "1", "new/a.css": "22", "new/c.css": "1"])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let watcher = try FileWatcher(
      root: folder.path(of: "root"), options: WatchOptions(isPolling: true)
    ) { continuation.yield($0) }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    try folder.move("root", to: "old")
    while let batch = await batches.next(), !batch.notes.contains(.rootGone) {}
    try folder.move("new", to: "root")
    let told = await collect([.modified("a.css"), .created("c.css"), .removed("b.css")], &batches)
    #expect(
      told == [
        .folderCreated(""), .modified("a.css"), .created("c.css"), .removed("b.css"),
      ])
  }
}
