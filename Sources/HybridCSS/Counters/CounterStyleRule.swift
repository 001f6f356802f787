import HybridEncoding

/// An `@counter-style` rule: the descriptors that it has. CSS Counter Styles 3 §3.
package struct CounterStyleRule: Hashable, Sendable {
  package let name: String
  /// The algorithm; nil where the rule extends another style.
  private var system: CounterStyle.System? = .symbolic
  /// The style that it extends.
  private(set) var extended: String?
  private var symbols: [String]?
  private var additiveSymbols: [CounterStyle.AdditiveSymbol]?
  private var negative: CounterStyle.Affixes?
  private var prefix: String?
  private var suffix: String?
  /// The outer optional is nil without the descriptor.
  private var ranges: [ClosedRange<Int>]??
  private var padding: CounterStyle.Padding?
  private var fallback: String?

  /// A rule without descriptors.
  init(name: String) { self.name = name }

  /// The names that rules cannot define. §3, *Defining Custom Counter Styles*.
  static let reserved: Set = [
    "none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed",
  ]

  /// The descriptors.
  static let descriptors = [
    "system", "negative", "prefix", "suffix", "range", "pad", "fallback", "symbols", "additive-symbols",
    "speak-as",
  ]

  /// Reads a descriptor; false if the value is not valid.
  mutating func read(_ name: String, _ value: [ComponentValue]) -> Bool {
    var reader = ValueReader(value, dialect: .standard)
    let isRead =
      switch name {
      case "system": readSystem(&reader)
      case "negative": readNegative(&reader)
      case "prefix": reader.takeSymbol().map { prefix = $0 } != nil
      case "suffix": reader.takeSymbol().map { suffix = $0 } != nil
      case "range": reader.takeRanges().map { ranges = .some($0) } != nil
      case "pad": reader.takePadding().map { padding = $0 } != nil
      case "fallback": reader.takeCounterStyleName().map { fallback = $0 } != nil
      case "symbols": reader.takeSymbols().map { symbols = $0 } != nil
      case "additive-symbols": reader.takeAdditiveSymbols().map { additiveSymbols = $0 } != nil
      default: true
      }
    return isRead && (reader.isAtEnd || name == "speak-as")
  }

  /// §3.2
  private mutating func readNegative(_ reader: inout ValueReader) -> Bool {
    guard let before = reader.takeSymbol() else { return false }
    negative = CounterStyle.Affixes(before: before, after: reader.takeSymbol() ?? "")
    return true
  }

  /// §3.1
  private mutating func readSystem(_ reader: inout ValueReader) -> Bool {
    guard let name = reader.peekIdent else { return false }
    reader.advance()
    let simple: [String: CounterStyle.System] = [
      "cyclic": .cyclic, "numeric": .numeric, "alphabetic": .alphabetic, "symbolic": .symbolic,
      "additive": .additive,
    ]
    (system, extended) = (simple[name], nil)
    switch name {
    case "fixed": system = .fixed(reader.takeInteger() ?? 1)
    case "extends":
      guard let other = reader.takeCounterStyleName() else { return false }
      extended = other
    default: return system != nil
    }
    return true
  }

  /// Whether the rule has the symbols that its system needs. §3.8 and §3.9.
  var isComplete: Bool {
    guard let system else { return symbols == nil && additiveSymbols == nil }
    return switch system {
    case .additive: additiveSymbols?.isEmpty == false
    case .numeric, .alphabetic: (symbols?.count ?? 0) > 1
    default: symbols?.isEmpty == false
    }
  }

  /// Sets the descriptors of the rule in the style that it extends, or in the initial one.
  func apply(to style: inout CounterStyle) {
    if let system { style.system = system }
    if let symbols { style.symbols = symbols }
    if let additiveSymbols { style.additiveSymbols = additiveSymbols }
    if let negative { style.negative = negative }
    if let prefix { style.prefix = prefix }
    if let suffix { style.suffix = suffix }
    if let ranges { style.ranges = ranges }
    if let padding { style.padding = padding }
    if let fallback { style.fallback = fallback }
  }
}

extension ValueReader {
  /// A string or an identifier. CSS Counter Styles 3 §3.2; images are not drawn in any browser.
  fileprivate mutating func takeSymbol() -> String? { takeString() ?? takeCustomIdent() }

  fileprivate mutating func takeSymbols() -> [String]? {
    var symbols: [String] = []
    while let symbol = takeSymbol() { symbols.append(symbol) }
    return symbols.isEmpty ? nil : symbols
  }

  /// §3.5; nil inside is `auto`.
  fileprivate mutating func takeRanges() -> [ClosedRange<Int>]?? {
    if take(ident: "auto") { return .some(nil) }
    let ranges = takeCommaList { reader -> ClosedRange<Int>? in
      guard let lower = reader.take(ident: "infinite") ? Int.min : reader.takeInteger(),
        let upper = reader.take(ident: "infinite") ? Int.max : reader.takeInteger(), lower <= upper
      else { return nil }
      return lower...upper
    }
    return ranges.map { .some($0) }
  }

  /// §3.6
  fileprivate mutating func takePadding() -> CounterStyle.Padding? {
    if let length = takeInteger(atLeast: 0) {
      return takeSymbol().map { CounterStyle.Padding(length: length, symbol: $0) }
    }
    guard let symbol = takeSymbol() else { return nil }
    return takeInteger(atLeast: 0).map { CounterStyle.Padding(length: $0, symbol: symbol) }
  }

  /// §3.9: the weights fall.
  fileprivate mutating func takeAdditiveSymbols() -> [CounterStyle.AdditiveSymbol]? {
    let symbols = takeCommaList { reader in
      reader.takePadding().map { CounterStyle.AdditiveSymbol(weight: $0.length, symbol: $0.symbol) }
    }
    guard let symbols, zip(symbols, symbols.dropFirst()).allSatisfy({ $0.weight > $1.weight }) else {
      return nil
    }
    return symbols
  }
}

extension SheetParser {
  /// An `@counter-style` rule; the next token is its `{`. Nil for one that defines nothing.
  mutating func parseCounterStyle(_ prelude: [ComponentValue], _ range: Range<Int>) -> CounterStyleRule? {
    var reader = ValueReader(prelude, dialect: dialect)
    let name = reader.takeCounterStyleName()
    let isNamed =
      name.map { !CounterStyleRule.reserved.contains($0.asciiLowercased) } == true && reader.isAtEnd
    if !isNamed {
      reports.add(
        "css.invalid-counter-style", "'@counter-style' takes a name that is not that of a basic style",
        at: range)
    }
    var rule = CounterStyleRule(name: name ?? "")
    parseDescriptors { $0.read($1, into: &rule) }
    guard isNamed else { return nil }
    guard rule.isComplete else {
      reports.add(
        "css.invalid-counter-style", "'@counter-style \(rule.name)' lacks the symbols that its system needs",
        at: range)
      return nil
    }
    return rule
  }

  private mutating func read(_ declaration: Declaration, into rule: inout CounterStyleRule) {
    let name = declaration.name.asciiLowercased
    guard CounterStyleRule.descriptors.contains(name) else {
      guard !name.isVendorName else { return }
      reports.add("css.invalid-counter-style", "'@counter-style' has no '\(name)'", at: declaration.range)
      return
    }
    var changed = rule
    if changed.read(name, declaration.value) {
      rule = changed
    } else {
      reports.add(
        "css.invalid-counter-style", "'\(name)' of '@counter-style' does not take this value",
        at: declaration.range)
    }
  }
}
