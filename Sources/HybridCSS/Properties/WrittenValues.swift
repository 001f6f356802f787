// Values that are kept as they were written until they are computed.

extension ValueReader {
  /// Takes the component values that `read` reads, as written; nil if it reads no value.
  mutating func takeWritten<Value>(
    _ read: (inout ValueReader, ComputationContext) -> Value?
  ) -> SpecifiedValue? {
    let before = Array(reader.rest)
    guard read(&self, .initial) != nil else { return nil }
    return .components(Array(before.prefix(before.count - reader.rest.count)))
  }
}

extension SpecifiedValue {
  /// A value that was kept as written, read again.
  func read<Value>(
    _ context: ComputationContext, _ read: (inout ValueReader, ComputationContext) -> Value?
  ) -> Value? {
    guard case .components(let values) = self else { return nil }
    var reader = ValueReader(values, dialect: .standard)
    return read(&reader, context)
  }
}
