import HybridEncoding

extension Origin {
  /// An IPv6 address as RFC 5952 §4 writes it; nil if it is not an IPv6 address, or has a zone.
  static func ipv6(_ text: Substring) -> String? {
    guard let pieces = pieces(ofIPv6: text) else { return nil }
    // §4.2: the first of the longest runs of at least two zeros is left out.
    var run = 0..<0
    var start = 0
    while start < 8 {
      let end = pieces[start...].firstIndex { $0 != 0 } ?? 8
      if end - start > max(1, run.count) { run = start..<end }
      start = max(end, start + 1)
    }
    func words(_ range: Range<Int>) -> String {
      pieces[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    if run.isEmpty { return words(0..<8) }
    let address = words(0..<run.lowerBound) + "::" + words(run.upperBound..<8)
    // §5: the last half of an address that stands for an IPv4 address is written like one.
    guard pieces[..<5].allSatisfy({ $0 == 0 }), pieces[5] == 0xFFFF else { return address }
    return "::ffff:\(pieces[6] >> 8).\(pieces[6] & 255).\(pieces[7] >> 8).\(pieces[7] & 255)"
  }

  /// The eight 16-bit pieces of an address in any of the forms of RFC 4291 §2.2.
  private static func pieces(ofIPv6 text: Substring) -> [UInt16]? {
    guard text.utf8.count <= 45 else { return nil }
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, let before = words(halves[0], isLast: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return before.count == 8 ? before : nil }
    guard let after = words(halves[1], isLast: true), before.count + after.count <= 7 else { return nil }
    return before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after
  }

  /// Pieces divided by colons; the last one may be an IPv4 address.
  private static func words(_ text: Substring, isLast: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var result: [UInt16] = []
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, word) in words.enumerated() {
      if isLast, index == words.count - 1, let address = ipv4(String(word)) {
        let bytes = address.split(separator: ".").compactMap { UInt16($0) }
        result += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
      } else {
        // `UInt16` takes a sign as well.
        guard (1...4).contains(word.utf8.count), word.utf8.allSatisfy({ $0.hexDigitValue != nil }),
          let value = UInt16(word, radix: 16)
        else { return nil }
        result.append(value)
      }
    }
    return result
  }
}
