/// The characters of a Chinese longhand style. CSS Counter Styles 3 §7.1.2, *Chinese Longhand Counter
/// Styles*.
package struct ChineseNumerals: Hashable, Sendable {
  /// From zero to nine.
  private let digits: [Character]
  /// After tens, hundreds and thousands.
  private let markers: [Character]
  /// Whether ten to nineteen begin with the marker of tens.
  private let isInformal: Bool

  static let simplifiedInformal = ChineseNumerals("零一二三四五六七八九", "十百千", isInformal: true)
  static let simplifiedFormal = ChineseNumerals("零壹贰叁肆伍陆柒捌玖", "拾佰仟", isInformal: false)
  static let traditionalInformal = ChineseNumerals("零一二三四五六七八九", "十百千", isInformal: true)
  static let traditionalFormal = ChineseNumerals("零壹貳參肆伍陸柒捌玖", "拾佰仟", isInformal: false)

  private init(_ digits: String, _ markers: String, isInformal: Bool) {
    self.digits = Array(digits)
    self.markers = Array(markers)
    self.isInformal = isInformal
  }

  /// A value from 0 to 9999.
  func text(of value: Int) -> String? {
    guard (0...9999).contains(value) else { return nil }
    if value == 0 { return String(digits[0]) }
    var text = ""
    var hasGap = false
    var divisor = 1000
    for place in [3, 2, 1, 0] {
      let digit = value / divisor % 10
      divisor /= 10
      if digit == 0 {
        // Zeros count between other digits only, and a run of zeros counts as one.
        hasGap = !text.isEmpty
        continue
      }
      if hasGap { text.append(digits[0]) }
      hasGap = false
      let isTeen = isInformal && place == 1 && value < 20
      if !isTeen { text.append(digits[digit]) }
      if place > 0 { text.append(markers[place - 1]) }
    }
    return text
  }
}

/// A positive value in Ethiopic numerals. CSS Counter Styles 3 §7.2, *Ethiopic Numeric Counter Style*.
func ethiopicText(of value: Int) -> String? {
  guard value > 0 else { return nil }
  func character(_ scalar: Int) -> Character { Character(Unicode.Scalar(UInt32(scalar)) ?? " ") }
  if value == 1 { return String(character(0x1369)) }
  var groups: [Int] = []
  var rest = value
  while rest > 0 {
    groups.append(rest % 100)
    rest /= 100
  }
  var text = ""
  for (index, group) in groups.enumerated().reversed() {
    let isOdd = index % 2 == 1
    let hidesDigits = group == 0 || group == 1 && (index == groups.count - 1 || isOdd)
    if !hidesDigits {
      if group >= 10 { text.append(character(0x1372 + group / 10 - 1)) }
      if group % 10 > 0 { text.append(character(0x1369 + group % 10 - 1)) }
    }
    if isOdd {
      if group != 0 { text.append(character(0x137B)) }
    } else if index > 0 {
      text.append(character(0x137C))
    }
  }
  return text
}
