extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// The duration in milliseconds.
  package var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }

  /// The whole milliseconds of the duration; a fraction is dropped, and what no `Int` holds is clamped.
  package var wholeMilliseconds: Int {
    let (thousands, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return components.seconds < 0 ? .min : .max }
    return Int(clamping: thousands) + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
