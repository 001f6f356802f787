import Glibc
import HybridSystem

/// Small files in `.hybrid` of a project, which only their owner may read. Links are not followed.
enum PrivateFile {
  /// Creates the folder `.hybrid` of a project; nil on failure.
  static func folder(in root: String) -> String? {
    let folder = root + "/.hybrid"
    return mkdir(folder, 0o755) == 0 || errno == EEXIST ? folder : nil
  }

  /// The first 4 KiB of a file; nil when it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Writes a file; returns whether it succeeded.
  ///
  /// The file is written under a temporary name and renamed: a reader never sees a partial file, and its mode
  /// applies from the start.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard var draft = FileDraft(at: path + ".\(getpid())", mode: 0o600) else { return false }
    guard writeAll(bytes, to: draft.descriptor), draft.close() else { return false }
    return draft.rename(to: path)
  }
}
