/// One step in the computation of a width or a height.
package enum SizeFact: Hashable, Sendable {
  /// The room for the margin box, and its kind; nil where it depends on the content.
  case available(Double?, AvailableSpaceKind)
  /// `width` or `height` has a length.
  case specified(UsedLength)
  /// `width` or `height` is a percentage of a size that depends on the content: it behaves as `auto`.
  case percentageOfIndefinite(Length)
  /// Fills the room, less the margins.
  case filled(Filling)
  /// At least `min`, at most `max`, else the room: `fit-content` (CSS Sizing 3 §5.1). Border boxes.
  case fitContent(min: Double, max: Double, room: Double?)
  /// The size of the content.
  case content(ContentSize)
  /// The extent along the other axis times, or divided by, `aspect-ratio` (CSS Sizing 4 §5.1).
  ///
  /// `insets` are padding and border, added where the ratio applies to the content box.
  case aspectRatio(Double, from: Double, insets: Double = 0)
  /// CSS Flexbox 1 §9.2 step 3.
  case flexBaseSize(FlexBaseSize)
  /// The flex base size clamped by the item's limits, if they change it (§9.2 step 3).
  case hypotheticalMainSize(Limit)
  /// The share of the line's free space (§9.7).
  case flexed(Flexing)
  /// The reason why there was no such share.
  case inflexible(Inflexibility)
  /// Clamped to a limit.
  case clamped(Limit)
  /// The grid area, which is the containing block.
  case gridArea(GridSpan)
  /// The lines that bound the containing block of an out-of-flow box.
  case gridLines(GridLineRange)
  /// The item's flex line, with the known facts about its cross size (CSS Flexbox 1 §9.4 steps 8 and 9).
  case lineCrossSize(LineCrossSize)
  /// The extent after edges are rounded to whole points in the coordinates of the root.
  case rounded(Double)

  /// The kind of a room.
  package enum AvailableSpaceKind: UInt8, Hashable, Sendable {
    /// The content box of the container.
    case contentBox
    /// The padding box of the container: for out-of-flow boxes.
    case paddingBox
    /// The item's grid area.
    case gridArea
    /// The part of the container's content box that floats and the box's margins leave: room for the border
    /// box.
    case besideFloats
    /// The space offered to the root.
    case viewport
  }

  /// The reason why a box fills its room, with the extents.
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
    /// The sum of the margins on both sides.
    package var margins: Double

    /// A filled room.
    package init(_ reason: Reason, room: Double, margins: Double) {
      self.reason = reason
      self.room = room
      self.margins = margins
    }
  }

  /// The kind of a content size.
  package enum ContentSize: Hashable, Sendable {
    /// The min-content size.
    case minContent
    /// The max-content size.
    case maxContent
    /// The result of a leaf's measure function for this content width.
    case measured(width: Double)
    /// The max-content size, limited by the available room: `fit-content`.
    case fitContent(room: Double?)
    /// The number of stacked blocks, and of floats where they count.
    case blocks(Int, floats: Int = 0)
    /// The number of items of a flex container, or of a grid.
    case flexItems(Int), gridItems(Int)
  }

  /// The source of a flex base size.
  package enum FlexBaseSize: Hashable, Sendable {
    /// `flex-basis`, which has a length.
    case flexBasis(UsedLength)
    /// `width` or `height`: `flex-basis` is `auto`.
    case mainSize(UsedLength)
    /// The content: `flex-basis` is `content`, or both are `auto`.
    case content(ContentSize)
    /// The cross size and `aspect-ratio`.
    case aspectRatio(Double, from: Double, insets: Double = 0)
    /// The keyword `stretch`.
    case filled(Filling)
  }

  /// A share of a flex line's free space.
  package struct Flexing: Hashable, Sendable {
    /// The difference to the flex base size; negative when the item shrank.
    package var amount: Double
    /// `flex-grow` or `flex-shrink` of the item.
    package var factor: Double
    /// The weight of the item's share: its factor; when shrinking, times its inner flex base size.
    package var weight: Double
    /// The sum of the weights of all sharing items, this one included.
    package var totalWeight: Double
    /// The shared space: positive to grow, negative to shrink.
    package var freeSpace: Double
    /// The sum of the factors where it is less than 1: only this fraction of the free space was shared (§9.7
    /// step 4b).
    package var fraction: Double?
    /// The number of sharing items.
    package var sharing: Int
    /// The number of items on the line whose limits kept them from taking their full share, so that others
    /// took it.
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

  /// The reason why an item keeps its hypothetical main size (§9.7 step 3).
  package enum Inflexibility: Hashable, Sendable {
    /// The items fill their line exactly.
    case noFreeSpace
    /// `flex-grow` is 0 and space is left over, or `flex-shrink` is 0 and the items overflow by it
    /// (negative).
    case factorIsZero(freeSpace: Double)
    /// Its limit already moved it past its base size, against the direction in which the line flexes.
    case limited(freeSpace: Double)
    /// Items with limits took all free space.
    case nothingLeft
    /// The line shrinks, and the inner flex base size is 0.
    case nothingToShrink
  }

  /// The cross size of a flex line.
  package struct LineCrossSize: Hashable, Sendable {
    /// The size of the line.
    package var extent: Double
    /// Its share of the container's free space; 0 unless `align-content` stretches.
    package var stretch: Double

    /// A line.
    package init(extent: Double, stretch: Double = 0) {
      self.extent = extent
      self.stretch = stretch
    }
  }

  /// A minimum or maximum of a size.
  package struct Limit: Hashable, Sendable {
    /// The origin of the limit.
    package enum Origin: Hashable, Sendable {
      /// `min-width`, `max-width`, `min-height` or `max-height` has a value.
      case property(UsedLength)
      /// `min-width: auto` or `min-height: auto` of a flex or grid item, or of a box with an aspect ratio:
      /// its content; at most `specified`, its own definite size (CSS Flexbox 1 §4.5).
      case automatic(content: Double, specified: Double?)
      /// A limit of the other axis, by the aspect ratio (CSS Sizing 4 §5.1.2).
      case aspectRatio(Double, from: Double, insets: Double = 0)
      /// The automatic minimum of a box with an aspect ratio, which depends on content, ratio and limits.
      case automaticByRatio
      /// Padding and border, which do not shrink.
      case insets
    }

    /// Whether it is a minimum, not a maximum.
    package var isMinimum: Bool
    /// The origin of the limit.
    package var origin: Origin

    /// A limit.
    package init(isMinimum: Bool, _ origin: Origin) {
      self.isMinimum = isMinimum
      self.origin = origin
    }
  }
}
