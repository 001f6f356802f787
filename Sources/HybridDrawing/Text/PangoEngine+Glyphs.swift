internal import CPangoCairo
import HybridGeometry

/// The fonts of glyphs: by number, each loaded once.
struct GlyphFonts {
  /// One font, in its own units.
  struct Entry {
    /// Nil for one that was forgotten.
    var font: UnsafeMutableRawPointer?
    var unitsPerEm: Double
    /// Whether its letters are slanted.
    var isSlanted = false
    /// Whether its letters are made bolder.
    var isEmboldened = false
    /// The size of its file, and when it was last used, of a font of a page.
    var bytes = 0
    var lastUse = 0
  }

  var entries: [Entry] = []
  /// The font number of each of Pango's faces.
  var numbers: [UnsafeMutableRawPointer: UInt32] = [:]
  /// The requested fallbacks; nil for a missing one.
  var fallbacks: [FallbackFont: UInt32?] = [:]
  /// The fonts of pages; nil for one that cannot be read.
  var defined: [FontKey: UInt32?] = [:]
  /// The metrics of selections, and the generation of selections that they belong to.
  var metrics: [FontSelection: FaceMetrics?] = [:]
  var metricsGeneration = 0
  /// Counts uses of fonts of pages.
  var uses = 0
  /// The shared buffer for shaping.
  var buffer: UnsafeMutableRawPointer?
  /// The callbacks that read outlines.
  var pen: UnsafeMutableRawPointer?

  /// Whether a font belongs to a page.
  func isDefined(_ number: UInt32) -> Bool { entries[Int(number)].bytes > 0 }
}

extension PangoEngine {
  /// Packages of fallback fonts that a text needed and that are missing.
  var missingPackages: [String] {
    FallbackFont.allCases.filter { glyphFonts.fallbacks[$0] == .some(nil) }.map(\.package)
  }

  // MARK: Fonts

  /// The font number of a HarfBuzz face.
  private mutating func number(ofFace face: UnsafeMutableRawPointer) -> UInt32? {
    if let known = glyphFonts.numbers[face] { return known }
    guard let font = pango.hb_font_create(face) else { return nil }
    let number = UInt32(glyphFonts.entries.count)
    glyphFonts.entries.append(
      GlyphFonts.Entry(font: font, unitsPerEm: Double(max(pango.hb_face_get_upem(face), 1))))
    glyphFonts.numbers[face] = number
    return number
  }

  /// The font number of a pinned face.
  private mutating func number(of face: FontFace) -> UInt32? {
    guard load(face), let font = fonts[Int(face.rawValue)], let shaper = pango.font_get_hb_font(font),
      let inner = pango.hb_font_get_face(shaper)
    else { return nil }
    let number = number(ofFace: inner)
    if let number { glyphFonts.entries[Int(number)].isSlanted = face.isSlanted }
    return number
  }

  /// The font number of a fallback; nil when its file is missing.
  private mutating func number(of fallback: FallbackFont) -> UInt32? {
    if let known = glyphFonts.fallbacks[fallback] { return known }
    var number: UInt32?
    if let blob = pango.hb_blob_create_from_file(fallback.path) {
      // If the file is missing, the blob is empty.
      if pango.hb_blob_get_length(blob) > 0, let face = pango.hb_face_create(blob, 0) {
        number = self.number(ofFace: face)
      }
      pango.hb_blob_destroy(blob)
    }
    glyphFonts.fallbacks[fallback] = .some(number)
    return number
  }

  func has(_ scalar: Unicode.Scalar, _ number: UInt32) -> Bool {
    var glyph: UInt32 = 0
    guard let font = glyphFonts.entries[Int(number)].font else { return false }
    return pango.hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0
  }

  /// The fallback for a grapheme: pictographs use the colour font even where a face has a black one.
  mutating func fallback(
    for grapheme: Character, face: FontFace
  ) -> (font: FallbackFont, number: UInt32)? {
    let scalars = grapheme.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 || first.value >= 0xA9 else { return nil }
    if grapheme.isPictograph {
      if let emoji = number(of: .emoji), has(first, emoji) { return (.emoji, emoji) }
    }
    var isCovered = true
    for scalar in scalars where isCovered { isCovered = covers(scalar) }
    if isCovered { return nil }
    for choice in [face.isBold ? FallbackFont.cjkBold : .cjk, .emoji] {
      if let number = number(of: choice), has(first, number) { return (choice, number) }
    }
    return nil
  }

  /// The metrics of a fallback font that count for the height of lines.
  mutating func metrics(of fallback: FallbackFont) -> FaceMetrics? {
    var extents = HybridFontExtents()
    guard let number = number(of: fallback), let font = glyphFonts.entries[Int(number)].font,
      pango.hb_font_get_h_extents(font, &extents) != 0
    else { return nil }
    let em = glyphFonts.entries[Int(number)].unitsPerEm
    var metrics = FaceMetrics.approximate
    metrics.ascent = Double(extents.ascender) / em
    metrics.descent = -Double(extents.descender) / em
    metrics.lineGap = max(0, Double(extents.line_gap) / em)
    return metrics
  }

  // MARK: Shaping

  /// The glyphs of a piece of text from left to right, as they are measured.
  mutating func glyphs(_ key: GlyphKey) -> [Glyph] {
    if key.text.utf8.allSatisfy({ $0 < 0xCC }), !key.isRightToLeft, key.stack.selection == nil,
      let number = number(of: key.stack.pinned)
    {
      return shape(key.text, number, isRightToLeft: false, hasLigatures: key.hasLigatures, at: 0)
    }
    var segments: [(text: String, font: UInt32?, start: Int)] = []
    var place = 0
    let selection = key.stack.selection.map { loaded($0) }
    let features = key.stack.selection?.features ?? []
    for character in key.text {
      let defined = selection.flatMap { self.font(for: character.unicodeScalars, in: $0) }
      let font = defined ?? fallback(for: character, face: key.stack.pinned)?.number
      if let last = segments.last, last.font == font {
        segments[segments.count - 1].text.append(character)
      } else {
        segments.append((String(character), font, place))
      }
      place += character.utf8.count
    }
    var result: [Glyph] = []
    for segment in key.isRightToLeft ? segments.reversed() : segments {
      if let font = segment.font {
        let hasLigatures = key.hasLigatures || !glyphFonts.isDefined(font)
        result += shape(
          segment.text, font, isRightToLeft: key.isRightToLeft, hasLigatures: hasLigatures,
          features: features, at: segment.start)
      } else {
        result += pangoGlyphs(segment.text, key, at: segment.start)
      }
    }
    return result
  }

  /// Text whose characters are all in one font.
  ///
  /// - Parameters:
  ///   - features: The features that the font asks for.
  ///   - start: The byte of the whole text that this one begins at.
  mutating func shape(
    _ text: String, _ number: UInt32, isRightToLeft: Bool, hasLigatures: Bool, features: [FontSetting] = [],
    at start: Int
  ) -> [Glyph] {
    if glyphFonts.buffer == nil { glyphFonts.buffer = pango.hb_buffer_create() }
    guard let buffer = glyphFonts.buffer else { return [] }
    let entry = glyphFonts.entries[Int(number)]
    guard let font = entry.font else { return [] }
    pango.hb_buffer_reset(buffer)
    var copy = text
    copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.hb_buffer_add_utf8(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    pango.hb_buffer_set_direction(
      buffer, Int32(isRightToLeft ? HybridRightToLeft : HybridLeftToRight))
    // Otherwise the language would come from the environment.
    pango.hb_buffer_set_language(buffer, pango.hb_language_from_string("en", -1))
    pango.hb_buffer_guess_segment_properties(buffer)
    let off = hasLigatures ? [] : FontStack.ligatures.map { FontSetting(tag: $0, value: 0) }
    let settings = (off + features).map { setting in
      HybridFontFeature(
        tag: setting.tag.utf8.reduce(0) { $0 << 8 | UInt32($1) },
        value: UInt32(min(max(setting.value, 0), 1e6)), start: 0, end: UInt32.max)
    }
    pango.hb_shape(font, buffer, settings, UInt32(settings.count))
    var count: UInt32 = 0
    guard let infos = pango.hb_buffer_get_glyph_infos(buffer, &count),
      let positions = pango.hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    let em = entry.unitsPerEm
    return (0..<Int(count)).map { index in
      let position = positions[index]
      return Glyph(
        font: number, id: infos[index].glyph, x: Double(position.x_offset) / em,
        y: -Double(position.y_offset) / em, advance: Double(position.x_advance) / em,
        cluster: start + Int(infos[index].cluster), isSlanted: entry.isSlanted,
        isEmboldened: entry.isEmboldened)
    }
  }

  /// Text for which Pango chooses among the pinned faces.
  private mutating func pangoGlyphs(_ text: String, _ key: GlyphKey, at start: Int) -> [Glyph] {
    let bytes = Array(text.utf8)
    pango.layout_set_auto_dir(layout, 0)
    pango.context_set_base_dir(context, key.isRightToLeft ? 1 : 0)
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
    let attributes = pango.attr_list_new()
    let face = key.stack.pinned
    if face != .sans { insert(pango.attr_font_desc_new(descriptions[Int(face.rawValue)]), attributes) }
    let features = key.stack.features(hasLigatures: key.hasLigatures)
    if !features.isEmpty { insert(pango.attr_font_features_new(features), attributes) }
    pango.layout_set_attributes(layout, attributes)
    defer {
      pango.layout_set_attributes(layout, nil)
      pango.layout_set_text(layout, "", 0)
      pango.attr_list_unref(attributes)
    }
    // Pango may choose a slanted face of another family.
    if face.isSlanted { for face in FontFace.present where face.isSlanted { _ = number(of: face) } }
    let em = Self.unitsPerEm * Self.scale
    var result: [Glyph] = []
    var node = pango.layout_get_lines_readonly(layout)
    while let entry = node {
      node = entry.pointee.next
      guard let line = entry.pointee.data?.assumingMemoryBound(to: HybridPangoLine.self) else { continue }
      var run = line.pointee.runs
      while let part = run {
        run = part.pointee.next
        guard let item = part.pointee.data?.assumingMemoryBound(to: HybridPangoGlyphItem.self).pointee,
          let shaped = item.glyphs?.pointee, let of = item.item?.pointee, let font = of.font,
          let shaper = pango.font_get_hb_font(font), let inner = pango.hb_font_get_face(shaper),
          let number = number(ofFace: inner)
        else { continue }
        for index in 0..<Int(shaped.count) {
          let glyph = shaped.glyphs[index]
          // A character missing in all faces is drawn as the font's box, with its measured width.
          let isKnown = glyph.glyph < UInt32(HybridPangoNoGlyph)
          result.append(
            Glyph(
              font: number, id: isKnown || glyph.glyph == UInt32(HybridPangoNoGlyph) ? glyph.glyph : 0,
              x: Double(glyph.x_offset) / em, y: Double(glyph.y_offset) / em,
              advance: Double(glyph.width) / em,
              cluster: start + Int(of.offset) + Int(shaped.clusters[index]),
              isSlanted: glyphFonts.entries[Int(number)].isSlanted))
        }
      }
    }
    return result
  }

  private func insert(
    _ attribute: UnsafeMutablePointer<HybridPangoAttribute>?, _ list: UnsafeMutableRawPointer?
  ) {
    attribute?.pointee.start_index = 0
    attribute?.pointee.end_index = UInt32.max
    pango.attr_list_insert(list, attribute)
  }

  /// The width of a grapheme of a fallback font, in ems.
  mutating func advance(of grapheme: String, _ number: UInt32) -> Double {
    shape(grapheme, number, isRightToLeft: false, hasLigatures: true, at: 0).reduce(0) { $0 + $1.advance }
  }

  // MARK: Shapes

  /// The shape of a glyph; an empty outline for an invisible one.
  mutating func shape(of id: UInt32, font number: UInt32) -> GlyphShape {
    guard id < UInt32(HybridPangoNoGlyph), Int(number) < glyphFonts.entries.count else {
      return .outline(Path())
    }
    let entry = glyphFonts.entries[Int(number)]
    guard let font = entry.font else { return .outline(Path()) }
    if let picture = picture(of: id, entry) { return picture }
    var outline = Outline(em: entry.unitsPerEm)
    if glyphFonts.pen == nil { glyphFonts.pen = makePen() }
    withUnsafeMutablePointer(to: &outline) {
      pango.hb_font_get_glyph_shape(font, id, glyphFonts.pen, $0)
    }
    return .outline(outline.path)
  }

  /// The picture of a colour glyph.
  private func picture(of id: UInt32, _ entry: GlyphFonts.Entry) -> GlyphShape? {
    guard let font = entry.font, let blob = pango.hb_ot_color_glyph_reference_png(font, id) else {
      return nil
    }
    defer { pango.hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = pango.hb_blob_get_data(blob, &length), length > 0 else { return nil }
    let bytes = data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(length)))
    }
    var extents = HybridGlyphExtents()
    guard let bitmap = try? Bitmap(png: bytes), pango.hb_font_get_glyph_extents(font, id, &extents) != 0
    else { return nil }
    let em = entry.unitsPerEm
    return .picture(
      bitmap,
      Rect(
        x: Double(extents.x_bearing) / em, y: -Double(extents.y_bearing) / em,
        width: Double(extents.width) / em, height: -Double(extents.height) / em))
  }

  private func makePen() -> UnsafeMutableRawPointer? {
    guard let pen = pango.hb_draw_funcs_create() else { return nil }
    pango.hb_draw_funcs_set_move_to_func(
      pen, { _, data, _, x, y, _ in Outline.at(data) { $0.move(x, y) } }, nil, nil)
    pango.hb_draw_funcs_set_line_to_func(
      pen, { _, data, _, x, y, _ in Outline.at(data) { $0.line(x, y) } }, nil, nil)
    pango.hb_draw_funcs_set_quadratic_to_func(
      pen, { _, data, _, x1, y1, x, y, _ in Outline.at(data) { $0.quadratic(x1, y1, x, y) } }, nil, nil)
    pango.hb_draw_funcs_set_cubic_to_func(
      pen, { _, data, _, x1, y1, x2, y2, x, y, _ in Outline.at(data) { $0.cubic(x1, y1, x2, y2, x, y) } },
      nil,
      nil)
    pango.hb_draw_funcs_set_close_path_func(
      pen, { _, data, _, _ in Outline.at(data) { $0.path.steps.append(.close) } }, nil, nil)
    return pen
  }
}

/// An outline under construction by HarfBuzz callbacks.
private struct Outline {
  let em: Double
  var path = Path()
  private var last = Point(x: 0, y: 0)

  init(em: Double) { self.em = em }

  static func at(_ data: UnsafeMutableRawPointer?, _ change: (inout Outline) -> Void) {
    if let data { change(&data.assumingMemoryBound(to: Outline.self).pointee) }
  }

  private func spot(_ x: Float, _ y: Float) -> Point { Point(x: Double(x) / em, y: -Double(y) / em) }

  mutating func move(_ x: Float, _ y: Float) {
    last = spot(x, y)
    path.steps.append(.move(last))
  }

  mutating func line(_ x: Float, _ y: Float) {
    last = spot(x, y)
    path.steps.append(.line(last))
  }

  mutating func quadratic(_ x1: Float, _ y1: Float, _ x: Float, _ y: Float) {
    let end = spot(x, y)
    path.steps.append(.quadratic(from: last, spot(x1, y1), to: end))
    last = end
  }

  mutating func cubic(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float, _ x: Float, _ y: Float) {
    last = spot(x, y)
    path.steps.append(.curve(spot(x1, y1), spot(x2, y2), last))
  }
}
