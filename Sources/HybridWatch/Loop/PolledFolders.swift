/// The folders that are looked at now and then, by absolute path, and when. Times are in nanoseconds.
struct PolledFolders {
  /// The minimum and maximum polling intervals. The interval grows with the number of folders, so that
  /// polling takes at most a few percent of a processor.
  private static let interval: (UInt64, UInt64) = (300_000_000, 900_000_000)
  private static let share: UInt64 = 25
  /// How often to try whether there is room for more watches.
  private static let retryInterval: UInt64 = 2_000_000_000

  /// Why a folder is polled, and when it was listed last.
  struct Polled {
    enum Reason { case asked, limit, remote }
    var reason: Reason
    var listed: FileStamp?
  }

  private var folders: [String: Polled] = [:]
  private var nextPoll: UInt64 = 0
  private var nextRetry: UInt64 = 0

  /// When to look next; nil without folders.
  var deadline: UInt64? { folders.isEmpty ? nil : nextPoll }
  /// The folders, sorted.
  var paths: [String] { folders.keys.sorted() }
  /// The folders beyond the limit of watches, sorted.
  var beyondLimit: [String] { folders.filter { $0.value.reason == .limit }.keys.sorted() }

  subscript(path: String) -> Polled? { folders[path] }
  func contains(_ path: String) -> Bool { folders[path] != nil }
  func count(where isCounted: (Polled.Reason) -> Bool) -> Int {
    folders.values.count { isCounted($0.reason) }
  }

  mutating func add(_ path: String, _ reason: Polled.Reason) { folders[path] = Polled(reason: reason) }
  /// Adds a folder again that was removed to be watched.
  mutating func putBack(_ path: String, _ polled: Polled) { folders[path] = polled }
  @discardableResult mutating func remove(_ path: String) -> Polled? { folders.removeValue(forKey: path) }
  mutating func removeAll() { folders = [:] }
  /// Notes when a folder was listed.
  mutating func listed(_ path: String, _ stamp: FileStamp?) { folders[path]?.listed = stamp }

  // MARK: Times

  func isDue(at time: UInt64) -> Bool { !folders.isEmpty && time >= nextPoll }
  func isRetryDue(at time: UInt64) -> Bool { time >= nextRetry }

  /// Decides when to look next, by how long it took since `began`.
  mutating func schedule(since began: UInt64, at time: UInt64) {
    let (least, most) = Self.interval
    nextPoll = time + min(max((time - began) * Self.share, least), most)
    if nextRetry <= time { nextRetry = time + Self.retryInterval }
  }
}
