import HybridEncoding

/// A 128-bit hash of some bytes: equal bytes have equal hashes, in every run and on every machine.
///
/// It distinguishes a save that changed something from one that did not, and one revision of a unit from the
/// next. It is not cryptographic: a release signs SHA-256 (HybridRelease), never this.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The hash of `bytes`.
  /// - Complexity: O(*n*), about a gigabyte in a second.
  public init(_ bytes: [UInt8]) {
    var hasher = ContentHasher()
    hasher.combine(bytes)
    self = hasher.finalize()
  }

  /// The hash with this ``description``; nil for anything but 32 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 32, let bytes = [UInt8](lowerHex: text) else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: word(bytes[..<8]), low: word(bytes[8...]))
  }

  /// The 16 bytes, most significant first.
  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// 32 hexadecimal digits.
  public var description: String { high.lowerHex(digits: 16) + low.lowerHex(digits: 16) }
}

/// Feeds several pieces into one ``ContentHash``. Every piece includes its length, so "ab" + "c" differs from
/// "a" + "bc".
package struct ContentHasher {
  // Two lanes of multiply-and-fold over 8 bytes at a time; the odd constants are digits of pi and of the
  // golden ratio.
  private var first: UInt64 = 0x2436_A885_A308_D313
  private var second: UInt64 = 0x1319_8A2E_0370_7345

  /// An empty hasher.
  package init() {}

  /// Feeds a number.
  package mutating func combine(_ word: UInt64) {
    first = Self.fold(first ^ word, 0x9E37_79B9_7F4A_7C15)
    second = Self.fold(second &+ word, 0xA409_3822_299F_31D1) ^ first
  }

  /// Feeds another hash.
  package mutating func combine(_ hash: ContentHash) {
    combine(hash.high)
    combine(hash.low)
  }

  /// Feeds bytes.
  package mutating func combine(_ bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    let span = bytes.span
    var index = 0
    while index + 8 <= span.count {
      var word: UInt64 = 0
      for shift in 0..<8 { word |= UInt64(span[index + shift]) &<< UInt64(shift &* 8) }
      combine(word)
      index += 8
    }
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while index < span.count {
      word |= UInt64(span[index]) &<< shift
      shift += 8
      index += 1
    }
    combine(word)
  }

  /// Feeds the UTF-8 of `text`.
  package mutating func combine(_ text: String) { combine(Array(text.utf8)) }

  /// The hash of everything fed in.
  package func finalize() -> ContentHash {
    let high = Self.fold(first ^ 0xC0AC_29B7_C97C_50DD, second | 1)
    let low = Self.fold(second ^ 0x3F84_D5B5_B547_0917, first | 1)
    return ContentHash(high: high, low: low)
  }

  /// Both halves of the 128-bit product, folded together, so that every input bit affects every output bit.
  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
