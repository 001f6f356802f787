import HybridEncoding

/// The encoding of a page that is not UTF-8, as far as its first bytes show it (HTML Standard
/// §13.2.3.2, *Determining the character encoding*).
enum PageEncoding {
  case utf16LittleEndian
  case utf16BigEndian
  /// Also what the labels of ISO 8859-1 and ASCII mean (Encoding Standard §4.2).
  case windows1252

  /// The name that browsers give it.
  var name: String {
    switch self {
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .windows1252: "windows-1252"
    }
  }

  /// The encoding of a byte order mark, or else the declared one; nil for UTF-8 and for encodings that are
  /// not read.
  init?(of file: [UInt8]) {
    if file.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else if file.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else if Self.declaredLabel(in: file[..<min(file.count, Self.prescanned)]).map(Self.western.contains)
      == true
    {
      self = .windows1252
    } else {
      return nil
    }
  }

  /// How many bytes are searched for a declaration.
  private static let prescanned = 1024

  /// The labels of windows-1252.
  private static let western: Set<String> = [
    "ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100",
    "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252",
    "x-cp1252",
  ]

  /// The value behind `charset=` in the first `meta` element that has one, in lower case.
  private static func declaredLabel(in bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).asciiLowercased
    var rest = text[...]
    while let tag = rest.firstRange(of: "<meta") {
      let end = rest[tag.upperBound...].firstIndex(of: ">") ?? rest.endIndex
      if let label = label(in: rest[tag.upperBound..<end]) { return label }
      rest = rest[end...]
    }
    return nil
  }

  /// HTML Standard §2.4.4, *Extracting character encodings from meta elements*.
  private static func label(in tag: Substring) -> String? {
    guard let name = tag.firstRange(of: "charset") else { return nil }
    let value = tag[name.upperBound...].drop { $0.isWhitespace }
    guard value.first == "=" else { return nil }
    let label = value.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    return String(label.prefix { !$0.isWhitespace && !"\"';/".contains($0) })
  }

  /// The characters of bytes 0x80 to 0x9F of windows-1252; all others are those of their number.
  private static let controls1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
    0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
    0x153, 0x9D, 0x17E, 0x178,
  ]

  /// The character at a place of a file, and how many bytes it takes; U+FFFD for what is none.
  func character(at index: Int, of file: [UInt8]) -> (scalar: Unicode.Scalar, length: Int) {
    let replacement = Unicode.Scalar(0xFFFD as UInt16) ?? " "
    switch self {
    case .windows1252:
      let byte = file[index]
      let code = 0x80..<0xA0 ~= byte ? Self.controls1252[Int(byte) - 0x80] : UInt16(byte)
      return (Unicode.Scalar(code) ?? replacement, 1)
    case .utf16LittleEndian, .utf16BigEndian:
      guard let first = unit(at: index, of: file) else { return (replacement, file.count - index) }
      if let scalar = Unicode.Scalar(first) { return (scalar, 2) }
      guard UTF16.isLeadSurrogate(first), let second = unit(at: index + 2, of: file),
        UTF16.isTrailSurrogate(second)
      else { return (replacement, 2) }
      return (UTF16.decode(UTF16.EncodedScalar([first, second])), 4)
    }
  }

  private func unit(at index: Int, of file: [UInt8]) -> UInt16? {
    guard index + 1 < file.count else { return nil }
    let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
    return self == .utf16LittleEndian ? second << 8 | first : first << 8 | second
  }
}
