import Glibc

/// A folder that is written to by one process at a time: it is locked until nobody holds this value.
///
/// The lock is one of the kernel (`flock`), on the folder itself: it ends with its owner and leaves no file
/// behind. Whoever comes second waits.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: When the folder is not there, or cannot be locked.
  package init(_ folder: String) throws(PackageFault) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Disk.fault(folder, "cannot be locked") }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let fault = Disk.fault(folder, "cannot be locked")
        close(descriptor)
        throw fault
      }
    }
  }

  deinit { close(descriptor) }
}
