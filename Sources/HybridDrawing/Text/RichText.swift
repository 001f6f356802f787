package import HybridGeometry

/// The inline content of one block: runs of styled text and atomic boxes, with the settings for breaking it
/// into lines.
///
/// The text is exactly the displayed text: white space is already collapsed, entities are decoded, and `\n`
/// is a forced line break.
///
///     let title = RichText("Hello", style: TextStyle(font: Font(size: 20)))
///     let size = TextMetrics.layout(title, width: 120).size
package struct RichText: Hashable, Sendable {
  /// One piece of the content, in logical order.
  package enum Run: Hashable, Sendable {
    /// Text in one style.
    case text(String, TextStyle)
    /// A box in the line that acts like one letter, such as an image.
    case object(InlineObject)
    /// Room at the start of an inline box with padding, border or margin; it allows no break after it.
    case opening(Double)
    /// Room at the end of such an inline box; it allows no break before it.
    case closing(Double)
    /// A place in a line that takes no room.
    case anchor(LineAnchor)
    /// Characters that only change the order of text (UAX 9 §2), before or after what is in an inline box.
    case ordering(String)
  }

  /// The alignment of lines (CSS Text 3 §6.1).
  package enum Alignment: UInt8, Hashable, Sendable { case start, end, left, right, center, justify }

  /// The direction of the paragraph; `auto` takes it from the first strong letter (`dir=auto`).
  package enum Direction: UInt8, Hashable, Sendable { case leftToRight, rightToLeft, auto }

  /// The break opportunities, besides every `\n`.
  package enum Wrap: UInt8, Hashable, Sendable {
    /// Where the text allows it (UAX 14); a word that is too long overflows.
    case normal
    /// Nowhere: `nowrap` and `pre`.
    case never
    /// As normal, and inside a word that is too long; the min-content width is still that of the longest
    /// word: `overflow-wrap: break-word`.
    case breakWord
    /// As normal, and inside a word that is too long, which counts for the min-content width: `overflow-wrap:
    /// anywhere`.
    case anywhere
    /// Between any two letters: `word-break: break-all`.
    case breakAll
  }

  /// Which of the break opportunities are taken (CSS Text 4 §6.2).
  package enum WrapStyle: UInt8, Hashable, Sendable {
    /// Each line takes as much as fits: `auto` and `stable`.
    case greedy
    /// The lines of a short paragraph are about equally long: `balance`.
    case balanced
    /// The last line is not much shorter than the others: `pretty`.
    case pretty
  }

  /// The content in logical order.
  package var runs: [Run]
  /// The block's own style. Its font and line height are the strut, the minimum height of every line (CSS 2.2
  /// §10.8.1).
  package var style: TextStyle
  /// The alignment of lines.
  package var alignment: Alignment
  /// The alignment of the last line, and of each line before a forced break; nil is that of the others, or
  /// the start for justified text (CSS Text 3 §6.3).
  package var lastAlignment: Alignment?
  /// The direction of the paragraph.
  package var direction: Direction
  /// The break opportunities.
  package var wrap: Wrap
  /// Whether spaces at the end of a line stay inside it instead of hanging (`pre-wrap` with `break-spaces`,
  /// inputs).
  package var keepsTrailingSpaces: Bool
  /// The maximum number of lines; nil for all.
  package var maximumLines: Int?
  /// Whether overflow, in the last line or in a line that must not break, is replaced by an ellipsis.
  package var ellipsizes: Bool
  /// The indentation of the first line in points; a negative one extends to the left.
  package var indent: Double
  /// The part of the width that is added to ``indent``; it counts as nothing in intrinsic widths.
  package var indentRatio = 0.0
  /// The distance of tab stops in spaces (CSS Text 3 §4.2).
  package var tabSize = 8.0
  /// Which of the break opportunities are taken.
  package var wrapStyle = WrapStyle.greedy
  /// The parts of the width that are added to edges of inline boxes, by the number of the run; they count as
  /// nothing in intrinsic widths.
  package var edgeRatios: [Int: Double] = [:]
  /// The floats below which the line after a forced break begins, by the number of its run (`clear` of `br`).
  package var breakClears: [Int: FloatSides] = [:]

  /// The same content in the styles of its first line (CSS Pseudo-Elements 4 §2.1, *::first-line*); nil if
  /// they are those of the other lines. Its runs are as many, and have the same texts.
  package var firstLine: RichText? {
    get { firstLines.first }
    set { firstLines = newValue.map { [$0] } ?? [] }
  }
  private var firstLines: [RichText] = []

  /// Replaces a box or a place, in the first line as well.
  package mutating func replaceRun(at index: Int, by run: Run) {
    runs[index] = run
    if !firstLines.isEmpty { firstLines[0].runs[index] = run }
  }

  /// The same content with changed styles, those of the first line included.
  package func mapStyles(_ change: (TextStyle) -> TextStyle) -> RichText {
    var result = self
    result.style = change(style)
    result.runs = runs.map { run in
      if case .text(let text, let style) = run { .text(text, change(style)) } else { run }
    }
    result.firstLines = firstLines.map { $0.mapStyles(change) }
    return result
  }

  /// Rich text of several runs.
  package init(
    runs: [Run], style: TextStyle = TextStyle(), alignment: Alignment = .start,
    direction: Direction = .leftToRight,
    wrap: Wrap = .normal, keepsTrailingSpaces: Bool = false, maximumLines: Int? = nil,
    ellipsizes: Bool = false,
    indent: Double = 0
  ) {
    self.runs = runs
    self.style = style
    self.alignment = alignment
    self.direction = direction
    self.wrap = wrap
    self.keepsTrailingSpaces = keepsTrailingSpaces
    self.maximumLines = maximumLines
    self.ellipsizes = ellipsizes
    self.indent = indent
  }

  /// One run of text, which also gives the block its style.
  package init(_ text: String, style: TextStyle = TextStyle(), alignment: Alignment = .start) {
    self.init(runs: text.isEmpty ? [] : [.text(text, style)], style: style, alignment: alignment)
  }

  /// The alignment of a line.
  ///
  /// - Parameter isLast: Whether the line is the last one, or ends with a forced break.
  package func alignment(ofLast isLast: Bool) -> Alignment {
    guard isLast else { return alignment }
    return lastAlignment ?? (alignment == .justify ? .start : alignment)
  }

  /// The indentation of the first line in a box of a width.
  func indent(in width: Double?) -> Double {
    let indent = self.indent + (width.map { indentRatio == 0 ? 0 : indentRatio * $0 } ?? 0)
    return indent.isFinite ? indent : 0
  }

  /// The letters of all runs, without the boxes.
  package var string: String {
    runs.reduce(into: "") { result, run in
      if case .text(let text, _) = run { result += text }
    }
  }
}

/// The floats of one side or of both.
package struct FloatSides: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package static let left = FloatSides(rawValue: 1)
  package static let right = FloatSides(rawValue: 2)

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A box in a line that acts like one letter.
package struct InlineObject: Hashable, Sendable {
  /// The caller's identifier, for example a node's number.
  package var id: Int32
  /// The extent of its margin box, in points.
  package var size: Size<Double>
  /// Its baseline below its upper edge; nil: its lower edge is on the line's baseline.
  package var baseline: Double?
  /// Its place in the line.
  package var place: Place
  /// The aligned subtree that contains the box; ``place`` is then relative to the subtree's baseline.
  package var group: LineGroup?
  /// The inline boxes around it.
  package var struts: [InlineStrut] = []
  /// The widths that count for the intrinsic widths of the text where they differ from that of ``size``: a
  /// percentage has no basis there (CSS Sizing 3 §5.2).
  package var intrinsicWidths: IntrinsicWidths?

  /// The place of a box in its line (CSS 2.2 §10.8.1). Heights are above the line's baseline.
  package enum Place: Hashable, Sendable {
    /// Its baseline is at a height.
    case baseline(Double)
    /// Its middle is at a height.
    case middle(Double)
    /// Its upper edge is at a height.
    case upperEdge(Double)
    /// Its lower edge is at a height.
    case lowerEdge(Double)
    /// It is at an edge of the line box.
    case line(LineEdge)
  }

  /// The smallest and the greatest width of a box.
  package struct IntrinsicWidths: Hashable, Sendable {
    package var min: Double
    package var max: Double

    package init(min: Double, max: Double) {
      self.min = min
      self.max = max
    }
  }

  /// A box.
  package init(
    id: Int32, size: Size<Double>, baseline: Double? = nil, place: Place = .baseline(0),
    intrinsicWidths: IntrinsicWidths? = nil
  ) {
    self.id = id
    self.size = size
    self.baseline = baseline
    self.place = place
    self.intrinsicWidths = intrinsicWidths
  }
}

/// An edge of a line box, for `vertical-align: top` and `bottom` (CSS 2.2 §10.8.1).
package enum LineEdge: UInt8, Hashable, Sendable { case top, bottom }

/// The inline boxes that are aligned with an edge of the line box as one: an element with
/// `vertical-align: top` or `bottom` and what is in it, its *aligned subtree* (CSS 2.2 §10.8.1).
package struct LineGroup: Hashable, Sendable {
  /// The edge.
  package var edge: LineEdge
  /// The identifier of the element.
  package var root: Int32

  package init(edge: LineEdge, root: Int32) {
    self.edge = edge
    self.root = root
  }
}

/// An inline box around text: it makes a line at least as high as its own line height (CSS 2.2 §10.8.1).
package struct InlineStrut: Hashable, Sendable {
  package var font: Font
  /// The line height in points; nil is the font's own.
  package var lineHeight: Double?
  /// How far its baseline is above that of the line, or of its aligned subtree.
  package var rise: Double
  /// The aligned subtree that it belongs to.
  package var group: LineGroup?
  /// Whether it takes nothing below the baseline.
  package var isAbove: Bool

  package init(font: Font, lineHeight: Double?, rise: Double, group: LineGroup?, isAbove: Bool = false) {
    self.font = font
    self.lineHeight = lineHeight
    self.rise = rise
    self.group = group
    self.isAbove = isAbove
  }
}

/// An inline box as a containing block: from the first of its boxes in the lines to the last (CSS 2.2 §10.1
/// step 4).
package struct InlineContainer: Hashable, Sendable {
  /// The runs in it, with its own edges.
  package var runs: Range<Int>
  /// The extent of its padding box above and below the baseline of the line.
  package var above: Double
  package var below: Double
  /// The margin and border at its start and its end, in the edges that are among ``runs``.
  package var startInset: Double
  package var endInset: Double
  /// How far relative positioning moves it.
  package var offset: Point

  package init(
    runs: Range<Int>, above: Double, below: Double, startInset: Double, endInset: Double, offset: Point
  ) {
    self.runs = runs
    (self.above, self.below) = (above, below)
    (self.startInset, self.endInset) = (startInset, endInset)
    self.offset = offset
  }

  /// Its area in laid-out lines; nil if it is in none.
  package func area(in layout: TextLayout) -> Rect? {
    func isInside(_ fragment: TextLayout.Fragment) -> Bool { runs.contains(fragment.run) }
    guard let first = layout.lines.first(where: { $0.fragments.contains(where: isInside) }),
      let last = layout.lines.last(where: { $0.fragments.contains(where: isInside) })
    else { return nil }
    let left = first.fragments.filter(isInside).map { fragment in
      fragment.run == runs.lowerBound && startInset != 0 ? fragment.x + startInset : fragment.x
    }
    let right = last.fragments.filter(isInside).map { fragment in
      let end = fragment.x + fragment.width
      return fragment.run == runs.upperBound - 1 && endInset != 0 ? end - endInset : end
    }
    let (x, y) = (left.min() ?? 0, first.baseline - above)
    return Rect(
      x: x + offset.x, y: y + offset.y, width: max(0, (right.max() ?? x) - x),
      height: max(0, last.baseline + below - y))
  }
}

/// A place in a line that takes no room.
package struct LineAnchor: Hashable, Sendable {
  /// The kind of box at the anchor.
  package enum Kind: UInt8, Hashable, Sendable {
    /// An inline box without content.
    case box
    /// A box out of the flow that would be in the line (CSS Positioned Layout 3 §4.1).
    case inline
    /// A box out of the flow that would begin a line of its own.
    case block
    /// A float.
    case float
  }

  package var kind: Kind
  /// The inline boxes around it.
  package var struts: [InlineStrut]
  /// The inline box that is the containing block of the positioned box that is anchored here, if it is one.
  package var container: InlineContainer?

  package init(_ kind: Kind, struts: [InlineStrut] = []) {
    self.kind = kind
    self.struts = struts
  }
}
