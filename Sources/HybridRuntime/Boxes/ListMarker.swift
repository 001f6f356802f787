import HybridCSS
import HybridDrawing

/// The marker of a list item. CSS Lists 3 §3, *Markers*.
struct ListMarker: Hashable {
  /// The content of a marker.
  enum Content: Hashable {
    /// A text, with white space as it is.
    case text(String)
    /// A disc, a circle or a square, as the character that looks like it.
    case symbol(String)
    /// The triangle of a disclosure.
    case disclosure(String)
  }

  var content: Content
  /// Whether it is in the first line of the item; if not, it is beside it.
  var isInside: Bool
  /// The style of its text.
  var style: TextStyle
  /// Whether it is beside the item and has another font or line height, so that the first line has to hold
  /// it as well.
  var growsLine = false

  /// The height of its line.
  var height: Double {
    let box = extents.box(lineHeight: style.lineHeight)
    return box.above + box.below
  }

  /// The baseline of its line, below its top.
  var baseline: Double { extents.box(lineHeight: style.lineHeight).above }

  private var extents: FontExtents { TextMetrics.extents(of: style.font) }

  private var string: String {
    switch content {
    case .text(let text), .symbol(let text), .disclosure(let text): text
    }
  }

  /// Whether the lines of the item depend on it.
  var isInLines: Bool { isInside || growsLine }

  /// Its strut in the first line if it ``growsLine``: as in Chromium, the line moves down to its baseline.
  var strut: InlineStrut {
    InlineStrut(font: style.font, lineHeight: style.lineHeight, rise: 0, group: nil, isAbove: true)
  }

  /// The marker beside the item.
  var richText: RichText {
    var text = RichText(string, style: style)
    text.wrap = .never
    text.keepsTrailingSpaces = true
    return text
  }

  // MARK: Places, which no specification has; as in Chromium

  /// The width of a disc, a circle or a square.
  private var symbolWidth: Double { Double((Int(extents.ascent) * 2 / 3 + 1) / 2) }

  /// The width of the triangle of a disclosure.
  private var disclosureWidth: Double { style.font.size * 0.66 }

  /// The distance from the item's edge to the far end of the marker beside it, negative before the edge.
  ///
  /// - Parameter width: The width of its text.
  func outsideEnd(width: Double) -> Double {
    switch content {
    case .text: 0
    case .symbol:
      // Its middle is where that of the shape is, which begins one point behind the marker's own edge.
      symbolWidth / 2 - Double(Int(extents.ascent) * 2 / 3) - 7 + width / 2
    case .disclosure: -8 - disclosureWidth / 2 + width / 2
    }
  }

  /// The marker at the start of the first line: its text with the room before and after it.
  var runs: [RichText.Run] {
    let width: Double
    let middle: Double
    switch content {
    case .text(let text): return text.isEmpty ? [.opening(0)] : [.text(text, style)]
    case .symbol: (width, middle) = (symbolWidth + 1 + style.font.size, symbolWidth / 2)
    case .disclosure: (width, middle) = (disclosureWidth + 0.4 * style.font.size, disclosureWidth / 2)
    }
    let own = TextMetrics.layout(richText, width: nil).size.width
    let before = middle - own / 2
    return [.opening(before), .text(string, style), .closing(width - before - own)]
  }
}
