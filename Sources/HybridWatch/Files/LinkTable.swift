/// The symbolic links below a root that lead to something below it: changes there are also reported under the
/// link's name, since a page may use that name.
struct LinkTable {
  /// Where a link leads, relative to the root.
  enum Target: Hashable {
    case file(String)
    case folder(String)
    /// Dangling, out of the root, or circular: not followed.
    case nowhere
  }

  /// The maximum number of links followed to one folder; each costs as much memory as the folder.
  static let mostToOneFolder = 16

  private var targets: [String: Target] = [:]
  private var links: [Target: Set<String>] = [:]
  /// Whether folders came or went, so that links may lead elsewhere.
  private(set) var hasFolderNews = false

  mutating func foldersChanged() { hasFolderNews = true }
  mutating func beginResolving() { hasFolderNews = false }

  /// Every link known, with where it leads.
  var all: [String: Target] { targets }
  var isEmpty: Bool { targets.isEmpty }

  /// Where the link at a path leads; nil when no link is known there.
  subscript(path: String) -> Target? {
    get { targets[path] }
    set {
      if let old = targets[path], old != .nowhere {
        links[old]?.remove(path)
        if links[old]?.isEmpty == true { links[old] = nil }
      }
      targets[path] = newValue
      if let newValue, newValue != .nowhere { links[newValue, default: []].insert(path) }
    }
  }

  /// The links that lead to the file at `path`, sorted.
  func links(toFile path: String) -> [String] { (links[.file(path)] ?? []).sorted() }

  /// Whether one more link, at `path`, to this target is followed.
  func hasRoom(for target: Target, at path: String) -> Bool {
    guard case .folder = target, let others = links[target] else { return true }
    return others.contains(path) || others.count < Self.mostToOneFolder
  }

  /// Whether `path` is in a folder that a link leads to, by way of that link.
  func isBelowLink(_ path: String) -> Bool {
    if targets.isEmpty { return false }
    var place = FileTable.split(path).folder
    while !place.isEmpty {
      if case .folder? = targets[place] { return true }
      place = FileTable.split(place).folder
    }
    return false
  }

  /// Where the link at `path`, an absolute path below `root`, leads.
  ///
  /// A link to a folder that it is in itself would never end, and one that is reached through another link
  /// would be followed as often as there are ways to it: neither is followed.
  static func resolve(_ path: String, root: String, isBelowLink: Bool) -> Target {
    guard let target = canonicalPath(path) else { return .nowhere }
    let prefix = root == "/" ? "/" : root + "/"
    guard target.hasPrefix(prefix) else { return .nowhere }
    let relative = String(target.dropFirst(prefix.count))
    switch WatchedState(at: target) {
    case .file: return .file(relative)
    case .folder: return isBelowLink || (path + "/").hasPrefix(target + "/") ? .nowhere : .folder(relative)
    case .missing, .link, .other: return .nowhere
    }
  }
}
