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
      year >= 1970, (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24,
      minute < 60, second < 60
    else { return nil }
    let days = Self.days(before: year, month, day)
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  package var description: String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    var year = 1970 + days / 366
    while Self.days(before: year + 1, 1, 1) <= days { year += 1 }
    var month = 1
    while month < 12, Self.days(before: year, month + 1, 1) <= days { month += 1 }
    let day = days - Self.days(before: year, month, 1) + 1
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  package static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The number of days from 1970-01-01 to a date.
  private static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
    let last = year - 1
    var days =
      365 * (year - 1970) + (last / 4 - last / 100 + last / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    for earlier in 1..<month { days += Self.days(in: earlier, of: year) }
    return days + day - 1
  }
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
