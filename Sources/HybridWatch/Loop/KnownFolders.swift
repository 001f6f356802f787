/// The folders below a root that its listener knows of, by paths relative to the root.
struct KnownFolders {
  /// The names in each folder.
  private var names: [String: Set<String>] = [:]

  /// The folders in a folder.
  func names(in folder: String) -> Set<String> { names[folder] ?? [] }

  /// Whether the listener knows of this folder.
  func contains(_ folder: String) -> Bool {
    let (parent, name) = FileTable.split(folder)
    return folder.isEmpty || names[parent]?.contains(name) == true
  }

  /// Whether the listener knows of folders in this one.
  func hasFolders(in folder: String) -> Bool { names[folder] != nil }

  /// Notes that the listener knows of a folder.
  mutating func insert(_ folder: String) {
    let (parent, name) = FileTable.split(folder)
    if !folder.isEmpty { names[parent, default: []].insert(name) }
  }

  /// Forgets a folder and those below, which it returns.
  mutating func remove(_ folder: String) -> [String] {
    let (parent, name) = FileTable.split(folder)
    names[parent]?.remove(name)
    if names[parent]?.isEmpty == true { names[parent] = nil }
    var below: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      for child in names.removeValue(forKey: next) ?? [] {
        below.append(next.isEmpty ? child : next + "/" + child)
        waiting.append(next.isEmpty ? child : next + "/" + child)
      }
    }
    return below
  }
}
