package import HybridGeometry

/// The steps by which the layout algorithms sized and placed one box.
///
/// Steps are facts in the order in which they occurred; the caller puts them into words. All values are in
/// points. ``width`` and ``height`` follow the border box. ``x`` and ``y`` follow its left and upper edge,
/// relative to the corner of the ``container``'s border box. The last step with a value has the value in
/// ``frame``.
package struct LayoutExplanation: Hashable, Sendable {
  /// One step.
  package struct Step<Fact: Hashable & Sendable>: Hashable, Sendable {
    /// The fact: a decision and its cause.
    package var fact: Fact
    /// The extent or position after this step; nil for a fact that later steps build on.
    package var value: Double?

    /// A step.
    package init(_ fact: Fact, _ value: Double? = nil) {
      self.fact = fact
      self.value = value
    }
  }

  /// The role of a box for the node that lays it out.
  package enum Role: Hashable, Sendable {
    /// The root of the tree; it fills the space offered, or shrinks to fit it.
    case root(RootRole)
    /// A block in the flow of a block container.
    case block
    /// A float.
    case float(FloatSide)
    /// An item of a flex container, with the index of its line and the number of lines; the first line is 0.
    case flexItem(FlexDirection, line: Int, lines: Int)
    /// An item of a grid container.
    case gridItem
    /// Out of the flow: absolute or fixed.
    case positioned(Position)
    /// `display: none` or `contents`, or inside a node without a box.
    case none
  }

  /// The frame, as in ``LayoutTree/frame(of:)``.
  package var frame: Rect
  /// The role of the box in its container.
  package var role: Role
  /// The node that laid the box out: the nearest ancestor with a box; for an out-of-flow box the one that its
  /// insets refer to; nil for the root.
  package var container: LayoutNodeID?
  /// The steps that give the border box its width.
  package var width: [Step<SizeFact>] = []
  /// The steps that give the border box its height.
  package var height: [Step<SizeFact>] = []
  /// The steps that place the left edge.
  package var x: [Step<PlaceFact>] = []
  /// The steps that place the upper edge.
  package var y: [Step<PlaceFact>] = []

  /// An explanation without steps.
  package init(frame: Rect, role: Role, container: LayoutNodeID?) {
    self.frame = frame
    self.role = role
    self.container = container
  }

  /// Records the edges on whole points, if they differ.
  mutating func addRounding(_ rounded: Rect) {
    if differ(rounded.width, frame.width) { width.append(.init(.rounded(rounded.width))) }
    if differ(rounded.height, frame.height) { height.append(.init(.rounded(rounded.height))) }
    if differ(rounded.x, frame.x) { x.append(.init(.rounded(rounded.x))) }
    if differ(rounded.y, frame.y) { y.append(.init(.rounded(rounded.y))) }
  }
}

/// A side of a box.
package enum Side: UInt8, Hashable, Sendable { case top, right, bottom, left }

/// The value of a property that takes a length, and its basis.
package struct UsedLength: Hashable, Sendable {
  /// The computed value.
  package var length: Length
  /// The length of 100 %; nil without a percentage.
  package var whole: Double?
  /// Padding and border, added because `box-sizing` is `content-box`.
  package var insets: Double

  /// A length with its percentage basis.
  package init(_ length: Length, of whole: Double? = nil, insets: Double = 0) {
    self.length = length
    self.whole = whole
    self.insets = insets
  }

  /// The value by itself; nil for keywords and calculations.
  package var plain: Double? {
    switch length {
    case .points(let points): max(0, Double(points)) + insets
    case .percent(let percent): whole.map { max(0, $0 * Double(percent) / 100) + insets }
    default: nil
    }
  }
}

/// The value of an alignment property, with the property that had it.
package struct UsedAlignment: Hashable, Sendable {
  /// The properties of an item end in `Self`; all others are the container's.
  package enum Property: UInt8, Hashable, Sendable {
    case justifyContent, alignContent, justifyItems, alignItems, justifySelf, alignSelf
    /// HTML's `align`: `text-align: -webkit-center` and similar values.
    case textAlign
  }

  /// The source of the value: the item's own property unless it is `auto`.
  package var property: Property
  /// The value, as computed.
  package var alignment: Alignment

  /// A value of a property.
  package init(_ property: Property, _ alignment: Alignment) {
    self.property = property
    self.alignment = alignment
  }
}

/// The part of a grid that an item takes along one axis (CSS Grid 1 §8).
package struct GridSpan: Hashable, Sendable {
  /// The number of the line at its start; the first line of the explicit grid is 1, earlier lines are 0 and
  /// below.
  package var startLine: Int
  /// The sizes of its tracks.
  package var tracks: [Double]
  /// The gutter between two tracks.
  package var gap: Double
  /// The additional space of content alignment between two tracks (§10.5).
  package var between: Double
  /// Whether auto-placement chose the lines.
  package var isAutomatic: Bool
  /// The share of each `auto` track in the leftover space (§11.8), with the property that causes it.
  package var stretch: Stretch?

  /// Leftover space given to `auto` tracks.
  package struct Stretch: Hashable, Sendable {
    /// `justify-content` or `align-content`, which is `normal` or `stretch`.
    package var alignment: UsedAlignment
    /// The share of each track.
    package var each: Double

    /// The same amount for each track.
    package init(_ alignment: UsedAlignment, each: Double) {
      self.alignment = alignment
      self.each = each
    }
  }

  /// Adjacent tracks; collapsed empty tracks of `auto-fit` are left out.
  package init(
    startLine: Int, tracks: [Double], gap: Double, between: Double = 0, isAutomatic: Bool,
    stretch: Stretch? = nil
  ) {
    self.startLine = startLine
    self.tracks = tracks
    self.gap = gap
    self.between = between
    self.isAutomatic = isAutomatic
    self.stretch = stretch
  }

  /// From the start of the first track to the end of the last one.
  package var extent: Double {
    tracks.reduce(0, +) + (gap + between) * Double(max(0, tracks.count - 1))
  }
}

/// The grid lines that bound the containing block of an out-of-flow box along one axis (CSS Grid 1 §9).
package struct GridLineRange: Hashable, Sendable {
  /// The number of a line; nil for `auto`: the edge of the container's padding box.
  package var start, end: Int?

  /// Two lines.
  package init(_ start: Int?, _ end: Int?) {
    self.start = start
    self.end = end
  }
}
