import HybridEncoding

/// The glyphs of a TrueType font that are made of others: OpenType 1.9, *glyf*, *Composite Glyph Table*.
///
/// Drawing one draws its parts, and theirs: a glyph that contains itself never ends, and forty glyphs of two
/// parts each have a million million letters. Such a font is refused before anything draws it.
struct CompositeGlyphs {
  private let bytes: FileBytes
  private let glyphs: Range<Int>
  private let count: Int
  /// The offset of each glyph in ``glyphs``, in four bytes or, halved, in two.
  private let offsets: Range<Int>
  private let isLong: Bool

  /// The maximum number of parts in a glyph, those of its parts included, and of glyphs in each other.
  static let partLimit = 4096
  static let depthLimit = 32

  /// Nil for a font without such glyphs.
  init?(_ tables: [UInt8]) {
    bytes = FileBytes(tables)
    guard let glyphs = bytes.table("glyf"), let offsets = bytes.table("loca"), let head = bytes.table("head"),
      let maximum = bytes.table("maxp"), let count = bytes.big(2, at: maximum.lowerBound + 4),
      let isLong = bytes.big(2, at: head.lowerBound + 50)
    else { return nil }
    (self.glyphs, self.offsets, self.isLong) = (glyphs, offsets, isLong != 0)
    self.count = count
  }

  /// - Throws: ``FontFault`` for a font with a glyph that is not to be drawn.
  /// - Complexity: O(*n*) in the number of parts.
  func check(_ format: FontFormat) throws(FontFault) {
    // The number of parts of each glyph, once it is known; -1 marks those that are being counted.
    var known: [Int: Int] = [:]
    for glyph in 0..<count where known[glyph] == nil { _ = try parts(of: glyph, 0, &known, format) }
  }

  private func parts(
    of glyph: Int, _ depth: Int, _ known: inout [Int: Int], _ format: FontFormat
  ) throws(FontFault) -> Int {
    if let parts = known[glyph] {
      guard parts >= 0 else { throw .malformed(format, "glyph \(glyph) is a part of itself") }
      return parts
    }
    let components = components(of: glyph)
    guard !components.isEmpty else { return 0 }
    guard depth < Self.depthLimit else {
      throw .malformed(format, "glyph \(glyph) is nested more than \(Self.depthLimit) levels deep")
    }
    known[glyph] = -1
    var sum = 0
    for component in components {
      sum += 1 + (try parts(of: component, depth + 1, &known, format))
      guard sum <= Self.partLimit else { throw .malformed(format, "glyph \(glyph) has too many parts") }
    }
    known[glyph] = sum
    return sum
  }

  private func components(of glyph: Int) -> [Int] {
    guard (0..<count).contains(glyph), let start = offset(of: glyph), let end = offset(of: glyph + 1),
      start + 10 <= end, end <= glyphs.count,
      let contours = bytes.big(2, at: glyphs.lowerBound + start), contours & 0x8000 != 0
    else { return [] }
    var found: [Int] = []
    var place = glyphs.lowerBound + start + 10
    let limit = glyphs.lowerBound + end
    while place + 4 <= limit, found.count <= Self.partLimit, let flags = bytes.big(2, at: place),
      let part = bytes.big(2, at: place + 2)
    {
      found.append(part)
      place += 4 + (flags & 0x1 != 0 ? 4 : 2)
      place += flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      if flags & 0x20 == 0 { break }
    }
    return found
  }

  private func offset(of glyph: Int) -> Int? {
    let size = isLong ? 4 : 2
    guard (glyph + 1) * size <= offsets.count else { return nil }
    return bytes.big(size, at: offsets.lowerBound + glyph * size).map { isLong ? $0 : $0 * 2 }
  }
}

extension FileBytes {
  /// Where a table is. OpenType 1.9, *Table Directory*.
  fileprivate func table(_ name: String) -> Range<Int>? {
    guard let count = big(2, at: 4) else { return nil }
    for record in 0..<count where tag(at: 12 + 16 * record) == name {
      guard let start = big(4, at: 20 + 16 * record), let length = big(4, at: 24 + 16 * record),
        start + length <= self.count
      else { return nil }
      return start..<start + length
    }
    return nil
  }
}
