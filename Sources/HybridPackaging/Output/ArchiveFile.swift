import CFiles
import Glibc
import HybridRelease
import HybridSystem

/// Writes an archive of many files without holding it in memory. Adjacent files of the previous archive are
/// copied together, by the kernel.
struct ArchiveFile {
  let path: String
  /// The files of the previous archive, in order; empty when it cannot be relied on.
  var before: [ArchivePlan.Entry]
  /// Returns the bytes of a file.
  var content: (String) -> [UInt8]?

  func write(_ plan: ArchivePlan) throws(PackageFault) {
    var offsets: [ArchivePlan.Entry: Int] = [:]
    var offset = 0
    for entry in before {
      // Statements and signatures keep their names but change their bytes, so only `files/` are reused.
      if entry.name.hasPrefix("files/") { offsets[entry] = offset }
      offset += entry.bytes
    }
    let old = before.isEmpty ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    defer { if old >= 0 { close(old) } }
    try Disk.write(to: path, syncing: false) { descriptor in
      var target = ArchiveTarget(descriptor: descriptor, old: old)
      for entry in plan.entries {
        if old >= 0, let start = offsets[entry] {
          guard target.copy(start..<start + entry.bytes) else { return false }
          continue
        }
        guard let bytes = content(entry.name), bytes.count == entry.size,
          target.append(plan.header(of: entry)),
          target.append(bytes)
        else { return false }
      }
      return target.append(plan.ending) && target.flush()
    }
  }
}

/// Receives the parts of an archive in order and combines them into few large writes.
private struct ArchiveTarget {
  private static let most = 1 << 20

  let descriptor: Int32
  /// The descriptor of the previous archive; negative without one.
  let old: Int32
  /// The pending range of the previous archive.
  private var run = 0..<0
  /// Pending new bytes.
  private var waiting: [UInt8] = []

  init(descriptor: Int32, old: Int32) { (self.descriptor, self.old) = (descriptor, old) }

  mutating func append(_ bytes: [UInt8]) -> Bool {
    guard copyRun() else { return false }
    waiting += bytes
    return waiting.count < Self.most || writeWaiting()
  }

  mutating func copy(_ range: Range<Int>) -> Bool {
    if range.lowerBound == run.upperBound, !run.isEmpty {
      run = run.lowerBound..<range.upperBound
      return true
    }
    guard flush() else { return false }
    run = range
    return true
  }

  mutating func flush() -> Bool { copyRun() && writeWaiting() }

  private mutating func writeWaiting() -> Bool {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.withUnsafeBytes { writeAll($0, to: descriptor) }
  }

  private mutating func copyRun() -> Bool {
    var (offset, rest) = (Int64(run.lowerBound), run.count)
    run = 0..<0
    while rest > 0 {
      let count = Int(hybrid_copy_range(old, &offset, descriptor, rest))
      if count > 0 {
        rest -= count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}
