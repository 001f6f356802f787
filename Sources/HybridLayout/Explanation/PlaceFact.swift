/// One step in the placement of an edge.
package enum PlaceFact: Hashable, Sendable {
  /// The corner of the space offered to the root.
  case origin
  /// Relative to this side of the container's content box.
  case contentEdge(Side)
  /// Relative to this side of the container's padding box: for out-of-flow boxes.
  case paddingEdge(Side)
  /// Relative to this side of the initial containing block: for out-of-flow boxes without another containing
  /// block (CSS 2.2 §10.1).
  case viewportEdge(Side)
  /// Relative to this side of the grid area between these lines: for out-of-flow boxes in a grid.
  case gridAreaEdge(Side, GridLineRange)
  /// After the grid tracks before the item's area.
  case precedingTracks(PrecedingTracks)
  /// The start of the item's grid area.
  case gridArea(GridSpan)
  /// After the preceding boxes in the flow or on the line.
  case preceding(Preceding)
  /// The box's own margin on this side.
  case margin(Side)
  /// Margins that collapsed into one (CSS 2.2 §8.3.1).
  case collapsedMargins(CollapsedMargins)
  /// `auto` margins share the free space: those of the box, and the given number of other items' margins on
  /// its flex line.
  case autoMargins([Side], freeSpace: Double, others: Int = 0)
  /// Free space that the container distributes before and between its items or lines.
  case distributed(Distribution)
  /// The line of a flex container and the number of lines, after the cross sizes of the preceding lines and
  /// the gaps between; the first line is 0.
  case flexLine(Int, of: Int, extent: Double, gaps: Double)
  /// Free space before the box itself: all of it, half of it, or none, adjusted to keep the box inside its
  /// containing block (CSS Box Alignment 3 §4.4.2).
  case aligned(UsedAlignment, freeSpace: Double, isKeptInside: Bool = false)
  /// Moved to align baselines: the distance of the box's baseline from this side of its margin box, and the
  /// largest such distance on the line.
  case baseline(UsedAlignment, own: Double, shared: Double, from: Side)
  /// Moved to align baselines in a row of a grid.
  case rowBaseline(UsedAlignment)
  /// Below earlier floats (CSS 2.2 §9.5.2).
  case clearance(Clear)
  /// As far to its side as earlier floats allow.
  case floated(FloatSide)
  /// Not above an earlier float (CSS 2.2 §9.5.1 rule 5).
  case notAboveFloats
  /// An independent formatting context avoids floats at its sides.
  case besideFloats
  /// Below floats that leave no room beside them.
  case belowFloats
  /// An inset of an out-of-flow box.
  case inset(Side, UsedLength)
  /// Both insets are `auto`: the static position (CSS Positioned Layout 3 §4.1).
  case staticPosition(Static)
  /// `position: relative`.
  case relative(Side, UsedLength)
  /// The frame of an out-of-flow box is relative to its parent, which has this position in the container.
  case parent(LayoutNodeID, at: Double)
  /// The position after edges are rounded to whole points in the coordinates of the root.
  case rounded(Double)

  /// The static position of a box: its position if it were in the flow.
  package enum Static: UInt8, Hashable, Sendable {
    /// After the preceding boxes.
    case flow
    /// The only item of its flex container.
    case flexItem
    /// In its grid area, or in the container's padding box.
    case gridArea
  }

  /// The tracks of a grid before an item's area, without collapsed ones.
  package struct PrecedingTracks: Hashable, Sendable {
    /// The number of tracks.
    package var count: Int
    /// The sum of their sizes.
    package var extent: Double
    /// The sum of the gutters after each of them.
    package var gaps: Double

    /// Tracks.
    package init(count: Int, extent: Double, gaps: Double) {
      self.count = count
      self.extent = extent
      self.gaps = gaps
    }
  }

  /// The boxes before a box.
  package struct Preceding: Hashable, Sendable {
    /// The number of boxes.
    package var count: Int
    /// The box just before it.
    package var nearest: LayoutNodeID
    /// The sum of their outer sizes; in block flow the distance of the last one's border edge.
    package var extent: Double
    /// The sum of the gaps between them.
    package var gaps: Double

    /// The boxes before one.
    package init(count: Int, nearest: LayoutNodeID, extent: Double, gaps: Double = 0) {
      self.count = count
      self.nearest = nearest
      self.extent = extent
      self.gaps = gaps
    }
  }

  /// Margins that collapsed into one.
  package struct CollapsedMargins: Hashable, Sendable {
    /// A margin that took part.
    package struct Margin: Hashable, Sendable {
      /// The node with the margin.
      package var node: LayoutNodeID
      /// The side of the margin.
      package var side: Side
      /// The size of the margin.
      package var value: Double

      /// A margin.
      package init(_ node: LayoutNodeID, _ side: Side, _ value: Double) {
        self.node = node
        self.side = side
        self.value = value
      }
    }

    /// All collapsed margins other than 0, in tree order; empty when they are not known for certain.
    package var margins: [Margin]
    /// The resulting margin.
    package var sum: Double
    /// Whether they collapsed through the top of the container, which moves down with them; this box does not
    /// move in it.
    package var leavesContainer: Bool

    /// Margins that collapsed.
    package init(_ margins: [Margin], sum: Double, leavesContainer: Bool = false) {
      self.margins = margins
      self.sum = sum
      self.leavesContainer = leavesContainer
    }
  }

  /// How a container distributes its items or lines (CSS Box Alignment 3 §5).
  package struct Distribution: Hashable, Sendable {
    /// `justify-content` or `align-content`.
    package var alignment: UsedAlignment
    /// The free space beside the items or lines.
    package var freeSpace: Double
    /// The part of it before the first one.
    package var before: Double
    /// The part of it between two.
    package var between: Double

    /// Free space and its distribution.
    package init(_ alignment: UsedAlignment, freeSpace: Double, before: Double, between: Double) {
      self.alignment = alignment
      self.freeSpace = freeSpace
      self.before = before
      self.between = between
    }
  }
}
