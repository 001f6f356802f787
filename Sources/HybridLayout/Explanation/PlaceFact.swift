/// One step on the way to the place of an edge.
package enum PlaceFact: Hashable, Sendable {
  /// The corner of the space offered to the root.
  case origin
  /// Counted from this side of the container's content box.
  case contentEdge(Side)
  /// Counted from this side of the container's padding box: for what is out of the flow.
  case paddingEdge(Side)
  /// Counted from this side of the initial containing block: for what is out of the flow and has no other
  /// (CSS 2.2 §10.1).
  case viewportEdge(Side)
  /// Counted from this side of the grid area between these lines: for what is out of the flow in a grid.
  case gridAreaEdge(Side, GridLineRange)
  /// Behind the tracks of a grid that lie before the item's area.
  case precedingTracks(PrecedingTracks)
  /// Where the item's grid area starts.
  case gridArea(GridSpan)
  /// Behind others in the flow or on the line.
  case preceding(Preceding)
  /// The box's own margin on this side.
  case margin(Side)
  /// Margins that collapsed to one (CSS 2.2 §8.3.1).
  case collapsedMargins(CollapsedMargins)
  /// Margins that are `auto` share what is free: those of the box, and so many of other items on its flex
  /// line.
  case autoMargins([Side], freeSpace: Double, others: Int = 0)
  /// Free space that the container puts before and between its items or lines.
  case distributed(Distribution)
  /// On which line of how many in a flex container, behind the cross sizes of those before and the gaps
  /// between; the first one is 0.
  case flexLine(Int, of: Int, extent: Double, gaps: Double)
  /// Free space put before the box itself: all of it, half of it, or none, but for what keeps the box inside
  /// its containing block (CSS Box Alignment 3 §4.4.2).
  case aligned(UsedAlignment, freeSpace: Double, isKeptInside: Bool = false)
  /// Moved so that baselines meet: how far that of the box lies from this side of its margin box, and the
  /// farthest one from the same side of the line.
  case baseline(UsedAlignment, own: Double, shared: Double, from: Side)
  /// Moved so that baselines in a row of a grid meet.
  case rowBaseline(UsedAlignment)
  /// Below earlier floats (CSS 2.2 §9.5.2).
  case clearance(Clear)
  /// As far to its side as earlier floats let it.
  case floated(FloatSide)
  /// Not above an earlier float (CSS 2.2 §9.5.1 rule 5).
  case notAboveFloats
  /// A formatting context of its own keeps clear of floats at its sides.
  case besideFloats
  /// Below floats that leave no room beside them.
  case belowFloats
  /// An inset of what is out of the flow.
  case inset(Side, UsedLength)
  /// Both insets are `auto`: where it would be otherwise (CSS Positioned Layout 3 §4.1).
  case staticPosition(Static)
  /// `position: relative`.
  case relative(Side, UsedLength)
  /// The frame of a box out of the flow counts from its parent, which lies there in the container.
  case parent(LayoutNodeID, at: Double)
  /// The place when edges are rounded to whole points where they lie in the root.
  case rounded(Double)

  /// Where a box would be if it were not out of the flow.
  package enum Static: UInt8, Hashable, Sendable {
    /// Behind what comes before it.
    case flow
    /// The only item of its flex container.
    case flexItem
    /// In its grid area, or in the container's padding box.
    case gridArea
  }

  /// The tracks of a grid before an item's area, those that have collapsed left out.
  package struct PrecedingTracks: Hashable, Sendable {
    /// How many tracks.
    package var count: Int
    /// Their sizes together.
    package var extent: Double
    /// The gutters after each of them together.
    package var gaps: Double

    /// Tracks.
    package init(count: Int, extent: Double, gaps: Double) {
      self.count = count
      self.extent = extent
      self.gaps = gaps
    }
  }

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

    /// All that took part and are not 0, in tree order; none where that is not known for certain.
    package var margins: [Margin]
    /// What they came to.
    package var sum: Double
    /// Whether they went out through the top of the container, which lies lower for it, and this box does
    /// not.
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
