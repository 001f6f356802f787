import CInotifyTools
import Glibc
import HybridEncoding

/// File systems for which the kernel does not report writes by other machines.
enum FileSystems {
  /// By the number of statfs(2), as `linux/magic.h` and the file systems' own sources have it.
  private static let remote: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "SMB", 0xFE53_4D42: "SMB", 0x0102_1997: "9p",
    0x6573_5546: "FUSE",
    0x786F_4256: "vboxsf", 0xBACB_ACBC: "vmhgfs", 0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre",
    0x5346_414F: "AFS",
    0x6A65_6A63: "virtiofs", 0x0116_1970: "GFS2", 0x7461_636F: "OCFS2", 0x564C: "NCP",
  ]

  /// The name of a file system by its number, if it is such a one.
  static func remoteName(ofType type: UInt32) -> String? { remote[type] }

  /// The name of the file system that `path` is on, if others may write to it.
  static func remoteName(at path: String) -> String? {
    var status = statfs()
    guard statfs(path, &status) == 0 else { return nil }
    return remoteName(ofType: UInt32(truncatingIfNeeded: status.f_type))
  }

  /// The mount points below `root`, each with an identifier that distinguishes it from another mount there.
  /// From the lines of `/proc/self/mountinfo` (proc(5)): a number, the parent's number, the device, the
  /// mount's root, the mount point.
  static func mounts(below root: String, in text: String) -> [String: String] {
    var result: [String: String] = [:]
    let prefix = root == "/" ? "/" : root + "/"
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count > 4 else { continue }
      let point = fields[4].resolvingOctalEscapes
      if point == root || point.hasPrefix(prefix) { result[point] = "\(fields[0]) \(fields[2])" }
    }
    return result
  }
}
