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
  /// The distance to which it reaches beyond each side of its input, in points.
  package var reach: Edges<Double> {
    switch self {
    case .color: return Edges(0)
    case .blur(let deviation): return Edges(3 * max(deviation, 0))
    case .shadow(let shadow):
      let blur = 3 * max(shadow.blur, 0)
      let (x, y) = (shadow.offset.x, shadow.offset.y)
      return Edges(
        top: max(blur - y, 0), right: max(blur + x, 0), bottom: max(blur + y, 0), left: max(blur - x, 0))
    }
  }
}

extension [Filter] {
  /// How far they reach together.
  package var reach: Edges<Double> {
    reduce(into: Edges(0)) { sum, filter in
      let next = filter.reach
      sum.top += next.top
      sum.right += next.right
      sum.bottom += next.bottom
      sum.left += next.left
    }
  }
}
