/// How an archive will lie in its bytes, for who writes a large one piece by piece: ``ArchiveWriter`` without
/// the bytes.
///
///     let plan = try ArchivePlan(entries, as: "release.hybrid")
///     for entry in plan.entries { write(plan.header(of: entry)); write(contents of entry.name) }
///     write(plan.ending)
package struct ArchivePlan: Sendable {
  /// A file, by what the headers tell of it.
  package struct Entry: Hashable, Sendable {
    /// `files/3f…`.
    package var name: String
    /// In bytes.
    package var size: Int
    /// CRC-32.
    package var checksum: UInt32

    /// A file.
    package init(name: String, size: Int, checksum: UInt32) {
      (self.name, self.size, self.checksum) = (name, size, checksum)
    }

    /// Bytes of the file with its header in front.
    package var bytes: Int { ArchiveLayout.localHeaderBytes + name.utf8.count + size }
  }

  /// In order of their names.
  package let entries: [Entry]

  /// A plan for files in any order, whose names are no two alike.
  /// - Throws: As ``ArchiveWriter/finish(as:)``, but for names that are archives: a caller has only names
  ///   that we made.
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

  /// What stands in front of a file.
  package func header(of entry: Entry) -> [UInt8] {
    ArchiveLayout.localHeader(
      ArchiveLayout.Entry(name: entry.name, checksum: entry.checksum, range: 0..<entry.size))
  }

  /// What stands behind the last file.
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
