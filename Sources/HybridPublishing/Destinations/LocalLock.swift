@preconcurrency import Glibc
package import HybridCrypto

/// Keeps publishers of this machine and account out of each other's way: a file that the kernel unlocks when
/// its owner ends, however it ends.
///
/// A destination's own lock outlives a publisher that was killed. Whoever holds the local lock knows that no
/// other publisher with the same one lives, and takes such a lock over without asking anybody.
package final class LocalLock: Sendable {
  /// Names this lock among all of all machines: the boot, the device and the file.
  package let place: String
  private let descriptor: Int32

  /// Takes the lock for a destination.
  ///
  /// - Throws: ``PublishFault/Code/conflict`` when another process of this machine has it.
  package init(of destination: String, sodium: Sodium) throws(PublishFault) {
    let folder = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/hybrid-publish-\(getuid())"
    mkdir(folder, 0o700)
    let digest = sodium.sha256(Array(destination.utf8)).description.prefix(32)
    let path = "\(folder)/\(digest).lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_uid == getuid() else {
      throw PublishFault(.failed, "'\(path)' cannot be used: \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw PublishFault(
        .conflict, "another process of this machine is publishing to \(destination)", hint: "wait for it")
    }
    let boot = Self.read("/proc/sys/kernel/random/boot_id")
    place = "\(boot[...].trimmed):\(status.st_dev):\(status.st_ino)"
  }

  /// The other destinations' locks stay; so does the file, which others may be waiting for.
  deinit { close(descriptor) }

  /// Files of /proc say that they have no bytes.
  private static func read(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
