/// The changes to report in one call: in order, each path once.
struct ChangeBatch {
  private var changes: [FileChange?] = []
  private var places: [Place: Int] = [:]

  /// A file and a folder that share a path, one after the other, are two.
  private struct Place: Hashable {
    var path: String
    var group: Int
  }

  var isEmpty: Bool { places.isEmpty }

  /// Adds a change, joining it with an earlier one to the same path.
  mutating func append(_ path: String, _ kind: FileChange.Kind) {
    let place = Place(path: path, group: kind.group)
    guard let index = places[place], let earlier = changes[index] else {
      places[place] = changes.count
      changes.append(FileChange(path: path, kind: kind))
      return
    }
    switch (earlier.kind, kind) {
    case (.created, .removed), (.folderCreated, .folderRemoved):
      changes[index] = nil
      places[place] = nil
    case (.created, _), (.folderCreated, _): break
    case (.removed, .created), (.removed, .modified): changes[index]?.kind = .modified
    case (.folderRemoved, .folderCreated):
      changes[index] = nil
      places[place] = nil
    default: changes[index]?.kind = kind
    }
  }

  /// Adds all of `others`.
  mutating func append(_ others: [FileChange]) {
    for other in others { append(other.path, other.kind) }
  }

  /// Takes all changes out.
  mutating func take() -> [FileChange] {
    defer { self = ChangeBatch() }
    return changes.compactMap { $0 }
  }
}

extension FileChange.Kind {
  /// Which kinds replace each other in a batch.
  fileprivate var group: Int {
    switch self {
    case .modified, .created, .removed: 0
    case .folderCreated, .folderRemoved: 1
    }
  }
}
