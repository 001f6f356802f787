import Glibc
import HybridSystem

/// The file that git holds while it changes many files: the lock on the index of the work tree that a folder
/// is in.
struct GitLock {
  /// The path of the lock file; nil outside of work trees.
  let path: String?

  /// A lock held for longer was left behind by a git that died, or is held while a commit message is written.
  static let limit: Int64 = 10_000_000_000

  /// The lock for the work tree around `folder`, an absolute path.
  init(around folder: String) {
    var place = folder
    while true {
      let entry = (place == "/" ? "" : place) + "/.git"
      switch WatchedState(at: entry) {
      case .folder:
        path = entry + "/index.lock"
        return
      case .file:
        path = Self.linked(KernelFile.text(of: entry), from: place)
        return
      case .missing, .link, .other: break
      }
      guard place != "/", let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        path = nil
        return
      }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
  }

  /// In a linked work tree or a submodule `.git` is a file that names the real folder
  /// (gitrepository-layout(5)).
  static func linked(_ text: String, from folder: String) -> String? {
    let prefix = "gitdir: "
    guard text.hasPrefix(prefix), let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    let target = line.dropFirst(prefix.count)
    guard !target.isEmpty else { return nil }
    return (target.hasPrefix("/") ? String(target) : folder + "/" + target) + "/index.lock"
  }

  /// Whether git holds it now, at `clock` (``wallClock()``), and not for too long.
  func isHeld(at clock: Int64) -> Bool {
    guard let path, case .file(_, let modified, _) = WatchedState(at: path) else { return false }
    return Int64(modified) > clock - Self.limit
  }
}
