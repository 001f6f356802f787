import Glibc
import HybridRelease

/// Files under the name that they have until they are whole: `.NAME.draft`, or `.NAME.PID.draft` where
/// several may write.
enum Drafts {
  private static let ending = ".draft"

  /// Removes those of processes that were killed. Only who has the lock of DIST writes the first kind; of the
  /// second, those stay whose process runs.
  static func removeAbandoned(in dist: String) {
    for folder in ["", "releases", "keys", "files", "deltas", "rexxar", "embedded", "embedded/rexxar"] {
      removeAbandoned(below: folder.isEmpty ? dist : "\(dist)/\(folder)")
    }
  }

  private static func removeAbandoned(below folder: String) {
    for file in Disk.names(in: folder) where !file.isFolder && !file.isLink && isDraft(file.name) {
      let number = file.name.dropLast(ending.count).split(separator: ".").last.flatMap { pid_t($0) }
      if let number, number > 0, kill(number, 0) == 0 || errno != ESRCH { continue }
      unlink("\(folder)/\(file.name)")
    }
  }

  private static func isDraft(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(ending) && name.utf8.count > ending.utf8.count + 1
  }
}
