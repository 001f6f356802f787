/// The counter styles of a page: the predefined ones, and those of its `@counter-style` rules.
///
///     let styles = CounterStyles()
///     styles.text(of: 4, in: "upper-roman")    // IV
///     styles.marker(of: 4, in: "upper-roman")  // IV. with a space
package struct CounterStyles: Hashable, Sendable {
  /// The styles of rules, which beat predefined ones.
  private var own: [String: CounterStyle] = [:]

  /// The predefined styles.
  package init() {}

  /// The predefined styles and those of rules; of several with one name the last one counts.
  package init(_ rules: [CounterStyleRule]) {
    let named = Dictionary(rules.map { ($0.name, $0) }) { $1 }
    for name in named.keys { own[name] = Self.resolved(name, named) }
  }

  /// The styles of sheets whose conditions hold.
  init(of ruleSets: [RuleSet], in environment: MediaEnvironment) {
    self.init(RuleSet.namedRules(\.counterStyles, of: ruleSets, in: environment))
  }

  /// A style of a rule, with what it takes from the style that it extends. §3.1.7: a circle ends at
  /// `decimal`.
  private static func resolved(_ name: String, _ rules: [String: CounterStyleRule]) -> CounterStyle {
    var chain: [CounterStyleRule] = []
    var next: String? = name
    var style = CounterStyle.decimal
    while let current = next {
      guard let rule = rules[current] else {
        style = CounterStyle.predefined[current] ?? .decimal
        break
      }
      if chain.contains(where: { $0.name == current }) { break }
      chain.append(rule)
      next = rule.extended
      if next == nil { style = CounterStyle() }
    }
    for rule in chain.reversed() { rule.apply(to: &style) }
    return style
  }

  /// The value of a counter, as in `counter()`. CSS Counter Styles 3 §2.1, *Generate a Counter
  /// Representation*.
  package func text(of value: Int, in name: String) -> String {
    var name = name
    var seen: Set<String> = []
    while let style = self[name], seen.insert(name).inserted {
      if let text = style.text(of: value) { return text }
      name = style.fallback
    }
    return CounterStyle.decimal.text(of: value) ?? String(value)
  }

  /// The text of a marker: the value between the prefix and the suffix of the style, which its fallback does
  /// not change. CSS Lists 3 §3.2, *Generating Marker Contents*.
  package func marker(of value: Int, in name: String) -> String {
    let style = self[name] ?? .decimal
    return style.prefix + text(of: value, in: name) + style.suffix
  }

  /// A style by its name; nil for one that does not exist.
  package subscript(name: String) -> CounterStyle? { own[name] ?? CounterStyle.predefined[name] }
}
