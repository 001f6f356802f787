/// `display`, blockified, limited to the kinds that layout distinguishes. A node with a measure function is a
/// leaf in any of them.
package enum Display: UInt8, Hashable, Sendable {
  // A box of one of these kinds without content has a size that follows from its style.
  case block, flowRoot, flex, contents, none
  case grid
  // The parts of tables (CSS 2.2 §17.2)
  case table, tableCaption, tableColumnGroup, tableColumn
  case tableHeaderGroup, tableRowGroup, tableFooterGroup, tableRow, tableCell

  /// Whether it is a table or a part of one.
  var isTablePart: Bool { rawValue >= Display.table.rawValue }

  /// Whether an empty box of this kind is as large as its style says, and no larger.
  @inline(__always) var isPlainWhenEmpty: Bool { rawValue < Display.grid.rawValue }
}

/// `position` (CSS Positioned Layout 3 §2).
package enum Position: UInt8, Hashable, Sendable { case `static`, relative, absolute, fixed, sticky }

/// `direction`.
package enum Direction: UInt8, Hashable, Sendable { case leftToRight, rightToLeft }

/// `writing-mode`. Vertical modes turn the text of leaves; containers are laid out as if horizontal.
package enum WritingMode: UInt8, Hashable, Sendable {
  case horizontal, verticalLeftToRight, verticalRightToLeft
}

/// `overflow-x` and `overflow-y`.
package enum Overflow: UInt8, Hashable, Sendable {
  case visible, clip, hidden, scroll, auto

  /// Whether the box is a scroll container (CSS Overflow 3 §3.1).
  var isScrollContainer: Bool { self != .visible && self != .clip }
}

/// `box-sizing`.
package enum BoxSizing: UInt8, Hashable, Sendable { case contentBox, borderBox }

/// `flex-direction`.
package enum FlexDirection: UInt8, Hashable, Sendable { case row, rowReverse, column, columnReverse }

/// `flex-wrap`, with the `balance` of CSS Flexbox 2.
package enum FlexWrap: UInt8, Hashable, Sendable {
  case nowrap, wrap, wrapReverse, balance, balanceReverse

  var isMultiLine: Bool { self != .nowrap }
  var isReverse: Bool { self == .wrapReverse || self == .balanceReverse }
}

/// `float`.
package enum FloatSide: UInt8, Hashable, Sendable { case none, left, right }

/// `clear`.
package enum Clear: UInt8, Hashable, Sendable { case none, left, right, both }

/// `text-align`, limited to its effect on block-level boxes (HTML's `align`: `-webkit-left` and similar
/// values).
package enum BlockAlignment: UInt8, Hashable, Sendable { case none, left, right, center }

/// A value of any of the alignment properties (CSS Box Alignment 3 §4).
package struct Alignment: Hashable, Sendable, BitwiseCopyable {
  /// The position, or the distribution of free space.
  package enum Keyword: UInt8, Hashable, Sendable, BitwiseCopyable {
    case auto, normal, stretch, start, end, flexStart, flexEnd, selfStart, selfEnd, center, left, right
    case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly
  }

  /// The behaviour of a subject that is larger than its container (§4.4).
  package enum Safety: UInt8, Hashable, Sendable, BitwiseCopyable { case normal, safe, unsafe }

  /// The position, or the distribution of free space.
  package var keyword: Keyword
  /// The behaviour on overflow.
  package var safety: Safety

  /// A keyword, optionally with `safe` or `unsafe`.
  package init(_ keyword: Keyword, safety: Safety = .normal) {
    self.keyword = keyword
    self.safety = safety
  }

  /// The share of the free space before the box, on the start side of its container (§4).
  ///
  /// - Parameters:
  ///   - isReversed: Whether the container's start side is the right one.
  ///   - isOpposite: Whether the box has the other start side.
  func share(of free: Double, isReversed: Bool, isOpposite: Bool) -> Double {
    if free < 0, safety == .safe { return 0 }
    switch keyword {
    case .center: return free / 2
    case .end, .flexEnd, .lastBaseline: return free
    case .left: return isReversed ? free : 0
    case .right: return isReversed ? 0 : free
    case .selfStart: return isOpposite ? free : 0
    case .selfEnd: return isOpposite ? 0 : free
    default: return 0
    }
  }

  /// `auto`: the parent's `align-items` or `justify-items`.
  package static let auto = Alignment(.auto)
  /// `normal`.
  package static let normal = Alignment(.normal)
  /// `stretch`.
  package static let stretch = Alignment(.stretch)
  /// `start`.
  package static let start = Alignment(.start)
  /// `end`.
  package static let end = Alignment(.end)
  /// `flex-start`.
  package static let flexStart = Alignment(.flexStart)
  /// `flex-end`.
  package static let flexEnd = Alignment(.flexEnd)
  /// `center`.
  package static let center = Alignment(.center)
  /// `first baseline`.
  package static let baseline = Alignment(.baseline)
  /// `last baseline`.
  package static let lastBaseline = Alignment(.lastBaseline)
  /// `space-between`.
  package static let spaceBetween = Alignment(.spaceBetween)
  /// `space-around`.
  package static let spaceAround = Alignment(.spaceAround)
  /// `space-evenly`.
  package static let spaceEvenly = Alignment(.spaceEvenly)
}

/// `contain`, limited to the values that affect frames.
package struct Containment: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8
  /// A set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `layout`: an independent formatting context, without baselines.
  package static let layout = Containment(rawValue: 1)
  /// `paint`: an independent formatting context that clips.
  package static let paint = Containment(rawValue: 2)
  /// `size`: sized as if empty.
  package static let size = Containment(rawValue: 4)
  /// `inline-size`: as wide as if empty.
  package static let inlineSize = Containment(rawValue: 8)
  /// An independent formatting context, as the box of a query container is.
  package static let independent = Containment(rawValue: 16)

  /// The containing block of positioned boxes in it, as a transformed box is.
  package static let holder = Containment(rawValue: 32)

  // Unions have names, since a literal of an option set allocates where the code is not optimised.

  /// Those that make a box as wide as if it were empty.
  static let width = Containment(rawValue: 4 + 8)
  /// Those that make a box contain positioned boxes.
  static let positioned = Containment(rawValue: 1 + 2 + 32)
  /// Those that keep overflow from the boxes around.
  static let overflow = Containment(rawValue: 1 + 2)
  /// Those that make an independent formatting context.
  static let context = Containment(rawValue: 1 + 2 + 16)
}
