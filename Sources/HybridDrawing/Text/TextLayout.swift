package import HybridGeometry

/// Text broken into lines, in points from the upper left corner of its box.
package struct TextLayout: Hashable, Sendable {
  /// The width of the widest line, without hanging spaces, and the height of all lines.
  package var size: Size<Double>
  /// The lines from the top down. Text without content has none, and no height.
  package var lines: [Line]
  /// The corners of the margin boxes of the floats that are anchored in it.
  package var floats: [Point] = []

  /// A layout from its parts.
  package init(size: Size<Double>, lines: [Line]) {
    self.size = size
    self.lines = lines
  }

  /// The first line's baseline below the top.
  package var firstBaseline: Double? { lines.first { !$0.isEmpty }?.baseline }
  /// The last line's baseline below the top.
  package var lastBaseline: Double? { lines.last { !$0.isEmpty }?.baseline }
  /// Whether something was left out because of insufficient room.
  package var isTruncated: Bool { lines.contains(where: \.isTruncated) }

  /// One line box.
  package struct Line: Hashable, Sendable {
    /// Its left edge, the start of its first fragment.
    package var x: Double
    /// Its upper edge.
    package var y: Double
    /// Its width without hanging spaces.
    package var width: Double
    /// Its height.
    package var height: Double
    /// Its baseline, below the top of the *layout*.
    package var baseline: Double
    /// Its pieces from left to right.
    package var fragments: [Fragment]
    /// Whether it ends in an ellipsis, or lines after it are not shown.
    package var isTruncated: Bool
    /// Whether a forced break, or the end of the text, ends it.
    package var endsParagraph: Bool
    /// Whether there is nothing in it but places without room, so that it has no height (CSS 2.2 §9.4.2).
    package var isEmpty = false
    /// How far its aligned subtrees are raised, so that they are at its edges.
    package var lifts: [LineGroup: Double] = [:]

    /// A line from its parts.
    package init(
      x: Double, y: Double, width: Double, height: Double, baseline: Double, fragments: [Fragment],
      isTruncated: Bool = false, endsParagraph: Bool = true
    ) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.baseline = baseline
      self.fragments = fragments
      self.isTruncated = isTruncated
      self.endsParagraph = endsParagraph
    }
  }

  /// The part of one run in one line with one direction.
  package struct Fragment: Hashable, Sendable {
    /// The index of the run in ``RichText/runs``; that of the cut run for an ellipsis.
    package var run: Int
    /// Its letters in logical order; empty for an object or the edge of an inline box.
    package var text: String
    /// Its index among the line's fragments in logical order, which differs from the list's order in
    /// bidirectional text.
    package var order: Int
    /// Its left edge.
    package var x: Double
    /// Its width.
    package var width: Double
    /// Its ascent above the baseline: the upper extent of its background and its selection.
    package var ascent: Double
    /// Its descent below the baseline.
    package var descent: Double
    /// Whether its letters run from right to left.
    package var isRightToLeft: Bool
    /// How far the baseline of its letters is above that of the line.
    package var rise: Double
    /// How far the aligned subtree that it belongs to is raised; a part of ``rise``.
    package var lift = 0.0

    /// A fragment from its parts.
    package init(
      run: Int, text: String, order: Int, x: Double, width: Double, ascent: Double, descent: Double,
      isRightToLeft: Bool = false, rise: Double = 0
    ) {
      self.run = run
      self.text = text
      self.order = order
      self.x = x
      self.width = width
      self.ascent = ascent
      self.descent = descent
      self.isRightToLeft = isRightToLeft
      self.rise = rise
    }
  }
}
