import Foundation
import HybridWatch
import Synchronization
import Testing

/// The kernel's queue belongs to the whole process, so this runs in one of its own.
@Test func anOverflowIsToldAndWatchingGoesOn() async throws {
  await #expect(processExitsWith: .success) {
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let folder = try TestFolder(["a.css": "1", "b.css": "1"])
    let (stream, continuation) = AsyncStream<[FileChange]>.makeStream()
    let isFirst = Flag()
    let (reached, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The reading thread asks whether a file is ignored: there it can be held up until the queue is full.
    let watcher = try FileWatcher(root: folder.path) { path, _ in
      if path == "hold", isFirst.value.exchange(false, ordering: .relaxed) {
        reached.signal()
        held.wait()
      }
      return path == "hold"
    } onChanges: {
      continuation.yield($0)
    }
    try overflow(folder, limit: limit, reached: reached, held: held)
    var batches = stream.makeAsyncIterator()
    var told: [FileChange] = []
    while !told.contains(FileChange(path: "", kind: .overflow)), let batch = await batches.next() {
      told += batch
    }
    #expect(watcher.folderCount == 2)
    try folder.write("new/c.css", "2")
    while !told.contains(.modified("new/c.css")), let batch = await batches.next() { told += batch }
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
}
