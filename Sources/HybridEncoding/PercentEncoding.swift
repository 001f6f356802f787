/// A set of ASCII characters.
package struct ASCIISet: Hashable, Sendable {
  // One bit for each of the first 64 and of the last 64 characters.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters of `text`, which must be ASCII.
  package init(_ text: String) {
    for byte in text.utf8 { insert(byte) }
  }

  private mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "an ASCII character")
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
  }

  /// Whether the set contains `byte`.
  package func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
  }

  /// RFC 3986 §2.3, *Unreserved Characters*: never encoded in a URL.
  package static let unreserved = ASCIISet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The unreserved characters and `/`: for a path whose segments contain no other delimiters, as AWS
  /// requires.
  package static let unreservedPath = ASCIISet(
    "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The characters that stay in the path of a file URL: all visible ones except URL Standard §1.3, *path
  /// percent-encode set*, and `\`.
  package static let fileURLPath = {
    let encoded = ASCIISet("\"#<>?^`{}\\")
    var set = ASCIISet("")
    for byte in 0x21...0x7E as ClosedRange<UInt8> where !encoded.contains(byte) { set.insert(byte) }
    return set
  }()
}

extension String {
  /// Each byte as upper-case `%XX`, except those in `kept` (RFC 3986 §2.1).
  package func percentEncoded(keeping kept: ASCIISet) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(utf8.count)
    for byte in utf8 {
      if kept.contains(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Collection<UInt8> {
  /// The bytes with each `%XX` decoded once (RFC 3986 §2.1); nil when a `%` is not followed by two digits.
  package var percentDecoded: [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var bytes = makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = bytes.next()?.hexDigitValue, let low = bytes.next()?.hexDigitValue else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  /// Like ``percentDecoded``, but as in the URL Standard §1.3: a `%` that is not followed by two digits
  /// stays.
  package var percentDecodedWherePossible: [UInt8] {
    let bytes = Array(self)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = bytes.percentEncodedByte(at: index) {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The byte that the `%XX` at `index` encodes (RFC 3986 §2.1); nil when there is no `%` with two digits.
  package func percentEncodedByte(at index: Int) -> UInt8? {
    guard self[index] == UInt8(ascii: "%"), index + 2 < endIndex,
      let high = self[index + 1].hexDigitValue, let low = self[index + 2].hexDigitValue
    else { return nil }
    return high << 4 | low
  }
}
