/// Stands for a size that is not definite (CSS Sizing 3 §2.1): it hangs on content, or there is no limit.
let indefinite = Double.infinity

extension Double {
  /// Whether this is a size in points, rather than ``indefinite``.
  var isDefinite: Bool { self < .infinity }
}

/// What a container tells a child before laying it out. Equal questions have equal answers, which is what caches are keyed by.
struct ConstraintSpace: Hashable, Sendable {
  /// How the containing block wants an `auto` width filled.
  enum AutoBehaviour: UInt8, Sendable {
    /// Shrink to fit: `fit-content`.
    case fitContent
    /// As a block in flow, unless an aspect ratio gives a width.
    case stretch
    /// By alignment, before any aspect ratio.
    case stretchExplicit
  }

  /// The room for the margin box.
  var available: Size<Double>
  /// What percentages refer to.
  var percentage: Size<Double>
  /// What an `auto` width does.
  var widthBehaviour = AutoBehaviour.fitContent
  /// Whether an `auto` height fills the available height.
  var stretchesHeight = false
  /// The border-box width is `available.width`, whatever the style says.
  var isWidthFixed = false
  /// The border-box height is `available.height`, whatever the style says.
  var isHeightFixed = false
  /// The fixed height is a result of the content: percentages of it do not resolve (CSS Flexbox 1 §9.8).
  var isFixedHeightIndefinite = false
  /// The height is asked for as if it hung on the content alone, for an intrinsic size.
  var isHeightIgnored = false
  /// Floats count for nothing: only the margins are asked for.
  var ignoresFloats = false
  /// The child's floats and margins are its own (CSS Display 3 §4.1), whatever its style says.
  var isIndependent = false

  init(available: Size<Double>, percentage: Size<Double>) {
    self.available = available
    self.percentage = percentage
  }
}

/// What is wanted of a layout. Each includes the ones before it.
enum Purpose: UInt8, Comparable, Sendable {
  /// The border box and the margins that collapse out of it.
  case size
  /// The baselines, too.
  case baselines
  /// Frames in everything inside.
  case frames

  static func < (first: Purpose, second: Purpose) -> Bool { first.rawValue < second.rawValue }
}

/// What laying out a box gave.
struct BoxResult: Sendable {
  /// The border box.
  var size: Size<Double>
  /// The border-box height that the content asks for, before `height` and its limits.
  var intrinsicHeight: Double
  /// The first baseline below the top of the border box.
  var firstBaseline: Double?
  /// The last baseline below the top of the border box.
  var lastBaseline: Double?
  /// Margins of children that collapse with this box's top margin; all of them where it collapses through.
  var leadingMargins = MarginStrut()
  /// Margins of children that collapse with this box's bottom margin.
  var trailingMargins = MarginStrut()
  /// Whether its own top and bottom margin adjoin (CSS 2.2 §8.3.1).
  var collapsesThrough = false
  /// Whether it holds floats of the formatting context around it, so that this result is not the last word.
  var hasFloats = false

  init(size: Size<Double>, intrinsicHeight: Double) {
    self.size = size
    self.intrinsicHeight = intrinsicHeight
  }
}

/// Adjoining margins: the largest of the positive and the smallest of the negative ones (CSS 2.2 §8.3.1).
struct MarginStrut: Equatable, Sendable {
  var positive = 0.0
  var negative = 0.0

  /// The one margin that they collapse to.
  var sum: Double { positive + negative }

  mutating func append(_ margin: Double) {
    if margin >= 0 { positive = max(positive, margin) } else { negative = min(negative, margin) }
  }

  mutating func append(_ other: MarginStrut) {
    positive = max(positive, other.positive)
    negative = min(negative, other.negative)
  }
}

/// The two intrinsic sizes of a box along the inline axis (CSS Sizing 3 §4).
struct MinMaxSizes: Equatable, Sendable {
  var min: Double
  var max: Double

  init(min: Double, max: Double) {
    self.min = min
    self.max = max
  }

  init(_ both: Double) { self.init(min: both, max: both) }

  /// `fit-content` in so much room.
  func fit(into room: Double) -> Double { Swift.min(max, Swift.max(min, room)) }

  static func + (sizes: MinMaxSizes, extent: Double) -> MinMaxSizes {
    MinMaxSizes(min: sizes.min + extent, max: sizes.max + extent)
  }

  /// Takes the larger of each.
  mutating func encompass(_ other: MinMaxSizes) {
    min = Swift.max(min, other.min)
    max = Swift.max(max, other.max)
  }
}
