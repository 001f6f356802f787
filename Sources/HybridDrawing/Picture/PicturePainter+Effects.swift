import HybridGeometry

// Filters, masks and backdrops: Filter Effects 1, CSS Masking 1. They are computed on pixels: those of the
// picture, or in a vector picture twice as many.
extension PicturePainter {
  /// Paints a group through its effect; returns the index of the item after it. Nil if that takes too many
  /// pixels: then it is painted without.
  mutating func paintPixels(
    of list: DisplayList, at index: Int, _ effect: DisplayList.Effect, _ groups: [Int: DisplayList.Group]
  ) -> Int? {
    let group = groups[index]
    let end = group?.end ?? list.items.count
    let reach = effect.filters.reach
    // A filter moves pixels by its reach, so visible pixels may come from the opposite side.
    let back = Edges(top: reach.bottom, right: reach.left, bottom: reach.top, left: reach.right)
    guard let seen = space.visible?.grown(by: back) else { return end }
    let device = space.isVector ? Transform.scale(2).after(space.transform) : space.transform
    let area = (group?.area ?? seen).grown(by: reach).grown(by: 1).intersection(seen).through(device)
    guard !area.isEmpty else { return end }
    guard let pixels = PixelArea(area), var other = try? Canvas(width: pixels.width, height: pixels.height)
    else { return nil }
    let matrix = Transform(a: 1, b: 0, c: 0, d: 1, tx: -Double(pixels.left), ty: -Double(pixels.top))
      .after(device)
    let last = group == nil ? end : end - 1
    paint(list, from: index + 1, to: last, groups, on: &other, pixels.size, matrix)
    guard var raster = try? other.raster(width: pixels.width, height: pixels.height) else { return end }
    for filter in effect.filters { raster.apply(filter, matrix) }
    raster.mask(with: effect.masks, matrix)
    canvas.save()
    clip(to: effect)
    draw(raster, pixels, scale: space.isVector ? 2 : 1, blend: effect.blend)
    canvas.restore()
    return end
  }

  /// Filters what is painted so far below a box. In a group, and where nothing is made of pixels, it stays as
  /// it is.
  mutating func paintBackdrop(_ bounds: Rect, _ radii: CornerRadii, _ filters: [Filter]) {
    guard !space.isVector, !isInGroup else { return }
    let frame = space.snapped(bounds)
    guard
      let pixels = PixelArea(
        frame.grown(by: filters.reach).through(space.transform).intersection(space.extent)),
      var raster = try? canvas.raster(pixels)
    else { return }
    for filter in filters { raster.apply(filter, space.transform) }
    canvas.save()
    canvas.clip(to: Path(frame, RoundedCorners(radii, in: frame)))
    draw(raster, pixels, scale: 1, blend: nil)
    canvas.restore()
  }

  /// Draws pixels where they were taken.
  private func draw(_ raster: Raster, _ pixels: PixelArea, scale: Double, blend: String?) {
    canvas.setTransform(.scale(1 / scale))
    let (x, y) = (Double(pixels.left), Double(pixels.top))
    let place = Rect(x: x, y: y, width: pixels.size.width, height: pixels.size.height)
    canvas.setBlend(blend)
    canvas.fill(Path(place), raster, Transform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y))
    canvas.setBlend(nil)
    canvas.setTransform(space.transform)
  }
}

/// Whole pixels.
struct PixelArea {
  var left: Int
  var top: Int
  var width: Int
  var height: Int

  var size: Size<Double> { Size(width: Double(width), height: Double(height)) }

  /// The pixels that a rectangle touches; nil for none, or too many.
  init?(_ bounds: Rect) {
    guard !bounds.isEmpty, [bounds.x, bounds.y, bounds.maxX, bounds.maxY].allSatisfy({ abs($0) < 1e6 })
    else { return nil }
    (left, top) = (Int(bounds.x.rounded(.down)), Int(bounds.y.rounded(.down)))
    (width, height) = (Int(bounds.maxX.rounded(.up)) - left, Int(bounds.maxY.rounded(.up)) - top)
    guard width <= Picture.maximumSide, height <= Picture.maximumSide,
      width * height <= Picture.maximumPixels
    else { return nil }
  }
}
