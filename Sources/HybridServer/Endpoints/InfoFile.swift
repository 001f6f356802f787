import Glibc
import HybridJSON
import HybridSource

/// `.hybrid/dev.json`: the file by which tools of the same user find a running server. Only its owner can
/// read it.
struct InfoFile: Sendable {
  let path: String
  /// The written content, to distinguish it from another server's.
  let bytes: [UInt8]

  /// Writes the file; nil if the project is not writable, which does not prevent serving it.
  static func write(root: String, url: String, socket: String, token: String) -> InfoFile? {
    guard let folder = PrivateFile.folder(in: root) else { return nil }
    // The file of another server of this project that still runs stays.
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

  /// The process id in a file.
  private static func process(in path: String) -> pid_t? {
    guard let bytes = PrivateFile.read(path) else { return nil }
    return readJSON(Source(path: path, bytes: bytes)).value?["pid"]?.int.flatMap { pid_t(exactly: $0) }
  }

  /// Removes the file, if it still belongs to this process.
  func remove() {
    if PrivateFile.read(path) == bytes { unlink(path) }
  }
}
