extension CounterStyle {
  /// The counter styles that every page knows: CSS Counter Styles 3 §6, *Simple Predefined Counter Styles*,
  /// and §7, *Complex Predefined Counter Styles*, with those ready-made ones that browsers have.
  static let predefined: [String: CounterStyle] = [
    numericStyles, alphabeticStyles, symbolStyles, additiveStyles, longhandStyles,
  ].reduce(into: [:]) { styles, group in
    for (names, style) in group { for name in names.split(separator: " ") { styles[String(name)] = style } }
  }

  /// The styles by their names, which are separated by spaces.
  private typealias Group = [(names: String, style: CounterStyle)]

  /// The characters as symbols.
  private static func characters(_ text: String) -> [String] { text.map { String($0) } }

  // MARK: §6.1, Numeric

  /// Styles whose ten digits follow each other in Unicode, by the digit zero.
  private static let digits: [(names: String, zero: UInt32)] = [
    ("decimal", 0x30), ("arabic-indic", 0x660), ("bengali", 0x9E6), ("cambodian khmer", 0x17E0),
    ("devanagari", 0x966), ("gujarati", 0xAE6), ("gurmukhi", 0xA66), ("kannada", 0xCE6), ("lao", 0xED0),
    ("malayalam", 0xD66), ("mongolian", 0x1810), ("myanmar", 0x1040), ("oriya", 0xB66),
    ("persian urdu", 0x6F0), ("tamil", 0xBE6), ("telugu", 0xC66), ("thai", 0xE50), ("tibetan", 0xF20),
  ]

  private static var numericStyles: Group {
    var styles = digits.map { names, zero in
      (names: names, style: CounterStyle(system: .numeric, symbols: scalars(from: zero, count: 10)))
    }
    var padded = CounterStyle.decimal
    padded.padding = Padding(length: 2, symbol: "0")
    styles.append(("decimal-leading-zero", padded))
    styles.append(
      (
        "cjk-decimal",
        CounterStyle(
          system: .numeric, symbols: characters("〇一二三四五六七八九"), suffix: "、", ranges: [0...Int.max])
      ))
    return styles
  }

  private static func scalars(from first: UInt32, count: UInt32) -> [String] {
    (first..<first + count).compactMap { Unicode.Scalar($0).map { String($0) } }
  }

  // MARK: §6.2, Alphabetic

  private static var alphabeticStyles: Group {
    func style(_ text: String, suffix: String = ". ") -> CounterStyle {
      CounterStyle(system: .alphabetic, symbols: characters(text), suffix: suffix)
    }
    return [
      ("lower-alpha lower-latin", style("abcdefghijklmnopqrstuvwxyz")),
      ("upper-alpha upper-latin", style("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
      ("lower-greek", style("αβγδεζηθικλμνξοπρστυφχψω")),
      (
        "hiragana",
        style("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん", suffix: "、")
      ),
      (
        "hiragana-iroha",
        style("いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす", suffix: "、")
      ),
      (
        "katakana",
        style("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン", suffix: "、")
      ),
      (
        "katakana-iroha",
        style("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス", suffix: "、")
      ),
      ("hangul", style("가나다라마바사아자차카타파하")),
      ("hangul-consonant", style("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")),
      ("ethiopic-halehame", style("ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ", suffix: "፦ ")),
      ("ethiopic-halehame-am", style("ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ", suffix: "፦ ")),
      ("ethiopic-halehame-ti-er", style("ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ", suffix: "፦ ")),
      ("ethiopic-halehame-ti-et", style("ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ", suffix: "፦ ")),
    ]
  }

  // MARK: §6.3, Symbolic, and §6.4, Fixed

  private static var symbolStyles: Group {
    func style(_ symbol: String) -> CounterStyle {
      CounterStyle(system: .cyclic, symbols: [symbol], suffix: " ")
    }
    func cycle(_ text: String) -> CounterStyle {
      CounterStyle(system: .fixed(1), symbols: characters(text), suffix: "、", fallback: "cjk-decimal")
    }
    return [
      ("disc", style("•")), ("circle", style("◦")), ("square", style("■")),
      ("disclosure-open", style("▾")), ("disclosure-closed", style("▸")),
      ("cjk-earthly-branch", cycle("子丑寅卯辰巳午未申酉戌亥")), ("cjk-heavenly-stem", cycle("甲乙丙丁戊己庚辛壬癸")),
    ]
  }

  // MARK: Additive

  private static var additiveStyles: Group {
    let roman = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    let letters = "m cm d cd c xc l xl x ix v iv i"
    let places = ones(from: 4)
    return [
      ("lower-roman", additive(roman, letters, 1...3999)),
      ("upper-roman", additive(roman, letters.uppercased(), 1...3999)),
      // The Armenian letters are in the order of their values.
      ("armenian upper-armenian", additive(places, scalars(from: 0x531, count: 36).reversed(), 1...9999)),
      ("lower-armenian", additive(places, scalars(from: 0x561, count: 36).reversed(), 1...9999)),
      (
        "georgian",
        additive(
          [10000] + places, characters("ჵჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა"), 1...19999)
      ),
      (
        "hebrew",
        additive(
          [10000] + ones(from: 4).prefix(9) + [400, 300, 200, 100] + ones(from: 2).prefix(9).dropLast()
            + [19, 18, 17, 16, 15, 10] + ones(from: 1),
          """
          \u{5D9}\u{5F3} \u{5D8}\u{5F3} \u{5D7}\u{5F3} \u{5D6}\u{5F3} \u{5D5}\u{5F3} \u{5D4}\u{5F3} \
          \u{5D3}\u{5F3} \u{5D2}\u{5F3} \u{5D1}\u{5F3} \u{5D0}\u{5F3} \u{5EA} \u{5E9} \u{5E8} \u{5E7} \
          \u{5E6} \u{5E4} \u{5E2} \u{5E1} \u{5E0} \u{5DE} \u{5DC} \u{5DB} \u{5D9}\u{5D8} \u{5D9}\u{5D7} \
          \u{5D9}\u{5D6} \u{5D8}\u{5D6} \u{5D8}\u{5D5} \u{5D9} \u{5D8} \u{5D7} \u{5D6} \u{5D5} \u{5D4} \
          \u{5D3} \u{5D2} \u{5D1} \u{5D0}
          """, 1...10999)
      ),
    ]
  }

  /// 9000, 8000 … 2, 1, from the given number of decimal places.
  private static func ones(from places: Int) -> [Int] {
    var result: [Int] = []
    var unit = 1
    for _ in 0..<places {
      result = (1...9).reversed().map { $0 * unit } + result
      unit *= 10
    }
    return result
  }

  private static func additive(
    _ weights: [Int], _ symbols: [String], _ range: ClosedRange<Int>
  ) -> CounterStyle {
    precondition(weights.count == symbols.count, "every weight has a symbol")
    return CounterStyle(
      system: .additive,
      additiveSymbols: zip(weights, symbols).map { AdditiveSymbol(weight: $0, symbol: $1) },
      ranges: [range])
  }

  private static func additive(
    _ weights: [Int], _ symbols: String, _ range: ClosedRange<Int>
  ) -> CounterStyle {
    additive(weights, symbols.split(separator: " ").map { String($0) }, range)
  }

  // MARK: §7.1, Longhand East Asian Counter Styles

  private static var longhandStyles: Group {
    func chinese(_ numerals: ChineseNumerals, _ minus: String) -> CounterStyle {
      CounterStyle(
        system: .chinese(numerals), negative: Affixes(before: minus, after: ""), suffix: "、",
        fallback: "cjk-decimal")
    }
    let japanese = { (digits: String, markers: String, isFormal: Bool) in
      longhand(digits, markers, writesOne: isFormal, minus: "マイナス", suffix: "、")
    }
    let korean = { (digits: String, markers: String, isFormal: Bool) in
      longhand(digits, markers, writesOne: isFormal, minus: "마이너스 ", suffix: ", ")
    }
    return [
      ("simp-chinese-informal", chinese(.simplifiedInformal, "负")),
      ("simp-chinese-formal", chinese(.simplifiedFormal, "负")),
      ("trad-chinese-informal cjk-ideographic", chinese(.traditionalInformal, "負")),
      ("trad-chinese-formal", chinese(.traditionalFormal, "負")),
      ("japanese-informal", japanese("〇一二三四五六七八九", "十百千", false)),
      ("japanese-formal", japanese("零壱弐参四伍六七八九", "拾百阡", true)),
      ("korean-hangul-formal", korean("영일이삼사오육칠팔구", "십백천", true)),
      ("korean-hanja-informal", korean("零一二三四五六七八九", "十百千", false)),
      ("korean-hanja-formal", korean("零壹貳參四五六七八九", "拾百仟", true)),
      ("ethiopic-numeric", CounterStyle(system: .ethiopic, suffix: "/ ")),
    ]
  }

  /// A style that writes a digit and a marker for each decimal place.
  ///
  /// - Parameter writesOne: Whether a one is written before a marker.
  private static func longhand(
    _ digits: String, _ markers: String, writesOne: Bool, minus: String, suffix: String
  ) -> CounterStyle {
    let digits = characters(digits)
    var symbols = [AdditiveSymbol(weight: 0, symbol: digits[0])]
    for (place, marker) in ([""] + characters(markers)).enumerated() {
      let unit = [1, 10, 100, 1000][place]
      for digit in 1...9 {
        let hidesDigit = digit == 1 && place > 0 && !writesOne
        symbols.append(
          AdditiveSymbol(weight: digit * unit, symbol: (hidesDigit ? "" : digits[digit]) + marker))
      }
    }
    return CounterStyle(
      system: .additive, additiveSymbols: symbols.reversed(), negative: Affixes(before: minus, after: ""),
      suffix: suffix, ranges: [-9999...9999], fallback: "cjk-decimal")
  }
}
