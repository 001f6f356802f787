internal import CPangoCairo

/// Owns one Pango font map over the pinned fonts, and shapes text with it.
///
/// Pango's objects belong to one thread at a time: ``TextMetrics`` keeps the only engine behind a lock.
/// Everything is shaped at one size, ``unitsPerEm``, and scaled: unhinted widths are proportional to the
/// size, so twelve fonts serve every size, without size-dependent rounding. The engine lives until the
/// process ends.
struct PangoEngine: ~Copyable {
  let pango: HybridPango
  private let map: UnsafeMutableRawPointer
  let context: UnsafeMutableRawPointer
  let layout: UnsafeMutableRawPointer
  let descriptions: [UnsafeMutableRawPointer]
  /// The loaded faces, by raw value: each is loaded on first use.
  var fonts: [UnsafeMutableRawPointer?] = FontFace.allCases.map { _ in nil }
  /// The metrics of the faces.
  private var faces: [FaceMetrics] = FontFace.allCases.map { _ in .approximate }

  /// The fonts of glyphs, for drawing.
  var glyphFonts = GlyphFonts()

  /// The em for shaping: DejaVu's own, so that widths are whole numbers of font units.
  static let unitsPerEm = 2048.0
  /// Pango's units in a point (`PANGO_SCALE`).
  static let scale = 1024.0

  /// The folders of the fonts in Debian's package and on other systems.
  static let folders = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF",
    "/usr/local/share/fonts/dejavu",
  ]

  /// Loads the library and the fonts.
  init(folders: [String] = Self.folders) throws(DrawingError) {
    var pango = HybridPango()
    if let message = hybrid_pango_load(&pango) { throw .libraryMissing(String(cString: message)) }

    // A configuration of our own with only these files, whatever the machine's configuration.
    guard let config = pango.FcConfigCreate() else { throw .libraryMissing("fontconfig: out of memory") }
    for face in FontFace.present {
      let added = folders.contains { folder in
        pango.FcConfigAppFontAddFile(config, "\(folder)/\(face.file)") != 0
      }
      guard added else { throw .fontMissing("\(folders[0])/\(face.file)") }
    }
    guard pango.FcConfigBuildFonts(config) != 0 else {
      throw .fontMissing("fontconfig cannot list its fonts")
    }

    // The only configuration of the process: otherwise every new map first reads the machine's own, with all
    // its fonts.
    guard pango.FcConfigSetCurrent(config) != 0 else {
      throw .fontMissing("fontconfig takes no configuration")
    }

    guard let map = pango.ft2_font_map_new() else { throw .libraryMissing("no font map") }
    pango.fc_font_map_set_config(map, config)
    guard let context = pango.font_map_create_context(map) else { throw .libraryMissing("no context") }
    // Otherwise the language would come from the environment, and positions would be rounded to whole pixels.
    pango.context_set_language(context, pango.language_from_string("en"))
    pango.context_set_round_glyph_positions(context, 0)
    guard let layout = pango.layout_new(context) else { throw .libraryMissing("no layout") }

    var descriptions: [UnsafeMutableRawPointer] = []
    for face in FontFace.allCases {
      guard let description = pango.font_description_new() else { throw .libraryMissing("no description") }
      pango.font_description_set_family(description, face.family.name)
      pango.font_description_set_weight(description, face.isBold ? 700 : 400)
      let slant = face.family == .serif ? HybridPangoItalic : HybridPangoOblique
      if face.isSlanted { pango.font_description_set_style(description, Int32(slant)) }
      pango.font_description_set_absolute_size(description, Self.unitsPerEm * Self.scale)
      descriptions.append(description)
    }
    pango.layout_set_font_description(layout, descriptions[0])

    self.pango = pango
    self.map = map
    self.context = context
    self.layout = layout
    self.descriptions = descriptions
  }

  deinit {
    for entry in glyphFonts.entries { if let font = entry.font { pango.hb_font_destroy(font) } }
    for font in fonts { if let font { pango.g_object_unref(font) } }
    pango.g_object_unref(layout)
    pango.g_object_unref(context)
    pango.g_object_unref(map)
  }

  /// Loads a face if necessary, and returns whether it is loaded.
  @discardableResult
  mutating func load(_ face: FontFace) -> Bool {
    let index = Int(face.rawValue)
    if fonts[index] != nil { return true }
    guard let font = pango.font_map_load_font(map, context, descriptions[index]),
      let metrics = Self.metrics(of: font, pango)
    else { return false }
    fonts[index] = font
    faces[index] = metrics
    return true
  }

  /// The metrics of a face, loaded if necessary.
  mutating func metrics(of face: FontFace) -> FaceMetrics {
    load(face)
    return faces[Int(face.rawValue)]
  }

  private static func metrics(of font: UnsafeMutableRawPointer, _ pango: HybridPango) -> FaceMetrics? {
    var extents = HybridFontExtents()
    guard let shaper = pango.font_get_hb_font(font), pango.hb_font_get_h_extents(shaper, &extents) != 0 else {
      return nil
    }
    let em = unitsPerEm * scale
    func advance(_ scalar: Unicode.Scalar) -> Double {
      var glyph: UInt32 = 0
      guard pango.hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0 else { return 0.5 }
      return Double(pango.hb_font_get_glyph_h_advance(shaper, glyph)) / em
    }
    return FaceMetrics(
      ascent: Double(extents.ascender) / em, descent: -Double(extents.descender) / em,
      lineGap: max(0, Double(extents.line_gap) / em), space: advance(" "), hyphen: advance("-"),
      ellipsis: advance("…"))
  }

  /// Shapes a text: the advance of every letter, the break opportunities, and the direction of each letter.
  mutating func shape(_ key: ShapingKey) -> ShapedText {
    for face in FontFace.allCases where key.faces & (1 << face.rawValue) != 0 { load(face) }
    var table = FaceTable(pinned: faces)
    for selection in key.selections { table.defined[selection] = metrics(of: selection) }
    let unshaped = UnshapedText(key)
    var text = ShapedText(
      letters: unshaped.letters, bytes: unshaped.bytes, faces: table,
      isRightToLeft: key.direction == .rightToLeft, isMixed: false)
    guard !text.bytes.isEmpty else { return text }

    pango.layout_set_auto_dir(layout, key.direction == .auto ? 1 : 0)
    pango.context_set_base_dir(context, key.direction == .rightToLeft ? 1 : 0)
    text.bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        pango.layout_set_text(layout, characters.baseAddress, Int32(characters.count))
      }
    }
    let attributes = pango.attr_list_new()
    insertAttributes(key, unshaped.runs, into: attributes)
    pango.layout_set_attributes(layout, attributes)
    readBreaks(into: &text)
    readRuns(key, into: &text)
    // The layout must not keep the text or the attributes after the call.
    pango.layout_set_attributes(layout, nil)
    pango.layout_set_text(layout, "", 0)
    pango.attr_list_unref(attributes)

    text.setASCIIBreaks()
    shapeDefined(key, in: &text)
    widenUncovered(key, in: &text)
    text.addSpacing(key)
    setTabs(key, in: &text)
    text.settleEdges()
    return text
  }

  private func insertAttributes(_ key: ShapingKey, _ runs: [Range<Int>], into list: UnsafeMutableRawPointer?)
  {
    func insert(_ attribute: UnsafeMutablePointer<HybridPangoAttribute>?, _ range: Range<Int>) {
      attribute?.pointee.start_index = UInt32(range.lowerBound)
      attribute?.pointee.end_index = UInt32(range.upperBound)
      pango.attr_list_insert(list, attribute)
    }
    for (index, piece) in key.pieces.enumerated() {
      guard case .text(_, let stack, _, let letterSpacing, _) = piece, !runs[index].isEmpty else { continue }
      let features = stack.features(hasLigatures: letterSpacing == 0)
      if !features.isEmpty { insert(pango.attr_font_features_new(features), runs[index]) }
    }
    // Pango shapes letters in one font together, whatever their size, and apart where such an attribute
    // begins or ends.
    for (number, group) in key.shapingGroups.enumerated() {
      guard case .text(_, let stack, _, _, _) = key.pieces[group.lowerBound] else { continue }
      let bytes = runs[group.lowerBound].lowerBound..<runs[group.upperBound - 1].upperBound
      let face = stack.pinned
      guard !bytes.isEmpty, face != .sans || number % 2 == 1 else { continue }
      insert(pango.attr_font_desc_new(descriptions[Int(face.rawValue)]), bytes)
    }
  }

  /// Copies the break flags: one for each scalar, and one for the end.
  private func readBreaks(into text: inout ShapedText) {
    var count: Int32 = 0
    guard let attributes = pango.layout_get_log_attrs_readonly(layout, &count) else { return }
    let flags = UnsafeBufferPointer(start: attributes, count: Int(count))
    var scalar = 0
    for index in text.letters.indices where !text.isEdge(index) {
      guard scalar < flags.count else { return }
      let value = flags[scalar]
      scalar += 1
      if value & UInt32(HybridCursorPosition) != 0 { text.letters[index].flags.insert(.grapheme) }
      if value & UInt32(HybridLineBreak) != 0, index > 0 { text.letters[index].flags.insert(.lineBreak) }
    }
  }

  /// Copies advances and levels. A layout that never wraps has one line for each paragraph.
  private func readRuns(_ key: ShapingKey, into text: inout ShapedText) {
    // The letter that starts at a byte: runs are in visual order, not in logical order.
    var letterAt = [Int32](repeating: 0, count: text.bytes.count)
    for index in text.letters.indices where !text.isEdge(index) {
      letterAt[Int(text.letters[index].offset)] = Int32(index)
    }
    let em = Self.unitsPerEm * Self.scale
    let sizes = key.pieces.map { piece -> Double in
      if case .text(_, _, let size, _, _) = piece { size / em } else { 0 }
    }
    var widths: [Int32] = []
    var isFirst = true
    text.bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var node = pango.layout_get_lines_readonly(layout)
        while let entry = node {
          node = entry.pointee.next
          guard let line = entry.pointee.data?.assumingMemoryBound(to: HybridPangoLine.self) else { continue }
          if isFirst { text.isRightToLeft = line.pointee.resolved_dir == 1 }
          isFirst = false
          var run = line.pointee.runs
          while let part = run {
            run = part.pointee.next
            guard let glyphs = part.pointee.data?.assumingMemoryBound(to: HybridPangoGlyphItem.self),
              let item = glyphs.pointee.item
            else { continue }
            let count = Int(item.pointee.num_chars)
            guard count > 0 else { continue }
            if widths.count < count { widths = [Int32](repeating: 0, count: count) }
            pango.glyph_item_get_logical_widths(glyphs, characters.baseAddress, &widths)
            let level = item.pointee.level
            if level != 0 { text.isMixed = true }
            var letter = Int(letterAt[Int(item.pointee.offset)])
            for width in widths.prefix(count) {
              while letter < text.letters.count, text.isEdge(letter) { letter += 1 }
              guard letter < text.letters.count else { break }
              text.letters[letter].level = level
              if text.letters[letter].flags.isDisjoint(with: [.box, .newline, .softHyphen]) {
                text.letters[letter].advance = Double(width) * sizes[Int(text.letters[letter].run)]
              }
              letter += 1
            }
          }
        }
      }
    }
  }

  /// Sets the width of graphemes from a fallback font, and gives graphemes missing in all fonts half an em
  /// for each of their columns, not the width of a box with a number in it.
  private mutating func widenUncovered(_ key: ShapingKey, in text: inout ShapedText) {
    // Below U+0300 the faces have all characters.
    guard text.bytes.contains(where: { $0 >= 0xCC }) else { return }
    var scalars: [(scalar: Unicode.Scalar, letter: Int)] = []
    var next = 0
    for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars {
      while next < text.letters.count, text.isEdge(next) { next += 1 }
      scalars.append((scalar, next))
      next += 1
    }
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count, !text.letters[scalars[end].letter].flags.contains(.grapheme) { end += 1 }
      let grapheme = scalars[start..<end]
      let first = scalars[start].letter
      start = end
      guard text.letters[first].flags.isDisjoint(with: [.box, .newline, .defined]),
        case .text(_, let stack, let size, _, _) = key.pieces[Int(text.letters[first].run)],
        let width = width(ofUncovered: grapheme.map(\.scalar), face: stack.pinned)
      else { continue }
      for (_, letter) in grapheme { text.letters[letter].advance = 0 }
      text.letters[first].advance = width.ems * size
      if let fallback = width.fallback {
        text.letters[first].flags.insert(fallback.letterFlag)
        if text.faces.fallbacks[fallback] == nil { text.faces.fallbacks[fallback] = metrics(of: fallback) }
      }
    }
  }

  /// The width, in ems, of a grapheme missing in the pinned faces, with its fallback font if there is one;
  /// nil for any other.
  private mutating func width(
    ofUncovered scalars: [Unicode.Scalar], face: FontFace
  ) -> (ems: Double, fallback: FallbackFont?)? {
    if scalars.count == 1, scalars[0].value < 0xA9 { return nil }
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    let grapheme = String(string)
    if grapheme.count == 1, let character = grapheme.first,
      let (fallback, number) = fallback(for: character, face: face)
    {
      return (advance(of: grapheme, number), fallback)
    }
    var isCovered = true
    for scalar in scalars where isCovered { isCovered = covers(scalar) }
    return isCovered ? nil : (Double(scalars.lazy.map(\.columns).first { $0 > 0 } ?? 0) / 2, nil)
  }

  /// Whether one of the families has a scalar, or the scalar is invisible.
  mutating func covers(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 || scalar.properties.isDefaultIgnorableCodePoint { return true }
    for face in [FontFace.sans, .serif, .mono] where load(face) {
      if let font = fonts[Int(face.rawValue)], pango.font_has_char(font, scalar.value) != 0 { return true }
    }
    return false
  }

  /// Extends every tab to the next tab stop from the start of its paragraph, or to the one after it if that
  /// is closer than half a space (CSS Text 3 §4.2). Stops count in spaces of the block container, with their
  /// spacing, whatever the font of the tab.
  private func setTabs(_ key: ShapingKey, in text: inout ShapedText) {
    let space = text.faces[key.tabs.stack].space * key.tabs.fontSize
    let stop = (space + key.tabs.spacing) * key.tabs.count
    var x = 0.0
    for index in text.letters.indices {
      let letter = text.letters[index]
      if letter.flags.contains(.newline) { x = 0 }
      if letter.flags.contains(.tab) {
        var advance = stop > 0 ? stop - x.truncatingRemainder(dividingBy: stop) : 0
        if advance < space / 2 { advance += stop }
        text.letters[index].advance = advance
      }
      x += text.letters[index].advance
    }
  }
}
