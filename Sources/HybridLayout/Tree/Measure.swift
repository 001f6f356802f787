package import HybridGeometry

/// Space offered along one axis (CSS Sizing 3 §2.1).
package enum AvailableSpace: Hashable, Sendable {
  /// So many points.
  case definite(Double)
  /// As little as the content can bear.
  case minContent
  /// As much as the content would like.
  case maxContent
}

/// What a measure function is asked: the size of the content, that is, without padding and border.
package struct MeasureInput: Hashable, Sendable {
  /// The space for the content. The width is a wish: text breaks its lines to fit it if it can.
  package var available: Size<AvailableSpace>
  /// The content width or height, in points, where it is settled whatever the answer.
  package var known: Size<Double?>
  /// Room that floats take from the lines, from the top down; empty nearly always.
  package var bands: [FloatBand]

  /// A question.
  package init(available: Size<AvailableSpace>, known: Size<Double?>, bands: [FloatBand] = []) {
    self.available = available
    self.known = known
    self.bands = bands
  }
}

/// Lines that would lie, even in part, between two heights are shortened on one or both sides by floats (CSS
/// 2.2 §9.5).
package struct FloatBand: Hashable, Sendable {
  /// Where the band begins, in points below the top of the content.
  package var top: Double
  /// Where it ends.
  package var bottom: Double
  /// What is taken on the left.
  package var left: Double
  /// What is taken on the right.
  package var right: Double

  /// A band from its place and the room it takes.
  package init(top: Double, bottom: Double, left: Double, right: Double) {
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }
}

/// What a measure function answers.
package struct MeasureOutput: Hashable, Sendable {
  /// The size of the content, in points.
  package var size: Size<Double>
  /// The first line's baseline below the top of the content, or nil for content without lines.
  package var firstBaseline: Double?
  /// The last line's baseline below the top of the content.
  package var lastBaseline: Double?
  /// Whether the content is made to fit the leaf's box, as a picture is: it never makes anything scroll.
  package var isReplaced: Bool

  /// An answer.
  package init(
    size: Size<Double>, firstBaseline: Double? = nil, lastBaseline: Double? = nil, isReplaced: Bool = false
  ) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.isReplaced = isReplaced
  }
}

/// Measures the content of a leaf. Pure: the same question always gets the same answer until the node is
/// marked dirty.
package typealias MeasureFunction = @Sendable (MeasureInput) -> MeasureOutput
