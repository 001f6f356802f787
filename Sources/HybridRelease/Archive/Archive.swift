/// A validated `.hybrid` archive: its bytes are exactly those that ``ArchiveWriter`` creates from its files.
///
/// Nothing is unpacked: entries are stored, so each file is a range of the bytes. No size that the archive
/// declares leads to an allocation before it was checked against the actual bytes.
///
/// The reader does not check whether the files belong to a release: signatures and the digests of the
/// manifest do that.
package struct Archive: ReleaseSource {
  /// The whole archive.
  package let bytes: [UInt8]
  /// The names of its files, in byte order.
  package let names: [String]
  private let ranges: [String: Range<Int>]

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - subject: The archive's name in messages.
  ///   - limits: The maximum number and size of its files.
  /// - Throws: A ``Refusal`` with an `archive.…` or `name.…` code.
  /// - Complexity: O(*n*) in the size: each byte is read once, for the checksums.
  package init(
    _ bytes: [UInt8], as subject: String, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    let reader = ArchiveReader(bytes: bytes, subject: subject, limits: limits)
    let entries = try reader.entries()
    self.bytes = bytes
    names = entries.map(\.name)
    ranges = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.range) })
  }

  /// The range of a file in ``bytes``; nil when there is no file of this name.
  package func range(of name: String) -> Range<Int>? { ranges[name] }

  /// A copy of a file; nil when there is no file of this name.
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
