package import HybridGeometry
internal import Synchronization

/// How the text of a canvas looks, apart from its paint.
package struct CanvasFont: Hashable, Sendable {
  package var font: Font
  package var letterSpacing: Double
  package var wordSpacing: Double
  package var isRightToLeft: Bool

  package init(_ font: Font, letterSpacing: Double = 0, wordSpacing: Double = 0, isRightToLeft: Bool = false)
  {
    self.font = font
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
    self.isRightToLeft = isRightToLeft
  }
}

/// One line of text as a canvas draws it: outlines of its letters from the left end of the baseline.
struct CanvasLine: Sendable {
  /// The width of all advances.
  var width: Double
  /// The outlines of the letters.
  var outline = Path()
  /// Coloured glyphs in their rectangles.
  var pictures: [(raster: Raster, place: Rect)] = []

  private struct Key: Hashable {
    var text: String
    var font: CanvasFont
  }

  private struct Cache {
    var lines: [Key: CanvasLine] = [:]
    var steps = 0
  }

  /// Lines that were drawn or measured: most are in every frame. About 10 MB at most.
  private static let cache = Mutex(Cache())
  private static let cachedSteps = 150_000

  /// A line; whatever the text, it is not broken.
  static func of(_ text: String, _ font: CanvasFont) -> CanvasLine {
    let key = Key(text: text, font: font)
    if let known = cache.withLock({ $0.lines[key] }) { return known }
    let line = CanvasLine(text, font)
    let steps = line.outline.steps.count + text.utf8.count + 16
    if steps < cachedSteps / 10, line.pictures.isEmpty {
      cache.withLock { cache in
        if cache.steps + steps > cachedSteps { cache = Cache() }
        cache.lines[key] = line
        cache.steps += steps
      }
    }
    return line
  }

  private init(_ string: String, _ font: CanvasFont) {
    let style = TextStyle(
      font: font.font, letterSpacing: font.letterSpacing, wordSpacing: font.wordSpacing)
    var text = RichText(string, style: style)
    text.wrap = .never
    text.keepsTrailingSpaces = true
    text.direction = font.isRightToLeft ? .rightToLeft : .leftToRight
    let line = TextMetrics.layout(text, width: nil).lines.first
    width = line?.width ?? 0
    guard let line else { return }
    let keys = line.fragments.compactMap { GlyphKey($0, style) }
    guard let glyphs = try? TextMetrics.glyphs(keys) else { return }
    let size = font.font.usedSize
    for fragment in line.fragments {
      guard let key = GlyphKey(fragment, style), let shaped = glyphs[key] else { continue }
      let placed = PlacedGlyphs(shaped, fragment, style)
      for (glyph, x) in placed.glyphs {
        let pen = Point(x: fragment.x - line.x + x + glyph.x * size, y: glyph.y * size)
        switch TextMetrics.shape(of: glyph.id, font: glyph.font) {
        case .outline(let path):
          outline.append(
            GlyphBook.outline(
              path, size: size, leans: font.font.isItalic && !glyph.isSlanted,
              boldness: GlyphBook.boldness(of: glyph, size: size), at: pen))
        case .picture(let bitmap, let bounds):
          let place = Rect(
            x: pen.x + bounds.x * size, y: pen.y + bounds.y * size, width: bounds.width * size,
            height: bounds.height * size)
          if !place.isEmpty { pictures.append((Raster(bitmap), place)) }
        }
      }
    }
  }

  /// The smallest rectangle around everything that is painted.
  var ink: Rect? {
    pictures.reduce(outline.extent) { bounds, picture in
      bounds.map { $0.union(picture.place) } ?? picture.place
    }
  }
}

/// The measures of a line. HTML Standard §4.12.5.1.12, `TextMetrics`; lengths are in the units of the canvas,
/// from the left end of the alphabetic baseline.
package struct CanvasTextMeasures: Hashable, Sendable {
  package var width: Double
  /// The bounds of the painted glyphs; nil if none is painted.
  package var ink: Rect?
  /// The font's own extents.
  package var ascent: Double
  package var descent: Double
  /// The size of the letters.
  package var size: Double

  package init(_ text: String, _ font: CanvasFont) { self.init(CanvasLine.of(text, font), font) }

  init(_ line: CanvasLine, _ font: CanvasFont) {
    width = line.width
    ink = line.ink
    let extents = TextMetrics.extents(of: font.font)
    (ascent, descent, size) = (extents.ascent, extents.descent, font.font.usedSize)
  }

  /// The values of `TextMetrics` in their order, for a point that is a share of the width from the left, on a
  /// baseline by its number.
  package func values(anchor: Double, baseline: Int) -> [Double] {
    let (left, up) = (width * anchor, lowering(of: baseline))
    let ink = ink ?? Rect(x: 0, y: 0, width: 0, height: 0)
    let isInked = self.ink != nil
    return [
      width, isInked ? left - ink.x : 0, isInked ? ink.maxX - left : 0, isInked ? -ink.y - up : 0,
      isInked ? ink.maxY + up : 0, ascent - up, descent + up, Self.emAscent * size - up,
      Self.emDescent * size + up, ascent * Self.hanging - up, -up, -descent - up,
    ]
  }

  /// The distance of the alphabetic baseline below the baseline with a number in the prelude's list.
  func lowering(of baseline: Int) -> Double {
    switch baseline {
    case 1: Self.emAscent * size  // top
    case 2: ascent * Self.hanging
    case 3: (Self.emAscent - Self.emDescent) * size / 2  // middle
    case 4: -descent  // ideographic
    case 5: -Self.emDescent * size  // bottom
    default: 0
    }
  }

  /// The ascent and the descent of the em square: `sTypoAscender` and `sTypoDescender` of the pinned fonts,
  /// in ems.
  package static let (emAscent, emDescent) = (1556.0 / 2048, 492.0 / 2048)
  /// The hanging baseline as a part of the ascent, as browsers take it for fonts without one.
  package static let hanging = 0.8
}
