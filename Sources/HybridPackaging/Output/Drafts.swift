import Glibc
import HybridRelease

/// Temporary names of incomplete files: `.NAME.draft`, or `.NAME.PID.draft` where several processes may
/// write.
enum Drafts {
  private static let ending = ".draft"

  /// Removes the drafts of killed processes. Only the holder of DIST's lock writes the first kind; the second
  /// kind stays while its process runs.
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
