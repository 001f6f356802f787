import Glibc
import HybridSource

/// Writes and removes files of DIST, and counts them.
struct DistFiles {
  private let dist: String
  /// The number of files that were written or removed.
  private(set) var written = 0

  init(_ dist: String) { self.dist = dist }

  /// Writes a file, unless it has these bytes already.
  mutating func put(_ bytes: [UInt8], _ path: String, syncing: Bool = true) throws(PackageFault) {
    let place = "\(dist)/\(path)"
    if DiskStamp.of(place).size == UInt64(bytes.count), let there = try Disk.read(place), there == bytes {
      return
    }
    try Disk.makeFolder(ProjectPath.folder(of: place))
    try Disk.write(bytes, to: place, syncing: syncing)
    written += 1
  }

  /// Removes a file, if it exists.
  mutating func remove(_ path: String) {
    if unlink("\(dist)/\(path)") == 0 { written += 1 }
  }

  /// Counts a file that the caller has written.
  mutating func countOne() { written += 1 }
}
