/// One function of `filter`. Filter Effects 1 §5.
package enum Filter: Hashable, Sendable {
  /// A function of colours, with its amount: 1 is 100 %; of `hue-rotate` degrees.
  case color(Kind, Double)
  /// The standard deviation in points.
  case blur(Double)
  /// The blur of the shadow is the standard deviation.
  case shadow(Shadow)

  /// The functions of colours.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case brightness, contrast, grayscale, invert, opacity, saturate, sepia
    case hueRotate = "hue-rotate"
  }
}

extension Filter {
  /// How far it reaches beyond what it is applied to, in points.
  package var reach: Double {
    switch self {
    case .color: 0
    case .blur(let deviation): 3 * max(deviation, 0)
    case .shadow(let shadow): 3 * max(shadow.blur, 0) + max(abs(shadow.offset.x), abs(shadow.offset.y))
    }
  }
}
