import Glibc
import HybridCompiler

/// Which project a file on the command line belongs to.
struct ProjectLocation {
  /// The project's folder.
  var root: String
  /// The file, relative to it.
  var path: String

  /// The nearest folder above the file that has a `hybrid.json`, or else the one that holds `pages`, or else the file's
  /// own: a page alone is a project too.
  init(file: String) {
    let full = ProjectLocation.absolute(file)
    var parts = full.split(separator: "/").map(String.init)
    let name = parts.popLast() ?? full
    var root = parts
    while !root.isEmpty, access("/" + root.joined(separator: "/") + "/hybrid.json", F_OK) != 0 { root.removeLast() }
    if root.isEmpty, let pages = parts.lastIndex(of: "pages") { root = Array(parts[..<pages]) }
    if root.isEmpty { root = parts }
    self.root = "/" + root.joined(separator: "/")
    path = (parts.dropFirst(root.count) + [name]).joined(separator: "/")
  }

  /// A path from `/`, with `.` and `..` resolved by text, so that it need not exist.
  private static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    let full = path.hasPrefix("/") ? path : currentFolder() + "/" + path
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
