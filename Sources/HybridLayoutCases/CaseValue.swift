import HybridLayout

/// Tokens of a value as a browser writes it: numbers, lengths, words (CSS Syntax 3 §4, CSS Values 4).
enum CaseValue {
  /// The words of a value, separated by spaces; brackets and quotes keep their content together.
  static func words(_ text: Substring, separator: Character = " ") -> [Substring] {
    var words: [Substring] = []
    var depth = 0
    var isQuoted = false
    var start = text.startIndex
    func take(_ end: Substring.Index) {
      let word = trimmed(text[start..<end])
      if !word.isEmpty || separator != " " { words.append(word) }
    }
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case _ where isQuoted: break
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case separator where depth <= 0:
        take(index)
        start = text.index(after: index)
      default: break
      }
    }
    take(text.endIndex)
    return words
  }

  /// The text without spaces at either end.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The argument of `name(…)`; nil when `word` is not such a function.
  static func argument(of name: String, in word: Substring) -> Substring? {
    guard word.hasSuffix(")"), word.hasPrefix(name), word.dropFirst(name.count).first == "(" else {
      return nil
    }
    return word.dropFirst(name.count + 1).dropLast()
  }

  /// A number at the start of a word and the rest of the word (CSS Syntax 3 §4.3.12); nil when there is none.
  ///
  /// A number that is too large is clamped to the largest one (CSS Values 4 §5.1).
  static func number(_ word: Substring) -> (value: Float, unit: Substring)? {
    let bytes = word.utf8
    var index = bytes.startIndex
    func digits(from start: Substring.Index) -> Substring.Index {
      var end = start
      while end < bytes.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) {
        end = bytes.index(after: end)
      }
      return end
    }
    func isNext(_ characters: String, at index: Substring.Index) -> Bool {
      index < bytes.endIndex && characters.utf8.contains(bytes[index])
    }
    if isNext("+-", at: index) { index = bytes.index(after: index) }
    let whole = digits(from: index)
    var hasDigits = whole > index
    index = whole
    if isNext(".", at: index) {
      let start = bytes.index(after: index)
      let end = digits(from: start)
      if end > start {
        hasDigits = true
        index = end
      }
    }
    guard hasDigits else { return nil }
    if isNext("eE", at: index) {
      var start = bytes.index(after: index)
      if isNext("+-", at: start) { start = bytes.index(after: start) }
      let end = digits(from: start)
      if end > start { index = end }
    }
    guard let value = Float(word[..<index]) else { return nil }
    let most = Float.greatestFiniteMagnitude
    return (min(max(value, -most), most), word[index...])
  }

  /// A number without a unit.
  static func plainNumber(_ word: Substring, atLeast least: Float = 0) throws(CaseFault) -> Float {
    guard let (value, unit) = number(word), unit.isEmpty else { throw notNumeric(word, known: []) }
    guard value >= least else { throw CaseFault(.outOfRange(String(word)), at: word) }
    return value
  }

  /// A whole number (CSS Values 4 §5.2), clamped to `limits` (§5.1), except that a number below `least` is an
  /// error.
  static func integer(
    _ word: Substring, clamped limits: ClosedRange<Int>, least: Int = .min
  ) throws(CaseFault) -> Int {
    let sign = word.first == "-" || word.first == "+"
    let digits = word.utf8.dropFirst(sign ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw notNumeric(word, known: [])
    }
    let value = Int(word) ?? (word.first == "-" ? Int.min : Int.max)
    guard value >= least else { throw CaseFault(.outOfRange(String(word)), at: word) }
    return min(max(value, limits.lowerBound), limits.upperBound)
  }

  /// Whether a word is written as a whole number.
  static func isInteger(_ word: Substring) -> Bool {
    do throws(CaseFault) {
      _ = try integer(word, clamped: 0...0)
      return true
    } catch {
      return false
    }
  }

  /// A length in px, a percentage, or one of `keywords`.
  static func length(
    _ word: Substring, keywords: [String: Length] = [:], allowsNegative: Bool = false,
    allowsPercent: Bool = true
  ) throws(CaseFault) -> Length {
    if let known = keywords[String(word)] { return known }
    guard let (value, unit) = number(word) else { throw notNumeric(word, known: keywords.keys.sorted()) }
    guard allowsNegative || value >= 0 else { throw CaseFault(.outOfRange(String(word)), at: word) }
    switch unit {
    case "px": return .points(value)
    case "%" where allowsPercent: return .percent(value)
    case "" where value == 0: return .zero
    case "": throw CaseFault(.unknownUnit(""), at: word)
    default: throw notNumeric(word, known: [])
    }
  }

  /// An author-defined name (CSS Values 4 §4.2) of an area or a line.
  static func identifier(_ word: Substring) throws(CaseFault) -> String {
    let isName = word.unicodeScalars.allSatisfy {
      $0 == "-" || $0 == "_" || $0.value >= 0x80 || ("a"..."z").contains($0) || ("A"..."Z").contains($0)
        || ("0"..."9").contains($0)
    }
    let start = word.hasPrefix("-") && !word.hasPrefix("--") ? word.dropFirst() : word
    guard isName, let first = start.unicodeScalars.first, !("0"..."9").contains(first) else {
      throw notNumeric(word, known: [])
    }
    if ["auto", "span"].contains(word) {
      throw CaseFault(.unknownKeyword(String(word), known: []), at: word)
    }
    return String(word)
  }

  /// The fault of a word that is neither a number nor one of `known`.
  static func notNumeric(_ word: Substring, known: [String]) -> CaseFault {
    let text = String(word)
    if let bracket = word.firstIndex(of: "(") {
      return CaseFault(.unknownFunction(String(word[..<bracket])), at: word)
    }
    var stem = text.lowercased()
    for unit in ["px", "%", "fr"] where stem.hasSuffix(unit) { stem.removeLast(unit.count) }
    if stem.hasPrefix("-") || stem.hasPrefix("+") { stem.removeFirst() }
    if ["nan", "inf", "infinity"].contains(stem) { return CaseFault(.badNumber(text), at: word) }
    if let (_, unit) = number(word) {
      let isUnit = !unit.isEmpty && unit.allSatisfy { $0.isLetter || $0 == "%" }
      return CaseFault(isUnit ? .unknownUnit(String(unit)) : .badNumber(text), at: word)
    }
    if let first = text.utf8.first, "+-.0123456789".utf8.contains(first), known.isEmpty {
      return CaseFault(.badNumber(text), at: word)
    }
    return CaseFault(.unknownKeyword(text, known: known), at: word)
  }
}
