/// The layout of an archive that is not built yet, for writing a large one piece by piece: ``ArchiveWriter``
/// without the bytes.
///
///     let plan = try ArchivePlan(entries, as: "release.hybrid")
///     for entry in plan.entries { write(plan.header(of: entry)); write(contents of entry.name) }
///     write(plan.ending)
package struct ArchivePlan: Sendable {
  /// The header data of a file.
  package struct Entry: Hashable, Sendable {
    /// `files/3f…`.
    package var name: String
    /// The size in bytes.
    package var size: Int
    /// CRC-32.
    package var checksum: UInt32

    /// Creates an entry.
    package init(name: String, size: Int, checksum: UInt32) {
      (self.name, self.size, self.checksum) = (name, size, checksum)
    }

    /// The size of the file and its header.
    package var bytes: Int { ArchiveLayout.localHeaderBytes + name.utf8.count + size }
  }

  /// The entries, in order of their names.
  package let entries: [Entry]

  /// Creates a plan for files in any order, with distinct names.
  /// - Throws: As ``ArchiveWriter/finish(as:)``, but without the check for nested archives: all names come
  ///   from this program.
  package init(_ files: [Entry], as subject: String) throws(Refusal) {
    entries = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    guard entries.count <= ArchiveLayout.mostEntries else {
      throw Refusal(
        .archiveTooLarge, subject,
        "would have \(entries.count) files, and at most \(ArchiveLayout.mostEntries) fit")
    }
    let size = entries.reduce(ArchiveLayout.endBytes) {
      $0 + $1.bytes + ArchiveLayout.centralHeaderBytes + $1.name.utf8.count
    }
    guard size <= ArchiveLayout.mostBytes else {
      throw Refusal(
        .archiveTooLarge, subject,
        "would have \(size) bytes, and at most \(ArchiveLayout.mostBytes) can be placed")
    }
  }

  /// The local header, which precedes the file.
  package func header(of entry: Entry) -> [UInt8] {
    ArchiveLayout.localHeader(
      ArchiveLayout.Entry(name: entry.name, checksum: entry.checksum, range: 0..<entry.size))
  }

  /// The central directory and the end record, which follow the last file.
  package var ending: [UInt8] {
    var central: [UInt8] = []
    var place = 0
    for entry in entries {
      let start = place + ArchiveLayout.localHeaderBytes + entry.name.utf8.count
      central += ArchiveLayout.centralHeader(
        ArchiveLayout.Entry(name: entry.name, checksum: entry.checksum, range: start..<start + entry.size))
      place = start + entry.size
    }
    return central + ArchiveLayout.end(entries: entries.count, central: place..<place + central.count)
  }
}
