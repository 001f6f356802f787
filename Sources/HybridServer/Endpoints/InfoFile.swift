import Glibc
import HybridJSON
import HybridSource

/// `.hybrid/dev.json`: where tools of the same user find a running server. Readable by its owner only.
struct InfoFile: Sendable {
  let path: String
  /// What was written, to tell it from another server's.
  let bytes: [UInt8]

  /// Writes the file anew; nil when the project cannot be written to, which is no reason not to serve it.
  static func write(root: String, url: String, socket: String, token: String) -> InfoFile? {
    guard let folder = PrivateFile.folder(in: root) else { return nil }
    // Another server of this project that still runs keeps the file.
    if let other = process(in: folder + "/dev.json"), other != getpid(), kill(other, 0) == 0 { return nil }
    var json = JSONWriter()
    json.object {
      $0.member("url", url)
      $0.member("socket", socket)
      $0.member("token", token)
      $0.member("pid", Int(getpid()))
    }
    let path = folder + "/dev.json"
    let bytes = json.bytes + [0x0A]
    return PrivateFile.write(bytes, to: path) ? InfoFile(path: path, bytes: bytes) : nil
  }

  /// The process that a file names.
  private static func process(in path: String) -> pid_t? {
    guard let bytes = PrivateFile.read(path) else { return nil }
    return readJSON(Source(path: path, bytes: bytes)).value?["pid"]?.int.flatMap { pid_t(exactly: $0) }
  }

  /// Takes the file away, if it is still this process's.
  func remove() {
    if PrivateFile.read(path) == bytes { unlink(path) }
  }
}
