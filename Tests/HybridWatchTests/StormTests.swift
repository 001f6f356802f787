import Foundation
import HybridTestSupport
import HybridWatch
import Testing

@Suite(.suiteTimeLimit)
struct StormTests {
  @Test func aCheckoutIsToldCompletely() async throws {
    var files: [String: String] = [:]
    for index in 0..<1_000 { files["pages/p\(index % 50)/f\(index).html"] = "1" }
    let folder = try TestFolder(files)
    let recorder = try Recorder(folder)
    for name in files.keys { try folder.write(name, "2") }
    let changes = try await recorder.changes()
    #expect(Set(changes) == Set(files.keys.map { .modified($0) }))
  }

  @Test func aBurstWhileTheListenerIsBusyIsOneBatch() async throws {
    let names = (0..<500).map { "f\($0).css" }
    let folder = try TestFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "1") }))
    let (stream, continuation) = AsyncStream<[FileChange]>.makeStream()
    let recorder = try Recorder(folder)
    let held = DispatchSemaphore(value: 0)
    let watcher = try FileWatcher(root: folder.path) { batch in
      continuation.yield(batch.changes)
      if batch.changes == [.modified("f0.css")] { held.wait() }
    }
    defer { watcher.stop() }
    var batches = stream.makeAsyncIterator()
    try folder.write("f0.css", "first")
    #expect(await batches.next() == [.modified("f0.css")])
    for name in names { try folder.write(name, "2") }
    // Once the other watcher has heard of everything, so has this one, if it listened.
    _ = try await recorder.changes()
    held.signal()
    #expect(await batches.next() == names.map { .modified($0) } + [.removed("sentinel-0")])
  }

  @Test func aTreeDeletedAndMadeAgainIsConsistent() async throws {
    var files: [String: String] = [:]
    for index in 0..<200 { files["pages/p\(index % 20)/f\(index).html"] = "1" }
    let folder = try TestFolder(files)
    let recorder = try Recorder(folder)
    try folder.remove("pages")
    for name in files.keys {
      try folder.folder((name as NSString).deletingLastPathComponent)
      try folder.write(name, "2")
    }
    // Whatever came between, the last word on each file is that it is there.
    var last: [String: FileChange.Kind] = [:]
    for change in try await recorder.changes() { last[change.path] = change.kind }
    for name in files.keys { #expect(last[name] == .modified || last[name] == .created) }
    #expect(recorder.folderCount == 22)
  }
}
