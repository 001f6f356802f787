import HybridEncoding

/// The last reported state of every file, against which a scan is compared.
///
/// Folder by folder, sorted by name. A file takes 48 bytes, and as much again where its name has more than 15
/// bytes or its folder has just grown.
struct FileTable {
  /// One file of a folder.
  struct Entry {
    var name: String
    var stamp: FileStamp
  }

  private var folders: [String: [Entry]] = [:]
  /// How many files there are.
  private(set) var count = 0

  /// The files directly in `folder`, by name.
  func entries(in folder: String) -> [Entry] { folders[folder] ?? [] }

  /// Whether the listener knows of the file at `path`.
  func contains(_ path: String) -> Bool {
    let (folder, name) = Self.split(path)
    return folders[folder].map { Self.index(of: name, in: $0).isThere } ?? false
  }

  /// Records a file known to the listener, in the state when it was reported.
  mutating func insert(_ path: String, _ stamp: FileStamp) {
    let (folder, name) = Self.split(path)
    let (index, isThere) = Self.index(of: name, in: folders[folder] ?? [])
    if isThere {
      folders[folder]?[index].stamp = stamp
    } else {
      folders[folder, default: []].insert(Entry(name: name, stamp: stamp), at: index)
      count += 1
    }
  }

  /// Records a file without its state.
  mutating func insert(_ path: String) { if !contains(path) { insert(path, .unknown) } }

  /// Forgets a file.
  mutating func remove(_ path: String) {
    let (folder, name) = Self.split(path)
    guard let entries = folders[folder] else { return }
    let (index, isThere) = Self.index(of: name, in: entries)
    guard isThere else { return }
    count -= 1
    if entries.count == 1 { folders[folder] = nil } else { folders[folder]?.remove(at: index) }
  }

  /// All files in `folder` and in the folders below, sorted.
  func files(below folder: String) -> [String] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var result: [String] = []
    for (path, entries) in folders where path == folder || path.hasPrefix(prefix) {
      for entry in entries { result.append(path.isEmpty ? entry.name : path + "/" + entry.name) }
    }
    return result.sorted()
  }

  /// Forgets all files in `folder` and in the folders below.
  mutating func removeAll(below folder: String) {
    for file in files(below: folder) { remove(file) }
  }

  private static func index(of name: String, in entries: [Entry]) -> (index: Int, isThere: Bool) {
    // Names listed in order are appended.
    if let last = entries.last, last.name < name { return (entries.count, false) }
    let index = entries.partitioningIndex { $0.name >= name }
    return (index, index < entries.count && entries[index].name == name)
  }

  /// `a/b/c` is `c` in `a/b`.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
