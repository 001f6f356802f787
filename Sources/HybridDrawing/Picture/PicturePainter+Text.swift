import HybridGeometry

// Lines of text, with every piece at its laid-out position.
extension PicturePainter {
  /// The size in pixels above which letters are drawn as outlines, not from masks.
  private static let largestMask = 200.0

  mutating func paint(_ text: DisplayList.Text) {
    for line in text.layout.lines {
      for fragment in line.fragments {
        guard case .text(_, let style) = text.text.runs[fragment.run] else { continue }
        let origin = Point(x: text.frame.x + fragment.x, y: text.frame.y + line.baseline - fragment.rise)
        guard origin.x.isFinite, origin.y.isFinite, isNearSheet(origin, fragment, style) else { continue }
        if !style.background.isTransparent {
          let ground = Rect(
            x: origin.x, y: text.frame.y + line.baseline - fragment.ascent, width: fragment.width,
            height: fragment.ascent + fragment.descent)
          canvas.fill(Path(snapped(ground)), style.background)
        }
        if style.isUnderlined { paintRule(style, fragment, origin, below: 0.12) }
        paint(fragment, style, at: origin, lineX: fragment.x - line.x)
        if style.isStruckThrough { paintRule(style, fragment, origin, below: -0.26) }
      }
    }
  }

  /// Whether a piece may be visible: pages are longer than the visible part.
  private func isNearSheet(_ origin: Point, _ fragment: TextLayout.Fragment, _ style: TextStyle) -> Bool {
    guard let visible else { return false }
    let place = Rect(x: origin.x, y: origin.y, width: max(fragment.width, 0), height: 0)
      .grown(by: style.font.usedSize * 2)
    return !place.intersection(visible).isEmpty
  }

  /// A line below a piece, or through it: its distance from the baseline in ems, and DejaVu's own thickness.
  private func paintRule(
    _ style: TextStyle, _ fragment: TextLayout.Fragment, _ origin: Point, below: Double
  ) {
    let size = style.font.usedSize
    let pixel = isVector ? 1 : 1 / pixelsPerPoint
    let height = isVector ? max(size * 0.044, 0.5) : max((size * 0.044 / pixel).rounded(), 1) * pixel
    let bounds = Rect(x: origin.x, y: origin.y + size * below, width: fragment.width, height: height)
    let place = snapped(bounds)
    canvas.fill(
      Path(Rect(x: place.x, y: place.y, width: place.width, height: height)), style.color)
  }

  private mutating func paint(
    _ fragment: TextLayout.Fragment, _ style: TextStyle, at origin: Point, lineX: Double
  ) {
    guard !style.color.isTransparent, let key = GlyphKey(fragment, style), let shaped = glyphs[key] else {
      return
    }
    let placed = PlacedGlyphs(
      shaped, fragment, style, lineX: lineX, space: glyphs[key.space]?.first?.advance ?? 0)
    let size = style.font.usedSize
    if !isVector, transform.isUpright, size * transform.a <= Self.largestMask {
      paintMasks(placed, style, at: origin)
    } else {
      paintOutlines(placed, style, at: origin)
    }
  }

  /// Glyphs as areas of the canvas, at any size and under any transform.
  private mutating func paintOutlines(_ placed: PlacedGlyphs, _ style: TextStyle, at origin: Point) {
    let size = style.font.usedSize
    var path = Path()
    for (glyph, x) in placed.glyphs {
      let pen = Point(x: origin.x + x + glyph.x * size, y: origin.y + glyph.y * size)
      let name = GlyphBook.Name(font: glyph.font, id: glyph.id)
      switch glyphBook.shape(name) {
      case .outline(let outline):
        let leans = style.font.isItalic && !glyph.isSlanted
        path.append(GlyphBook.outline(outline, size: size, leans: leans, at: pen))
      case .picture(let bitmap, let bounds): paint(name, bitmap, bounds, size: size, at: pen, style)
      }
    }
    if !path.isEmpty { canvas.fill(path, style.color) }
  }

  /// Glyphs by their masks, all of a piece joined into one: at whole pixels vertically and quarter pixels
  /// horizontally.
  private mutating func paintMasks(_ placed: PlacedGlyphs, _ style: TextStyle, at origin: Point) {
    let size = style.font.usedSize * transform.a
    var parts: [(mask: GlyphBook.Mask, x: Int, y: Int)] = []
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for (glyph, x) in placed.glyphs {
      let pen = Point(
        x: origin.x + x + glyph.x * style.font.usedSize, y: origin.y + glyph.y * style.font.usedSize)
      let name = GlyphBook.Name(font: glyph.font, id: glyph.id)
      switch glyphBook.shape(name) {
      case .picture(let bitmap, let bounds):
        paint(name, bitmap, bounds, size: style.font.usedSize, at: pen, style)
      case .outline(let outline):
        let place = transform.apply(to: pen)
        guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { continue }
        let quarters = Int((place.x * 4).rounded())
        let (column, row) = (quarters >> 2, Int(place.y.rounded()))
        guard
          let mask = glyphBook.mask(
            name, outline, size: size, quarter: UInt8(quarters & 3),
            leans: style.font.isItalic && !glyph.isSlanted)
        else { continue }
        parts.append((mask, column + mask.left, row + mask.top))
        (left, top) = (min(left, column + mask.left), min(top, row + mask.top))
        right = max(right, column + mask.left + mask.raster.width)
        bottom = max(bottom, row + mask.top + mask.raster.height)
      }
    }
    // A line may be longer than the canvas.
    left = max(left, Int(extent.x) - 1)
    right = min(right, Int(extent.maxX) + 1)
    top = max(top, Int(extent.y) - 1)
    bottom = min(bottom, Int(extent.maxY) + 1)
    guard !parts.isEmpty, left < right, top < bottom else { return }
    var joined = Raster(mask: right - left, bottom - top)
    for part in parts { joined.add(part.mask.raster, x: part.x - left, y: part.y - top) }
    canvas.setTransform(.identity)
    canvas.paint(style.color, through: joined, x: Double(left), y: Double(top))
    canvas.setTransform(transform)
  }

  /// A colour glyph, with the opacity of the text's colour.
  private mutating func paint(
    _ name: GlyphBook.Name, _ bitmap: Bitmap, _ bounds: Rect, size: Double, at pen: Point, _ style: TextStyle
  ) {
    let place = Rect(
      x: pen.x + bounds.x * size, y: pen.y + bounds.y * size, width: bounds.width * size,
      height: bounds.height * size)
    guard !place.isEmpty, bitmap.width > 0, bitmap.height > 0 else { return }
    let raster = glyphBook.picture(name, bitmap)
    let isFaded = style.color.alpha < 255
    if isFaded {
      canvas.save()
      canvas.clip(to: Path(place))
      canvas.pushGroup()
    }
    draw(raster, in: place)
    if isFaded {
      canvas.popGroup(opacity: style.color.parts.alpha)
      canvas.restore()
    }
  }
}

extension Raster {
  /// Adds a mask to this one; parts outside are left out.
  mutating func add(_ other: Raster, x: Int, y: Int) {
    let (left, right) = (max(0, -x), min(other.width, width - x))
    let (top, bottom) = (max(0, -y), min(other.height, height - y))
    guard left < right, top < bottom else { return }
    let (own, width) = (stride, other.stride)
    bytes.withUnsafeMutableBufferPointer { output in
      other.bytes.withUnsafeBufferPointer { input in
        for row in top..<bottom {
          let (to, from) = ((row + y) * own + x, row * width)
          for column in left..<right {
            let sum = UInt16(output[to + column]) + UInt16(input[from + column])
            output[to + column] = UInt8(min(sum, 255))
          }
        }
      }
    }
  }
}
