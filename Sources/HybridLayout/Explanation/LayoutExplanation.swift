/// How one box got its size and its place: what the layout algorithms settled for it, step by step.
///
/// Facts in the order in which they came about, and no words: whoever shows them finds those. Everything is in points.
/// ``width`` and ``height`` follow the border box. ``x`` and ``y`` follow its left and upper edge, counted from the
/// corner of the ``container``'s border box. The last step with a value has the value that ``frame`` has.
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
  /// The node that laid the box out: the nearest ancestor with a box; for a box out of the flow the one that its
  /// insets refer to; nil for the root.
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
  /// The number of the line at its start; the first line of the explicit grid is 1, those before it are 0 and below.
  package var startLine: Int
  /// The sizes of its tracks.
  package var tracks: [Double]
  /// The gutter between two of them.
  package var gap: Double
  /// Whether auto-placement chose the lines.
  package var isAutomatic: Bool

  /// Neighbouring tracks.
  package init(startLine: Int, tracks: [Double], gap: Double, isAutomatic: Bool) {
    self.startLine = startLine
    self.tracks = tracks
    self.gap = gap
    self.isAutomatic = isAutomatic
  }
}

// MARK: - Sizes

/// One step on the way to a width or a height.
package enum SizeFact: Hashable, Sendable {
  /// The room for the margin box, and whose it is; nil where it hangs on the content.
  case available(Double?, Room)
  /// `width` or `height` has a length.
  case specified(UsedLength)
  /// `width` or `height` has a percentage of something that hangs on its own content: it counts as `auto`.
  case percentageOfIndefinite(Length)
  /// As large as the room, but for the margins.
  case filled(Filling)
  /// At least `min`, at most `max`, else the room: `fit-content` (CSS Sizing 3 §5.1). Border boxes.
  case fitContent(min: Double, max: Double, room: Double?)
  /// What the content asks for.
  case content(ContentSize)
  /// `aspect-ratio` times, or divided into, the extent along the other axis (CSS Sizing 4 §5.1).
  case aspectRatio(Double, from: Double)
  /// CSS Flexbox 1 §9.2 step 3.
  case flexBaseSize(FlexBaseSize)
  /// The flex base size within the item's limits, where those change it (§9.2 step 3).
  case hypotheticalMainSize(Limit)
  /// The share of the line's free space (§9.7).
  case flexed(Flexing)
  /// Why there was no such share.
  case inflexible(Inflexibility)
  /// Brought back within a limit.
  case clamped(Limit)
  /// The grid area, which is the containing block.
  case gridArea(GridSpan)
  /// The extent when edges are rounded to whole points where they lie in the root.
  case rounded(Double)

  /// Whose room it is.
  package enum Room: UInt8, Hashable, Sendable {
    /// The content box of the container.
    case contentBox
    /// The padding box of the container: for what is out of the flow.
    case paddingBox
    /// The item's grid area.
    case gridArea
    /// What floats leave of the container's content box.
    case besideFloats
    /// What is offered to the root.
    case viewport
  }

  /// Why and how far a box fills the room it has.
  package struct Filling: Hashable, Sendable {
    /// The reason.
    package enum Reason: Hashable, Sendable {
      /// An `auto` width of a block in the flow (CSS 2.2 §10.3.3).
      case block
      /// The keyword `stretch`.
      case keyword
      /// An item stretched to its flex line (CSS Flexbox 1 §9.4 step 11).
      case flexLine(UsedAlignment)
      /// An item stretched to its grid area.
      case gridArea(UsedAlignment)
      /// An `auto` size between two insets (CSS Positioned Layout 3 §4).
      case insets(UsedLength, UsedLength)
    }

    /// The reason.
    package var reason: Reason
    /// The extent that is filled.
    package var room: Double
    /// The margins on both sides together.
    package var margins: Double

    /// A filled room.
    package init(_ reason: Reason, room: Double, margins: Double) {
      self.reason = reason
      self.room = room
      self.margins = margins
    }
  }

  /// What of the content a size is.
  package enum ContentSize: Hashable, Sendable {
    /// As little as it can bear.
    case minContent
    /// As much as it would like.
    case maxContent
    /// What a leaf's measure function answered for this content width.
    case measured(width: Double)
    /// As much as it would like, within what there is: `fit-content`.
    case fitContent(room: Double?)
    /// So many blocks, one below the other.
    case blocks(Int)
    /// So many items of a flex container, or of a grid.
    case flexItems(Int), gridItems(Int)
  }

  /// Where a flex base size comes from.
  package enum FlexBaseSize: Hashable, Sendable {
    /// `flex-basis`, which has a length.
    case flexBasis(UsedLength)
    /// `width` or `height`: `flex-basis` is `auto`.
    case mainSize(UsedLength)
    /// The content: `flex-basis` is `content`, or both are `auto`.
    case content(ContentSize)
    /// The cross size and `aspect-ratio`.
    case aspectRatio(Double, from: Double)
    /// The keyword `stretch`.
    case filled(Filling)
  }

  /// A share of a flex line's free space.
  package struct Flexing: Hashable, Sendable {
    /// What the item got on top of its flex base size; negative when it shrank.
    package var amount: Double
    /// `flex-grow` or `flex-shrink` of the item.
    package var factor: Double
    /// What the item's share is proportional to: its factor; when shrinking, times its inner flex base size.
    package var weight: Double
    /// The weights of all items that shared, this one included.
    package var totalWeight: Double
    /// What was shared: positive to grow, negative to shrink.
    package var freeSpace: Double
    /// The sum of the factors where it is less than 1: only so much of the free space was shared (§9.7 step 4b).
    package var fraction: Double?
    /// How many items shared.
    package var sharing: Int
    /// How many items of the line had a limit that kept them from taking all of their share, so that others took it.
    package var limited: Int

    /// A share.
    package init(
      amount: Double, factor: Double, weight: Double, totalWeight: Double, freeSpace: Double,
      fraction: Double? = nil,
      sharing: Int, limited: Int = 0
    ) {
      self.amount = amount
      self.factor = factor
      self.weight = weight
      self.totalWeight = totalWeight
      self.freeSpace = freeSpace
      self.fraction = fraction
      self.sharing = sharing
      self.limited = limited
    }
  }

  /// Why an item keeps its hypothetical main size (§9.7 step 3).
  package enum Inflexibility: Hashable, Sendable {
    /// The items fill their line as they are.
    case noFreeSpace
    /// `flex-grow` is 0 and space is left over, or `flex-shrink` is 0 and the items overflow by it (negative).
    case factorIsZero(freeSpace: Double)
    /// Its limit has taken it past its base size already, the other way than the line flexes.
    case limited(freeSpace: Double)
    /// Items with limits took, or gave, all there was.
    case nothingLeft
  }

  /// What a size may not go below or above.
  package struct Limit: Hashable, Sendable {
    /// Where the limit comes from.
    package enum Origin: Hashable, Sendable {
      /// `min-width` and its kin have a value.
      case property(UsedLength)
      /// `min-width: auto` of a flex or grid item, or of a box with an aspect ratio: its content; at most `specified`,
      /// its own definite size (CSS Flexbox 1 §4.5).
      case automatic(content: Double, specified: Double?)
      /// A limit of the other axis, by the aspect ratio (CSS Sizing 4 §5.1.2).
      case aspectRatio(Double, from: Double)
      /// Padding and border, which do not shrink.
      case insets
    }

    /// Whether it is a minimum, not a maximum.
    package var isMinimum: Bool
    /// Where it comes from.
    package var origin: Origin

    /// A limit.
    package init(isMinimum: Bool, _ origin: Origin) {
      self.isMinimum = isMinimum
      self.origin = origin
    }
  }
}

// MARK: - Places

/// One step on the way to the place of an edge.
package enum PlaceFact: Hashable, Sendable {
  /// The corner of the space offered to the root.
  case origin
  /// Counted from this side of the container's content box.
  case contentEdge(Side)
  /// Counted from this side of the container's padding box: for what is out of the flow.
  case paddingEdge(Side)
  /// Where the item's grid area starts.
  case gridArea(GridSpan)
  /// Behind others in the flow or on the line.
  case preceding(Preceding)
  /// The box's own margin on this side.
  case margin(Side)
  /// Margins that collapsed to one (CSS 2.2 §8.3.1).
  case collapsedMargins(CollapsedMargins)
  /// Margins that are `auto` share what is free.
  case autoMargins([Side], freeSpace: Double)
  /// Free space that the container puts before and between its items or lines.
  case distributed(Distribution)
  /// On which line of how many in a flex container; the first one is 0.
  case flexLine(Int, of: Int)
  /// Free space put before the box itself; all of it, half of it, or none.
  case aligned(UsedAlignment, freeSpace: Double)
  /// Moved so that baselines meet: from the box's own margin edge to its baseline, and the farthest one of its line.
  case baseline(UsedAlignment, own: Double, shared: Double)
  /// Below earlier floats (CSS 2.2 §9.5.2).
  case clearance(Clear)
  /// As far to its side as earlier floats let it, and below these if there was no room.
  case floated(FloatSide, isBelowOthers: Bool)
  /// A formatting context of its own keeps clear of floats.
  case besideFloats
  /// An inset of what is out of the flow.
  case inset(Side, UsedLength)
  /// Both insets are `auto`: where it would be in the flow (CSS Positioned Layout 3 §4.1).
  case staticPosition
  /// `position: relative`.
  case relative(Side, UsedLength)
  /// The frame of a box out of the flow counts from its parent, which lies there in the container.
  case parent(LayoutNodeID, at: Double)
  /// The place when edges are rounded to whole points where they lie in the root.
  case rounded(Double)

  /// What comes before a box.
  package struct Preceding: Hashable, Sendable {
    /// How many boxes.
    package var count: Int
    /// The one just before it.
    package var nearest: LayoutNodeID
    /// Their outer sizes together; in the flow of blocks the distance of the last one's border edge.
    package var extent: Double
    /// The gaps between all of these together.
    package var gaps: Double

    /// The boxes before one.
    package init(count: Int, nearest: LayoutNodeID, extent: Double, gaps: Double = 0) {
      self.count = count
      self.nearest = nearest
      self.extent = extent
      self.gaps = gaps
    }
  }

  /// Margins that collapsed to one.
  package struct CollapsedMargins: Hashable, Sendable {
    /// A margin that took part.
    package struct Margin: Hashable, Sendable {
      /// Whose margin it is.
      package var node: LayoutNodeID
      /// On which side.
      package var side: Side
      /// How large.
      package var value: Double

      /// A margin.
      package init(_ node: LayoutNodeID, _ side: Side, _ value: Double) {
        self.node = node
        self.side = side
        self.value = value
      }
    }

    /// All that took part and are not 0, in tree order.
    package var margins: [Margin]
    /// What they came to.
    package var sum: Double
    /// Whether they went out through the top of the container, which lies lower for it, and this box does not.
    package var leavesContainer: Bool

    /// Margins that collapsed.
    package init(_ margins: [Margin], sum: Double, leavesContainer: Bool = false) {
      self.margins = margins
      self.sum = sum
      self.leavesContainer = leavesContainer
    }
  }

  /// How a container spreads its items or lines (CSS Box Alignment 3 §5).
  package struct Distribution: Hashable, Sendable {
    /// `justify-content` or `align-content`.
    package var alignment: UsedAlignment
    /// What the items or lines leave free.
    package var freeSpace: Double
    /// The part of it before the first one.
    package var before: Double
    /// The part of it between two.
    package var between: Double

    /// Free space and where it went.
    package init(_ alignment: UsedAlignment, freeSpace: Double, before: Double, between: Double) {
      self.alignment = alignment
      self.freeSpace = freeSpace
      self.before = before
      self.between = between
    }
  }
}
