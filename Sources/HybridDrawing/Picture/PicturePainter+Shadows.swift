import HybridGeometry

// Shadows of boxes: CSS Backgrounds 3 §6.1.
extension PicturePainter {
  /// An outer shadow of a box; the box itself is cut out where it is not opaque.
  mutating func paintOuter(_ shadow: Shadow, of frame: Rect, _ corners: RoundedCorners, hidesInside: Bool) {
    guard shadow.isDrawable, !frame.isEmpty else { return }
    let spread = Edges(-shadow.spread)
    var bounds = Rect(
      x: frame.x + shadow.offset.x - shadow.spread, y: frame.y + shadow.offset.y - shadow.spread,
      width: frame.width + 2 * shadow.spread, height: frame.height + 2 * shadow.spread)
    guard !bounds.isEmpty else { return }
    bounds = space.snapped(bounds)
    let rounded = corners.inset(by: spread)
    if hidesInside {
      canvas.save()
      let around = bounds.union(frame).grown(by: shadow.blur * 2 + 2)
      canvas.clip(to: Path(around) + Path(frame, corners).reversed)
    }
    let area = bounds.grown(by: shadow.blur * 2)
    if !paintBlurred(shadow, bounds, rounded, in: area, isInverted: false) {
      canvas.fill(Path(bounds, rounded), shadow.color)
    }
    if hidesInside { canvas.restore() }
  }

  /// An inner shadow of a box.
  mutating func paintInset(_ shadow: Shadow, of padding: Rect, _ corners: RoundedCorners) {
    guard shadow.isDrawable, !padding.isEmpty else { return }
    let hole = Rect(
      x: padding.x + shadow.offset.x + shadow.spread, y: padding.y + shadow.offset.y + shadow.spread,
      width: max(padding.width - 2 * shadow.spread, 0), height: max(padding.height - 2 * shadow.spread, 0))
    let rounded = corners.inset(by: Edges(shadow.spread))
    canvas.save()
    canvas.clip(to: Path(padding, corners))
    if hole.isEmpty {
      canvas.fill(Path(padding), shadow.color)
    } else if !paintBlurred(shadow, space.snapped(hole), rounded, in: padding, isInverted: true) {
      canvas.fill(Path(padding.union(hole).grown(by: 1)) + Path(hole, rounded), shadow.color, evenOdd: true)
    }
    canvas.restore()
  }

  /// Paints a blurred rectangle, or its inverse, within an area; false when it need not or cannot be blurred.
  private mutating func paintBlurred(
    _ shadow: Shadow, _ bounds: Rect, _ corners: RoundedCorners, in area: Rect, isInverted: Bool
  ) -> Bool {
    // A vector picture has its blurs at twice the resolution.
    let scale = space.isVector ? space.pixelsPerPoint * 2 : space.pixelsPerPoint
    let window = ShadowMask.window(deviation: shadow.blur / 2 * scale)
    guard window > 1 else { return false }
    var area = area
    if let visible = space.visible { area = area.intersection(visible.grown(by: 1)) }
    func pixels(_ from: Double, _ to: Double) -> Range<Int> {
      let first = Int((from * scale).rounded(.down))
      return first..<max(first, Int((to * scale).rounded(.up)))
    }
    let columns = pixels(area.x - bounds.x, area.maxX - bounds.x)
    let rows = pixels(area.y - bounds.y, area.maxY - bounds.y)
    guard !columns.isEmpty, !rows.isEmpty else { return true }
    guard columns.count <= Picture.maximumSide, rows.count <= Picture.maximumSide,
      columns.count * rows.count <= Picture.maximumPixels
    else { return false }
    let width = max(Int((bounds.width * scale).rounded()), 1)
    let height = max(Int((bounds.height * scale).rounded()), 1)
    let key = ShadowMask.key(
      width: width, height: height, corners: corners.scaled(by: scale), window: window)
    let raster = shadowMasks.mask(key).raster(
      columns: columns, rows: rows, width: width, height: height, isInverted: isInverted)
    // Mask pixels have the size of the picture's pixels, whatever the current transform.
    canvas.setTransform(
      space.transform.after(
        Transform(a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: bounds.x, ty: bounds.y)))
    let (x, y) = (Double(columns.lowerBound), Double(rows.lowerBound))
    if space.isVector {
      // SVG readers treat masks differently, so there the shadow is a picture in its colour.
      let place = Rect(x: x, y: y, width: Double(columns.count), height: Double(rows.count))
      let picture = Raster(width: columns.count, height: rows.count) { column, row in
        shadow.color.faded(to: Double(raster.bytes[row * raster.stride + column]) / 255)
      }
      canvas.fill(Path(place), picture, Transform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y))
    } else {
      canvas.paint(shadow.color, through: raster, x: x, y: y)
    }
    canvas.setTransform(space.transform)
    return true
  }
}

extension Shadow {
  /// Whether it is visible, and its coordinates can be computed with.
  fileprivate var isDrawable: Bool {
    !color.isTransparent && [offset.x, offset.y, blur, spread].allSatisfy { $0.isFinite && abs($0) < 1e6 }
  }
}
