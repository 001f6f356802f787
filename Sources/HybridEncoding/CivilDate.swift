/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the one before the year 1.
  package let year: Int
  /// 1 for January.
  package let month: Int
  /// 1 for the first day of the month.
  package let day: Int

  /// The day that many days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    // Years begin in March, so that the leap day is the last of its year, and a count of days needs no table.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Nil for a day that the month does not have.
  package init?(year: Int, month: Int, day: Int) {
    let lengths = [31, Self.isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), day >= 1, day <= lengths[month - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The number of days from 1970-01-01 to this day.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `2024-02-29`; nil before the year 1.
  package var text: String? {
    guard year > 0 else { return nil }
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// The day of the week, 0 for Monday, of the day that many days after 1970-01-01, which was a Thursday.
  package static func weekday(_ days: Int) -> Int { ((days + 3) % 7 + 7) % 7 }

  /// A number, not negative, with zeros before it up to that many digits.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
  }
}
