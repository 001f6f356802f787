/// A counter style: how the value of a counter becomes text. CSS Counter Styles 3 §2, *Counter Styles*.
package struct CounterStyle: Hashable, Sendable {
  /// The algorithm. §3.1; `extends` is resolved.
  package enum System: Hashable, Sendable {
    /// The symbols again and again.
    case cyclic
    /// The symbols once; the integer is the value of the first.
    case fixed(Int)
    /// The symbols once, then each twice, and so on.
    case symbolic
    /// The symbols as digits of a system without a zero.
    case alphabetic
    /// The symbols as digits.
    case numeric
    /// Symbols with weights, from the greatest.
    case additive
    /// Chinese longhand styles. §7.1.
    case chinese(ChineseNumerals)
    /// §7.2
    case ethiopic
  }

  /// A symbol and the number that it stands for.
  package struct AdditiveSymbol: Hashable, Sendable {
    package var weight: Int
    package var symbol: String
  }

  package var system = System.symbolic
  /// The symbols of all systems but `additive`.
  package var symbols: [String] = []
  /// The symbols of `additive`, the greatest weight first.
  package var additiveSymbols: [AdditiveSymbol] = []
  /// Before and after a negative value. §3.2.
  package var negative = Affixes(before: "-", after: "")
  /// Before and after the text in a marker. §3.3 and §3.4.
  package var prefix = ""
  package var suffix = ". "
  /// The values that the style can show; nil is `auto`. §3.5.
  package var ranges: [ClosedRange<Int>]?
  /// The least number of characters, and what is put before shorter texts. §3.6.
  package var padding = Padding(length: 0, symbol: "")
  /// The style for values that this one cannot show. §3.7.
  package var fallback = "decimal"

  /// The descriptor `negative`.
  package struct Affixes: Hashable, Sendable {
    package var before: String
    package var after: String
  }

  /// The descriptor `pad`.
  package struct Padding: Hashable, Sendable {
    package var length: Int
    package var symbol: String
  }

  /// `decimal`.
  static let decimal = CounterStyle(system: .numeric, symbols: (0...9).map(String.init))

  /// Texts longer than this are not made: the fallback shows such a value (§3.6 allows a limit).
  private static let lengthLimit = 120

  /// The value in this style, without prefix and suffix; nil if the style cannot show it. §2.1, *Generate a
  /// Counter Representation*.
  package func text(of value: Int) -> String? {
    guard covers(value) else { return nil }
    let isNegative = value < 0 && usesNegativeSign
    guard var text = initialText(of: isNegative ? -value : value) else { return nil }
    if padding.length > 0 {
      var missing = padding.length - text.count
      if isNegative { missing -= negative.before.count + negative.after.count }
      guard missing <= Self.lengthLimit else { return nil }
      if missing > 0 { text = String(repeating: padding.symbol, count: missing) + text }
    }
    return isNegative ? negative.before + text + negative.after : text
  }

  /// Whether a value is in the range of the style. §3.5.
  private func covers(_ value: Int) -> Bool {
    if let ranges { return ranges.contains { $0.contains(value) } }
    switch system {
    case .cyclic, .numeric, .fixed: return true
    case .alphabetic, .symbolic, .ethiopic: return value >= 1
    case .additive: return value >= 0
    case .chinese: return (-9999...9999).contains(value)
    }
  }

  private var usesNegativeSign: Bool {
    switch system {
    case .symbolic, .alphabetic, .numeric, .additive, .chinese: true
    case .cyclic, .fixed, .ethiopic: false
    }
  }

  private func initialText(of value: Int) -> String? {
    switch system {
    case .cyclic:
      guard !symbols.isEmpty else { return nil }
      let index = (value - 1) % symbols.count
      return symbols[index < 0 ? index + symbols.count : index]
    case .fixed(let first):
      let index = value - first
      return symbols.indices.contains(index) ? symbols[index] : nil
    case .symbolic:
      guard !symbols.isEmpty, value > 0 else { return nil }
      let count = (value + symbols.count - 1) / symbols.count
      let symbol = symbols[(value - 1) % symbols.count]
      return count * symbol.count <= Self.lengthLimit ? String(repeating: symbol, count: count) : nil
    case .alphabetic:
      guard symbols.count > 1, value > 0 else { return nil }
      var parts: [String] = []
      var rest = value
      while rest > 0 {
        rest -= 1
        parts.append(symbols[rest % symbols.count])
        rest /= symbols.count
      }
      return parts.reversed().joined()
    case .numeric:
      guard symbols.count > 1 else { return nil }
      var parts: [String] = []
      var rest = value
      repeat {
        parts.append(symbols[rest % symbols.count])
        rest /= symbols.count
      } while rest > 0
      return parts.reversed().joined()
    case .additive: return additiveText(of: value)
    case .chinese(let numerals): return numerals.text(of: value)
    case .ethiopic: return ethiopicText(of: value)
    }
  }

  /// §3.1.6, *Additive Systems*.
  private func additiveText(of value: Int) -> String? {
    if value == 0 { return additiveSymbols.first { $0.weight == 0 }?.symbol }
    var text = ""
    var rest = value
    for symbol in additiveSymbols where symbol.weight > 0 && rest > 0 {
      let count = rest / symbol.weight
      guard count * symbol.symbol.count + text.count <= Self.lengthLimit else { return nil }
      text += String(repeating: symbol.symbol, count: count)
      rest -= count * symbol.weight
    }
    return rest == 0 ? text : nil
  }
}
