import HybridDrawing
import HybridGeometry
import HybridViewTree

extension ComponentPainter {
  /// The lines of an NText or a VText (`Documentation/template-components.md`, *Texts: NText, VText*).
  func paintText(_ paint: inout ViewPaint) {
    var shown = ComponentText(component, units: units)
    guard !shown.text.runs.isEmpty else { return }
    let frame = component.frame
    let padding = padding
    let gravity = gravity
    let isDrawn = !isIOS && component.kind == .vText
    if isDrawn {
      let size = shown.layout(width: nil).size
      // Centring ignores the padding; alignment to the right subtracts both paddings.
      let x =
        gravity.contains(.horizontalCenter)
        ? (frame.width - size.width) / 2
        : gravity.contains(.right) ? frame.width - size.width - padding.width : padding.left
      let y =
        gravity.contains(.verticalCenter)
        ? (frame.height - size.height) / 2
        : gravity.contains(.bottom) ? frame.height - size.height - padding.bottom : padding.top
      let room = Rect(x: x, y: y, width: size.width + 0.01, height: size.height)
      paint.lines = lines(of: shown.text, in: room) { _, _ in 0 }
      paint.clips = size.width > frame.width + 0.5 || size.height > frame.height + 0.5
      return
    }
    shown.text.alignment =
      gravity.contains(.horizontalCenter) ? .center : gravity.contains(.right) ? .right : .left
    let room = Rect(
      x: padding.left, y: padding.top, width: max(frame.width - padding.width, 0) + 0.01,
      height: max(frame.height - padding.height, 0))
    let isIOS = isIOS
    // Line spacing applies only below a line that another line follows.
    let lineSpace = shown.lineSpace
    paint.lines = lines(of: shown.text, in: room) { free, used in
      let used = used - lineSpace
      // iOS centres text vertically whatever the gravity, and cuts text that is too high at the end.
      if isIOS || gravity.contains(.verticalCenter) { return max((free - used) / 2, 0) }
      return gravity.contains(.bottom) ? max(free - used, 0) : 0
    }
    let right = paint.lines?.map { $0.frame.x + $0.frame.width }.max() ?? 0
    let bottom = paint.lines?.last.map { $0.frame.y + $0.frame.height - lineSpace } ?? 0
    // Half a point covers a platform's rounding of line heights.
    paint.clips = right > frame.width + 0.5 || bottom > frame.height + 0.5
  }

  /// Lines inside a box of the component; `shift` computes the vertical offset from the heights of the box
  /// and of the lines.
  func lines(
    of text: RichText, in room: Rect, shift: (Double, Double) -> Double
  ) -> [ViewLine]? {
    let layout = TextMetrics.layout(text, width: room.width)
    let y = room.y + shift(room.height, layout.size.height)
    let align =
      switch text.alignment {
      case .center: "center"
      case .right, .end: "right"
      default: "left"
      }
    let lines = layout.lines.map { line in
      ViewLine(
        frame: Rect(x: room.x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: align, room: ViewSpan(start: room.x, width: room.width),
        pieces: line.fragments.compactMap { fragment in
          guard case .text(_, let style) = text.runs[fragment.run], !fragment.text.isEmpty else {
            return nil
          }
          var piece = ViewText(
            text: fragment.text, x: room.x + fragment.x, width: fragment.width, size: style.font.size,
            weight: style.font.weight, family: style.font.families.joined(separator: ","),
            color: style.color, link: style.link)
          piece.isItalic = style.font.isItalic
          piece.isUnderlined = style.isUnderlined
          piece.isStruckThrough = style.isStruckThrough
          piece.letterSpacing = style.letterSpacing
          piece.wordSpacing = style.wordSpacing
          piece.rise = style.rise
          piece.isRightToLeft = fragment.isRightToLeft
          return piece
        })
    }
    return lines.isEmpty ? nil : lines
  }
}
