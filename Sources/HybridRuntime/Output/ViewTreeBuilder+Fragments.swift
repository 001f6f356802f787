import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

extension ViewTreeBuilder {
  /// Paints the boxes of an inline element. If there is more than one, they are cut from one box as long as
  /// all of them together (CSS Fragmentation 3 §5.4, `box-decoration-break: slice`): sides and corners are
  /// those of the first and the last box, and backgrounds run through all.
  func paintFragments(_ paint: inout ViewPaint, _ node: NodeID, style: ComputedStyle, frame: Rect) {
    guard let part = inline.parts[node] else {
      paint.isInline = paint.background != nil
      return
    }
    let pieces = part.fragments
    guard pieces.count > 1 || pieces.first?.isBlock == true else {
      let whole = fragment(
        of: Rect(x: 0, y: 0, width: frame.width, height: frame.height), at: 0, length: frame.width, node,
        style: style)
      (paint.borders, paint.radii, paint.shadows) = (whole.borders, whole.radii, whole.shadows)
      (paint.gradients, paint.pictures) = (whole.gradients, whole.pictures)
      paint.isInline = whole.isVisible
      return
    }
    let length = pieces.reduce(0) { $0 + ($1.isBlock ? 0 : $1.frame.width) }
    let isRightToLeft = style.text.direction == .rtl
    var start = isRightToLeft ? length : 0
    let fragments = pieces.map { piece -> ViewFragment in
      let bounds = Rect(
        x: piece.frame.x - frame.x, y: piece.frame.y - frame.y, width: piece.frame.width,
        height: piece.frame.height)
      if piece.isBlock { return ViewFragment(frame: bounds) }
      if isRightToLeft { start -= bounds.width }
      defer { if !isRightToLeft { start += bounds.width } }
      return fragment(of: bounds, at: start, length: length, node, style: style)
    }
    paint.fragments = fragments
    paint.isInline = style.hasOutline || fragments.contains(where: \.isVisible)
  }

  /// The part of a box of some length that is shown in `bounds` and begins at `start`.
  private func fragment(
    of bounds: Rect, at start: Double, length: Double, _ node: NodeID, style: ComputedStyle
  ) -> ViewFragment {
    let whole = Rect(x: 0, y: 0, width: length, height: bounds.height)
    var look = ViewPaint()
    paintBorders(&look, style: style, frame: whole)
    if style.visual.backgroundImage != [.none] {
      style.paintBackground(&look, whole, content: style.inlineContent(of: whole)) {
        boxes.images.file($0, of: node, in: document)
      }
    }
    var result = ViewFragment(frame: bounds)
    result.background = background(of: style)
    result.shadows = style.shadows
    (result.borders, result.radii) = (look.borders, look.radii)
    (result.gradients, result.pictures) = (look.gradients, look.pictures)
    guard bounds.width < length else { return result }
    if start > 0.01 {
      result.borders?[3].width = 0
      result.radii?[0] = 0
      result.radii?[3] = 0
    }
    if start + bounds.width < length - 0.01 {
      result.borders?[1].width = 0
      result.radii?[1] = 0
      result.radii?[2] = 0
    }
    for index in (result.gradients ?? []).indices { result.gradients?[index].frame.x -= start }
    for index in (result.pictures ?? []).indices {
      result.pictures?[index].frame.x -= start
      result.pictures?[index].area.x -= start
    }
    return result
  }
}

extension ViewFragment {
  fileprivate var isVisible: Bool {
    background != nil || borders != nil || shadows != nil || gradients != nil || pictures != nil
  }
}
