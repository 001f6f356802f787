internal import CFreeType

/// A font file that can be used: its tables as TrueType or OpenType, whatever its format.
///
///     let font = try FontFile(reading: bytes)
///     font.tables.count
///
/// FreeType opens the file and unpacks WOFF and WOFF2. Whatever it refuses is no font, and neither is one
/// whose letters would take for ever to draw. Nothing is shared between two calls: any thread may read.
package struct FontFile: Sendable {
  /// The format of the file.
  package let format: FontFormat
  /// The unpacked file.
  package let tables: [UInt8]

  /// Reads a TTF, OTF, WOFF or WOFF2, whatever the file's name.
  ///
  /// - Throws: ``FontFault`` for a file that is none of these, or damaged.
  package init(reading bytes: [UInt8]) throws(FontFault) {
    format = try FontHeader(reading: bytes).format
    tables = try Self.unpacked(bytes, format)
    try CompositeGlyphs(tables)?.check(format)
  }

  private static func unpacked(_ bytes: [UInt8], _ format: FontFormat) throws(FontFault) -> [UInt8] {
    guard let freeType = FreeType.loaded else { throw .libraryMissing }
    var result: [UInt8]?
    bytes.withUnsafeBufferPointer { file in
      var library: UnsafeMutableRawPointer?
      guard freeType.Init_FreeType(&library) == 0, let library else { return }
      defer { _ = freeType.Done_FreeType(library) }
      var face: UnsafeMutableRawPointer?
      guard freeType.New_Memory_Face(library, file.baseAddress, file.count, 0, &face) == 0, let face else {
        return
      }
      defer { _ = freeType.Done_Face(face) }
      guard format == .woff || format == .woff2 else {
        result = bytes
        return
      }
      var length: UInt = 0
      guard freeType.Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length > 0,
        length <= FontHeader.sizeLimit
      else { return }
      result = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        count =
          freeType.Load_Sfnt_Table(face, 0, 0, buffer.baseAddress, &length) == 0
          ? min(Int(length), buffer.count) : 0
      }
    }
    guard let result, !result.isEmpty else { throw .malformed(format, "its tables cannot be read") }
    return result
  }
}

/// FreeType's functions, found once.
private enum FreeType {
  /// Nil if the library is missing.
  static let loaded: HybridFreeType? = {
    var functions = HybridFreeType()
    return hybrid_freetype_load(&functions) == nil ? functions : nil
  }()
}
