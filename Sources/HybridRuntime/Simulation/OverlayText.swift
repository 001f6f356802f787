import HybridDrawing
import HybridGeometry
import HybridViewTree

/// A text of a dialog, measured like the page's own texts.
struct OverlayText {
  let text: String
  let size: Size<Double>
  private let room: Double
  private let alignment: RichText.Alignment
  private let font: Font
  private let color: RGBA
  private let layout: TextLayout

  /// A text with a maximum number of lines; longer text ends in an ellipsis. A nil width measures one line.
  init(
    _ text: String, size: Double, weight: Int = 400, color: RGBA, width: Double?, lines: Int,
    alignment: RichText.Alignment = .center
  ) {
    self.text = text
    self.alignment = alignment
    room = width ?? 0
    self.color = color
    font = Font(size: size, weight: weight)
    var rich = RichText(text, style: TextStyle(font: font, color: color), alignment: alignment)
    rich.maximumLines = lines
    rich.ellipsizes = true
    rich.wrap = lines == 1 ? .never : .breakWord
    layout = TextMetrics.layout(rich, width: width)
    self.size = Size(width: layout.size.width, height: text.isEmpty ? 0 : layout.size.height)
  }

  var isEmpty: Bool { text.isEmpty }

  /// The lines, placed at a corner of the node.
  func placed(x: Double, y: Double) -> [ViewLine]? {
    guard !text.isEmpty, !layout.lines.isEmpty else { return nil }
    return layout.lines.map { line in
      let pieces = line.fragments.filter { !$0.text.isEmpty }.map { fragment in
        ViewText(
          text: fragment.text, x: x + fragment.x, width: fragment.width, size: font.size, weight: font.weight,
          family: font.families.joined(separator: ","), color: color)
      }
      return ViewLine(
        frame: Rect(x: x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: alignment == .center ? "center" : "left",
        room: ViewSpan(start: x, width: room), pieces: pieces)
    }
  }
}
