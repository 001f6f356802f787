import CFiles
import Glibc
import HybridRelease

/// Writes an archive of many files without holding them: what lay together in the one before is copied together, by the
/// kernel.
struct ArchiveFile {
  let path: String
  /// The files of the archive that is there, in order; empty when it cannot be relied on.
  var before: [ArchivePlan.Entry]
  /// Where the bytes of a file are.
  var place: (String) -> String

  func write(_ plan: ArchivePlan) throws(PackageFault) {
    var offsets: [ArchivePlan.Entry: Int] = [:]
    var offset = 0
    for entry in before {
      // Statements and signatures keep their names and change their bytes.
      if entry.name.hasPrefix("files/") { offsets[entry] = offset }
      offset += entry.bytes
    }
    let old = before.isEmpty ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    defer { if old >= 0 { close(old) } }
    try Disk.write(to: path, syncing: false) { target in
      var run = 0..<0
      for entry in plan.entries {
        if old >= 0, let start = offsets[entry] {
          if start == run.upperBound {
            run = run.lowerBound..<start + entry.bytes
          } else {
            guard Self.copy(run, of: old, to: target) else { return false }
            run = start..<start + entry.bytes
          }
          continue
        }
        guard Self.copy(run, of: old, to: target) else { return false }
        run = 0..<0
        let header = plan.header(of: entry)
        guard header.withUnsafeBytes({ Disk.writeAll($0, to: target) }) else { return false }
        guard let bytes = try? Disk.read(place(entry.name)), bytes.count == entry.size,
          bytes.withUnsafeBytes({ Disk.writeAll($0, to: target) })
        else { return false }
      }
      guard Self.copy(run, of: old, to: target) else { return false }
      return plan.ending.withUnsafeBytes { Disk.writeAll($0, to: target) }
    }
  }

  private static func copy(_ range: Range<Int>, of source: Int32, to target: Int32) -> Bool {
    var (offset, rest) = (Int64(range.lowerBound), range.count)
    while rest > 0 {
      let count = Int(hybrid_copy_range(source, &offset, target, rest))
      if count > 0 {
        rest -= count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}
