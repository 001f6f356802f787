/// The radii of one corner. CSS Backgrounds 3 §4.1; percentages are of the border box's width and height.
package struct CornerRadius: Hashable, Sendable {
  /// Along the horizontal side.
  package var horizontal: LengthPercentage
  /// Along the vertical side.
  package var vertical: LengthPercentage
  /// A square corner.
  package static let zero = CornerRadius(horizontal: .zero, vertical: .zero)
}

/// A margin or an inset.
package enum LengthOrAuto: Hashable, Sendable {
  /// `auto`
  case auto
  /// A length or percentage.
  case length(LengthPercentage)
}

/// The value of `width`, `min-width`, `max-width`, `flex-basis` and similar properties. CSS Sizing 3 §3.
package enum SizeValue: Hashable, Sendable {
  /// `auto`
  case auto
  /// `none`, of a maximum
  case none
  /// `content`, of `flex-basis`
  case content
  /// `min-content`
  case minContent
  /// `max-content`
  case maxContent
  /// `fit-content`
  case fitContent
  /// `stretch`
  case stretch
  /// A length or percentage, never negative.
  case length(LengthPercentage)
}

/// `aspect-ratio`. CSS Sizing 4 §4.1.
package struct AspectRatio: Hashable, Sendable {
  /// Whether a replaced element's natural ratio takes precedence.
  package var isAuto: Bool
  /// Width divided by height; nil when there is only `auto`.
  package var ratio: Double?
}

/// An alignment property's value. CSS Box Alignment 3 §4.
package struct Alignment: Hashable, Sendable {
  /// Whether a box that overflows may be aligned out of view. §4.4.
  package enum Safety: Hashable, Sendable {
    /// Neither word was given.
    case unspecified
    /// `safe`
    case safe
    /// `unsafe`
    case unsafe
  }
  /// The position or distribution.
  package var keyword: AlignmentKeyword
  /// `safe`, `unsafe` or neither.
  package var safety: Safety = .unspecified

  /// An alignment.
  package init(_ keyword: AlignmentKeyword, safety: Safety = .unspecified) {
    self.keyword = keyword
    self.safety = safety
  }
}

/// `line-height`. CSS Inline 3 §5.1.
package enum LineHeight: Hashable, Sendable {
  /// `normal`: the font's own line height.
  case normal
  /// A factor of the font size of each element that inherits it.
  case number(Double)
  /// CSS px.
  case points(Double)
}

/// `vertical-align`.
package enum VerticalAlign: Hashable, Sendable {
  /// One of the keywords.
  case keyword(VerticalAlignKeyword)
  /// Raised by a length, or by a percentage of the line height.
  case length(LengthPercentage)
}

/// `list-style-type`. CSS Lists 3 §3.3.
package enum ListStyleType: Hashable, Sendable {
  /// `none`
  case none
  /// A counter style such as `disc` or `decimal`.
  case name(String)
  /// The marker itself.
  case string(String)
}

/// `content`. CSS Content 3 §2.
package enum Content: Hashable, Sendable {
  /// `normal`
  case normal
  /// `none`
  case none
  /// Anything else, as it was written without white space; ``items`` reads it.
  case values([ComponentValue])
}

/// A point in an area. A percentage aligns that point of the object with that point of the area, as in
/// `background-position`.
package struct PositionValue<Length: Hashable & Sendable>: Hashable, Sendable {
  /// From the left.
  package var x: Length
  /// From the top.
  package var y: Length
}

/// `background-size` of one layer. CSS Backgrounds 3 §2.9.
package enum BackgroundSize<Length: Hashable & Sendable>: Hashable, Sendable {
  /// `cover`
  case cover
  /// `contain`
  case contain
  /// Width and height; nil is `auto`.
  case size(Length?, Length?)
}

/// A shadow of a box or of text. CSS Backgrounds 3 §6.1.
package struct ShadowValue<Length: Hashable & Sendable>: Hashable, Sendable {
  /// To the right.
  package var x: Length
  /// Downwards.
  package var y: Length
  /// Radius of the blur.
  package var blur: Length
  /// How much larger it is than the box.
  package var spread: Length
  /// Its colour.
  package var color: ColorValue
  /// Whether it falls inside the box.
  package var isInset: Bool
}

/// One function of `transform`, or the value of `translate`, `rotate` or `scale`. CSS Transforms 1 §9.1, CSS
/// Transforms 2 §12.1; angles are in degrees.
package enum TransformFunction<Length: Hashable & Sendable>: Hashable, Sendable {
  /// Translation; percentages are of the border box.
  case translate(Length, Length)
  /// Scaling.
  case scale(Double, Double)
  /// Clockwise rotation.
  case rotate(Double)
  /// Skewing.
  case skew(Double, Double)
  /// The six numbers of a matrix.
  case matrix([Double])
  /// Translation in space.
  case translate3D(Length, Length, Length)
  /// Scaling in space.
  case scale3D(Double, Double, Double)
  /// Rotation by an angle, the last number, about an axis.
  case rotate3D(Double, Double, Double, Double)
  /// The sixteen numbers of a matrix, by columns.
  case matrix3D([Double])
  /// `perspective()`, with its argument as written.
  case other(String, [ComponentValue])
}

/// An image. CSS Images 3 §2.
package enum Image<Length: Hashable & Sendable>: Hashable, Sendable {
  /// `none`
  case none
  /// `url()` or `src()`
  case url(String)
  /// A gradient.
  case gradient(GradientValue<Length>)
  /// An image function that is not drawn, as written.
  case other(ComponentValue)
}

/// A gradient. CSS Images 3 §3.
package struct GradientValue<Length: Hashable & Sendable>: Hashable, Sendable {
  /// The course of the gradient line.
  package enum Shape: Hashable, Sendable {
    /// Towards an angle in degrees; 0 is up.
    case linear(angle: Double)
    /// Towards a corner.
    case corner(right: Bool, bottom: Bool)
    /// From a centre outwards: `extent` is a keyword or one or two radii.
    case radial(isCircle: Bool, extent: RadialExtent, center: PositionValue<Length>)
    /// Around a centre, from an angle in degrees.
    case conic(from: Double, center: PositionValue<Length>)
  }
  /// The extent of a radial gradient. §3.2.
  package enum RadialExtent: Hashable, Sendable {
    /// `closest-side`
    case closestSide
    /// `closest-corner`
    case closestCorner
    /// `farthest-side`
    case farthestSide
    /// `farthest-corner`
    case farthestCorner
    /// Horizontal and vertical radius.
    case radii(Length, Length)
  }
  /// A colour on the line. A hint between two colours has no colour.
  package struct Stop: Hashable, Sendable {
    /// Nil is a hint.
    package var color: ColorValue?
    /// The position on the line; nil: distributed evenly. For a conic gradient 100% is a full turn.
    package var position: Length?
  }
  /// The shape of the gradient.
  package var shape: Shape
  /// At least one colour.
  package var stops: [Stop]
  /// Whether the stops repeat beyond the last.
  package var isRepeating: Bool
  /// Where the colors between stops are mixed; nil for sRGB. CSS Images 4 §3.
  package var interpolation: ColorInterpolation?
}

/// The progress of a transition or an animation over time. CSS Easing 1 §2.
package enum TimingFunction: Hashable, Sendable {
  /// `linear`
  case linear
  /// A cubic Bézier curve from (0, 0) to (1, 1) by its two control points.
  case cubicBezier(Double, Double, Double, Double)
  /// `count` steps, with jumps as in `position`.
  case steps(Int, StepPosition)
  /// `linear()`: at least two stops, whose inputs never decrease. CSS Easing 2 §2.2.
  case linearStops([LinearStop])

  /// `ease`
  package static let ease = TimingFunction.cubicBezier(0.25, 0.1, 0.25, 1)
}

/// A point of `linear()`: the progress after a part of the time.
package struct LinearStop: Hashable, Sendable {
  /// From 0 to 1; beyond the first and the last stop the line goes on.
  package var input: Double
  package var output: Double

  /// A point.
  package init(input: Double, output: Double) { (self.input, self.output) = (input, output) }
}

/// The jumps of a step function. CSS Easing 1 §2.3.
package enum StepPosition: String, KeywordValue {
  case jumpStart = "jump-start"
  case jumpEnd = "jump-end"
  case jumpNone = "jump-none"
  case jumpBoth = "jump-both"
}
