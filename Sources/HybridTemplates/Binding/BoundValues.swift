import HybridEncoding
import HybridJSON
import HybridUnits

extension AttributeValue {
  /// The value of an attribute whose binding gives `value`; nil keeps the previous value.
  ///
  /// - Parameter isDark: Whether an invalid colour becomes black on iOS (text and lines) instead of clear.
  init?(_ value: JSONValue, as type: BindingType, isDark: Bool, on platform: TemplatePlatform) {
    let result: AttributeValue? =
      switch platform {
      case .android: Self.android(value, as: type)
      case .ios: Self.ios(value, as: type, isDark: isDark)
      }
    guard let result else { return nil }
    self = result
  }

  private static func android(_ value: JSONValue, as type: BindingType) -> AttributeValue? {
    if value.isNull { return nil }
    let text = value.displayText
    switch type {
    case .int, .float:
      if case .bool = value { return nil }
      if text.hasSuffix("rp") {
        return decimal(text.dropLast(2)).map { type == .int ? .rpInt(int32($0)) : .rpFloat(Float($0)) }
      }
      return decimal(text[...]).map { type == .int ? .int(int32($0)) : .float(Float($0)) }
    case .string: return .text(text)
    case .color:
      // A number is the colour itself, 0xAARRGGBB with its sign.
      if let number = value.int { return .int(Int32(truncatingIfNeeded: number)) }
      return .int(androidColor(text))
    case .boolean: return .int(text == "true" ? 1 : 0)
    case .visibility: return .int(text == "invisible" ? 0 : text == "gone" ? 2 : 1)
    case .gravity: return .int(gravity(text))
    case .textStyle: return .int(words(text, ["bold": 1, "italic": 2, "styleStrike": 8]))
    case .object: return .object(value)
    case .any: return value.string.map { .text($0) } ?? .object(value)
    }
  }

  private static func ios(_ value: JSONValue, as type: BindingType, isDark: Bool) -> AttributeValue? {
    let text = value.displayText
    switch type {
    case .int, .textStyle: return .int(int32(number(value)))
    case .float: return .float(Float(number(value)))
    case .string: return .text(text)
    case .color: return .int(iosColor(text) ?? (isDark ? Int32(bitPattern: 0xFF00_0000) : 0))
    case .boolean: return .int(text == "true" ? 1 : 0)
    case .visibility: return .int(text == "invisible" ? 0 : text == "visible" ? 1 : 2)
    case .gravity: return .int(gravity(text))
    case .object: return .object(value)
    case .any: return value.string.map { .text($0) } ?? .object(value)
    }
  }

  /// On iOS, the leading numeric part of a text counts.
  private static func number(_ value: JSONValue) -> Double {
    switch value {
    case .number(let number): return number
    case .bool(let flag): return flag ? 1 : 0
    default:
      let bytes = Array(value.displayText.utf8.drop { $0 <= 0x20 })
      var end = 0
      var sawPoint = false
      while end < bytes.count {
        switch bytes[end] {
        case 0x30...0x39: break
        case UInt8(ascii: "+") where end == 0, UInt8(ascii: "-") where end == 0: break
        case UInt8(ascii: ".") where !sawPoint: sawPoint = true
        default: return Double(String(decoding: bytes[..<end], as: UTF8.self)) ?? 0
        }
        end += 1
      }
      return Double(String(decoding: bytes, as: UTF8.self)) ?? 0
    }
  }

  /// A decimal number; excludes `nan` and hexadecimal digits, which Swift accepts.
  private static func decimal(_ text: Substring) -> Double? {
    let allowed = text.utf8.allSatisfy {
      $0.isASCIIDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    return allowed ? Double(text) : nil
  }

  static func int32(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32(min(max(value, Double(Int32.min)), Double(Int32.max)))
  }
}

// Words and colours.
extension AttributeValue {
  private static let gravityWords: [Substring: Int32] = [
    "left": 1, "right": 2, "h_center": 4, "top": 8, "bottom": 16, "v_center": 32, "center": 36,
  ]

  private static func gravity(_ text: String) -> Int32 { words(text, gravityWords) }

  /// Names joined with `|`, up to the first unknown one.
  private static func words(_ text: String, _ values: [Substring: Int32]) -> Int32 {
    var result: Int32 = 0
    for word in text.split(separator: "|") {
      let name = word.drop { $0 == " " }
      guard let value = values[name[..<(name.firstIndex(of: " ") ?? name.endIndex)]] else { break }
      result |= value
    }
    return result
  }

  private static func androidColor(_ text: String) -> Int32 {
    let color = text.hasPrefix("#") ? hexColor(text.dropFirst()) : AndroidColors.named[text.lowercased()]
    return Int32(bitPattern: color ?? 0)
  }

  private static func iosColor(_ text: String) -> Int32? {
    var digits = text[...]
    if digits.hasPrefix("#") { digits = digits.dropFirst() }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
    return hexColor(digits).map { Int32(bitPattern: $0) }
  }

  /// Six digits, or eight with the alpha first.
  private static func hexColor(_ digits: Substring) -> UInt32? {
    guard digits.utf8.count == 6 || digits.utf8.count == 8,
      let value = UInt32(hexDigits: digits)
    else { return nil }
    return digits.utf8.count == 6 ? value | 0xFF00_0000 : value
  }
}

extension JSONValue {
  /// The display form of the value: text as is, null as the empty string, everything else as JSON.
  var displayText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    default: self.text()
    }
  }
}
