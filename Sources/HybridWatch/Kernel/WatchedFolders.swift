/// Maps watches to folders and watchers. The kernel has one watch per folder, however many watchers use it.
struct WatchedFolders {
  /// A folder as one watcher sees it.
  struct Place: Hashable {
    /// Absolute.
    var path: String
    /// The watcher.
    var watcher: Int
  }

  private struct Record {
    var identity: FolderIdentity
    var places: [Place]
  }

  private var records: [Int32: Record] = [:]
  private var watches: [String: Int32] = [:]
  private var counts: [Int: Int] = [:]

  /// How many watches there are.
  var count: Int { records.count }

  /// How many folders `watcher` watches.
  func count(of watcher: Int) -> Int { counts[watcher, default: 0] }

  /// The watchers of the folder of `watch`, with their paths.
  func places(of watch: Int32) -> [Place] { records[watch]?.places ?? [] }

  /// Whether `watcher` watches the folder at `path`.
  func contains(_ path: String, for watcher: Int) -> Bool {
    watches[path].flatMap { records[$0] }?.places.contains(Place(path: path, watcher: watcher)) ?? false
  }

  /// The watch on the folder at `path`, if it is still the same folder.
  func watch(at path: String, identity: FolderIdentity) -> Int32? {
    guard let watch = watches[path], records[watch]?.identity == identity else { return nil }
    return watch
  }

  /// Notes that `watch` is on the folder at `place`.
  mutating func insert(_ watch: Int32, _ place: Place, identity: FolderIdentity) {
    if let old = watches[place.path], old != watch { forget(old) }
    watches[place.path] = watch
    records[watch, default: Record(identity: identity, places: [])].identity = identity
    guard records[watch]?.places.contains(place) == false else { return }
    records[watch]?.places.append(place)
    counts[place.watcher, default: 0] += 1
  }

  /// Forgets a watch that the kernel dropped.
  mutating func forget(_ watch: Int32) {
    for place in records.removeValue(forKey: watch)?.places ?? [] {
      if watches[place.path] == watch { watches[place.path] = nil }
      countDown(place.watcher)
    }
  }

  /// Removes one folder of one watcher, without those below; returns its watch if it is no longer needed.
  mutating func remove(_ place: Place) -> Int32? {
    guard let watch = watches[place.path], var record = records[watch] else { return nil }
    guard let index = record.places.firstIndex(of: place) else { return nil }
    record.places.remove(at: index)
    countDown(place.watcher)
    if !record.places.contains(where: { $0.path == place.path }) { watches[place.path] = nil }
    records[watch] = record.places.isEmpty ? nil : record
    return record.places.isEmpty ? watch : nil
  }

  private mutating func countDown(_ watcher: Int) {
    let left = counts[watcher, default: 0] - 1
    counts[watcher] = left > 0 ? left : nil
  }

  /// The folders of `watcher`, only those below `path` if it is given.
  func folders(of watcher: Int, below path: String? = nil) -> [String] {
    let prefix = path.map { $0 + "/" }
    return watches.compactMap { folder, watch in
      if let prefix, !folder.hasPrefix(prefix) { return nil }
      return records[watch]?.places.contains(Place(path: folder, watcher: watcher)) == true ? folder : nil
    }
  }
}
