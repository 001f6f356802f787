package import HybridGeometry
internal import Synchronization

/// Measures text with Pango and the metrics of the pinned fonts.
///
/// The fonts are those of Debian's `fonts-dejavu-core` and `fonts-dejavu-extra` that ``FontFace`` lists, and
/// those of ``FallbackFont`` for pictographs, Chinese, Japanese and Korean, and those that a page defines
/// (``FontStack``), whatever other fonts a machine has, so the same text has the same size everywhere:
/// unhinted, in CSS px, with the ascent and descent of a line rounded to whole points as in browsers. A
/// character missing in all of them is half an em wide for each terminal column.
///
/// Safe to call from any thread. One lock guards Pango, which shapes a text once; another guards the cache of
/// shaped texts, about 16 MB at most. Breaking into lines holds no lock.
package enum TextMetrics {
  /// Loads Pango and the fonts, which the first measurement does otherwise. Call it to find out what is
  /// missing.
  ///
  /// - Throws: ``DrawingError`` when a library or a font is missing. Measuring then uses an approximation:
  ///   every terminal column is 0.6 em wide, lines are 1.2 em high.
  package static func prepare() throws(DrawingError) {
    if let error = engine.state.withLock({ $0.load() }) { throw error }
  }

  /// Breaks `text` into lines of at most `width` points; nil leaves every paragraph on one line.
  ///
  /// `floats` shorten the lines beside them; a word too wide for its line moves below. A text of more than
  /// 100,000 bytes is measured by the approximation of ``prepare()``.
  package static func layout(
    _ text: RichText, width: Double?, floats: LineFloats = LineFloats()
  ) -> TextLayout {
    var breaker = LineBreaker(text, shaped(text), width: width, floats: floats)
    if let first = text.firstLine { breaker.begin(with: first, shaped(first)) }
    return breaker.layout()
  }

  /// The smallest width without overflow: the widest unbreakable piece (CSS Sizing 3 §5.1).
  package static func minContentWidth(_ text: RichText) -> Double { shaped(text).minContentWidth(text) }

  /// The width of the widest paragraph with only forced breaks.
  package static func maxContentWidth(_ text: RichText) -> Double { shaped(text).maxContentWidth(text) }

  /// The extents of a font's letters.
  package static func extents(of font: Font) -> FontExtents {
    let stack = FontStack(font)
    let face = stack.pinned
    let size = font.usedSize
    if let selection = stack.selection, let metrics = engine.state.withLock({ $0.metrics(of: selection) }) {
      return FontExtents(
        ascent: (metrics.ascent * size).rounded(), descent: (metrics.descent * size).rounded(),
        lineGap: (metrics.lineGap * size).rounded(), xHeight: metrics.xHeight * size,
        averageWidth: metrics.averageWidth * size, widest: metrics.widest * size)
    }
    let metrics = engine.state.withLock { $0.metrics(of: face) }
    return FontExtents(
      ascent: (metrics.ascent * size).rounded(), descent: (metrics.descent * size).rounded(),
      lineGap: metrics.lineGap * size, xHeight: (face.xHeight * size).rounded(.up),
      averageWidth: face.averageWidth * size, widest: face.widest * size)
  }

  /// The measures of the font that families and a weight select among faces of a page; nil when it is a
  /// pinned one.
  package static func measures(
    _ faces: FontSet, _ families: [String], _ weight: Double
  ) -> FontMeasures? {
    let font = Font(families: families, weight: Int(weight.rounded())).with(FontExtras(faces: faces))
    guard let selection = FontStack(font).selection,
      let metrics = engine.state.withLock({ $0.metrics(of: selection) })
    else { return nil }
    return FontMeasures(
      xHeight: metrics.xHeight, capHeight: metrics.capHeight, zeroAdvance: metrics.zeroAdvance)
  }

  /// The shaped text, from the cache if possible.
  static func shaped(_ text: RichText) -> ShapedText {
    let key = ShapingKey(text)
    let generation = FontSelection.generation.load(ordering: .relaxed)
    let known = cache.withLock { cache in
      cache.advance(to: generation)
      return cache[key]
    }
    if let known { return known }
    let result = key.isExact ? engine.state.withLock { $0.shape(key) } : ShapedText(approximating: key)
    cache.withLock { $0.insert(result, for: key) }
    return result
  }

  /// The Debian packages of missing fonts that texts have needed so far. Their characters are drawn as boxes.
  package static var missingPackages: [String] {
    engine.state.withLock { engine in Array(Set(engine.engine?.missingPackages ?? [])).sorted() }
  }

  /// The glyphs of some pieces of text, from the cache if possible.
  ///
  /// - Throws: ``DrawingError`` when a library or a font is missing.
  static func glyphs(_ keys: [GlyphKey]) throws(DrawingError) -> [GlyphKey: [Glyph]] {
    try prepare()
    return engine.state.withLock { engine in engine.glyphs(keys) }
  }

  /// The shape of a glyph.
  static func shape(of id: UInt32, font: UInt32) -> GlyphShape {
    engine.state.withLock { $0.engine?.shape(of: id, font: font) ?? .outline(Path()) }
  }

  private static let engine = SharedEngine()
  private static let cache = Mutex(ShapingCache(limit: 8 << 20))
}

extension ShapingKey {
  /// Whether the text is short enough to be measured letter by letter.
  fileprivate var isExact: Bool {
    pieces.reduce(0) { sum, piece in
      if case .text(let string, _, _, _, _) = piece { sum + string.utf8.count } else { sum + 3 }
    } <= 100_000
  }
}

/// The one engine behind its lock.
/// It is a class only so that it is allocated on first use: when optimizing, Swift 6.3 initializes a global
/// mutex around this optional with zeros, and zeros are not nil.
private final class SharedEngine: Sendable {
  let state = Mutex(Engine())
}

/// The engine once it is needed, or the reason why there is none.
private struct Engine: ~Copyable {
  var engine: PangoEngine?
  private var error: DrawingError?

  /// Loads the engine on the first call, and returns the error.
  mutating func load() -> DrawingError? {
    if engine == nil, error == nil {
      do throws(DrawingError) { engine = try PangoEngine() } catch { self.error = error }
    }
    return error
  }

  /// Shapes a text, by approximation without an engine.
  mutating func shape(_ key: ShapingKey) -> ShapedText {
    _ = load()
    return engine?.shape(key) ?? ShapedText(approximating: key)
  }

  /// The metrics of a face, by approximation without an engine.
  mutating func metrics(of face: FontFace) -> FaceMetrics {
    _ = load()
    return engine?.metrics(of: face) ?? .approximate
  }

  /// The metrics of a font with faces of the page; nil when they are those of its pinned face.
  mutating func metrics(of selection: FontSelection) -> FaceMetrics? {
    _ = load()
    return engine?.metrics(of: selection)
  }

  /// The glyphs of some pieces of text.
  mutating func glyphs(_ keys: [GlyphKey]) -> [GlyphKey: [Glyph]] {
    var result: [GlyphKey: [Glyph]] = [:]
    result.reserveCapacity(keys.count)
    for key in keys where result[key] == nil { result[key] = engine?.glyphs(key) ?? [] }
    return result
  }
}

/// Shaped texts in two generations: when the young one is full it becomes the old one, and the previous old
/// one is discarded with all texts that were not used since.
struct ShapingCache {
  /// The capacity of each generation, in bytes.
  let limit: Int
  private var young: [ShapingKey: ShapedText] = [:]
  private var old: [ShapingKey: ShapedText] = [:]
  private var cost = 0
  /// The ``FontSelection/generation`` that the texts belong to.
  private var generation = 0

  init(limit: Int) { self.limit = limit }

  /// Discards all texts if they belong to an older generation: they may hold fonts that no page has any more.
  mutating func advance(to generation: Int) {
    guard generation != self.generation else { return }
    self = ShapingCache(limit: limit)
    self.generation = generation
  }

  /// The number of cached texts.
  var count: Int { young.count + old.count }

  /// The shaped text, if it is cached.
  subscript(key: ShapingKey) -> ShapedText? {
    mutating get {
      if let known = young[key] { return known }
      guard let known = old.removeValue(forKey: key) else { return nil }
      insert(known, for: key)
      return known
    }
  }

  /// Caches a text.
  mutating func insert(_ text: ShapedText, for key: ShapingKey) {
    let added = key.cost
    guard added <= limit else { return }
    if cost + added > limit {
      old = young
      young = [:]
      cost = 0
    }
    if young.updateValue(text, forKey: key) == nil { cost += added }
  }
}
