import HybridGeometry
import HybridUnits

/// Encodes or decodes a value, piece by piece in one order. A type lists its parts once, so that writing and
/// reading cannot diverge.
protocol TreeCoder {
  mutating func flag(_ value: inout Bool) throws(UnitCodingError)
  mutating func text(_ value: inout String) throws(UnitCodingError)
  mutating func number(_ value: inout Double) throws(UnitCodingError)
  mutating func word(_ value: inout UInt32) throws(UnitCodingError)
  /// A whole number, also a negative one.
  mutating func int(_ value: inout Int) throws(UnitCodingError)
  /// One of several cases, by index.
  mutating func choice<Choice: CaseIterable & Equatable>(_ value: inout Choice) throws(UnitCodingError)
  /// An optional value; decoding starts with `blank`.
  mutating func optional<Value>(
    _ value: inout Value?, _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError)
  /// Any number of values of at least one byte each.
  mutating func list<Value>(
    _ values: inout [Value], _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError)
}

extension TreeCoder {
  /// A colour, as one word.
  mutating func color(_ value: inout RGBA) throws(UnitCodingError) {
    var packed = value.packed
    try word(&packed)
    value = RGBA(packed: packed)
  }

  mutating func optional(_ value: inout String?) throws(UnitCodingError) {
    try optional(&value, "") { coder, text throws(UnitCodingError) in try coder.text(&text) }
  }

  mutating func optional(_ value: inout Double?) throws(UnitCodingError) {
    try optional(&value, 0) { coder, number throws(UnitCodingError) in try coder.number(&number) }
  }

  mutating func optional(_ value: inout Int?) throws(UnitCodingError) {
    try optional(&value, 0) { coder, number throws(UnitCodingError) in try coder.int(&number) }
  }

  mutating func optional(_ value: inout Bool?) throws(UnitCodingError) {
    try optional(&value, false) { coder, flag throws(UnitCodingError) in try coder.flag(&flag) }
  }

  /// Numbers, either none or exactly `count`, as drawing requires.
  mutating func optional(_ values: inout [Double]?, count: Int) throws(UnitCodingError) {
    try optional(&values, [Double](repeating: 0, count: count)) { coder, values throws(UnitCodingError) in
      for index in values.indices { try coder.number(&values[index]) }
    }
  }
}

/// Writes; never throws.
struct TreeWriter: TreeCoder {
  var bytes = ByteWriter()

  mutating func flag(_ value: inout Bool) { bytes.byte(value ? 1 : 0) }
  mutating func text(_ value: inout String) { bytes.text(value) }
  mutating func number(_ value: inout Double) { bytes.number(value) }
  mutating func word(_ value: inout UInt32) { bytes.word(value) }

  mutating func int(_ value: inout Int) { bytes.number(Double(value)) }

  mutating func choice<Choice: CaseIterable & Equatable>(_ value: inout Choice) {
    let cases = Array(Choice.allCases)
    bytes.byte(UInt8(cases.firstIndex(of: value) ?? 0))
  }

  mutating func optional<Value>(
    _ value: inout Value?, _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError) {
    bytes.byte(value == nil ? 0 : 1)
    if var known = value { try body(&self, &known) }
  }

  mutating func list<Value>(
    _ values: inout [Value], _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError) {
    bytes.count(values.count)
    for index in values.indices { try body(&self, &values[index]) }
  }
}

/// Reads untrusted bytes.
struct TreeReader: TreeCoder {
  var bytes: ByteReader

  mutating func flag(_ value: inout Bool) throws(UnitCodingError) { value = try bytes.flag() }
  mutating func text(_ value: inout String) throws(UnitCodingError) { value = try bytes.text() }
  mutating func number(_ value: inout Double) throws(UnitCodingError) { value = try bytes.number() }
  mutating func word(_ value: inout UInt32) throws(UnitCodingError) { value = try bytes.word() }

  mutating func int(_ value: inout Int) throws(UnitCodingError) {
    guard let whole = Int(exactly: try bytes.number()) else { throw bytes.error(.malformed("number")) }
    value = whole
  }

  mutating func choice<Choice: CaseIterable & Equatable>(_ value: inout Choice) throws(UnitCodingError) {
    let index = Int(try bytes.byte())
    guard index < Choice.allCases.count else { throw bytes.error(.malformed("choice")) }
    value = Choice.allCases[Choice.allCases.index(Choice.allCases.startIndex, offsetBy: index)]
  }

  mutating func optional<Value>(
    _ value: inout Value?, _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError) {
    guard try bytes.flag() else {
      value = nil
      return
    }
    var made = blank()
    try body(&self, &made)
    value = made
  }

  mutating func list<Value>(
    _ values: inout [Value], _ blank: @autoclosure () -> Value,
    _ body: (inout Self, inout Value) throws(UnitCodingError) -> Void
  ) throws(UnitCodingError) {
    let count = try bytes.count(of: 1)
    values = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      var made = blank()
      try body(&self, &made)
      values.append(made)
    }
  }
}
