package import HybridGeometry

/// Space offered along one axis (CSS Sizing 3 §2.1).
package enum AvailableSpace: Hashable, Sendable {
  /// A number of points.
  case definite(Double)
  /// The min-content size.
  case minContent
  /// The max-content size.
  case maxContent
}

/// The input of a measure function. The size of the content excludes padding and border.
package struct MeasureInput: Hashable, Sendable {
  /// The space for the content. The width is a target: text breaks its lines to fit if possible.
  package var available: Size<AvailableSpace>
  /// The content width or height, in points, where it is fixed whatever the result.
  package var known: Size<Double?>
  /// The floats beside and in the lines; almost always empty.
  package var floats: LineFloats
  /// Whether the output contains the lines.
  package var asksLines = false

  /// An input from its parts.
  package init(
    available: Size<AvailableSpace>, known: Size<Double?>, floats: LineFloats = LineFloats()
  ) {
    self.available = available
    self.known = known
    self.floats = floats
  }
}

/// The output of a measure function.
package struct MeasureOutput: Hashable, Sendable {
  /// The size of the content, in points.
  package var size: Size<Double>
  /// The first line's baseline below the top of the content, or nil for content without lines.
  package var firstBaseline: Double?
  /// The last line's baseline below the top of the content.
  package var lastBaseline: Double?
  /// Whether the content is fitted to the leaf's box, as a picture is: it never causes scrolling.
  package var isReplaced: Bool
  /// The corners of the margin boxes of the floats that are anchored in the lines.
  package var floats: [Point] = []
  /// The static positions of the boxes out of the flow that are anchored in the lines (CSS Positioned Layout
  /// 3 §4.1).
  package var anchors: [Point] = []
  /// The inline boxes in the lines that are the containing blocks of the ``anchors``; nil for each other one
  /// (CSS 2.2 §10.1 step 4).
  package var containers: [Rect?] = []
  /// The upper and lower edges of the lines below the top of the content, if they were asked for.
  package var lines: [LineExtent] = []

  /// An output from its parts.
  package init(
    size: Size<Double>, firstBaseline: Double? = nil, lastBaseline: Double? = nil, isReplaced: Bool = false
  ) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.isReplaced = isReplaced
  }
}

/// The upper and lower edge of a line.
package struct LineExtent: Hashable, Sendable {
  /// Below the top of the content.
  package var top: Double
  package var bottom: Double

  package init(top: Double, bottom: Double) {
    self.top = top
    self.bottom = bottom
  }
}

/// Measures the content of a leaf. The function is pure: equal inputs give equal outputs until the node is
/// marked dirty.
package typealias MeasureFunction = @Sendable (MeasureInput) -> MeasureOutput
