import Glibc
import HybridCompiler
import HybridSource
import HybridSystem
import Synchronization

/// Why a file was not written.
struct WritingFault: Error {
  var diagnostic: Diagnostic
  /// The exit code of a command that could not write the file.
  var exitCode = ExitCode.environmentFailed
}

/// The files that a command has read, which it therefore never overwrites: they may be the work of the user.
///
/// A file is identified by its device and inode, so every path and link to it counts.
final class InputFiles: Sendable {
  private struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    init?(of path: String) {
      guard let status = FileStatus(at: path) else { return nil }
      (device, inode) = (status.device, status.inode)
    }
  }

  private let known = Mutex<Set<Identity>>([])

  /// Adds the file at `path`, if it exists.
  func note(_ path: String) {
    guard let identity = Identity(of: path) else { return }
    known.withLock { _ = $0.insert(identity) }
  }

  /// The fault of writing to `path`; nil if that file was not read.
  func fault(writing path: String) -> WritingFault? {
    guard let identity = Identity(of: path), known.withLock({ $0.contains(identity) }) else { return nil }
    return WritingFault(
      diagnostic: Diagnostic(
        .error, "usage.overwrites-input", "'\(path)' is read by this command and would be overwritten",
        hint: "write to another file"),
      exitCode: .wrongUsage)
  }

  /// A reader of a folder that records each file it reads.
  func noting(_ files: DiskFiles) -> FileReader {
    let reader = files.reader
    return FileReader(
      read: { [root = files.root] path in
        let result = reader.read(path)
        if case .success = result { self.note("\(root)/\(path)") }
        return result
      },
      list: reader.list)
  }
}
