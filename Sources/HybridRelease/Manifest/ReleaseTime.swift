import HybridEncoding

/// A time in a statement: RFC 3339 in UTC with whole seconds, such as `2026-11-22T14:00:00Z`.
package struct ReleaseTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX).
  package var seconds: Int

  /// Creates a time.
  package init(seconds: Int) { self.seconds = seconds }

  /// Parses exactly that form, for the years 1970 to 9999; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
      bytes[16] == 0x3A, bytes[19] == 0x5A
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte.isASCIIDigit else { return nil }
        value = 10 * value + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      year >= 1970, let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
  }

  package var description: String {
    let rest = seconds % 86_400
    let date = CivilDate(daysSince1970: seconds / 86_400)
    func two(_ number: Int) -> String { CivilDate.padded(number, 2) }
    return "\(date.text ?? "")T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  package static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }
}

extension ReleaseTime {
  /// The format of HTTP and Rexxar (RFC 9110 §5.6.7, formerly RFC 1123): `Sun, 22 Nov 2026 14:00:00 GMT`.
  package var httpDate: String {
    let text = Array(description)
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    // 1970-01-01 was a Thursday.
    let day = days[((seconds / 86_400) % 7 + 7) % 7]
    let month = months[(Int(String(text[5...6])) ?? 1) - 1]
    return "\(day), \(String(text[8...9])) \(month) \(String(text[0...3])) \(String(text[11...18])) GMT"
  }
}
