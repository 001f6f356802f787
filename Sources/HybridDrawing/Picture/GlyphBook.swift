import HybridGeometry

/// The glyphs of texts, and their shapes, cached while a picture is drawn.
struct GlyphBook {
  /// A glyph of a font.
  struct Name: Hashable {
    var font: UInt32
    var id: UInt32
  }

  /// The key of a cached glyph mask, for letters of one size.
  private struct MaskName: Hashable {
    var glyph: Name
    /// Pixels per em, in 1/64.
    var size: Int
    /// The subpixel offset to the right, in quarters of a pixel.
    var quarter: UInt8
    var leans: Bool
    /// ``boldness(of:size:)``
    var boldness: Double
  }

  /// A glyph's coverage, and the offset of its corner from the whole pixel of its pen.
  struct Mask {
    var raster: Raster
    var left: Int
    var top: Int
  }

  private var texts: [GlyphKey: [Glyph]] = [:]
  private var shapes: [Name: GlyphShape] = [:]
  private var masks: [MaskName: Mask?] = [:]
  private var pictures: [Name: Raster] = [:]

  /// The slant of synthetic italics: the same as in browsers.
  static let slant = 0.25

  /// Finds the glyphs of all texts of a list.
  mutating func shapeTexts(_ keys: [GlyphKey]) throws(DrawingError) { texts = try TextMetrics.glyphs(keys) }

  /// The glyphs of a text; nil for one that was not among those of ``shapeTexts(_:)``.
  func glyphs(of text: GlyphKey) -> [Glyph]? { texts[text] }

  /// The shape of a glyph.
  mutating func shape(_ name: Name) -> GlyphShape {
    if let known = shapes[name] { return known }
    let shape = TextMetrics.shape(of: name.id, font: name.font)
    shapes[name] = shape
    return shape
  }

  /// How far the edges of a glyph are moved outwards, in parts of an em: nothing for most glyphs. Browsers
  /// make small letters bolder than large ones.
  static func boldness(of glyph: Glyph, size: Double) -> Double {
    guard glyph.isEmboldened else { return 0 }
    let part = min(max((size - 9) / (36 - 9), 0), 1)
    return (1.0 / 24 + (1.0 / 32 - 1.0 / 24) * part) / 2
  }

  /// The pixels of a colour glyph.
  mutating func picture(_ name: Name, _ bitmap: Bitmap) -> Raster {
    if let known = pictures[name] { return known }
    let raster = Raster(bitmap)
    pictures[name] = raster
    return raster
  }

  /// The outline of a glyph with an em of `size`, with its pen at a point.
  ///
  /// - Parameter boldness: How far its edges are moved outwards, in parts of an em.
  static func outline(_ path: Path, size: Double, leans: Bool, boldness: Double, at pen: Point) -> Path {
    (boldness > 0 ? path.emboldened(by: boldness) : path).through(
      Transform(a: size, b: 0, c: leans ? -slant * size : 0, d: size, tx: pen.x, ty: pen.y))
  }

  /// The coverage of an outline whose pen is `quarter` quarters of a pixel to the right of a whole pixel; nil
  /// for an empty one.
  mutating func mask(
    _ name: Name, _ path: Path, size: Double, quarter: UInt8, leans: Bool, boldness: Double
  ) -> Mask? {
    let key = MaskName(
      glyph: name, size: Int((size * 64).rounded()), quarter: quarter, leans: leans, boldness: boldness)
    if let known = masks[key] { return known }
    let outline = Self.outline(
      path, size: Double(key.size) / 64, leans: leans, boldness: boldness,
      at: Point(x: Double(quarter) / 4, y: 0))
    var mask: Mask?
    if let bounds = outline.bounds {
      let (left, top) = (Int(bounds.x.rounded(.down)), Int(bounds.y.rounded(.down)))
      let width = Int(bounds.maxX.rounded(.up)) - left
      let height = Int(bounds.maxY.rounded(.up)) - top
      if width > 0, height > 0, width <= 2_048, height <= 2_048 {
        let moved = outline.through(
          Transform(a: 1, b: 0, c: 0, d: 1, tx: -Double(left), ty: -Double(top)))
        mask = Mask(raster: Coverage.mask(of: moved, width: width, height: height), left: left, top: top)
      }
    }
    masks[key] = .some(mask)
    return mask
  }
}

extension Path {
  /// The smallest rectangle that contains every point, control points included; nil for a path without
  /// points.
  var bounds: Rect? {
    var bounds = PointBounds()
    for step in steps {
      switch step {
      case .move(let spot), .line(let spot): bounds.take(spot)
      case .curve(let first, let second, let end):
        bounds.take(first)
        bounds.take(second)
        bounds.take(end)
      case .close: break
      }
    }
    return bounds.rect
  }
}
