import Foundation
import HybridWatch
import Synchronization
import Testing

/// The kernel's queue belongs to the whole process, so this runs in one of its own.
@Test func afterAnOverflowExactlyWhatDiffersIsTold() async throws {
  await #expect(processExitsWith: .success) {
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let folder = try TestFolder([
      "a.css": "1", "b.css": "1", "same.css": "1", "saved.css": "1", "gone.css": "1", "old/d.css": "1",
    ])
    let (stream, continuation) = AsyncStream<WatchBatch>.makeStream()
    let isFirst = Flag()
    let (reached, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The reading thread asks whether a file is ignored: there it can be held up until the queue is full.
    let options = WatchOptions { path, _ in
      if path == "hold", isFirst.value.exchange(false, ordering: .relaxed) {
        reached.signal()
        held.wait()
      }
      return path == "hold"
    }
    let watcher = try FileWatcher(root: folder.path, options: options) { continuation.yield($0) }
    try overflow(folder, limit: limit, reached: reached, held: held)
    var batches = stream.makeAsyncIterator()
    var told: Set<FileChange> = []
    var overflow: WatchBatch.Overflow?
    while overflow == nil, let batch = await batches.next() {
      told.formUnion(batch.changes)
      overflow = batch.overflow
    }
    // Those that filled the queue are told as well; of the others exactly what differs.
    #expect(
      told.subtracting([.modified("a.css"), .modified("b.css")]) == [
        .folderCreated("new"), .created("new/c.css"), .modified("saved.css"), .removed("gone.css"),
        .removed("old/d.css"), .folderRemoved("old"),
      ])
    #expect(overflow?.lookedAt == 5)
    #expect((4...6).contains(overflow?.differing ?? 0))
    #expect(watcher.folderCount == 2)
    try folder.write("new/c.css", "2")
    while !told.contains(.modified("new/c.css")), let batch = await batches.next() {
      told.formUnion(batch.changes)
    }
    watcher.stop()
  }
}

private final class Flag: Sendable { let value = Atomic(true) }

/// Fills the queue and makes more changes that are lost, while the thread that reads it is held up.
private func overflow(
  _ folder: TestFolder, limit: Int, reached: DispatchSemaphore, held: DispatchSemaphore
) throws {
  try folder.write("hold", "")
  reached.wait()
  defer { held.signal() }
  // Two files in turn, for the kernel joins equal events that follow each other.
  for index in 0...limit { try folder.write(index % 2 == 0 ? "a.css" : "b.css", "2") }
  try folder.folder("new")
  try folder.write("new/c.css", "1")
  // As long as before, and maybe within the same tick of the clock.
  try folder.write("saved.css", "2")
  try folder.remove("gone.css")
  try folder.remove("old")
}
