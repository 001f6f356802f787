internal import Synchronization

/// Measures text by Pango at the metrics of the pinned fonts.
///
/// The fonts are the six of Debian's `fonts-dejavu-core` and those of ``FallbackFont`` for pictographs,
/// Chinese, Japanese and Korean, whatever else a machine has, so the same text has the same size everywhere:
/// unhinted, in CSS px, the ascent and descent of a line rounded to whole points as browsers do. A character
/// that none of them has is half an em wide for each column it takes in a terminal.
///
/// Safe to call from any thread. One lock guards Pango, which shapes a text once; another guards what is kept
/// of it, about 16 MB at most. Breaking into lines holds no lock.
package enum TextMetrics {
  /// Loads Pango and the fonts, which the first measurement otherwise does. Call it to learn what is missing.
  ///
  /// - Throws: ``DrawingError`` when a library or a font is missing. Measuring then goes on by a rule of
  ///   thumb: every column of a terminal is 0.6 em wide, lines are 1.2 em high.
  package static func prepare() throws(DrawingError) {
    if let error = engine.state.withLock({ $0.load() }) { throw error }
  }

  /// Breaks `text` into lines of at most `width` points; nil leaves every paragraph on one line.
  ///
  /// `bands` shorten the lines beside floats, from the top down; a word too wide for its line moves below the
  /// band. A text of more than 100,000 bytes is measured by the rule of thumb of ``prepare()``.
  package static func layout(_ text: RichText, width: Double?, bands: [LineBand] = []) -> TextLayout {
    LineBreaker(text, shaped(text), width: width, bands: bands).layout()
  }

  /// The least width without sticking out: the widest piece that must not be broken (CSS Sizing 3 §5.1).
  package static func minContentWidth(_ text: RichText) -> Double { shaped(text).minContentWidth(text) }

  /// The width of the widest paragraph when only forced breaks count.
  package static func maxContentWidth(_ text: RichText) -> Double { shaped(text).maxContentWidth(text) }

  /// The text shaped, from the cache where it is there.
  static func shaped(_ text: RichText) -> ShapedText {
    let key = ShapingKey(text)
    if let known = cache.withLock({ $0[key] }) { return known }
    let result = key.isExact ? engine.state.withLock { $0.shape(key) } : ShapedText(approximating: key)
    cache.withLock { $0.insert(result, for: key) }
    return result
  }

  /// The Debian packages of fonts that texts needed so far and that are missing. What they would show is
  /// drawn as a box.
  package static var missingPackages: [String] {
    engine.state.withLock { engine in Array(Set(engine.engine?.missingPackages ?? [])).sorted() }
  }

  /// The glyphs of some pieces of text, from the cache where they are there.
  ///
  /// - Throws: ``DrawingError`` when a library or a font is missing.
  static func glyphs(_ keys: [GlyphKey]) throws(DrawingError) -> [GlyphKey: [Glyph]] {
    try prepare()
    return engine.state.withLock { engine in engine.glyphs(keys) }
  }

  /// What a glyph looks like.
  static func shape(of id: UInt32, font: UInt16) -> GlyphShape {
    engine.state.withLock { $0.engine?.shape(of: id, font: font) ?? .outline(Path()) }
  }

  private static let engine = SharedEngine()
  private static let cache = Mutex(ShapingCache(limit: 8 << 20))
}

extension ShapingKey {
  /// Whether it is short enough to be measured letter by letter.
  fileprivate var isExact: Bool {
    pieces.reduce(0) { sum, piece in
      if case .text(let string, _, _, _, _) = piece { sum + string.utf8.count } else { sum + 3 }
    } <= 100_000
  }
}

/// The one engine behind its lock.
///
/// A class only to be allocated when first used: Swift 6.3 lays a global mutex round this optional out as
/// zeros when it optimizes, and zeros are not nil.
private final class SharedEngine: Sendable {
  let state = Mutex(Engine())
}

/// The engine once it is needed, or why there is none.
private struct Engine: ~Copyable {
  var engine: PangoEngine?
  private var error: DrawingError?

  /// Loads the engine if that has not been tried, and says what went wrong.
  mutating func load() -> DrawingError? {
    if engine == nil, error == nil {
      do throws(DrawingError) { engine = try PangoEngine() } catch { self.error = error }
    }
    return error
  }

  /// Shapes a text, by the rule of thumb when there is no engine.
  mutating func shape(_ key: ShapingKey) -> ShapedText {
    _ = load()
    return engine?.shape(key) ?? ShapedText(approximating: key)
  }

  /// The glyphs of some pieces of text.
  mutating func glyphs(_ keys: [GlyphKey]) -> [GlyphKey: [Glyph]] {
    var result: [GlyphKey: [Glyph]] = [:]
    result.reserveCapacity(keys.count)
    for key in keys where result[key] == nil { result[key] = engine?.glyphs(key) ?? [] }
    return result
  }
}

/// Shaped texts in two generations: when the young one is full it becomes the old one, and what nobody asked
/// for since goes with the old one before it.
struct ShapingCache {
  /// How much each generation holds, in bytes.
  let limit: Int
  private var young: [ShapingKey: ShapedText] = [:]
  private var old: [ShapingKey: ShapedText] = [:]
  private var cost = 0

  init(limit: Int) { self.limit = limit }

  /// How many texts are kept.
  var count: Int { young.count + old.count }

  /// The text shaped, if it is known.
  subscript(key: ShapingKey) -> ShapedText? {
    mutating get {
      if let known = young[key] { return known }
      guard let known = old.removeValue(forKey: key) else { return nil }
      insert(known, for: key)
      return known
    }
  }

  /// Keeps a text.
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
