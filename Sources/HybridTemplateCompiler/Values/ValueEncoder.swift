/// The encoded form of a value in the file (`Documentation/template-format.md`, *Lists of attributes* and
/// *Values*).
enum EncodedValue: Hashable {
  case int(Int32, isRP: Bool)
  /// The bits of a float.
  case float(UInt32, isRP: Bool)
  /// The text itself goes into the string table.
  case string
  /// A script, to be compiled.
  case script
  /// Not a value of this type.
  case fault
}

/// Encodes values by their type (`Documentation/template-format.md`, *Values*, in its order).
enum ValueEncoder {
  static func encode(_ value: Range<Int>, in text: [UInt8], as type: AttributeType) -> EncodedValue {
    switch type {
    case .string: return .string
    case .int: return int(value, in: text)
    case .float: return float(value, in: text)
    case .number: return number(value, in: text)
    case .layoutSize:
      if JavaText.equals(value, "match_parent", in: text) { return .int(-1, isRP: false) }
      if JavaText.equals(value, "wrap_content", in: text) { return .int(-2, isRP: false) }
      return number(value, in: text)
    case .bool: return .int(isTrue(value, in: text) ? 1 : 0, isRP: false)
    case .color:
      if JavaText.isBinding(value, in: text) { return .string }
      return Colors.value(value, in: text).map { .int(Int32(bitPattern: $0), isRP: false) } ?? .fault
    case .flag: return bits(value, in: text, of: Self.flags)
    case .type: return name(value, in: text, of: Self.types) ?? .fault
    case .align: return JavaText.isBinding(value, in: text) ? .string : bits(value, in: text, of: Self.aligns)
    case .textStyle:
      return JavaText.isBinding(value, in: text) ? .string : bits(value, in: text, of: Self.textStyles)
    case .dataMode: return mode(value, in: text, of: Self.dataModes, 1...2)
    case .visibility: return mode(value, in: text, of: Self.visibilities, 0...2)
    case .enumeration(let values):
      for candidate in values where JavaText.equalsInUpperCase(value, candidate.name, in: text) {
        return .int(candidate.value, isRP: false)
      }
      return .fault
    case .expression:
      guard value.count >= 3, text[value.lowerBound] == UInt8(ascii: "$"),
        text[value.lowerBound + 1] == UInt8(ascii: "{"), text[value.upperBound - 1] == UInt8(ascii: "}")
      else { return .fault }
      return .script
    }
  }

  typealias Names = [(name: String, value: Int32)]

  static let flags: Names = [
    ("flag_draw", 1), ("flag_event", 2), ("flag_dynamic", 4), ("flag_software", 8), ("flag_exposure", 16),
    ("flag_clickable", 32), ("flag_longclickable", 64), ("flag_touchable", 128),
  ]
  static let types: Names = [
    ("int", 1), ("float", 2), ("string", 3), ("circle", 1), ("rect", 2), ("oval", 3),
  ]
  static let aligns: Names = [
    ("left", 1), ("right", 2), ("h_center", 4), ("top", 8), ("bottom", 16), ("v_center", 32),
  ]
  static let textStyles: Names = [("bold", 1), ("italic", 2), ("underline", 4), ("strike", 8)]
  static let dataModes: Names = [("set", 1), ("append", 2)]
  static let visibilities: Names = [("invisible", 0), ("visible", 1), ("gone", 2)]

  /// The number without its `rp`, trimmed.
  private static func unit(_ value: Range<Int>, in text: [UInt8]) -> (number: Range<Int>, isRP: Bool) {
    let trimmed = JavaText.trimmed(value, in: text)
    guard JavaText.endsInRP(trimmed, in: text) else { return (trimmed, false) }
    return (trimmed.lowerBound..<trimmed.upperBound - 2, true)
  }

  private static func int(_ value: Range<Int>, in text: [UInt8]) -> EncodedValue {
    let unit = unit(value, in: text)
    if !unit.isRP {
      if JavaText.equals(unit.number, "true", in: text) { return .int(1, isRP: false) }
      if JavaText.equals(unit.number, "false", in: text) { return .int(0, isRP: false) }
    }
    if let number = JavaNumbers.int(unit.number, in: text) { return .int(number, isRP: unit.isRP) }
    return JavaText.isBinding(unit.number, in: text) ? .string : .fault
  }

  private static func float(_ value: Range<Int>, in text: [UInt8]) -> EncodedValue {
    let unit = unit(value, in: text)
    if let bits = JavaNumbers.float(unit.number, in: text) { return .float(bits, isRP: unit.isRP) }
    return JavaText.isBinding(unit.number, in: text) ? .string : .fault
  }

  /// A float if it has a point after the first character, else a whole number.
  private static func number(_ value: Range<Int>, in text: [UInt8]) -> EncodedValue {
    let unit = unit(value, in: text)
    for index in unit.number.dropFirst() where text[index] == UInt8(ascii: ".") {
      return float(value, in: text)
    }
    return int(value, in: text)
  }

  private static func isTrue(_ value: Range<Int>, in text: [UInt8]) -> Bool {
    value.count == 4 && text[value.lowerBound] | 0x20 == UInt8(ascii: "t")
      && text[value.lowerBound + 1] | 0x20 == UInt8(ascii: "r")
      && text[value.lowerBound + 2] | 0x20 == UInt8(ascii: "u")
      && text[value.lowerBound + 3] | 0x20 == UInt8(ascii: "e")
  }

  private static func name(_ value: Range<Int>, in text: [UInt8], of names: Names) -> EncodedValue? {
    for name in names where JavaText.equals(value, name.name, in: text) {
      return .int(name.value, isRP: false)
    }
    return nil
  }

  private static func bits(_ value: Range<Int>, in text: [UInt8], of names: Names) -> EncodedValue {
    var bits: Int32 = 0
    for piece in JavaText.pieces(value, in: text) {
      let word = JavaText.trimmed(piece, in: text)
      guard case .int(let bit, _)? = name(word, in: text, of: names) else { return .fault }
      bits |= bit
    }
    return .int(bits, isRP: false)
  }

  /// A word, or a number whose whole value is in `range`; floats and bindings have the whole value 0.
  private static func mode(
    _ value: Range<Int>, in text: [UInt8], of names: Names, _ range: ClosedRange<Int32>
  ) -> EncodedValue {
    if let word = name(value, in: text, of: names) { return word }
    let number = number(value, in: text)
    switch number {
    case .int(let int, _): return range.contains(int) ? number : .fault
    case .float, .string: return range.contains(0) ? number : .fault
    default: return .fault
    }
  }
}
