package import HybridGeometry

/// How one box got its size and its place: what the layout algorithms settled for it, step by step.
///
/// Facts in the order in which they came about, and no words: whoever shows them finds those. Everything is
/// in points. ``width`` and ``height`` follow the border box. ``x`` and ``y`` follow its left and upper edge,
/// counted from the corner of the ``container``'s border box. The last step with a value has the value that
/// ``frame`` has.
package struct LayoutExplanation: Hashable, Sendable {
  /// One thing that was settled.
  package struct Step<Fact: Hashable & Sendable>: Hashable, Sendable {
    /// What was settled, and by what.
    package var fact: Fact
    /// The extent or the place after this step; nil for a fact that others build on.
    package var value: Double?

    /// A step.
    package init(_ fact: Fact, _ value: Double? = nil) {
      self.fact = fact
      self.value = value
    }
  }

  /// What a box is to the one that lays it out.
  package enum Role: Hashable, Sendable {
    /// The root of the tree; it fills the space offered, or shrinks to fit it.
    case root(RootRole)
    /// A block in the flow of a block container.
    case block
    /// A float.
    case float(FloatSide)
    /// An item of a flex container, on a line of so many; the first one is 0.
    case flexItem(FlexDirection, line: Int, lines: Int)
    /// An item of a grid container.
    case gridItem
    /// Out of the flow: absolute or fixed.
    case positioned(Position)
    /// `display: none` or `contents`, or inside of what has no box.
    case none
  }

  /// As ``LayoutTree/frame(of:)``.
  package var frame: Rect
  /// What the box is to its container.
  package var role: Role
  /// The node that laid the box out: the nearest ancestor with a box; for a box out of the flow the one that
  /// its insets refer to; nil for the root.
  package var container: LayoutNodeID?
  /// How the border box got its width.
  package var width: [Step<SizeFact>] = []
  /// How the border box got its height.
  package var height: [Step<SizeFact>] = []
  /// How the left edge got its place.
  package var x: [Step<PlaceFact>] = []
  /// How the upper edge got its place.
  package var y: [Step<PlaceFact>] = []

  /// An explanation without steps.
  package init(frame: Rect, role: Role, container: LayoutNodeID?) {
    self.frame = frame
    self.role = role
    self.container = container
  }
}

/// A side of a box.
package enum Side: UInt8, Hashable, Sendable { case top, right, bottom, left }

/// The value of a property that takes a length, and what it came to.
package struct UsedLength: Hashable, Sendable {
  /// As computed.
  package var length: Length
  /// What 100 % is; nil where no percentage is in it.
  package var whole: Double?
  /// Padding and border, added because `box-sizing` is `content-box`.
  package var insets: Double

  /// A length, with what it refers to.
  package init(_ length: Length, of whole: Double? = nil, insets: Double = 0) {
    self.length = length
    self.whole = whole
    self.insets = insets
  }

  /// What it comes to by itself; nil for keywords and calculations.
  package var plain: Double? {
    switch length {
    case .points(let points): max(0, Double(points)) + insets
    case .percent(let percent): whole.map { max(0, $0 * Double(percent) / 100) + insets }
    default: nil
    }
  }
}

/// The value of an alignment property, and which one had it.
package struct UsedAlignment: Hashable, Sendable {
  /// The properties of an item end in `Self`; all others are the container's.
  package enum Property: UInt8, Hashable, Sendable {
    case justifyContent, alignContent, justifyItems, alignItems, justifySelf, alignSelf
    /// HTML's `align`: `text-align: -webkit-center` and its kin.
    case textAlign
  }

  /// Where the value comes from: that of the item unless it is `auto`.
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
  /// The number of the line at its start; the first line of the explicit grid is 1, those before it are 0 and
  /// below.
  package var startLine: Int
  /// The sizes of its tracks.
  package var tracks: [Double]
  /// The gutter between two of them.
  package var gap: Double
  /// What content alignment puts between two of them on top of that (§10.5).
  package var between: Double
  /// Whether auto-placement chose the lines.
  package var isAutomatic: Bool
  /// What each `auto` track of them got of the space left free (§11.8), and the property that says so.
  package var stretch: Stretch?

  /// Leftover space given to `auto` tracks.
  package struct Stretch: Hashable, Sendable {
    /// `justify-content` or `align-content`, which is `normal` or `stretch`.
    package var alignment: UsedAlignment
    /// What each track got.
    package var each: Double

    /// The same amount for each track.
    package init(_ alignment: UsedAlignment, each: Double) {
      self.alignment = alignment
      self.each = each
    }
  }

  /// Neighbouring tracks; those of `auto-fit` that are empty and have collapsed are left out.
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

/// The lines of a grid between which a box out of the flow has its containing block along one axis (CSS Grid
/// 1 §9).
package struct GridLineRange: Hashable, Sendable {
  /// The number of a line; nil for the edge of the container's padding box, which `auto` means.
  package var start, end: Int?

  /// Two lines.
  package init(_ start: Int?, _ end: Int?) {
    self.start = start
    self.end = end
  }
}
