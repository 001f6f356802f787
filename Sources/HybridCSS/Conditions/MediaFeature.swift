/// One media feature with its test. Media Queries 4 §2.4.
package enum MediaFeature: Hashable, Sendable {
  /// `(width)`: neither zero nor none.
  case boolean(Name)
  /// `(orientation: portrait)`, the keyword in lower case.
  case keyword(Name, String)
  /// `(min-width: 1px)`, `(width >= 1px)`, `(1px < width <= 2px)`: all comparisons must hold; the feature is
  /// on the left.
  case range(Name, [Comparison])

  /// The known features.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case width
    case height
    case deviceWidth = "device-width"
    case deviceHeight = "device-height"
    case aspectRatio = "aspect-ratio"
    case deviceAspectRatio = "device-aspect-ratio"
    case orientation
    case prefersColorScheme = "prefers-color-scheme"
    case resolution
    case color
    case monochrome
    case grid
    case hover
    case anyHover = "any-hover"
    case pointer
    case anyPointer = "any-pointer"
    case prefersReducedMotion = "prefers-reduced-motion"
    case prefersContrast = "prefers-contrast"
    case prefersReducedTransparency = "prefers-reduced-transparency"
    case prefersReducedData = "prefers-reduced-data"
    case forcedColors = "forced-colors"
    case colorGamut = "color-gamut"
    case dynamicRange = "dynamic-range"
    case overflowBlock = "overflow-block"
    case overflowInline = "overflow-inline"
    case scripting
    case update
    case devicePixelRatio = "-webkit-device-pixel-ratio"
    case inlineSize = "inline-size"
    case blockSize = "block-size"

    /// The features of containers. CSS Conditional 5 §5.2.
    static let ofContainers: Set<Name> = [
      .width, .height, .inlineSize, .blockSize, .aspectRatio, .orientation,
    ]
    /// The features of media: all except those that only containers have.
    static let ofMedia = Set(allCases).subtracting([.inlineSize, .blockSize])
  }

  /// The type of a feature's value. Media Queries 4 §2.4.
  enum ValueType { case length, ratio, resolution, number, integer, keyword([String]) }

  /// The feature, an operator and a value.
  package struct Comparison: Hashable, Sendable {
    package enum Operator: Hashable, Sendable { case less, lessOrEqual, equal, greaterOrEqual, greater }
    package var `operator`: Operator
    package var value: Value
  }

  /// The right side of a comparison.
  package enum Value: Hashable, Sendable {
    case length(SpecifiedLength)
    case ratio(Double, Double)
    /// A number, or a resolution in dots per CSS pixel.
    case number(Double)
  }

  /// The result, where it is the same on all devices: they are phones in one hand. Nil where it depends on
  /// the device.
  var constant: Bool? {
    switch self {
    case .boolean(let name), .keyword(let name, _):
      guard case .keyword = name.valueType, name != .orientation, name != .prefersColorScheme else {
        return nil
      }
      return matches(MediaEnvironment(width: 0, height: 0))
    case .range: return nil
    }
  }

  func matches(_ environment: MediaEnvironment) -> Bool {
    switch self {
    case .boolean(let name):
      if case .keyword = name.valueType {
        return !["none", "no-preference"].contains(name.keyword(in: environment))
      }
      return name.number(in: environment) > 0
    case .keyword(let name, let keyword): return name.keyword(in: environment) == keyword
    case .range(let name, let comparisons):
      return comparisons.allSatisfy { comparison in
        switch comparison.value {
        case .ratio(0, 0): return false
        case .ratio(let width, let height):
          // Cross-multiplied, so that 4/3 is exact.
          return comparison.operator.holds(environment.width * height, environment.height * width)
        case .length(let length):
          return comparison.operator.holds(name.number(in: environment), environment.pixels(length))
        case .number(let number): return comparison.operator.holds(name.number(in: environment), number)
        }
      }
    }
  }
}

extension MediaFeature.Comparison.Operator {
  /// Lengths are results of divisions: as in browsers, a difference of up to 1/64 pixel counts as equal.
  func holds(_ a: Double, _ b: Double) -> Bool {
    let tolerance = 1.0 / 64
    return switch self {
    case .less: a < b
    case .lessOrEqual: a <= b + tolerance
    case .equal: abs(a - b) <= tolerance
    case .greaterOrEqual: a >= b - tolerance
    case .greater: a > b
    }
  }

  /// The same comparison with the sides exchanged.
  var reversed: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .greater: .less
    }
  }
}

extension MediaFeature.Name {
  var valueType: MediaFeature.ValueType {
    switch self {
    case .width, .height, .deviceWidth, .deviceHeight, .inlineSize, .blockSize: .length
    case .aspectRatio, .deviceAspectRatio: .ratio
    case .resolution: .resolution
    case .devicePixelRatio: .number
    case .color, .monochrome, .grid: .integer
    case .orientation: .keyword(["portrait", "landscape"])
    case .prefersColorScheme: .keyword(["light", "dark"])
    case .hover, .anyHover: .keyword(["none", "hover"])
    case .pointer, .anyPointer: .keyword(["none", "coarse", "fine"])
    case .prefersReducedMotion: .keyword(["no-preference", "reduce"])
    case .prefersContrast: .keyword(["no-preference", "more", "less", "custom"])
    case .prefersReducedTransparency, .prefersReducedData: .keyword(["no-preference", "reduce"])
    case .forcedColors: .keyword(["none", "active"])
    case .colorGamut: .keyword(["srgb", "p3", "rec2020"])
    case .dynamicRange: .keyword(["standard", "high"])
    case .overflowBlock: .keyword(["none", "scroll", "paged"])
    case .overflowInline: .keyword(["none", "scroll"])
    case .scripting: .keyword(["none", "initial-only", "enabled"])
    case .update: .keyword(["none", "slow", "fast"])
    }
  }

  /// Whether the feature takes `min-`, `max-` and comparisons. Media Queries 4 §2.4.3.
  var isRange: Bool {
    if self == .grid { return false }
    if case .keyword = valueType { return false }
    return true
  }

  fileprivate func number(in environment: MediaEnvironment) -> Double {
    switch self {
    case .width, .deviceWidth: environment.width
    case .height, .deviceHeight: environment.height
    case .aspectRatio, .deviceAspectRatio: environment.width
    case .resolution, .devicePixelRatio: environment.resolution
    case .color: 8
    default: 0
    }
  }

  /// The device is a phone: its input is touch, not a pointer.
  fileprivate func keyword(in environment: MediaEnvironment) -> String {
    switch self {
    case .orientation: environment.height >= environment.width ? "portrait" : "landscape"
    case .prefersColorScheme: environment.colorScheme.rawValue
    case .hover, .anyHover: "none"
    case .pointer, .anyPointer: "coarse"
    case .forcedColors: "none"
    case .colorGamut: "srgb"
    case .dynamicRange: "standard"
    case .overflowBlock, .overflowInline: "scroll"
    case .scripting: "enabled"
    case .update: "fast"
    default: "no-preference"
    }
  }
}

extension MediaEnvironment {
  /// CSS pixels; font-relative units are those of the initial font. Media Queries 4 §1.3.
  fileprivate func pixels(_ length: SpecifiedLength) -> Double {
    let font = ComputedStyle.initialFontSize * textZoom
    let context = LengthContext(
      fontSize: font, rootFontSize: font, viewportWidth: width, viewportHeight: height)
    return length.computed(in: context).resolved(against: 0)
  }
}
