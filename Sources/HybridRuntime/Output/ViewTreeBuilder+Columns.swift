import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridViewTree

/// The paint of columns, and of boxes that are broken between them: CSS Multi-column 1 §5, CSS Fragmentation
/// 3 §5.4.
extension ViewTreeBuilder {
  /// Paints a box in its pieces, which are cut from one box as high as all of them together.
  func paintPieces(of box: LayoutNodeID, _ paint: inout ViewPaint, style: ComputedStyle) {
    let pieces = boxes.layout.fragments(of: box)
    guard pieces.count > 1 else { return }
    let height = pieces.reduce(0) { $0 + $1.height }
    var whole = paint
    if paint.borders != nil {
      paintBorders(
        &whole, style: style, frame: Rect(x: 0, y: 0, width: pieces[0].width, height: height))
    }
    var start = 0.0
    paint.fragments = pieces.enumerated().map { index, bounds in
      defer { start += bounds.height }
      var piece = ViewFragment(frame: bounds)
      piece.background = whole.background
      piece.shadows = whole.shadows
      (piece.borders, piece.radii) = (whole.borders, whole.radii)
      (piece.gradients, piece.pictures) = (whole.gradients, whole.pictures)
      if index > 0 {
        piece.borders?[0].width = 0
        piece.radii?[0] = 0
        piece.radii?[1] = 0
      }
      if index < pieces.count - 1 {
        piece.borders?[2].width = 0
        piece.radii?[2] = 0
        piece.radii?[3] = 0
      }
      for layer in (piece.gradients ?? []).indices { piece.gradients?[layer].frame.y -= start }
      for layer in (piece.pictures ?? []).indices {
        piece.pictures?[layer].frame.y -= start
        piece.pictures?[layer].area.y -= start
      }
      return piece
    }
  }

  /// Adds the rules between the columns of a box, above its background. Those with gaps are dashes and dots,
  /// all others are solid lines.
  func paintColumnRules(of box: LayoutNodeID, _ paint: inout ViewPaint, style: ComputedStyle) {
    let (line, width) = (style[\.columnRuleStyle], style[\.columnRuleWidth])
    guard !line.isAbsent, width > 0 else { return }
    let color = RGBA(style.color(style[\.columnRuleColor]))
    guard color.alpha > 0 else { return }
    let rules = boxes.layout.columns(of: box).flatMap { row in
      zip(row, row.dropFirst()).flatMap { first, second -> [Gradient] in
        // From left to right in either direction of the text.
        let (left, right) = first.x < second.x ? (first, second) : (second, first)
        let middle = (left.maxX + right.x) / 2
        let whole = Rect(x: middle - width / 2, y: left.y, width: width, height: left.height)
        return rule(whole, line, color)
      }
    }
    guard !rules.isEmpty else { return }
    paint.gradients = rules + (paint.gradients ?? [])
    for index in (paint.pictures ?? []).indices { paint.pictures?[index].depth += rules.count }
  }

  private func rule(_ area: Rect, _ line: LineStyle, _ color: RGBA) -> [Gradient] {
    func fill(_ area: Rect, gap: Double = 0) -> Gradient {
      var clear = color
      clear.alpha = 0
      let period = max(1, area.width * (line == .dotted ? 2 : 5))
      return Gradient(
        frame: area,
        shape: .linear(from: Point(x: 0, y: 0), to: Point(x: 0, y: gap > 0 ? period : area.height)),
        stops: gap > 0
          ? [
            .init(position: 0, color: color), .init(position: 1 - gap, color: color),
            .init(position: 1 - gap, color: clear), .init(position: 1, color: clear),
          ] : [.init(position: 0, color: color), .init(position: 1, color: color)],
        isRepeating: gap > 0)
    }
    switch line {
    case .dotted: return [fill(area, gap: 0.5)]
    case .dashed: return [fill(area, gap: 0.4)]
    case .double where area.width >= 3:
      let part = area.width / 3
      return [
        fill(Rect(x: area.x, y: area.y, width: part, height: area.height)),
        fill(Rect(x: area.maxX - part, y: area.y, width: part, height: area.height)),
      ]
    default: return [fill(area)]
    }
  }
}
