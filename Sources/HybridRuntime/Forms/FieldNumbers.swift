import HybridCSS
import HybridEncoding

/// Values of fields as numbers and back: HTML Standard §2.3.4 and §2.3.5, and the algorithms of each type.
extension InputType {
  /// The number of base units in a step: milliseconds for dates and times, months for months.
  var stepScale: Double {
    switch self {
    case .date: 86_400_000
    case .week: 604_800_000
    case .time, .localDateTime: 1000
    default: 1
    }
  }

  /// The step without the attribute, in units of ``stepScale``.
  var defaultStep: Double { self == .time || self == .localDateTime ? 60 : 1 }

  /// Where steps are counted from without `min` and `value`. Weeks begin on a Monday.
  var defaultStepBase: Double { self == .week ? -259_200_000 : 0 }

  /// The number that a valid value stands for: milliseconds since 1970 or since midnight, months since
  /// January 1970, or the number itself.
  func number(_ text: String) -> Double? {
    var reader = FieldReader(text)
    switch self {
    case .number, .range: return FieldReader.float(text)
    case .date:
      guard let day = reader.date(), reader.isAtEnd else { return nil }
      return Double(day) * 86_400_000
    case .month:
      guard let (year, month) = reader.month(), reader.isAtEnd else { return nil }
      return Double((year - 1970) * 12 + month - 1)
    case .week:
      guard let day = reader.week(), reader.isAtEnd else { return nil }
      return Double(day) * 86_400_000
    case .time:
      guard let time = reader.time(), reader.isAtEnd else { return nil }
      return time
    case .localDateTime:
      guard let day = reader.date(), reader.skip("T") || reader.skip(" "), let time = reader.time(),
        reader.isAtEnd
      else { return nil }
      return Double(day) * 86_400_000 + time
    default: return nil
    }
  }

  /// The value for a number; nil if there is none.
  func text(_ number: Double) -> String? {
    guard number.isFinite, abs(number) <= 8.64e15 else {
      return self == .number && number.isFinite ? Self.shortest(number) : nil
    }
    let days = (number / 86_400_000).rounded(.down)
    switch self {
    case .number, .range: return Self.shortest(number)
    case .date: return CivilDate(daysSince1970: Int(days)).text
    case .month:
      let months = Int(number.rounded(.down))
      let year = 1970 + Int((Double(months) / 12).rounded(.down))
      guard year > 0 else { return nil }
      return CivilDate.padded(year, 4) + "-" + CivilDate.padded(months - (year - 1970) * 12 + 1, 2)
    case .week: return CivilDate(daysSince1970: Int(days)).weekText
    case .time:
      let rest = number.truncatingRemainder(dividingBy: 86_400_000)
      return Self.time(rest < 0 ? rest + 86_400_000 : rest)
    case .localDateTime:
      return CivilDate(daysSince1970: Int(days)).text.map { $0 + "T" + Self.time(number - days * 86_400_000) }
    default: return nil
    }
  }

  private static func time(_ milliseconds: Double) -> String {
    let all = Int(milliseconds)
    var text = CivilDate.padded(all / 3_600_000, 2) + ":" + CivilDate.padded(all / 60_000 % 60, 2)
    if all % 60_000 != 0 { text += ":" + CivilDate.padded(all / 1000 % 60, 2) }
    if all % 1000 != 0 { text += "." + CivilDate.padded(all % 1000, 3) }
    return text
  }

  /// ECMA-262 §6.1.6.1.20, *Number::toString*, for whole and small numbers.
  private static func shortest(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    return "\(number)"
  }
}

extension CivilDate {
  /// The week of the day, `2024-W09` (HTML Standard §2.3.5.8).
  fileprivate var weekText: String? {
    let days = daysSince1970
    // The Thursday of a week determines its year.
    let thursday = CivilDate(daysSince1970: days - Self.weekday(days) + 3)
    guard thursday.year > 0 else { return nil }
    let first = CivilDate(year: thursday.year, month: 1, day: 1)?.daysSince1970 ?? 0
    let week = (thursday.daysSince1970 - first) / 7 + 1
    return "\(Self.padded(thursday.year, 4))-W\(Self.padded(week, 2))"
  }
}

/// Reads the parts of dates and times.
struct FieldReader {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = ArraySlice(text.utf8) }

  var isAtEnd: Bool { bytes.isEmpty }

  /// Skips one character, if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  /// A number of exactly that many digits, or of at least as many.
  private mutating func digits(_ count: Int, orMore: Bool = false) -> Int? {
    let found = bytes.prefix(while: \.isASCIIDigit)
    let taken = orMore ? found : found.prefix(count)
    guard taken.count >= count, taken.count <= 6 else { return nil }
    bytes = bytes.dropFirst(taken.count)
    return taken.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  mutating func month() -> (year: Int, month: Int)? {
    guard let year = digits(4, orMore: true), year > 0, skip("-"), let month = digits(2),
      (1...12).contains(month)
    else { return nil }
    return (year, month)
  }

  /// A date as days since 1970.
  mutating func date() -> Int? {
    guard let (year, month) = month(), skip("-"), let day = digits(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// A week as the day of its Monday.
  mutating func week() -> Int? {
    guard let year = digits(4, orMore: true), year > 0, skip("-"), skip("W"), let week = digits(2), week >= 1,
      let fourth = CivilDate(year: year, month: 1, day: 4)?.daysSince1970
    else { return nil }
    // 4 January is always in the first week.
    let monday = fourth - CivilDate.weekday(fourth) + (week - 1) * 7
    guard week <= 52 || CivilDate(daysSince1970: monday + 3).year == year, week <= 53 else { return nil }
    return monday
  }

  /// A time in milliseconds.
  mutating func time() -> Double? {
    guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60 else { return nil }
    var result = Double(hour * 60 + minute) * 60_000
    guard skip(":") else { return result }
    guard let second = digits(2), second < 60 else { return nil }
    result += Double(second) * 1000
    guard skip(".") else { return result }
    let found = bytes.prefix(while: \.isASCIIDigit)
    guard (1...3).contains(found.count) else { return nil }
    bytes = bytes.dropFirst(found.count)
    let fraction = found.reduce(0) { $0 * 10 + Int($1) - 48 }
    return result + Double(fraction) * [100, 10, 1][found.count - 1]
  }

  /// HTML Standard §2.3.4.3, *valid floating-point number*.
  static func float(_ text: String) -> Double? {
    var rest = ArraySlice(text.utf8)
    if rest.first == 45 { rest.removeFirst() }
    let whole = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = 0
    if rest.first == 46 {
      rest.removeFirst()
      fraction = rest.prefix(while: \.isASCIIDigit).count
      guard fraction > 0 else { return nil }
      rest = rest.dropFirst(fraction)
    }
    guard whole.count + fraction > 0 else { return nil }
    if let exponent = rest.first, exponent == 101 || exponent == 69 {
      rest.removeFirst()
      if let sign = rest.first, sign == 45 || sign == 43 { rest.removeFirst() }
      let digits = rest.prefix(while: \.isASCIIDigit).count
      guard digits > 0 else { return nil }
      rest = rest.dropFirst(digits)
    }
    guard rest.isEmpty else { return nil }
    // Swift reads no number that begins with its point.
    let read = Double(
      text.hasPrefix(".") ? "0" + text : text.hasPrefix("-.") ? "-0" + text.dropFirst() : text)
    return read.flatMap { $0.isFinite ? $0 : nil }
  }
}
