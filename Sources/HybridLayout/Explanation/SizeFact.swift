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
  ///
  /// `insets` were added: padding and border, where the ratio is that of the content box.
  case aspectRatio(Double, from: Double, insets: Double = 0)
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
  /// The lines between which a box out of the flow has its containing block.
  case gridLines(GridLineRange)
  /// The flex line that the item is on, with what is known of its cross size (CSS Flexbox 1 §9.4 steps 8 and
  /// 9).
  case lineCrossSize(LineCrossSize)
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
    /// What floats and the margins of the box leave of the container's content box: room for the border box.
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
    /// So many blocks, one below the other, and floats, where these count.
    case blocks(Int, floats: Int = 0)
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
    case aspectRatio(Double, from: Double, insets: Double = 0)
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
    /// The sum of the factors where it is less than 1: only so much of the free space was shared (§9.7 step
    /// 4b).
    package var fraction: Double?
    /// How many items shared.
    package var sharing: Int
    /// How many items of the line had a limit that kept them from taking all of their share, so that others
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

  /// Why an item keeps its hypothetical main size (§9.7 step 3).
  package enum Inflexibility: Hashable, Sendable {
    /// The items fill their line as they are.
    case noFreeSpace
    /// `flex-grow` is 0 and space is left over, or `flex-shrink` is 0 and the items overflow by it
    /// (negative).
    case factorIsZero(freeSpace: Double)
    /// Its limit has taken it past its base size already, the other way than the line flexes.
    case limited(freeSpace: Double)
    /// Items with limits took, or gave, all there was.
    case nothingLeft
    /// The line shrinks, and the inner flex base size is 0.
    case nothingToShrink
  }

  /// How a flex line got its cross size.
  package struct LineCrossSize: Hashable, Sendable {
    /// How large the line is.
    package var extent: Double
    /// The part that it got of the container's free space; 0 unless `align-content` stretches.
    package var stretch: Double

    /// A line.
    package init(extent: Double, stretch: Double = 0) {
      self.extent = extent
      self.stretch = stretch
    }
  }

  /// What a size may not go below or above.
  package struct Limit: Hashable, Sendable {
    /// Where the limit comes from.
    package enum Origin: Hashable, Sendable {
      /// `min-width` and its kin have a value.
      case property(UsedLength)
      /// `min-width: auto` of a flex or grid item, or of a box with an aspect ratio: its content; at most
      /// `specified`, its own definite size (CSS Flexbox 1 §4.5).
      case automatic(content: Double, specified: Double?)
      /// A limit of the other axis, by the aspect ratio (CSS Sizing 4 §5.1.2).
      case aspectRatio(Double, from: Double, insets: Double = 0)
      /// The automatic minimum of a box with an aspect ratio, in which content, ratio and limits take part.
      case automaticByRatio
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
