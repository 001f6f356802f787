import Glibc
import HybridJSON

/// `.hybrid/dev.json`: where tools of the same user find a running server. Readable by its owner only.
struct InfoFile: Sendable {
  let path: String
  /// What was written, to tell it from another server's.
  let bytes: [UInt8]

  /// Writes the file anew; nil when the project cannot be written to, which is no reason not to serve it.
  static func write(root: String, url: String, socket: String, token: String) -> InfoFile? {
    let folder = root + "/.hybrid"
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { return nil }
    var json = JSONWriter()
    json.object {
      $0.member("url", url)
      $0.member("socket", socket)
      $0.member("token", token)
      $0.member("pid", Int(getpid()))
    }
    // Written beside and renamed: a reader never sees half a file, and its mode holds from the start.
    let path = folder + "/dev.json"
    let draft = path + ".\(getpid())"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    let bytes = json.bytes + [0x0A]
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    guard written == bytes.count, rename(draft, path) == 0 else {
      unlink(draft)
      return nil
    }
    return InfoFile(path: path, bytes: bytes)
  }

  /// Takes the file away, if it is still this process's.
  func remove() {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    var found = [UInt8](repeating: 0, count: bytes.count + 1)
    let count = read(descriptor, &found, found.count)
    close(descriptor)
    if count == bytes.count, found.starts(with: bytes) { unlink(path) }
  }
}
