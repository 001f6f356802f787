import HybridEncoding

/// Creates a `.hybrid` archive: a zip file that contains a release. The same files, added in any order,
/// produce the same bytes.
///
///     var writer = ArchiveWriter()
///     writer.add("release.json", statement)
///     writer.add("files/3f…", bytes)
///     let archive = try writer.finish()
package struct ArchiveWriter {
  private var files: [(name: String, bytes: [UInt8])] = []

  /// Creates an empty archive.
  package init() {}

  /// Adds a file. The bytes are retained, not copied, until ``finish(as:)``.
  package mutating func add(_ name: String, _ bytes: [UInt8]) { files.append((name, bytes)) }

  /// Returns the archive.
  ///
  /// - Parameter subject: The archive's name in messages.
  /// - Throws: `name.…` for names that a reader would refuse, ``RefusalCode/archiveNested`` for a file that
  ///   is an archive, ``RefusalCode/archiveTooLarge`` for more than 65,534 files or 4 GiB.
  package consuming func finish(as subject: String = DistPaths.archive) throws(Refusal) -> [UInt8] {
    let files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    try checkFileNames(files.map(\.name), of: subject)
    guard files.count <= ArchiveLayout.mostEntries else {
      throw Refusal(
        .archiveTooLarge, subject,
        "would have \(files.count) files, and at most \(ArchiveLayout.mostEntries) fit")
    }
    var size = ArchiveLayout.endBytes
    for file in files {
      try refuseNested(file.name, file.bytes, in: file.bytes.indices, of: subject)
      size += ArchiveLayout.localHeaderBytes + ArchiveLayout.centralHeaderBytes + 2 * file.name.utf8.count
      size += file.bytes.count
    }
    guard size <= ArchiveLayout.mostBytes else {
      throw Refusal(
        .archiveTooLarge, subject,
        "would have \(size) bytes, and at most \(ArchiveLayout.mostBytes) can be placed")
    }

    var archive: [UInt8] = []
    archive.reserveCapacity(size)
    var central: [UInt8] = []
    for file in files {
      let start = archive.count + ArchiveLayout.localHeaderBytes + file.name.utf8.count
      let entry = ArchiveLayout.Entry(
        name: file.name, checksum: CRC32.checksum(file.bytes),
        range: start..<start + file.bytes.count)
      archive += ArchiveLayout.localHeader(entry)
      archive += file.bytes
      central += ArchiveLayout.centralHeader(entry)
    }
    let place = archive.count..<archive.count + central.count
    archive += central
    archive += ArchiveLayout.end(entries: files.count, central: place)
    return archive
  }
}

/// Refuses a file that is itself an archive, by its name or its first bytes: readers that open nested
/// archives would need a depth limit, and no release needs nested archives.
func refuseNested(
  _ name: String, _ bytes: [UInt8], in range: Range<Int>, of subject: String
) throws(Refusal) {
  let lower = name.lowercased()
  let start = bytes[range].prefix(4)
  guard !lower.hasSuffix(".zip"), !lower.hasSuffix(".hybrid"), !start.elementsEqual([0x50, 0x4B, 3, 4]),
    !start.elementsEqual([0x50, 0x4B, 5, 6])
  else { throw Refusal(.archiveNested, subject, "'\(name)' is an archive within the archive") }
}
