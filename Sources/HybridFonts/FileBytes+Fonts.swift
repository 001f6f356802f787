import HybridEncoding

extension FileBytes {
  /// Four letters.
  func tag(at offset: Int) -> String? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// A number in WOFF 2.0's *UIntBase128*, at most five bytes.
  func base128(at offset: inout Int) throws(FontFault) -> Int {
    var value = 0
    for _ in 0..<5 {
      guard let byte = self[offset] else { throw .truncated(.woff2) }
      offset += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    throw .malformed(.woff2, "a length takes more than five bytes")
  }

  /// The format of a file that browsers do not take as a font, or that is none, by its first bytes.
  var otherFontFormat: String? {
    if has("ttcf", at: 0) { return "a collection of fonts" }
    let start = bytes.prefix(512).drop { $0 <= 0x20 }
    let text = String(decoding: start.prefix(5), as: UTF8.self).lowercased()
    if text.hasPrefix("<svg") || text.hasPrefix("<?xml") { return "an SVG or XML file" }
    if text.hasPrefix("<!") || text.hasPrefix("<html") { return "an HTML file" }
    if big(2, at: 34) == 0x504C { return "an EOT font" }
    if has("typ1", at: 0) || has("%!PS", at: 0) { return "a PostScript font" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a picture" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "packed with gzip" }
    if has("PK", at: 0) { return "a ZIP archive" }
    return nil
  }
}
