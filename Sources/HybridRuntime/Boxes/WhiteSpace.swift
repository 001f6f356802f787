/// Collapses white space across the pieces of one run of inline content. CSS Text 3 §4.1, *White Space
/// Processing*.
///
/// Pieces come in order; what a blank becomes hangs on what stands before it, also in an earlier piece.
struct WhiteSpaceCollapser {
  /// `white-space-collapse`, as far as `white-space` reaches it.
  enum Mode {
    /// `normal`, `nowrap`: blanks, tabs and line feeds become one blank.
    case collapse
    /// `pre-line`: like ``collapse``, but line feeds stay.
    case preserveBreaks
    /// `pre`, `pre-wrap`, `break-spaces`: everything stays.
    case preserve
  }

  /// Whether a collapsible blank would vanish here: at the start of a line, or behind another one.
  private var atBlank = true
  /// Where the last collapsible blank stands, to be taken out when the line ends with it.
  private(set) var trailingBlank: (piece: Int, isWhole: Bool)?
  private var texts: [String] = []

  /// The pieces so far, the last line's trailing blank not yet removed.
  var pieces: [String] { texts }

  /// Adds text and returns nothing: the result is read by ``finish()``, piece by piece.
  mutating func append(_ text: String, mode: Mode) {
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
          trailingBlank = (texts.count, true)
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

  /// Adds something that is no text but stands in the line, such as a picture.
  mutating func appendObject() {
    texts.append("\u{FFFC}")
    atBlank = false
    trailingBlank = nil
  }

  /// Adds an empty piece: the edge of an inline box, which white space does not see.
  mutating func appendNothing() { texts.append("") }

  /// All pieces, one for each call, without the blank at the end of the last line.
  mutating func finish() -> [String] {
    var none = String.UnicodeScalarView()
    removeTrailingBlank(from: &none)
    return texts
  }

  /// Takes out the collapsible blank that ends a line: from the piece under way, or from an earlier one.
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
