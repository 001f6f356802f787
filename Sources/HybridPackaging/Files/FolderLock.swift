import Glibc

/// An exclusive lock of a folder. The folder stays locked for the lifetime of this value.
///
/// It is a kernel lock (`flock`) on the folder itself: it ends with its process and leaves no file behind. A
/// second process waits.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: When the folder does not exist, or cannot be locked.
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
