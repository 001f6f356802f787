/// The byte layout of an archive: the subset of PKWARE's APPNOTE 6.3.10 that `.hybrid` archives use.
///
/// The same entries produce the same bytes everywhere: names in byte order, contents stored, times set to
/// zip's earliest time, regular files with mode 0644, no extra fields, no comments, no data descriptors.
/// Reader and writer share these headers, and the reader accepts no others, so that no two readers can
/// interpret an archive differently.
enum ArchiveLayout {
  /// The size without the name (§4.3.7).
  static let localHeaderBytes = 30
  /// The size without the name (§4.3.12).
  static let centralHeaderBytes = 46
  /// The size (§4.3.16).
  static let endBytes = 22

  static let localSignature: UInt32 = 0x0403_4B50
  static let centralSignature: UInt32 = 0x0201_4B50
  static let endSignature: UInt32 = 0x0605_4B50

  /// More entries need the 64-bit form, which the value 0xFFFF announces.
  static let mostEntries = 0xFFFE
  /// The maximum size with 32-bit offsets.
  static let mostBytes = 0xFFFF_FFFE

  /// A file in an archive.
  struct Entry {
    var name: String
    var checksum: UInt32
    /// The range of the contents in the archive.
    var range: Range<Int>

    /// The offset of its local header.
    var offset: Int { range.lowerBound - ArchiveLayout.localHeaderBytes - name.utf8.count }
  }

  /// The local header (§4.3.7), with the name.
  static func localHeader(_ entry: Entry) -> [UInt8] {
    var header: [UInt8] = []
    header.reserveCapacity(localHeaderBytes + entry.name.utf8.count)
    header.append(localSignature)
    appendCommon(entry, to: &header)
    header += entry.name.utf8
    return header
  }

  /// The central directory header (§4.3.12), with the name.
  static func centralHeader(_ entry: Entry) -> [UInt8] {
    var header: [UInt8] = []
    header.reserveCapacity(centralHeaderBytes + entry.name.utf8.count)
    header.append(centralSignature)
    header.append(UInt16(3 << 8 | 10))  // made on Unix, so that the mode below applies; by version 1.0
    appendCommon(entry, to: &header)
    header.append(UInt16(0))  // comment
    header.append(UInt16(0))  // disk
    header.append(UInt16(0))  // internal attributes: not marked as text
    header.append(UInt32(0o100644) << 16)  // a regular file, rw-r--r--
    header.append(UInt32(entry.offset))
    header += entry.name.utf8
    return header
  }

  /// The fields that both headers share, from *version needed to extract* to *extra field length*.
  private static func appendCommon(_ entry: Entry, to header: inout [UInt8]) {
    header.append(UInt16(10))  // needs version 1.0
    header.append(UInt16(0x0800))  // the name is UTF-8
    header.append(UInt16(0))  // stored
    header.append(UInt16(0))  // 00:00:00
    header.append(UInt16(1 << 5 | 1))  // 1980-01-01
    header.append(entry.checksum)
    header.append(UInt32(entry.range.count))
    header.append(UInt32(entry.range.count))
    header.append(UInt16(entry.name.utf8.count))
    header.append(UInt16(0))  // extra field
  }

  /// The end record (§4.3.16), without a comment.
  static func end(entries: Int, central: Range<Int>) -> [UInt8] {
    var end: [UInt8] = []
    end.append(endSignature)
    end.append(UInt16(0))  // this disk
    end.append(UInt16(0))  // offset of the central directory
    end.append(UInt16(entries))
    end.append(UInt16(entries))
    end.append(UInt32(central.count))
    end.append(UInt32(central.lowerBound))
    end.append(UInt16(0))  // comment
    return end
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  fileprivate mutating func append(_ value: UInt32) {
    append(UInt16(truncatingIfNeeded: value))
    append(UInt16(truncatingIfNeeded: value >> 16))
  }
}
