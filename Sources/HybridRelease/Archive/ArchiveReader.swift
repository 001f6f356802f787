import HybridEncoding

/// Parses an archive from its end: end record, central directory, and for each entry its local header.
///
/// Checks for likely attacks come before checks of the exact form, so that a refusal names the most serious
/// problem.
struct ArchiveReader {
  let bytes: [UInt8]
  let subject: String
  let limits: ReleaseLimits

  /// The files, in order of their names.
  func entries() throws(Refusal) -> [ArchiveLayout.Entry] {
    // Names, headers and statements add to the size of the files.
    let mostBytes = min(limits.totalBytes + limits.releaseBytes + (64 << 20), ArchiveLayout.mostBytes)
    guard bytes.count <= mostBytes else {
      throw Refusal(.archiveTooLarge, subject, "has \(bytes.count) bytes, and at most \(mostBytes) are read")
    }
    let (count, central) = try end()
    var entries: [ArchiveLayout.Entry] = []
    entries.reserveCapacity(count)
    var position = 0
    var place = central.lowerBound
    for _ in 0..<count {
      let entry = try entry(at: &place, expectedAt: position, before: central)
      position = entry.range.upperBound
      entries.append(entry)
    }
    guard place == central.upperBound else { throw stray("behind the central directory") }
    guard position == central.lowerBound else { throw stray("between the files and the central directory") }
    try checkFileNames(entries.map(\.name), of: subject)
    for (one, other) in zip(entries, entries.dropFirst())
    where !one.name.utf8.lexicographicallyPrecedes(other.name.utf8) {
      throw fault("has its files out of order: '\(other.name)' behind '\(one.name)'")
    }
    for entry in entries {
      try refuseNested(entry.name, bytes, in: entry.range, of: subject)
      guard CRC32.checksum(bytes, in: entry.range) == entry.checksum else {
        throw Refusal(
          .archiveChecksum, subject, "'\(entry.name)' has not the checksum that the archive tells")
      }
    }
    try checkHeaders(of: entries, central: central)
    return entries
  }

  /// Refuses headers whose bytes differ from the writer's: another time, mode or version, or a local header
  /// that contradicts the central directory.
  private func checkHeaders(of entries: [ArchiveLayout.Entry], central: Range<Int>) throws(Refusal) {
    var place = central.lowerBound
    for entry in entries {
      let header = ArchiveLayout.centralHeader(entry)
      guard bytes[entry.offset..<entry.range.lowerBound].elementsEqual(ArchiveLayout.localHeader(entry)),
        bytes[place..<place + header.count].elementsEqual(header)
      else { throw fault("'\(entry.name)' has a header that 'hybrid package' never writes") }
      place += header.count
    }
  }

  // MARK: End record

  /// The number of entries and the range of the central directory, which lies right before the end record,
  /// which ends the bytes.
  private func end() throws(Refusal) -> (count: Int, central: Range<Int>) {
    let start = bytes.count - ArchiveLayout.endBytes
    guard start >= 0, u32(start) == ArchiveLayout.endSignature else { throw faultOfEnd() }
    let (count, size, offset) = (u16(start + 10), u32(start + 12), u32(start + 16))
    guard count <= ArchiveLayout.mostEntries, size < UInt32.max, offset < UInt32.max else {
      throw Refusal(.archiveTooLarge, subject, "is in the 64-bit form, which is for more than is ever taken")
    }
    // Besides the files of the release, each key set adds a statement and a signature file.
    guard count <= limits.files + 10_000 else {
      throw Refusal(.archiveTooLarge, subject, "has \(count) files, and at most \(limits.files) are taken")
    }
    guard u16(start + 20) == 0 else { throw stray("in a comment") }
    let (central, end) = (Int(offset), Int(offset) + Int(size))  // both below 2^33
    guard end >= start else { throw stray("before the archive, or before its end") }
    guard end == start else { throw truncated("\(end - start) bytes are missing before its end") }
    guard count * ArchiveLayout.centralHeaderBytes <= Int(size) else {
      throw fault("has a central directory too small for \(count) files")
    }
    guard bytes[start...].elementsEqual(ArchiveLayout.end(entries: count, central: central..<end)) else {
      throw fault("is part of a split archive, or has a wrong file count")
    }
    return (count, central..<end)
  }

  /// Why the bytes do not end with an end record.
  private func faultOfEnd() -> Refusal {
    let start = Array(bytes.prefix(4))
    let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
    // A comment, or other data, after the end record: zip allows at most 65,535 bytes of comment. that.
    var place = bytes.count - ArchiveLayout.endBytes - 1
    let first = max(0, place - 0xFFFF)
    while place >= first {
      if u32(place) == ArchiveLayout.endSignature { return stray("behind its end") }
      place -= 1
    }
    return signatures.contains { $0.starts(with: start) || start == $0 }
      ? truncated("its end record is missing") : fault("is not a zip file")
  }

  // MARK: Entries

  /// Reads one entry of the central directory, advances `place` past it, and checks it against its local
  /// header at `position`.
  private func entry(
    at place: inout Int, expectedAt position: Int, before central: Range<Int>
  ) throws(Refusal) -> ArchiveLayout.Entry {
    guard central.upperBound - place >= ArchiveLayout.centralHeaderBytes else {
      throw fault("has a central directory that ends within an entry")
    }
    guard u32(place) == ArchiveLayout.centralSignature else {
      throw fault("has something else in its central directory")
    }
    let (madeBy, flags, method) = (u16(place + 4), u16(place + 8), u16(place + 10))
    let (packed, size, offset) = (u32(place + 20), u32(place + 24), u32(place + 42))
    let (nameCount, extra, comment) = (u16(place + 28), u16(place + 30), u16(place + 32))
    let mode = u32(place + 38) >> 16
    let nameStart = place + ArchiveLayout.centralHeaderBytes
    guard nameCount + extra + comment <= central.upperBound - nameStart else {
      throw fault("has a central directory that ends within a name")
    }
    guard let name = String(validating: bytes[nameStart..<nameStart + nameCount], as: UTF8.self) else {
      throw fault("has a name that is not UTF-8")
    }
    place = nameStart + nameCount
    if let detail = faultOfFileName(name), !name.hasSuffix("/") {
      throw Refusal(.nameUnsafe, subject, "the name '\(name.shown)' \(detail)")
    }
    let quoted = "'\(name.shown)'"
    guard !name.hasSuffix("/"), madeBy >> 8 != 3 || mode & 0o170000 == 0o100000 || mode & 0o170000 == 0 else {
      throw Refusal(.archiveNotFile, subject, "\(quoted) is not a regular file")
    }
    guard flags & (1 << 0 | 1 << 6 | 1 << 13) == 0 else {
      throw Refusal(.archiveCompressed, subject, "\(quoted) is encrypted")
    }
    guard method == 0 else {
      throw Refusal(
        .archiveCompressed, subject,
        "\(quoted) is compressed (method \(method), \(packed) bytes for \(size)); files are stored here")
    }
    guard packed == size else { throw fault("\(quoted) is stored, and has two sizes") }
    guard flags & 1 << 3 == 0 else { throw stray("as a data descriptor behind \(quoted)") }
    guard extra == 0, comment == 0 else { throw stray("as an extra field or a comment of \(quoted)") }
    guard Int(size) <= limits.fileBytes else {
      throw Refusal(
        .archiveTooLarge, subject, "\(quoted) has \(size) bytes, and at most \(limits.fileBytes) are taken")
    }

    guard Int(offset) >= position else {
      throw Refusal(.archiveOverlap, subject, "\(quoted) shares bytes with the file before it")
    }
    guard Int(offset) == position else { throw stray("before \(quoted)") }
    let start = position + ArchiveLayout.localHeaderBytes + nameCount
    guard start + Int(size) <= central.lowerBound else {
      throw Refusal(.archiveOverlap, subject, "\(quoted) shares bytes with the central directory")
    }
    let entry = ArchiveLayout.Entry(
      name: name, checksum: u32(place - nameCount - ArchiveLayout.centralHeaderBytes + 16),
      range: start..<start + Int(size))
    return entry
  }

  // MARK: Words

  private func fault(_ detail: String) -> Refusal { Refusal(.archiveMalformed, subject, detail) }

  private func truncated(_ detail: String) -> Refusal { Refusal(.archiveTruncated, subject, detail) }

  private func stray(_ place: String) -> Refusal {
    Refusal(.archiveStrayBytes, subject, "has bytes that belong to nothing \(place)")
  }

  // MARK: Numbers, low byte first; the caller has checked that they are there

  private func u16(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

  private func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
}
