internal import CPangoCairo
import HybridFonts
import HybridGeometry
import Synchronization

// Fonts that pages define. HarfBuzz shapes their letters without Pango, so they need no font map and no
// configuration: a font belongs to the texts that use it, and nothing else sees it.
extension PangoEngine {
  /// The maximum number of fonts of pages, and of their bytes, in memory. The least recently used ones are
  /// read again when they are needed.
  private static var definedLimit: (count: Int, bytes: Int) { (128, 64 << 20) }

  // MARK: Loading

  /// The font number of a face; nil when none of its sources can be read.
  mutating func number(of selected: SelectedFace) -> UInt32? {
    let key = selected.fontKey
    if let known = glyphFonts.defined[key] {
      if let known { touch(known) }
      return known
    }
    var number: UInt32?
    for source in key.sources where number == nil {
      guard let blob = blob(of: source) else { continue }
      number = self.number(of: blob, key)
      pango.hb_blob_destroy(blob)
    }
    glyphFonts.defined[key] = .some(number)
    makeRoom()
    return number
  }

  private mutating func touch(_ number: UInt32) {
    glyphFonts.uses += 1
    glyphFonts.entries[Int(number)].lastUse = glyphFonts.uses
  }

  private mutating func number(of blob: UnsafeMutableRawPointer, _ key: FontKey) -> UInt32? {
    guard let face = pango.hb_face_create(blob, 0) else { return nil }
    defer { pango.hb_face_destroy(face) }
    guard pango.hb_face_get_glyph_count(face) > 0, let font = pango.hb_font_create(face) else { return nil }
    let settings = key.variations.map { HybridFontVariation(tag: tag($0.tag), value: Float($0.value)) }
    pango.hb_font_set_variations(font, settings, UInt32(settings.count))
    glyphFonts.uses += 1
    let em = Double(max(pango.hb_face_get_upem(face), 1))
    let number = UInt32(glyphFonts.entries.count)
    glyphFonts.entries.append(
      GlyphFonts.Entry(
        font: font, unitsPerEm: em / max(key.sizeAdjust, 1e-6), isSlanted: key.isSlanted,
        isEmboldened: key.isEmboldened, bytes: Int(pango.hb_blob_get_length(blob)),
        lastUse: glyphFonts.uses))
    return number
  }

  /// Forgets fonts beyond the limit; their numbers are not used again.
  private mutating func makeRoom() {
    var open = glyphFonts.defined.values.compactMap(\.self)
    if glyphFonts.defined.count - open.count > Self.definedLimit.count {
      glyphFonts.defined = glyphFonts.defined.filter { $0.value != nil }
    }
    var bytes = open.reduce(0) { $0 + glyphFonts.entries[Int($1)].bytes }
    guard open.count > Self.definedLimit.count || bytes > Self.definedLimit.bytes else { return }
    open.sort { glyphFonts.entries[Int($0)].lastUse < glyphFonts.entries[Int($1)].lastUse }
    for number in open.dropLast() {
      guard open.count > Self.definedLimit.count || bytes > Self.definedLimit.bytes else { return }
      open.removeFirst()
      bytes -= glyphFonts.entries[Int(number)].bytes
      if let font = glyphFonts.entries[Int(number)].font { pango.hb_font_destroy(font) }
      glyphFonts.entries[Int(number)].font = nil
      glyphFonts.defined = glyphFonts.defined.filter { $0.value != number }
    }
  }

  /// The bytes of a source as HarfBuzz reads them.
  private func blob(of source: DefinedFace.Source) -> UnsafeMutableRawPointer? {
    switch source {
    case .file(let data): return blob(of: data.bytes)
    case .local(let name):
      guard let face = FontFace(fullName: name) else { return nil }
      for folder in Self.folders {
        guard let blob = pango.hb_blob_create_from_file("\(folder)/\(face.file)") else { continue }
        if pango.hb_blob_get_length(blob) > 0 { return blob }
        pango.hb_blob_destroy(blob)
      }
      return nil
    }
  }

  /// The tables of a file. A file that is not a font has no glyphs.
  private func blob(of bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    guard let font = try? FontFile(reading: bytes) else { return nil }
    return font.tables.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        pango.hb_blob_create($0.baseAddress, UInt32($0.count), Int32(HybridBlobCopy), nil, nil)
      }
    }
  }

  private func tag(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  // MARK: Choosing

  /// The loaded faces of a selection: those before the pinned face, and those behind it.
  mutating func loaded(_ selection: FontSelection) -> LoadedSelection {
    var loaded = LoadedSelection()
    for (index, face) in selection.faces.enumerated() {
      guard let number = number(of: face) else { continue }
      let font = LoadedSelection.Font(number: number, face: face.face)
      if index < selection.preferred { loaded.preferred.append(font) } else { loaded.others.append(font) }
    }
    return loaded
  }

  /// The font of a grapheme among the faces of a selection; nil leaves it to the pinned face and its
  /// fallbacks.
  mutating func font(for scalars: some Collection<Unicode.Scalar>, in selection: LoadedSelection) -> UInt32? {
    if let number = first(of: selection.preferred, with: scalars) { return number }
    guard !selection.others.isEmpty else { return nil }
    var isCovered = true
    for scalar in scalars where isCovered { isCovered = covers(scalar) }
    return isCovered ? nil : first(of: selection.others, with: scalars)
  }

  private func first(
    of fonts: [LoadedSelection.Font], with scalars: some Collection<Unicode.Scalar>
  ) -> UInt32? {
    fonts.first { font in
      scalars.allSatisfy { scalar in
        scalar.properties.isDefaultIgnorableCodePoint
          || font.face.isFor(scalar.value) && has(scalar, font.number)
      }
    }?.number
  }

  // MARK: Metrics

  /// The metrics of a font: those of the first face of the page that is for a space; nil when they are those
  /// of the pinned face. CSS Fonts 4 §5.1, *first available font*.
  mutating func metrics(of selection: FontSelection) -> FaceMetrics? {
    let generation = FontSelection.generation.load(ordering: .relaxed)
    if glyphFonts.metricsGeneration != generation {
      (glyphFonts.metrics, glyphFonts.metricsGeneration) = ([:], generation)
    }
    if let known = glyphFonts.metrics[selection] { return known }
    let metrics = readMetrics(of: selection)
    glyphFonts.metrics[selection] = .some(metrics)
    return metrics
  }

  private mutating func readMetrics(of selection: FontSelection) -> FaceMetrics? {
    for face in selection.faces.prefix(selection.preferred) where face.face.isFor(0x20) {
      guard let number = number(of: face), let font = glyphFonts.entries[Int(number)].font else { continue }
      let em = glyphFonts.entries[Int(number)].unitsPerEm
      var extents = HybridFontExtents()
      _ = pango.hb_font_get_h_extents(font, &extents)
      func advance(_ scalar: Unicode.Scalar) -> Double {
        var glyph: UInt32 = 0
        guard pango.hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 else { return 0 }
        return Double(pango.hb_font_get_glyph_h_advance(font, glyph)) / em
      }
      let adjust = face.face.sizeAdjust
      var metrics = FaceMetrics(
        ascent: face.face.ascent.map { $0 * adjust } ?? Double(extents.ascender) / em,
        descent: face.face.descent.map { $0 * adjust } ?? -Double(extents.descender) / em,
        lineGap: face.face.lineGap.map { $0 * adjust } ?? max(0, Double(extents.line_gap) / em),
        space: advance(" "), hyphen: advance("-"), ellipsis: advance("…"))
      let zero = advance("0")
      if zero > 0 { metrics.zeroAdvance = zero }
      if metrics.ellipsis == 0 { metrics.ellipsis = 3 * advance(".") }
      readLetters(of: font, em: em, into: &metrics)
      return metrics
    }
    return nil
  }

  /// The measures of letters: from the tables `OS/2` and `head`, as browsers read them.
  private func readLetters(of font: UnsafeMutableRawPointer, em: Double, into metrics: inout FaceMetrics) {
    guard let face = pango.hb_font_get_face(font) else { return }
    func number(_ table: String, _ offset: Int) -> Double? {
      guard let blob = pango.hb_face_reference_table(face, tag(table)) else { return nil }
      defer { pango.hb_blob_destroy(blob) }
      var length: UInt32 = 0
      guard let data = pango.hb_blob_get_data(blob, &length), Int(length) >= offset + 2 else { return nil }
      let high = UInt16(UInt8(bitPattern: data[offset]))
      let low = UInt16(UInt8(bitPattern: data[offset + 1]))
      return Double(Int16(bitPattern: high << 8 | low))
    }
    if let height = number("OS/2", 86), height > 0 {
      metrics.xHeight = height / em
    } else {
      var glyph: UInt32 = 0
      var extents = HybridGlyphExtents()
      let hasLetter =
        pango.hb_font_get_nominal_glyph(font, 0x78, &glyph) != 0
        && pango.hb_font_get_glyph_extents(font, glyph, &extents) != 0
      metrics.xHeight = hasLetter ? Double(extents.y_bearing) / em : metrics.ascent * 0.56
    }
    metrics.capHeight = metrics.ascent
    if let height = number("OS/2", 88), height > 0 { metrics.capHeight = height / em }
    if let width = number("OS/2", 2), width > 0 { metrics.averageWidth = width / em }
    if let left = number("head", 36), let right = number("head", 40), right > left {
      metrics.widest = (right - left) / em
    }
  }

  // MARK: Advances

  /// Gives the letters that faces of the page have their advances, and marks them.
  mutating func shapeDefined(_ key: ShapingKey, in text: inout ShapedText) {
    guard key.hasDefinedFaces else { return }
    var selections: [FontSelection: LoadedSelection] = [:]
    for selection in key.selections { selections[selection] = loaded(selection) }
    var scalars = String(decoding: text.bytes, as: UTF8.self).unicodeScalars.makeIterator()
    var open: DefinedSegment?
    var grapheme: (letters: [Int], scalars: [Unicode.Scalar]) = ([], [])
    func close(_ engine: inout PangoEngine) {
      guard let first = grapheme.letters.first else { return }
      let letter = text.letters[first]
      let found = (grapheme.letters, grapheme.scalars)
      grapheme = ([], [])
      guard letter.flags.isDisjoint(with: [.box, .newline]),
        case .text(_, let stack, let size, let letterSpacing, _) = key.pieces[Int(letter.run)],
        let selection = stack.selection, let fonts = selections[selection],
        let number = engine.font(for: found.1, in: fonts)
      else {
        engine.shape(&open, in: &text)
        return
      }
      let start = DefinedSegment(
        font: number, size: size, level: letter.level, hasLigatures: letterSpacing == 0, selection: selection)
      if open?.continues(start) != true {
        engine.shape(&open, in: &text)
        open = start
      }
      open?.add(found.0, found.1)
    }
    for index in text.letters.indices where !text.isEdge(index) {
      guard let scalar = scalars.next() else { break }
      if text.letters[index].flags.contains(.grapheme) { close(&self) }
      grapheme.letters.append(index)
      grapheme.scalars.append(scalar)
    }
    close(&self)
    shape(&open, in: &text)
  }

  /// Shapes a segment, if there is one. The width of a cluster is shared by its graphemes.
  private mutating func shape(_ open: inout DefinedSegment?, in text: inout ShapedText) {
    guard let segment = open else { return }
    open = nil
    let glyphs = shape(
      segment.text, segment.font, isRightToLeft: segment.level & 1 == 1, hasLigatures: segment.hasLigatures,
      features: segment.selection.features, at: 0)
    var widths: [Int: Double] = [:]
    for glyph in glyphs { widths[glyph.cluster, default: 0] += glyph.advance }
    let clusters = widths.keys.sorted()
    for (index, cluster) in clusters.enumerated() {
      let end = index + 1 < clusters.count ? clusters[index + 1] : segment.text.utf8.count
      let letters = segment.letters.filter { (cluster..<end).contains($0.start) }
      guard !letters.isEmpty else { continue }
      let width = (widths[cluster] ?? 0) * segment.size / Double(letters.count)
      for letter in letters {
        for (number, index) in letter.indices.enumerated() {
          text.letters[index].flags.insert(.defined)
          if text.letters[index].flags.isDisjoint(with: .softHyphen) {
            text.letters[index].advance = number == 0 ? width : 0
          }
        }
      }
    }
  }
}

/// The fonts of a selection that could be read.
struct LoadedSelection {
  struct Font {
    var number: UInt32
    var face: DefinedFace
  }

  /// The faces before the pinned face.
  var preferred: [Font] = []
  /// Those for characters that the pinned face lacks.
  var others: [Font] = []
}

/// Letters that are shaped together: of one font, size and direction.
private struct DefinedSegment {
  let font: UInt32
  let size: Double
  let level: UInt8
  let hasLigatures: Bool
  let selection: FontSelection
  private(set) var text = ""
  /// The graphemes, each with its first byte in ``text`` and its letters.
  private(set) var letters: [(start: Int, indices: [Int])] = []

  init(font: UInt32, size: Double, level: UInt8, hasLigatures: Bool, selection: FontSelection) {
    (self.font, self.size, self.level) = (font, size, level)
    (self.hasLigatures, self.selection) = (hasLigatures, selection)
  }

  func continues(_ other: DefinedSegment) -> Bool {
    font == other.font && size == other.size && level == other.level && hasLigatures == other.hasLigatures
      && selection == other.selection
  }

  mutating func add(_ indices: [Int], _ scalars: [Unicode.Scalar]) {
    letters.append((text.utf8.count, indices))
    text.unicodeScalars.append(contentsOf: scalars)
  }
}

extension FontFace {
  /// The pinned face with a full name or a PostScript name, in lower case; nil for any other font.
  init?(fullName name: String) {
    let found = Self.present.first { face in
      let file = face.file.dropLast(".ttf".count)
      let style = file.split(separator: "-").dropFirst().joined()
        .replacing("BoldOblique", with: "Bold Oblique").replacing("BoldItalic", with: "Bold Italic")
      let full = style.isEmpty ? face.family.name : "\(face.family.name) \(style)"
      return file.lowercased() == name || full.lowercased() == name
    }
    guard let found else { return nil }
    self = found
  }
}
