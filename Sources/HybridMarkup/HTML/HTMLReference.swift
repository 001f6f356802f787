import HybridEncoding

/// A character reference and where it ends.
struct HTMLReference {
  /// One code point, or two; the second is zero then.
  var scalars: (UInt32, UInt32)
  /// Behind its last byte.
  var end: Int
  var fault: HTMLSyntaxFault.Kind?
}

extension HTMLTokenizer {
  /// The reference whose `&` is at `here` (HTML Standard §13.2.5.72 to §13.2.5.80); nil when it stands for
  /// itself.
  func reference(at here: Int, inAttribute: Bool) -> HTMLReference? {
    guard here + 1 < bytes.count else { return nil }
    if bytes[here + 1] == UInt8(ascii: "#") { return numericReference(at: here) }
    guard bytes[here + 1].isASCIILetter, let found = NamedReferences.shared.longest(in: bytes, from: here + 1)
    else { return nil }
    guard !found.hasSemicolon else { return HTMLReference(scalars: found.scalars, end: found.end) }
    // In attributes "&copy=1" is part of an address.
    if inAttribute, found.end < bytes.count,
      bytes[found.end] == UInt8(ascii: "=") || bytes[found.end].isASCIIAlphanumeric
    {
      return nil
    }
    return HTMLReference(scalars: found.scalars, end: found.end, fault: .missingSemicolon)
  }

  private func numericReference(at start: Int) -> HTMLReference? {
    var here = start + 2
    let isHexadecimal = here < bytes.count && bytes[here] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { here += 1 }
    let digits = here
    var value: UInt32 = 0
    while here < bytes.count, let digit = bytes[here].digit(isHexadecimal: isHexadecimal) {
      // Beyond Unicode it stays beyond.
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
      here += 1
    }
    guard here > digits else { return nil }
    var fault: HTMLSyntaxFault.Kind?
    if here < bytes.count, bytes[here] == UInt8(ascii: ";") { here += 1 } else { fault = .missingSemicolon }
    switch value {
    case 0, 0xD800...0xDFFF, 0x110000...:
      value = 0xFFFD
      fault = .badReference
    case 0x80...0x9F:
      if let windows = Self.windows1252[Int(value) - 0x80] { value = windows }
    default: break
    }
    return HTMLReference(scalars: (value, 0), end: here, fault: fault)
  }

  /// The table of §13.2.5.80: what people mean by the numbers of C1 controls.
  private static let windows1252: [UInt32?] = [
    0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, nil,
    0x017D, nil, nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, nil, 0x017E, 0x0178,
  ]

  /// The bytes of a range as text: references resolved when `hasReferences`, CR and CR LF as LF, U+0000 as
  /// U+FFFD, ASCII letters in lower case when `isLowercased`.
  func text(
    _ range: Range<Int>, hasReferences: Bool = false, isLowercased: Bool = false, keepsNull: Bool = false
  ) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var here = range.lowerBound
    while here < range.upperBound {
      let byte = bytes[here]
      switch byte {
      case UInt8(ascii: "&") where hasReferences:
        if let reference = reference(at: here, inAttribute: true), reference.end <= range.upperBound {
          result.append(reference)
          here = reference.end
          continue
        }
        result.append(byte)
      case 0x0D:
        result.append(0x0A)
        if here + 1 < range.upperBound, bytes[here + 1] == 0x0A { here += 1 }
      case 0 where !keepsNull: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: result.append(isLowercased ? byte.asciiLowercased : byte)
      }
      here += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  mutating func append(_ reference: HTMLReference) { append(reference.scalars) }

  /// The UTF-8 of one code point, or two; a second one of zero is none.
  mutating func append(_ scalars: (UInt32, UInt32)) {
    for value in scalars.1 == 0 ? [scalars.0] : [scalars.0, scalars.1] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension UInt8 {
  fileprivate func digit(isHexadecimal: Bool) -> UInt8? {
    isHexadecimal ? hexDigitValue : isASCIIDigit ? self - 0x30 : nil
  }
}

/// The named references, found by their longest prefix.
struct NamedReferences: Sendable {
  static let shared = NamedReferences()

  private struct Entry {
    /// Where the name is in ``blob``.
    var start: Int32
    var count: UInt8
    var isKnownWithoutSemicolon: Bool
    var scalars: (UInt32, UInt32)
  }

  private let blob: [UInt8]
  private let entries: [Entry]

  private init() {
    let blob = namedCharacterReferences.withUTF8Buffer { Array($0) }
    var entries: [Entry] = []
    entries.reserveCapacity(2_200)
    for word in blob.split(separator: UInt8(ascii: " ")) {
      guard let mark = word.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "*") }) else {
        continue
      }
      let values = word[(mark + 1)...].split(separator: UInt8(ascii: ",")).map {
        UInt32(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0xFFFD
      }
      entries.append(
        Entry(
          start: Int32(word.startIndex), count: UInt8(mark - word.startIndex),
          isKnownWithoutSemicolon: word[mark] == UInt8(ascii: "*"),
          scalars: (values[0], values.count > 1 ? values[1] : 0)))
    }
    (self.blob, self.entries) = (blob, entries)
  }

  /// How many names there are, those without `;` counted too.
  var count: Int { entries.count + entries.count { $0.isKnownWithoutSemicolon } }

  /// All names, without `;`.
  var names: [String] {
    entries.map { String(decoding: blob[Int($0.start)..<Int($0.start) + Int($0.count)], as: UTF8.self) }
  }

  /// The code point of a name without `;`; nil when there is no such name.
  func scalar(named name: String) -> UInt32? {
    let bytes = Array(name.utf8) + [UInt8(ascii: ";")]
    guard let found = longest(in: bytes, from: 0), found.end == bytes.count, found.scalars.1 == 0 else {
      return nil
    }
    return found.scalars.0
  }

  /// The longest name that `bytes` has from `start` on.
  func longest(
    in bytes: [UInt8], from start: Int
  ) -> (scalars: (UInt32, UInt32), end: Int, hasSemicolon: Bool)? {
    var candidates = entries.startIndex..<entries.endIndex
    var best: (scalars: (UInt32, UInt32), end: Int, hasSemicolon: Bool)?
    var length = 0
    while start + length < bytes.count {
      let byte = bytes[start + length]
      if byte == UInt8(ascii: ";") {
        let whole = entries[candidates.lowerBound]
        if Int(whole.count) == length { return (whole.scalars, start + length + 1, true) }
        break
      }
      candidates = self.candidates(with: byte, at: length, in: candidates)
      guard !candidates.isEmpty else { break }
      length += 1
      let first = entries[candidates.lowerBound]  // the shortest one sorts first
      if Int(first.count) == length, first.isKnownWithoutSemicolon {
        best = (first.scalars, start + length, false)
      }
    }
    return best
  }

  /// The part of `range`, whose names begin alike, with `byte` at `offset`.
  private func candidates(with byte: UInt8, at offset: Int, in range: Range<Int>) -> Range<Int> {
    func firstIndex(notBelow wanted: UInt8) -> Int {
      entries[range].partitioningIndex { entry in
        (offset < entry.count ? blob[Int(entry.start) + offset] : 0) >= wanted
      }
    }
    return firstIndex(notBelow: byte)..<firstIndex(notBelow: byte + 1)
  }
}
