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
