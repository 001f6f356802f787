import Glibc
import HybridSystem

/// A snapshot of a SQLite file, with its rollback journal if there is one.
///
/// It is for reading a database that another program may be writing: nothing is locked, written or created,
/// so the writer never waits. Opening the copy rolls back unfinished changes, as opening the database after a
/// crash at that moment would.
///
///     let bytes = try DatabaseBytes(of: folder + "/store.sqlite")
///     try bytes.write(to: temporary + "/store.sqlite")
///     let database = try Database(path: temporary + "/store.sqlite")
package struct DatabaseBytes: Hashable, Sendable {
  /// Why reading failed.
  package enum Fault: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// It was being written during all attempts.
    case busy
    /// Larger than ``DatabaseBytes/limit``.
    case tooLarge
    /// A system error, with its message.
    case failed(String)
  }

  /// The maximum size in bytes; our databases stay far below it.
  package static let limit = 1 << 30
  private static let attempts = 50

  /// The bytes of the file itself.
  package let main: [UInt8]
  /// The bytes of its journal; nil without one.
  package let journal: [UInt8]?

  /// Reads the file and its journal.
  ///
  /// Both are read until two successive readings are equal. Between those two there was a moment when the
  /// disk had exactly these bytes.
  package init(of path: String) throws(Fault) {
    for _ in 0..<Self.attempts {
      let journal = try Self.bytes(of: path + "-journal")
      guard let main = try Self.bytes(of: path) else { throw .missing }
      guard try Self.bytes(of: path + "-journal") == journal, try Self.bytes(of: path) == main else {
        // A commit takes some milliseconds.
        usleep(10_000)
        continue
      }
      (self.main, self.journal) = (main, journal)
      return
    }
    throw .busy
  }

  /// Writes the copy, readable by its owner only. The folder must exist, and the file must not.
  package func write(to path: String) throws(Fault) {
    try Self.write(main, to: path)
    if let journal { try Self.write(journal, to: path + "-journal") }
  }

  private static func bytes(of path: String) throws(Fault) -> [UInt8]? {
    // Without O_NONBLOCK, opening a pipe would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw fault()
    }
    defer { close(descriptor) }
    guard let status = FileStatus(of: descriptor) else { throw fault() }
    guard status.kind == .file else { throw .failed("it is not a file") }
    guard status.size <= limit else { throw .tooLarge }
    do throws(SystemError) {
      return try readToEnd(descriptor, expecting: status.size, atMost: limit)
    } catch { throw error.code == EFBIG ? .tooLarge : .failed(error.message) }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault() }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw fault() }
  }

  private static func fault() -> Fault { .failed(SystemError.last.message) }
}

extension DatabaseBytes.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "is not there"
    case .busy: "is being written all the time"
    case .tooLarge: "has more than \(DatabaseBytes.limit) bytes"
    case .failed(let text): "cannot be read: \(text)"
    }
  }
}

/// A temporary folder of this process; ``remove()`` deletes it.
package struct TemporaryFolder: Sendable {
  /// Its path.
  package let path: String

  /// Creates the folder below `$TMPDIR`, or `/tmp`.
  package init() throws(DatabaseBytes.Fault) {
    let parent =
      getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(parent)/hybrid-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .failed(SystemError.last.message) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder and its files.
  package func remove() {
    if var folder = FolderStream(at: path) {
      while let entry = folder.next() { unlink("\(path)/\(entry.name)") }
    }
    rmdir(path)
  }
}
