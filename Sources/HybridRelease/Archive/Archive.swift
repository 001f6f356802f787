/// A `.hybrid` archive that was read and found to be exactly what ``ArchiveWriter`` makes of its files.
///
/// Nothing is unpacked: entries are stored, so each is a range of the bytes. Nothing is allocated by what the
/// archive says of itself before that was held against the bytes that are there.
///
/// What this does not check is whether the files are those of a release: signatures and the digests of the
/// manifest say that.
package struct Archive: ReleaseSource {
  /// All of it.
  package let bytes: [UInt8]
  /// Of its files, in order of their bytes.
  package let names: [String]
  private let ranges: [String: Range<Int>]

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - subject: Its name for messages.
  ///   - limits: How many files and bytes it may have.
  /// - Throws: A ``Refusal`` with an `archive.…` or `name.…` code.
  /// - Complexity: O(*n*) in the bytes: each is read once, for the checksums.
  package init(
    _ bytes: [UInt8], as subject: String, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    let reader = ArchiveReader(bytes: bytes, subject: subject, limits: limits)
    let entries = try reader.entries()
    self.bytes = bytes
    names = entries.map(\.name)
    ranges = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.range) })
  }

  /// Where a file lies in ``bytes``; nil when there is none of this name.
  package func range(of name: String) -> Range<Int>? { ranges[name] }

  /// A copy of a file; nil when there is none of this name.
  package func bytes(of name: String) -> [UInt8]? { ranges[name].map { Array(bytes[$0]) } }

  package func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard let range = ranges[path] else {
      throw Refusal(.fileMissing, path, "is not in the archive")
    }
    guard range.count <= limit else {
      throw Refusal(.fileWrongSize, path, "has \(range.count) bytes, and at most \(limit) are read")
    }
    return Array(bytes[range])
  }
}
