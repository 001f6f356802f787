import HybridGeometry

// Gradients: CSS Images 3 §3 and CSS Images 4 §3.3.
extension PicturePainter {
  /// The number of tiles above which they are painted as one pattern of pixels.
  private static let mostTiles = 4_000.0

  /// A gradient within a box, once or in tiles.
  mutating func paint(_ gradient: Gradient, in box: Rect) {
    let tile = gradient.frame
    guard !tile.isEmpty, tile.width < 1e7, tile.height < 1e7, !gradient.stops.isEmpty else { return }
    guard gradient.tiles else {
      return paint(gradient, at: Point(x: tile.x, y: tile.y), in: touching(tile, box).intersection(box))
    }
    var area = box
    if let visible = space.visible { area = area.intersection(visible) }
    guard !area.isEmpty else { return }
    let steps = gradient.steps ?? Size(width: tile.width, height: tile.height)
    let count = [(area.width, steps.width), (area.height, steps.height)].reduce(1.0) {
      $1.1 > 0 ? $0 * (($1.0 / $1.1).rounded(.up) + 1) : $0
    }
    if count > Self.mostTiles { return paintPattern(gradient, steps, in: area) }
    let columns = tiles(tile.x, tile.width, steps.width, area.x, area.maxX)
    for y in tiles(tile.y, tile.height, steps.height, area.y, area.maxY) {
      for x in columns {
        let place = space.snapped(Rect(x: x, y: y, width: tile.width, height: tile.height))
        let part = place.intersection(area)
        if !part.isEmpty { paint(gradient, at: Point(x: x, y: y), in: part) }
      }
    }
  }

  /// The area, extended to the edges of the box where it is within a pixel of them, because the box's edges
  /// are on whole pixels.
  private func touching(_ area: Rect, _ box: Rect) -> Rect {
    let pixel = 1.01 / space.pixelsPerPoint
    let place = space.snapped(area)
    let left = abs(place.x - box.x) <= pixel ? box.x : place.x
    let top = abs(place.y - box.y) <= pixel ? box.y : place.y
    let right = abs(place.maxX - box.maxX) <= pixel ? box.maxX : place.maxX
    let bottom = abs(place.maxY - box.maxY) <= pixel ? box.maxY : place.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// One gradient, or one tile of it, with its corner at a point.
  private func paint(_ gradient: Gradient, at corner: Point, in area: Rect) {
    guard !area.isEmpty else { return }
    if let ramp = Ramp(gradient, at: corner) { return canvas.fill(Path(area), ramp) }
    var shown = area
    if let visible = space.visible { shown = shown.intersection(visible) }
    var moved = gradient
    (moved.frame.x, moved.frame.y, moved.tiles) = (corner.x, corner.y, false)
    // The colour at the edge continues beyond it.
    (moved.frame.width, moved.frame.height) = (.infinity, .infinity)
    paintPixels(shown) { moved.color(around: $0) }
  }

  /// Tiles as one repeating picture, whose pixels match the canvas' own as closely as whole pixels can.
  private func paintPattern(_ gradient: Gradient, _ steps: Size<Double>, in area: Rect) {
    let tile = gradient.frame
    // Where there is one tile only, the picture is painted in its place only.
    var area = area
    if steps.width <= 0 {
      area = area.intersection(Rect(x: tile.x, y: area.y, width: tile.width, height: area.height))
    }
    if steps.height <= 0 {
      area = area.intersection(Rect(x: area.x, y: tile.y, width: area.width, height: tile.height))
    }
    let across = steps.width > 0 ? steps.width : tile.width
    let down = steps.height > 0 ? steps.height : tile.height
    let width = max(Int((across * space.pixelsPerPoint).rounded()), 1)
    let height = max(Int((down * space.pixelsPerPoint).rounded()), 1)
    guard !area.isEmpty, width * height <= Picture.maximumPixels else { return }
    let (x, y) = (Double(width) / across, Double(height) / down)
    let raster = Raster(width: width, height: height) { column, row in
      gradient.color(
        at: Point(x: tile.x + (Double(column) + 0.5) / x, y: tile.y + (Double(row) + 0.5) / y))
    }
    canvas.fill(
      Path(area), raster, Transform(a: x, b: 0, c: 0, d: y, tx: -tile.x * x, ty: -tile.y * y), repeats: true)
  }

  /// Paints an area pixel by pixel.
  private func paintPixels(_ area: Rect, color: (Point) -> RGBA) {
    let scale = space.isVector ? space.pixelsPerPoint * 2 : space.pixelsPerPoint
    let width = Int((area.width * scale).rounded(.up))
    let height = Int((area.height * scale).rounded(.up))
    guard width > 0, height > 0, width <= Picture.maximumSide, height <= Picture.maximumSide,
      width * height <= Picture.maximumPixels
    else { return }
    let raster = Raster(width: width, height: height) { column, row in
      color(Point(x: area.x + (Double(column) + 0.5) / scale, y: area.y + (Double(row) + 0.5) / scale))
    }
    canvas.fill(
      Path(area), raster,
      Transform(a: scale, b: 0, c: 0, d: scale, tx: -area.x * scale, ty: -area.y * scale))
  }
}

extension Gradient {
  /// The colour at a point, with the area unbounded.
  func color(around spot: Point) -> RGBA {
    guard case .conic(let center, let angle) = shape else { return color(at: spot) }
    return color(at: turn(from: center, angle, to: Point(x: spot.x - frame.x, y: spot.y - frame.y)))
  }
}
