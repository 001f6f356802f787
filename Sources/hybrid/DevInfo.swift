import Glibc
import HybridCompiler
import HybridJSON
import HybridSource

/// The contents of `.hybrid/dev.json`, which a running server writes.
struct DevInfo {
  var url: String
  var socket: String
  var token: String
  /// The project's folder.
  var root: String

  /// The file of this folder, or of the nearest folder above that has one.
  static func nearest() -> DevInfo? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    var folder = String(cString: path).split(separator: "/")
    while true {
      if let info = read("/" + folder.joined(separator: "/")) { return info }
      guard folder.popLast() != nil else { return nil }
    }
  }

  /// The file of a project's folder.
  static func read(_ root: String) -> DevInfo? {
    // `.hybrid` is the root here: below a project's root it counts as secret.
    guard let files = try? DiskFiles(root: root + "/.hybrid"),
      case .success(let bytes) = files.reader.read("dev.json"),
      let json = readJSON(Source(path: ".hybrid/dev.json", bytes: bytes)).value,
      let url = json["url"]?.string,
      let socket = json["socket"]?.string, let token = json["token"]?.string
    else { return nil }
    return DevInfo(url: url, socket: socket, token: token, root: root)
  }
}
