@preconcurrency import Glibc
package import HybridCrypto
import HybridEncoding
import HybridSystem

/// Excludes other publishers of this machine and account: a locked file, which the kernel unlocks when its
/// process ends for whatever reason.
///
/// A destination's own lock remains when its publisher is killed. The holder of the local lock knows that no
/// other publisher with the same local lock is alive, and takes over such a remaining lock without asking.
package final class LocalLock: Sendable {
  /// The identity of this lock across machines: boot id, device and inode.
  package let place: String
  private let descriptor: Int32

  /// Acquires the lock for a destination.
  ///
  /// - Throws: ``PublishFault/Code/conflict`` when another process of this machine holds it.
  package init(of destination: String, sodium: Sodium) throws(PublishFault) {
    let folder = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/hybrid-publish-\(getuid())"
    mkdir(folder, 0o700)
    let digest = sodium.sha256(Array(destination.utf8)).description.prefix(32)
    let path = "\(folder)/\(digest).lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, let status = FileStatus(of: descriptor), status.owner == getuid() else {
      throw PublishFault(.failed, "'\(path)' cannot be used: \(SystemError.last.message)")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw PublishFault(
        .conflict, "another process of this machine is publishing to \(destination)", hint: "wait for it")
    }
    let boot = KernelFile.text(of: "/proc/sys/kernel/random/boot_id")
    place = "\(boot.trimming(while: \.isWhitespace)):\(status.device):\(status.inode)"
  }

  /// Closing releases only this lock; the file stays, since others may be waiting for it.
  deinit { close(descriptor) }
}
