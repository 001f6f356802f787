import HybridGeometry
import HybridUnits
import HybridViewTree

/// Lengths of attributes in the units of a platform (`Documentation/template-components.md`, *Units and
/// sizes*): points on iOS, whole pixels on Android.
struct TemplateUnits: Sendable {
  /// The maximum absolute value of a length, in points; it prevents overflow.
  static let limit = 100_000.0

  let platform: TemplatePlatform
  /// Pixels per point.
  let scale: Double
  /// The screen's width, in points.
  let screenWidth: Double
  /// The factor by which the user enlarges text.
  let fontScale: Double

  init(_ screen: TemplateScreen) {
    platform = screen.platform
    scale = screen.scale.isFinite ? min(max(screen.scale, 0.1), 10) : 1
    screenWidth = Self.bounded(screen.size.width)
    fontScale = screen.fontScale.isFinite ? min(max(screen.fontScale, 0.1), 10) : 1
  }

  /// A number clamped to the limit; 0 for NaN.
  static func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -limit), limit) }

  /// A length in points; 0 for a value that is not a length.
  func points(_ value: AttributeValue) -> Double {
    guard let number = value.number else { return 0 }
    return Self.bounded(value.isRP ? number.value * screenWidth / 750 : number.value)
  }

  /// A length in pixels: half a pixel is added, then the fraction is truncated.
  func pixels(_ value: AttributeValue) -> Int {
    guard let number = value.number else { return 0 }
    if value.isRP {
      let width = (screenWidth * scale).rounded(.towardZero)
      return rounded(number.value * width / 750)
    }
    return pixels(points: number.value)
  }

  /// The pixels of a number of points.
  func pixels(points: Double) -> Int { rounded(points * scale) }

  /// A length whose float is rounded to a whole point before it becomes pixels: text sizes and heights of
  /// grid cells.
  func wholePixels(_ value: AttributeValue) -> Int {
    guard case .float(let number) = value else { return pixels(value) }
    return pixels(points: Self.bounded(Double(number)).rounded(.toNearestOrAwayFromZero))
  }

  /// Points of a number of pixels.
  func points(pixels: Int) -> Double { Double(pixels) / scale }

  private func rounded(_ pixels: Double) -> Int {
    let most = Self.limit * 10
    let bounded = pixels.isNaN ? 0 : min(max(pixels, -most), most)
    return Int((bounded + (bounded < 0 ? -0.5 : 0.5)).rounded(.towardZero))
  }
}

extension AttributeValue {
  /// The number, whatever its unit; nil for text and objects.
  var number: (value: Double, isWhole: Bool)? {
    switch self {
    case .int(let value), .rpInt(let value): (Double(value), true)
    case .float(let value), .rpFloat(let value): (Double(value), false)
    case .text, .object: nil
    }
  }

  /// Whether its unit is 1/750 of the screen's width.
  var isRP: Bool {
    switch self {
    case .rpInt, .rpFloat: true
    default: false
    }
  }
}

extension Component {
  /// A whole number without unit: a flag, a count, a choice.
  func choice(_ key: StringID) -> Int? {
    guard let number = attributes[key]?.number else { return nil }
    return Int(TemplateUnits.boundedChoice(number.value))
  }

  /// A number without unit.
  func factor(_ key: StringID) -> Double? {
    attributes[key]?.number.map { TemplateUnits.bounded($0.value) }
  }

  /// A text; empty when there is none.
  func words(_ key: StringID) -> String {
    switch attributes[key] {
    case .text(let text): text
    case .int(let value): String(value)
    case .float(let value): String(value)
    default: ""
    }
  }

  /// A colour; nil if it is transparent.
  func color(_ key: StringID) -> RGBA? {
    guard case .int(let value)? = attributes[key] else { return nil }
    return value.visibleColor
  }
}

extension Int32 {
  /// The colour `0xAARRGGBB`; nil for a transparent one.
  var visibleColor: RGBA? {
    let bits = UInt32(bitPattern: self)
    return bits >> 24 == 0 ? nil : RGBA(packed: bits << 8 | bits >> 24)
  }
}

extension TemplateUnits {
  /// Clamped to 32 bits, the size of whole numbers in files.
  fileprivate static func boundedChoice(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value.rounded(.towardZero), -2_147_483_648), 2_147_483_647)
  }
}
