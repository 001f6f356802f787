import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridWatch

/// A folder of its own for one test, removed with the last reference.
final class TestFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = temporary + "/hybrid-watch-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try folder((name as NSString).deletingLastPathComponent)
      try write(name, text)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { path + "/" + name }

  func folder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
  }

  /// Writes in place: the file keeps its inode.
  func write(_ name: String, _ text: String) throws {
    let file = try #require(fopen(path(of: name), "w"))
    fputs(text, file)
    fclose(file)
  }

  func move(_ name: String, to other: String) throws {
    try #require(rename(path(of: name), path(of: other)) == 0, "rename \(name) → \(other): \(errno)")
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(of: name)) }

  /// Runs a program in the folder.
  func run(_ program: String, _ arguments: String...) async throws {
    let result = try await ChildProcess.run([program] + arguments, in: URL(filePath: path))
    try #require(result.status == 0, "\(program) \(arguments): \(result.errors)")
  }
}

/// A watcher, and everything it has told.
final class Recorder {
  let folder: TestFolder
  private let watcher: FileWatcher
  private var batches: AsyncStream<[FileChange]>.Iterator
  private var sentinels = 0

  init(_ folder: TestFolder, ignoring: @escaping @Sendable (String, Bool) -> Bool = { _, _ in false }) throws
  {
    self.folder = folder
    for index in 0..<8 { try folder.write("sentinel-\(index)", "") }
    let (stream, continuation) = AsyncStream<[FileChange]>.makeStream()
    // Longer than by default: a save on a busy machine may pause between its halves.
    let holds = ChangeJoiner.HoldTimes(creation: 150_000_000, removal: 300_000_000)
    var options = WatchOptions(ignoring: ignoring)
    options.holds = holds
    watcher = try FileWatcher(root: folder.path, options: options) { continuation.yield($0.changes) }
    batches = stream.makeAsyncIterator()
  }

  var shortfall: WatchShortfall? { watcher.shortfall }
  var folderCount: Int { watcher.folderCount }
  func stop() { watcher.stop() }
  func isIgnoredByGit(_ path: String) -> Bool { watcher.isIgnoredByGit(path) }

  /// The batches told since the last call. Deletions are held longest, so once a file deleted now is told,
  /// everything before it has been.
  func batches(isolation: isolated (any Actor)? = #isolation) async throws -> [[FileChange]] {
    let sentinel = FileChange(path: "sentinel-\(sentinels)", kind: .removed)
    sentinels += 1
    try folder.remove(sentinel.path)
    var result: [[FileChange]] = []
    while let batch = await batches.next(isolation: isolation) {
      if batch.contains(sentinel) {
        result.append(batch.filter { $0 != sentinel })
        break
      }
      result.append(batch)
    }
    return result.filter { !$0.isEmpty }
  }

  /// The changes told since the last call.
  func changes(isolation: isolated (any Actor)? = #isolation) async throws -> [FileChange] {
    try await batches().flatMap { $0 }
  }
}

extension FileChange {
  static func modified(_ path: String) -> FileChange { FileChange(path: path, kind: .modified) }
  static func created(_ path: String) -> FileChange { FileChange(path: path, kind: .created) }
  static func removed(_ path: String) -> FileChange { FileChange(path: path, kind: .removed) }
  static func folderCreated(_ path: String) -> FileChange { FileChange(path: path, kind: .folderCreated) }
  static func folderRemoved(_ path: String) -> FileChange { FileChange(path: path, kind: .folderRemoved) }
}
