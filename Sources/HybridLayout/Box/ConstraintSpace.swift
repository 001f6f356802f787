import HybridGeometry

/// A size that is not definite (CSS Sizing 3 §2.1): it depends on content, or there is no limit.
let indefinite = Double.infinity

extension Double {
  /// Whether the size is in points, not ``indefinite``.
  var isDefinite: Bool { self < .infinity }
}

/// The input that a container passes to the layout of a child. Equal spaces give equal results, which is why
/// the space is the key of cached results.
struct ConstraintSpace: Hashable, Sendable {
  /// How an `auto` width fills the containing block.
  enum AutoBehaviour: UInt8, Sendable {
    /// Shrink to fit: `fit-content`.
    case fitContent
    /// As a block in flow, unless an aspect ratio gives a width.
    case stretch
    /// By alignment, before any aspect ratio.
    case stretchExplicit
  }

  /// Boolean inputs.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// An `auto` height fills the available height.
    static let stretchesHeight = Flags(rawValue: 1)
    /// The border-box width is the available width, whatever the style says.
    static let fixedWidth = Flags(rawValue: 2)
    /// The border-box height is the available height, whatever the style says.
    static let fixedHeight = Flags(rawValue: 4)
    /// The fixed height depends on the content: percentages of it do not resolve (CSS Flexbox 1 §9.8).
    static let fixedHeightIndefinite = Flags(rawValue: 8)
    /// The requested height depends on the content alone, for an intrinsic size.
    static let ignoresHeight = Flags(rawValue: 16)
    /// Floats are ignored: only the margins are requested.
    static let ignoresFloats = Flags(rawValue: 32)
    /// The child is an independent formatting context (CSS Display 3 §4.1), whatever its style says.
    static let independent = Flags(rawValue: 64)
    /// The space is the initial containing block: it may contain positioned boxes inside.
    static let initial = Flags(rawValue: 128)
    /// The flags about the height, which intrinsic widths can depend on.
    static let height = Flags(rawValue: 1 + 4 + 8 + 16)
  }

  /// The room for the margin box.
  var available: Size<Double>
  /// The size that percentages refer to.
  var percentage: Size<Double>
  var flags: Flags = []
  /// The behaviour of an `auto` width.
  var widthBehaviour = AutoBehaviour.fitContent
  /// The context that the outer grid passes to a subgrid: an identifier of ``SubgridTable``; 0 for other
  /// boxes.
  var subgrid: Int32 = 0

  @inline(__always) init(available: Size<Double>, percentage: Size<Double>, flags: Flags = []) {
    self.available = available
    self.percentage = percentage
    self.flags = flags
  }

  @inline(__always) private subscript(flag: Flags) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }

  var stretchesHeight: Bool {
    @inline(__always) get { self[.stretchesHeight] }
    @inline(__always) set { self[.stretchesHeight] = newValue }
  }
  var isWidthFixed: Bool {
    @inline(__always) get { self[.fixedWidth] }
    @inline(__always) set { self[.fixedWidth] = newValue }
  }
  var isHeightFixed: Bool {
    @inline(__always) get { self[.fixedHeight] }
    @inline(__always) set { self[.fixedHeight] = newValue }
  }
  var isFixedHeightIndefinite: Bool {
    @inline(__always) get { self[.fixedHeightIndefinite] }
    @inline(__always) set { self[.fixedHeightIndefinite] = newValue }
  }
  var isHeightIgnored: Bool {
    @inline(__always) get { self[.ignoresHeight] }
    @inline(__always) set { self[.ignoresHeight] = newValue }
  }
  var ignoresFloats: Bool {
    @inline(__always) get { self[.ignoresFloats] }
    @inline(__always) set { self[.ignoresFloats] = newValue }
  }
  var isIndependent: Bool {
    @inline(__always) get { self[.independent] }
    @inline(__always) set { self[.independent] = newValue }
  }
  var isInitial: Bool { self[.initial] }

  /// The same space with NaN replaced by 0, because NaN is not equal to itself.
  var withoutNaN: ConstraintSpace {
    func number(_ size: Size<Double>) -> Size<Double> {
      Size(width: size.width.isNaN ? 0 : size.width, height: size.height.isNaN ? 0 : size.height)
    }
    var space = self
    space.available = number(available)
    space.percentage = number(percentage)
    return space
  }

  @inline(__always) static func == (first: ConstraintSpace, second: ConstraintSpace) -> Bool {
    first.available.width == second.available.width && first.available.height == second.available.height
      && first.percentage.width == second.percentage.width
      && first.percentage.height == second.percentage.height
      && first.flags.rawValue == second.flags.rawValue
      && first.widthBehaviour.rawValue == second.widthBehaviour.rawValue && first.subgrid == second.subgrid
  }
}

/// The requested extent of a layout. Each case includes the ones before it.
enum Purpose: UInt8, Comparable, Sendable {
  /// The border box, and the margins that collapse out of it.
  case size
  /// Also the baselines.
  case baselines
  /// Also the frames of all boxes inside.
  case frames

  static func < (first: Purpose, second: Purpose) -> Bool { first.rawValue < second.rawValue }
}

/// The result of laying out a box.
struct BoxResult: Sendable {
  /// The border box.
  var size: Size<Double>
  /// The border-box height from the content, before `height` and its limits.
  var intrinsicHeight: Double
  private var first = Double.nan
  private var last = Double.nan
  /// Margins of children that collapse with this box's top margin; all margins where it collapses through.
  var leadingMargins = MarginStrut()
  /// Margins of children that collapse with this box's bottom margin.
  var trailingMargins = MarginStrut()
  /// Whether its own top and bottom margin adjoin (CSS 2.2 §8.3.1).
  var collapsesThrough = false
  /// Whether it contains floats of the surrounding formatting context, so that this result is preliminary.
  var hasFloats = false

  @inline(__always) init(size: Size<Double>, intrinsicHeight: Double) {
    self.size = size
    self.intrinsicHeight = intrinsicHeight
  }

  /// The first baseline below the top of the border box.
  var firstBaseline: Double? {
    @inline(__always) get { first.isNaN ? nil : first }
    @inline(__always) set { first = newValue ?? .nan }
  }

  /// The last baseline below the top of the border box.
  var lastBaseline: Double? {
    @inline(__always) get { last.isNaN ? nil : last }
    @inline(__always) set { last = newValue ?? .nan }
  }

  /// Limits the sizes to finite values that containers can sum.
  @inline(__always) mutating func limit() {
    intrinsicHeight = LayoutStyle.limited(intrinsicHeight)
    if abs(first) > LayoutStyle.limit { first = LayoutStyle.clamped(first) }
    if abs(last) > LayoutStyle.limit { last = LayoutStyle.clamped(last) }
  }

  /// Whether the two results are indistinguishable to a container.
  func isSame(as other: BoxResult) -> Bool {
    size == other.size && intrinsicHeight == other.intrinsicHeight
      && (first == other.first || first.isNaN && other.first.isNaN)
      && (last == other.last || last.isNaN && other.last.isNaN)
      && leadingMargins == other.leadingMargins && trailingMargins == other.trailingMargins
      && collapsesThrough == other.collapsesThrough && hasFloats == other.hasFloats
  }
}

/// Adjoining margins: the largest positive and the smallest negative one (CSS 2.2 §8.3.1).
struct MarginStrut: Equatable, Sendable {
  private var positive: Float = 0
  private var negative: Float = 0

  /// The single margin that they collapse to.
  var sum: Double { Double(positive) + Double(negative) }

  mutating func append(_ margin: Double) {
    if margin >= 0 {
      positive = max(positive, Float(margin))
    } else {
      negative = min(negative, Float(margin))
    }
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

  /// No limits.
  @inline(__always) static var unlimited: MinMaxSizes { MinMaxSizes(min: 0, max: indefinite) }

  /// The `fit-content` size in the given room.
  func fit(into room: Double) -> Double { Swift.min(max, Swift.max(min, room)) }

  static func + (sizes: MinMaxSizes, extent: Double) -> MinMaxSizes {
    MinMaxSizes(min: sizes.min + extent, max: sizes.max + extent)
  }

  /// Takes the larger value of each.
  mutating func encompass(_ other: MinMaxSizes) {
    min = Swift.max(min, other.min)
    max = Swift.max(max, other.max)
  }
}
