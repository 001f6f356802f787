import HybridEncoding
import HybridGeometry

extension PicturePainter {
  /// A picture in its frame; for a missing one, a labelled box.
  mutating func paint(_ image: DisplayList.Image) {
    if let tiling = image.tiling { return paint(image, tiling) }
    let frame = space.snapped(image.frame)
    guard !frame.isEmpty, frame.width < 1e6, frame.height < 1e6,
      space.visible.map({ !$0.intersection(frame).isEmpty }) ?? false
    else { return }
    let room = Size(width: frame.width, height: frame.height)
    let own = image.natural.map { image.fit.size(of: $0, in: room) } ?? room
    let shown = Rect(x: frame.x, y: frame.y, width: own.width, height: own.height)
    guard let bitmap = bitmap(of: image, in: shown) else { return paintStandIn(image, in: frame) }
    let natural = image.natural ?? Size(width: Double(bitmap.width), height: Double(bitmap.height))
    let size = image.fit.size(of: natural, in: room)
    let position = image.position
    let place = Rect(
      x: frame.x + (frame.width - size.width) * position.shareX + position.x,
      y: frame.y + (frame.height - size.height) * position.shareY + position.y, width: size.width,
      height: size.height)
    let corners = RoundedCorners(image.radii, in: frame)
    canvas.save()
    canvas.clip(to: Path(frame, corners))
    draw(raster(of: bitmap, image), in: image.fit == .fill ? frame : place)
    canvas.restore()
  }

  /// The pixels of a picture, about as many as its frame covers; nil for a missing one.
  func bitmap(of image: DisplayList.Image, in frame: Rect) -> Bitmap? {
    func pixels(_ points: Double) -> Int {
      Int(min(max((points * space.pixelsPerPoint).rounded(.up), 1), Double(Picture.maximumSide)))
    }
    let near = (width: pixels(frame.width), height: pixels(frame.height))
    guard let bitmap = images.image(image.path ?? image.source, near: near) else { return nil }
    return bitmap.width > 0 && bitmap.height > 0 ? bitmap : nil
  }

  private func raster(of bitmap: Bitmap, _ image: DisplayList.Image) -> Raster {
    var raster = Raster(bitmap)
    raster.isPixelated = image.isPixelated
    return raster
  }

  /// The maximum number of tiles of one picture; more are too small to be visible.
  private static let tileLimit = 40_000

  /// A background picture, repeated over its area (CSS Backgrounds 3 §2.4); a missing one paints nothing.
  private mutating func paint(_ image: DisplayList.Image, _ tiling: DisplayList.Tiling) {
    let area = space.snapped(tiling.area)
    let frame = image.frame
    guard !frame.isEmpty, frame.width < 1e7, frame.height < 1e7,
      let seen = space.visible.map({ $0.intersection(area) }), !seen.isEmpty
    else { return }
    guard let bitmap = bitmap(of: image, in: frame) else { return }
    let columns = tiles(frame.x, frame.width, tiling.stepX, seen.x, seen.maxX)
    let rows = tiles(frame.y, frame.height, tiling.stepY, seen.y, seen.maxY)
    guard columns.count * rows.count <= Self.tileLimit else { return }
    let raster = raster(of: bitmap, image)
    canvas.save()
    canvas.clip(to: Path(area, RoundedCorners(.zero, in: area)))
    for y in rows {
      for x in columns {
        draw(raster, in: space.snapped(Rect(x: x, y: y, width: frame.width, height: frame.height)))
      }
    }
    canvas.restore()
  }

  /// The start positions of the tiles that are visible between two coordinates.
  func tiles(
    _ start: Double, _ extent: Double, _ step: Double?, _ from: Double, _ to: Double
  ) -> [Double] {
    guard let step, step > 0 else { return start < to && start + extent > from ? [start] : [] }
    let first = ((from - start - extent) / step).rounded(.down) + 1
    let last = ((to - start) / step).rounded(.up) - 1
    guard last >= first, last - first < Double(Self.tileLimit) else { return [] }
    return (0...Int(last - first)).map { start + (first + Double($0)) * step }
  }

  /// Pixels stretched into a rectangle.
  func draw(_ raster: Raster, in place: Rect) {
    guard !place.isEmpty else { return }
    let (x, y) = (Double(raster.width) / place.width, Double(raster.height) / place.height)
    canvas.fill(
      Path(place), raster, Transform(a: x, b: 0, c: 0, d: y, tx: -place.x * x, ty: -place.y * y))
  }

  /// The placeholder of a missing picture: a pale box with its label, readable on light and dark backgrounds.
  private mutating func paintStandIn(_ image: DisplayList.Image, in frame: Rect) {
    let corners = RoundedCorners(image.radii, in: frame)
    let line = Edges(space.snappedWidth(1))
    canvas.fill(Path(frame, corners), RGBA(128, 128, 128, 40))
    canvas.fill(
      Path(frame, corners) + Path(frame.inset(by: line), corners.inset(by: line)), RGBA(128, 128, 128, 96),
      evenOdd: true)
    canvas.save()
    canvas.clip(to: Path(frame, corners))
    paint(image.stand)
    canvas.restore()
  }
}

extension DisplayList.Image {
  /// The text in place of a missing picture, centred in its frame: its label, or else its file name.
  var stand: DisplayList.Text {
    let name = source.hasPrefix("data:") ? "" : source.lastPathComponent ?? ""
    let size = min(max(frame.height / 4, 6), 13)
    let style = TextStyle(font: Font(size: size), color: RGBA(128, 128, 128))
    var text = RichText(label.isEmpty ? name : label, style: style, alignment: .center)
    text.maximumLines = 1
    text.ellipsizes = true
    text.wrap = .never
    let inner = frame.inset(by: Edges(top: 0, right: 4, bottom: 0, left: 4))
    let layout = TextMetrics.layout(text, width: inner.width)
    let fits = layout.size.height <= frame.height && inner.width >= size
    let place = Rect(
      x: inner.x, y: inner.y + (inner.height - layout.size.height) / 2, width: inner.width,
      height: layout.size.height)
    return DisplayList.Text(
      frame: place, text: text, layout: fits ? layout : TextLayout(size: .zero, lines: []))
  }
}
