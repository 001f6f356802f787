import HybridEncoding

// Computed values as CSS writes them: CSSOM 1 §6.7.2, *serialize a CSS value*.

extension SRGBColor {
  /// CSS Color 4 §15. Colors of sRGB as bytes, with the shortest alpha that gives the same byte (§15.2.1,
  /// *Serializing sRGB values*); others with the parts of their space.
  package var cssText: String {
    written.map { $0.value.cssText(alpha: alpha) } ?? srgbText
  }

  /// The displayable color, for programs that know `rgb()` only.
  package var srgbText: String {
    let parts = bytes
    let color = "\(parts.red), \(parts.green), \(parts.blue)"
    guard parts.alpha < 255 else { return "rgb(\(color))" }
    let exact = Double(parts.alpha) / 255
    let short = exact.rounded(toDecimals: 2)
    let alpha = Int((short * 255).rounded()) == Int(parts.alpha) ? short : exact.rounded(toDecimals: 3)
    return "rgba(\(color), \(numberText(alpha)))"
  }
}

extension SizeValue {
  var cssText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .content: "content"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent: "fit-content"
    case .stretch: "stretch"
    case .length(let length): length.cssText
    }
  }
}

extension LengthOrAuto {
  var cssText: String {
    switch self {
    case .auto: "auto"
    case .length(let length): length.cssText
    }
  }
}

extension AspectRatio {
  var cssText: String {
    guard let ratio else { return "auto" }
    return (isAuto ? "auto " : "") + numberText(ratio)
  }
}

extension Alignment {
  var cssText: String {
    switch safety {
    case .unspecified: keyword.rawValue
    case .safe: "safe " + keyword.rawValue
    case .unsafe: "unsafe " + keyword.rawValue
    }
  }
}

extension GridLine {
  var cssText: String {
    func named(_ text: String, _ name: String?) -> String {
      name.map { "\(text) \(serializedIdent($0))" } ?? text
    }
    return switch self {
    case .auto: "auto"
    case .line(let line, let name): named("\(line)", name)
    case .named(let name): serializedIdent(name)
    case .span(let count, let name): named("span \(count)", name)
    }
  }
}

extension LengthPercentage {
  /// CSS Values 4 §10.13, *Serialization*, except for the order of terms.
  package var cssText: String {
    switch self {
    case .points(let length): pixelText(length)
    case .percent(let percent): numberText(percent) + "%"
    case .sum, .scale: "calc(\(inner))"
    case .min, .max, .clamp: inner
    }
  }

  /// The content of a math function.
  private var inner: String {
    switch self {
    case .points, .percent: cssText
    case .sum(let terms): terms.map(\.factor).joined(separator: " + ")
    case .scale(let value, let factor): "\(value.factor) * \(numberText(factor))"
    case .min(let values): "min(\(values.map(\.inner).joined(separator: ", ")))"
    case .max(let values): "max(\(values.map(\.inner).joined(separator: ", ")))"
    case .clamp(let least, let value, let most): "clamp(\(least.inner), \(value.inner), \(most.inner))"
    }
  }

  private var factor: String { if case .sum = self { "(\(inner))" } else { inner } }
}

func pixelText(_ value: Double) -> String { numberText(value) + "px" }

/// At most six decimals, as CSSOM requires.
package func numberText(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return value.isNaN ? "NaN" : "\(value)" }
  let millionths = Int64((value * 1e6).rounded())
  let (whole, rest) = (abs(millionths) / 1_000_000, abs(millionths) % 1_000_000)
  var text = (millionths < 0 ? "-" : "") + "\(whole)"
  guard rest > 0 else { return text }
  var digits = "\(rest)"
  digits = String(repeating: "0", count: 6 - digits.count) + digits
  while digits.hasSuffix("0") { digits.removeLast() }
  text += "." + digits
  return text
}
