package import Glibc

/// A new file under another name, which takes its final name when it is complete, so that no reader sees a
/// part of it.
///
///     guard var draft = FileDraft(at: path + ".draft", mode: 0o644) else { return false }
///     guard writeAll(bytes, to: draft.descriptor), draft.close(syncing: true) else { return false }
///     return draft.rename(to: path)
///
/// The draft is removed with the value, unless it was renamed.
package struct FileDraft: ~Copyable {
  /// The path of the draft.
  package let path: String
  /// Open for writing until ``close(syncing:)``.
  package let descriptor: Int32
  private var isOpen: Bool
  private var isThere: Bool

  /// Creates the draft, in place of one that a killed process has left; nil, with `errno` set, if that fails,
  /// or if something other than a file or a link has the name.
  package init?(at path: String, mode: mode_t) {
    func create() -> Int32 { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode) }
    var descriptor = create()
    if descriptor < 0, errno == EEXIST, let kind = FileStatus(at: path, following: false)?.kind,
      kind == .file || kind == .link
    {
      unlink(path)
      descriptor = create()
    }
    guard descriptor >= 0 else { return nil }
    self.path = path
    self.descriptor = descriptor
    isOpen = true
    isThere = true
  }

  deinit {
    let error = errno
    if isOpen { Glibc.close(descriptor) }
    if isThere { unlink(path) }
    errno = error
  }

  /// Closes the descriptor; false, with `errno` set, if not all bytes have been written.
  ///
  /// - Parameter syncing: Whether the bytes are flushed to disk before.
  package mutating func close(syncing: Bool = false) -> Bool {
    let isSynced = !syncing || fsync(descriptor) == 0
    let error = errno
    let isClosed = Glibc.close(descriptor) == 0
    isOpen = false
    if !isSynced { errno = error }
    return isSynced && isClosed
  }

  /// Gives the draft its final name, in place of a file that has it; false, with `errno` set, if that fails.
  package mutating func rename(to final: String) -> Bool {
    guard Glibc.rename(path, final) == 0 else { return false }
    isThere = false
    return true
  }

  /// Gives the draft its final name, which no file may have; false, with `errno` set, if that fails.
  package mutating func link(to final: String) -> Bool { Glibc.link(path, final) == 0 }
}
