import HybridEncoding

/// The format of a font file.
package enum FontFormat: String, Hashable, Sendable {
  case trueType = "TrueType"
  case openType = "OpenType"
  case woff = "WOFF"
  case woff2 = "WOFF2"
}

/// The header of a font file, read without its letters.
struct FontHeader: Hashable, Sendable {
  /// The format, determined by the first bytes and not by the name.
  let format: FontFormat

  /// The maximum size of a font once it is unpacked.
  static let sizeLimit = 64 << 20
  /// The tables without which no letter can be drawn.
  static let required = ["cmap", "head", "hhea", "hmtx", "maxp"]

  /// Reads a TTF, OTF, WOFF or WOFF2, whatever the file's name.
  ///
  /// - Complexity: O(*n*) in the number of tables.
  init(reading bytes: [UInt8]) throws(FontFault) {
    guard !bytes.isEmpty else { throw .empty }
    let reader = FileBytes(bytes)
    if bytes.starts(with: [0, 1, 0, 0]) || reader.has("true", at: 0) {
      format = .trueType
      try Self.readTables(reader, .trueType)
    } else if reader.has("OTTO", at: 0) {
      format = .openType
      try Self.readTables(reader, .openType)
    } else if reader.has("wOFF", at: 0) {
      format = .woff
      try Self.readWOFF(reader)
    } else if reader.has("wOF2", at: 0) {
      format = .woff2
      try Self.readWOFF2(reader)
    } else {
      throw .unknownFormat(name: reader.otherFontFormat)
    }
  }

  /// OpenType 1.9, *Table Directory*: where each table is.
  private static func readTables(_ bytes: FileBytes, _ format: FontFormat) throws(FontFault) {
    guard let count = bytes.big(2, at: 4) else { throw .truncated(format) }
    var names: Set<String> = []
    for index in 0..<count {
      let record = 12 + 16 * index
      guard let tag = bytes.tag(at: record), let start = bytes.big(4, at: record + 8),
        let length = bytes.big(4, at: record + 12), start + length <= bytes.count
      else { throw .truncated(format) }
      names.insert(tag)
    }
    try check(names, format)
  }

  /// WOFF 1.0 §3 and §4.
  private static func readWOFF(_ bytes: FileBytes) throws(FontFault) {
    guard let length = bytes.big(4, at: 8), let count = bytes.big(2, at: 12), length <= bytes.count else {
      throw .truncated(.woff)
    }
    var names: Set<String> = []
    var size = 12 + 16 * count
    for index in 0..<count {
      let record = 44 + 20 * index
      guard let tag = bytes.tag(at: record), let start = bytes.big(4, at: record + 4),
        let packed = bytes.big(4, at: record + 8), let unpacked = bytes.big(4, at: record + 12),
        start + packed <= bytes.count
      else { throw .truncated(.woff) }
      names.insert(tag)
      size += unpacked
    }
    guard size <= sizeLimit else { throw .tooLarge(bytes: size) }
    try check(names, .woff)
  }

  /// WOFF 2.0 §4.1 and §5: the directory has the sizes of the tables before they are unpacked.
  private static func readWOFF2(_ bytes: FileBytes) throws(FontFault) {
    guard let length = bytes.big(4, at: 8), let count = bytes.big(2, at: 12),
      let total = bytes.big(4, at: 16), let packed = bytes.big(4, at: 20), length <= bytes.count
    else { throw .truncated(.woff2) }
    guard total <= sizeLimit else { throw .tooLarge(bytes: total) }
    var offset = 48
    var names: Set<String> = []
    var size = 0
    for _ in 0..<count {
      guard let flags = bytes[offset] else { throw .truncated(.woff2) }
      offset += 1
      let number = Int(flags & 0x3F)
      var tag = number < knownTags.count ? knownTags[number] : ""
      if number == 63 {
        guard let own = bytes.tag(at: offset) else { throw .truncated(.woff2) }
        tag = own
        offset += 4
      }
      names.insert(tag)
      var length = try bytes.base128(at: &offset)
      // The null transform has another number for these two.
      let isTransformed = tag == "glyf" || tag == "loca" ? flags >> 6 != 3 : flags >> 6 != 0
      if isTransformed { length = max(length, try bytes.base128(at: &offset)) }
      size += length
      guard size <= sizeLimit else { throw .tooLarge(bytes: size) }
    }
    guard offset + packed <= bytes.count else { throw .truncated(.woff2) }
    try check(names, .woff2)
  }

  private static func check(_ names: Set<String>, _ format: FontFormat) throws(FontFault) {
    guard let missing = required.first(where: { !names.contains($0) }) else { return }
    throw .malformed(format, "it has no table '\(missing)'")
  }

  /// The tags that WOFF 2.0 §5.1 has numbers for, as far as ``required`` and the transforms need them.
  private static let knownTags = [
    "cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm",
    "glyf", "loca",
  ]
}
