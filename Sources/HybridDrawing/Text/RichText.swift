package import HybridGeometry

/// The inline content of one block: runs of styled text and atomic boxes, and how they become lines.
///
/// The text is exactly what is to be shown: white space is collapsed already, entities are decoded, and `\n`
/// is a forced line break.
///
///     let title = RichText("Hello", style: TextStyle(font: Font(size: 20)))
///     let size = TextMetrics.layout(title, width: 120).size
package struct RichText: Hashable, Sendable {
  /// One piece of the content, in logical order.
  package enum Run: Hashable, Sendable {
    /// Text in one style.
    case text(String, TextStyle)
    /// A box that sits in the line like one letter, such as an image.
    case object(InlineObject)
    /// Room before what follows, without a chance to break after it: where an inline box with padding, border
    /// or margin opens.
    case opening(Double)
    /// Room behind what came before, without a chance to break before it: where such a box closes.
    case closing(Double)
  }

  /// Where lines stand between the edges (CSS Text 3 §6.1). A justified text's last line is at the start.
  package enum Alignment: UInt8, Hashable, Sendable { case start, end, left, right, center, justify }

  /// Which way the paragraph runs; `auto` takes it from the first strong letter (`dir=auto`).
  package enum Direction: UInt8, Hashable, Sendable { case leftToRight, rightToLeft, auto }

  /// Where lines may be broken, beside every `\n`.
  package enum Wrap: UInt8, Hashable, Sendable {
    /// Where the text allows it (UAX 14); a word that is too long sticks out.
    case normal
    /// Nowhere: `nowrap` and `pre`.
    case never
    /// As normal, and inside a word that is too long; the least width is still that of the longest word:
    /// `overflow-wrap: break-word`.
    case breakWord
    /// As normal, and inside a word that is too long, which counts for the least width: `overflow-wrap:
    /// anywhere`.
    case anywhere
    /// Between any two letters: `word-break: break-all`.
    case breakAll
  }

  /// The content in logical order.
  package var runs: [Run]
  /// The block's own style. Its font and line height are the strut, the least height of every line (CSS 2.2
  /// §10.8.1).
  package var style: TextStyle
  /// Where lines stand.
  package var alignment: Alignment
  /// Which way the paragraph runs.
  package var direction: Direction
  /// Where lines may be broken.
  package var wrap: Wrap
  /// Whether spaces at the end of a line are kept inside it rather than hang (`pre-wrap` with `break-spaces`,
  /// inputs).
  package var keepsTrailingSpaces: Bool
  /// No more lines than this are shown; nil for all.
  package var maximumLines: Int?
  /// Whether what does not fit, in the last shown line or in a line that may not break, ends in an ellipsis.
  package var ellipsizes: Bool
  /// Points before the first line; negative hangs it out.
  package var indent: Double

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

  /// The letters of all runs, without the boxes.
  package var string: String {
    runs.reduce(into: "") { result, run in
      if case .text(let text, _) = run { result += text }
    }
  }
}

/// A box that sits in a line like one letter.
package struct InlineObject: Hashable, Sendable {
  /// The caller's own number for it; a node's, for example.
  package var id: Int32
  /// The extent of its margin box, in points.
  package var size: Size<Double>
  /// Its baseline below its upper edge, or nil to stand on the line's baseline with its lower edge.
  package var baseline: Double?

  /// A box.
  package init(id: Int32, size: Size<Double>, baseline: Double? = nil) {
    self.id = id
    self.size = size
    self.baseline = baseline
  }
}
