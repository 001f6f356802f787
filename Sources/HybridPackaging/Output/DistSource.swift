import HybridRelease

/// DIST, as who makes an archive again reads it.
struct DistSource: ReleaseSource {
  let folder: String

  func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(PackageFault) { bytes = try Disk.read("\(folder)/\(path)") } catch {
      throw Refusal(.storeFailed, path, "cannot be read")
    }
    guard let bytes else { throw Refusal(.fileMissing, path, "is missing") }
    guard bytes.count <= limit else {
      throw Refusal(.fileWrongSize, path, "has \(bytes.count) bytes, and at most \(limit) are read")
    }
    return bytes
  }
}
