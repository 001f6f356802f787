import Testing

@testable import HybridCSS

/// CSS Counter Styles 3: what counters look like.
@Suite struct CounterStyleTests {
  @Test(arguments: [
    ("decimal", 0, "0"), ("decimal", -7, "-7"), ("decimal", 1234, "1234"),
    ("decimal-leading-zero", 1, "01"), ("decimal-leading-zero", -1, "-1"),
    ("decimal-leading-zero", 0, "00"),
    ("decimal-leading-zero", 100, "100"), ("arabic-indic", 12, "١٢"), ("bengali", 90, "৯০"),
    ("cambodian", 10, "១០"), ("khmer", 10, "១០"), ("devanagari", 45, "४५"), ("gujarati", 8, "૮"),
    ("gurmukhi", 3, "੩"), ("kannada", 6, "೬"), ("lao", 5, "໕"), ("malayalam", 7, "൭"),
    ("mongolian", 12, "᠑᠒"),
    ("myanmar", 19, "၁၉"), ("oriya", 4, "୪"), ("persian", 46, "۴۶"), ("tamil", 2, "௨"),
    ("telugu", 10, "౧౦"),
    ("thai", 25, "๒๕"), ("tibetan", 9, "༩"), ("cjk-decimal", 120, "一二〇"), ("cjk-decimal", -1, "-1"),
  ])
  func numericStyles(_ name: String, _ value: Int, _ text: String) {
    #expect(CounterStyles().text(of: value, in: name) == text)
  }

  @Test(arguments: [
    ("lower-alpha", 1, "a"), ("lower-alpha", 26, "z"), ("lower-alpha", 27, "aa"),
    ("lower-alpha", 702, "zz"),
    ("lower-alpha", 703, "aaa"), ("lower-alpha", 0, "0"), ("lower-alpha", -2, "-2"),
    ("upper-latin", 28, "AB"),
    ("lower-greek", 24, "ω"), ("lower-greek", 18, "σ"), ("lower-greek", 25, "αα"), ("hiragana", 48, "ん"),
    ("hiragana", 49, "ああ"), ("hiragana-iroha", 47, "す"), ("katakana", 2, "イ"), ("katakana-iroha", 47, "ス"),
    ("hangul", 14, "하"), ("hangul-consonant", 1, "ㄱ"), ("disc", 5, "•"), ("circle", -3, "◦"),
    ("square", 0, "■"),
    ("disclosure-open", 1, "▾"), ("disclosure-closed", 1, "▸"), ("cjk-earthly-branch", 12, "亥"),
    ("cjk-earthly-branch", 13, "一三"), ("cjk-heavenly-stem", 1, "甲"), ("cjk-heavenly-stem", 0, "〇"),
    ("cjk-heavenly-stem", -1, "-1"),
  ])
  func alphabeticAndFixedStyles(_ name: String, _ value: Int, _ text: String) {
    #expect(CounterStyles().text(of: value, in: name) == text)
  }

  @Test(arguments: [
    ("lower-roman", 3999, "mmmcmxcix"), ("upper-roman", 1994, "MCMXCIV"), ("upper-roman", 0, "0"),
    ("upper-roman", 4000, "4000"), ("armenian", 9999, "ՔՋՂԹ"), ("upper-armenian", 1, "Ա"),
    ("lower-armenian", 6, "զ"), ("lower-armenian", 1500, "ռշ"), ("armenian", 10000, "10000"),
    ("georgian", 19999, "ჵჰშჟთ"), ("georgian", 20000, "20000"), ("hebrew", 15, "טו"), ("hebrew", 16, "טז"),
    ("hebrew", 18, "יח"), ("hebrew", 115, "קטו"), ("hebrew", 999, "תתקצט"), ("hebrew", 1000, "א׳"),
    ("hebrew", 10999, "י׳תתקצט"), ("hebrew", 11000, "11000"),
  ])
  func additiveStyles(_ name: String, _ value: Int, _ text: String) {
    #expect(CounterStyles().text(of: value, in: name) == text)
  }

  @Test(arguments: [
    ("japanese-informal", 0, "〇"), ("japanese-informal", 1111, "千百十一"),
    ("japanese-informal", 9999, "九千九百九十九"),
    ("japanese-informal", -1, "マイナス一"), ("japanese-informal", 10000, "一〇〇〇〇"),
    ("japanese-formal", 1234, "壱阡弐百参拾四"), ("japanese-formal", 0, "零"),
    ("korean-hangul-formal", 1011, "일천일십일"), ("korean-hangul-formal", -3, "마이너스 삼"),
    ("korean-hanja-informal", 110, "百十"), ("korean-hanja-formal", 2010, "貳仟一拾".replacing("一", with: "壹")),
    ("simp-chinese-informal", 10, "十"), ("simp-chinese-informal", 19, "十九"),
    ("simp-chinese-informal", 20, "二十"), ("simp-chinese-informal", 110, "一百一十"),
    ("simp-chinese-informal", 1001, "一千零一"), ("simp-chinese-informal", 1010, "一千零一十"),
    ("simp-chinese-informal", 100, "一百"), ("simp-chinese-informal", -5, "负五"),
    ("simp-chinese-formal", 12, "壹拾贰"), ("trad-chinese-informal", 0, "零"),
    ("trad-chinese-informal", 11, "十一"), ("cjk-ideographic", 606, "六百零六"),
    ("trad-chinese-formal", 6001, "陸仟零壹"), ("trad-chinese-formal", -10, "負壹拾"),
    ("trad-chinese-formal", 10000, "一〇〇〇〇"), ("ethiopic-numeric", 1, "፩"), ("ethiopic-numeric", 10, "፲"),
    ("ethiopic-numeric", 100, "፻"), ("ethiopic-numeric", 78_010_092, "፸፰፻፩፼፺፪"),
    ("ethiopic-numeric", 780_100_000_092, "፸፰፻፩፼፼፺፪"), ("ethiopic-numeric", 0, "0"),
  ])
  func longhandStyles(_ name: String, _ value: Int, _ text: String) {
    #expect(CounterStyles().text(of: value, in: name) == text)
  }

  @Test(arguments: [
    ("decimal", 3, "3. "), ("disc", 3, "• "), ("cjk-decimal", 3, "三、"), ("korean-hangul-formal", 3, "삼, "),
    ("ethiopic-numeric", 3, "፫/ "), ("upper-roman", 4000, "4000. "), ("cjk-heavenly-stem", 11, "一一、"),
    ("no-such-style", 3, "3. "),
  ])
  func markersHavePrefixAndSuffixOfTheirStyle(_ name: String, _ value: Int, _ text: String) {
    #expect(CounterStyles().marker(of: value, in: name) == text)
  }

  @Test func everyNameOfTheSpecificationIsKnown() {
    let names = """
      decimal decimal-leading-zero arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer
      cjk-decimal devanagari georgian gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya
      persian lower-roman upper-roman tamil telugu thai tibetan lower-alpha lower-latin upper-alpha
      upper-latin lower-greek hiragana hiragana-iroha katakana katakana-iroha disc circle square
      disclosure-open disclosure-closed cjk-earthly-branch cjk-heavenly-stem japanese-informal japanese-formal
      korean-hangul-formal korean-hanja-informal korean-hanja-formal simp-chinese-informal
      simp-chinese-formal trad-chinese-informal trad-chinese-formal cjk-ideographic ethiopic-numeric
      """
    for name in names.split(whereSeparator: \.isWhitespace) {
      #expect(CounterStyles()[String(name)] != nil, "\(name)")
    }
  }

  @Test func textsOfAnyValueAreShort() {
    for name in CounterStyle.predefined.keys {
      for value in [Int(Int32.min), -10_000, -1, 0, 1, 9999, 10_000, Int(Int32.max)] {
        #expect((1...120).contains(CounterStyles().text(of: value, in: name).count), "\(name) \(value)")
      }
    }
  }
}
