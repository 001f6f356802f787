/// Collapses white space across the pieces of one run of inline content. CSS Text 3 §4.1, *White Space
/// Processing*.
///
/// Pieces come in order; the result of a blank depends on what precedes it, also in an earlier piece.
struct WhiteSpaceCollapser {
  /// `white-space-collapse`, limited to the values that `white-space` can express.
  enum Mode {
    /// `normal`, `nowrap`: blanks, tabs and line feeds become one blank.
    case collapse
    /// `pre-line`: like ``collapse``, but line feeds stay.
    case preserveBreaks
    /// `pre`, `pre-wrap`, `break-spaces`: everything stays.
    case preserve
  }

  /// Whether a collapsible blank is removed here: at the start of a line, or after another one.
  private var atBlank = true
  /// Whether a line may end with the last collapsible blank.
  private var blankWraps = true
  /// The position of the last collapsible blank, which is removed if the line ends with it.
  private(set) var trailingBlank: (piece: Int, isWhole: Bool)?
  private var texts: [String] = []

  /// The pieces so far, the last line's trailing blank not yet removed.
  var pieces: [String] { texts }

  /// Adds text as a piece; ``finish()`` returns the results.
  ///
  /// A blank that is removed behind one where lines do not break keeps its break opportunity (CSS Text 3
  /// §4.1.1): a zero-width space is in its place.
  ///
  /// - Parameter wraps: Whether lines may break in the text.
  mutating func append(_ text: String, mode: Mode, wraps: Bool = true) {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch (scalar, mode) {
      case ("\n", .preserveBreaks):
        removeTrailingBlank(from: &result)
        result.append("\n")
        atBlank = true
      case (" ", .collapse), ("\t", .collapse), ("\n", .collapse), ("\r", .collapse), ("\u{C}", .collapse),
        (" ", .preserveBreaks), ("\t", .preserveBreaks), ("\r", .preserveBreaks), ("\u{C}", .preserveBreaks):
        if !atBlank {
          result.append(" ")
          atBlank = true
          blankWraps = wraps
          trailingBlank = (texts.count, true)
        } else if wraps, !blankWraps, trailingBlank != nil {
          result.append("\u{200B}")
          blankWraps = true
        }
      case ("\r", .preserve): result.append("\n")
      default:
        result.append(scalar)
        atBlank = scalar == "\n"
        trailingBlank = nil
      }
    }
    texts.append(String(result))
  }

  /// Adds a forced line break (`<br>`).
  mutating func appendBreak() {
    var none = String.UnicodeScalarView()
    removeTrailingBlank(from: &none)
    texts.append("\n")
    atBlank = true
    trailingBlank = nil
  }

  /// Adds a non-text inline item, such as a picture.
  mutating func appendObject() {
    texts.append("\u{FFFC}")
    atBlank = false
    trailingBlank = nil
  }

  /// Adds an empty piece: the edge of an inline box, which white space processing ignores.
  mutating func appendNothing() { texts.append("") }

  /// All pieces, one per call, without the blank at the end of the last line.
  mutating func finish() -> [String] {
    var none = String.UnicodeScalarView()
    removeTrailingBlank(from: &none)
    return texts
  }

  /// Removes the collapsible blank that ends a line, from the current piece or an earlier one.
  private mutating func removeTrailingBlank(from current: inout String.UnicodeScalarView) {
    guard let blank = trailingBlank else { return }
    trailingBlank = nil
    if blank.piece == texts.count {
      if current.last == " " { current.removeLast() }
    } else if texts[blank.piece].last == " " {
      texts[blank.piece].removeLast()
    }
  }
}
