/// One counter of `counter-reset`, `counter-increment` or `counter-set`. CSS Lists 3 §4.
package struct CounterChange: Hashable, Sendable {
  /// The name of the counter, which is case-sensitive.
  package var name: String
  /// The integer; nil for a reversed counter that starts with the number of its items (§4.4.2).
  package var value: Int?
  /// Whether it was written as `reversed()`, of `counter-reset`.
  package var isReversed = false

  /// One counter of a declaration.
  package init(_ name: String, _ value: Int?, isReversed: Bool = false) {
    self.name = name
    self.value = value
    self.isReversed = isReversed
  }

  /// The counter that list items increment by themselves.
  package static let listItem = "list-item"
}

extension ValueType<[CounterChange]> {
  /// CSS Lists 3 §4.1 and §4.2; an empty list is `none`.
  ///
  /// - Parameter initial: The integer of a counter without one.
  static func counters(_ initial: Int, allowsReversed: Bool = false) -> Self {
    Self(
      .special("counter names, each with an optional integer, or 'none'", ["none"]) { reader in
        reader.takeCounters(initial, allowsReversed: allowsReversed).map { .counters($0) }
      }, { value, _ in if case .counters(let counters) = value { counters } else { [] } },
      { value, _ in value.isEmpty ? "none" : value.map(\.cssText).joined(separator: " ") })
  }
}

extension ValueReader {
  fileprivate mutating func takeCounters(_ initial: Int, allowsReversed: Bool) -> [CounterChange]? {
    if take(ident: "none") { return [] }
    var result: [CounterChange] = []
    while true {
      if let name = takeCounterName() {
        result.append(CounterChange(name, takeInteger() ?? initial))
      } else if allowsReversed, var (_, arguments) = takeFunction("reversed") {
        guard let name = arguments.takeCounterName(), arguments.isAtEnd else { return nil }
        result.append(CounterChange(name, takeInteger(), isReversed: true))
      } else {
        return result.isEmpty ? nil : result
      }
    }
  }

  /// The name of a counter: any identifier but `none` and the CSS-wide keywords.
  mutating func takeCounterName() -> String? {
    peekIdent == "none" ? nil : takeCustomIdent()
  }
}

extension CounterChange {
  fileprivate var cssText: String {
    let name = serializedIdent(name)
    let written = isReversed ? "reversed(\(name))" : name
    return value.map { "\(written) \($0)" } ?? written
  }
}
