extension GlyphKey {
  /// The key of a piece of text in a style; nil for one without letters.
  init?(_ fragment: TextLayout.Fragment, _ style: TextStyle) {
    guard !fragment.text.isEmpty, style.font.usedSize > 0 else { return nil }
    self.init(
      text: fragment.text, stack: FontStack(style.font), isRightToLeft: fragment.isRightToLeft,
      hasLigatures: style.letterSpacing == 0)
  }
}

extension DisplayList {
  /// The keys of all glyphs needed.
  var glyphKeys: [GlyphKey] {
    items.flatMap { item -> [GlyphKey] in
      switch item.content {
      case .text(let text): text.glyphKeys
      case .box(let box): (box.letters ?? []).flatMap(\.glyphKeys)
      case .image(let image): image.stand.glyphKeys
      default: []
      }
    }
  }
}

extension DisplayList.Text {
  fileprivate var glyphKeys: [GlyphKey] {
    layout.lines.flatMap { line in
      line.fragments.compactMap { fragment -> GlyphKey? in
        guard case .text(_, let style) = text.runs[fragment.run] else { return nil }
        return GlyphKey(fragment, style)
      }
    }
  }
}

/// Glyphs with their pen positions, in points from the left edge of their piece.
struct PlacedGlyphs {
  var glyphs: [(glyph: Glyph, x: Double)] = []

  /// Places the glyphs of a piece: spacing follows every grapheme, and additional width of the piece is
  /// distributed among its spaces, as justification did.
  init(_ shaped: [Glyph], _ fragment: TextLayout.Fragment, _ style: TextStyle) {
    let size = style.font.usedSize
    let text = GraphemeTable(fragment.text)
    var spaces = 0
    var natural = 0.0
    // The advance of each glyph, and whether a space ends with it.
    var advances: [(width: Double, isSpace: Bool)] = []
    advances.reserveCapacity(shaped.count)
    for (index, glyph) in shaped.enumerated() {
      let grapheme = text.grapheme(at: glyph.cluster)
      var width = glyph.advance * size
      let endsGrapheme =
        index + 1 == shaped.count || text.grapheme(at: shaped[index + 1].cluster) != grapheme
      let isSpace = endsGrapheme && text.isSpace(grapheme)
      if endsGrapheme { width += style.letterSpacing }
      if isSpace {
        width += style.wordSpacing
        spaces += 1
      }
      advances.append((width, isSpace))
      natural += width
    }
    let missing = fragment.width - natural
    let stretch = spaces > 0 && abs(missing) > 0.01 ? missing / Double(spaces) : 0
    var x = 0.0
    glyphs.reserveCapacity(shaped.count)
    for (glyph, advance) in zip(shaped, advances) {
      if !text.isInvisible(text.grapheme(at: glyph.cluster)) { glyphs.append((glyph, x)) }
      x += advance.width + (advance.isSpace ? stretch : 0)
    }
  }
}

/// The graphemes of a text by byte.
private struct GraphemeTable {
  private let starts: [Int32]
  private let firsts: [UInt32]

  init(_ text: String) {
    var starts: [Int32] = []
    var firsts: [UInt32] = []
    starts.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for (index, byte) in text.utf8.enumerated() {
        starts.append(Int32(index))
        firsts.append(UInt32(byte))
      }
    } else {
      for (index, character) in text.enumerated() {
        for _ in 0..<character.utf8.count { starts.append(Int32(index)) }
        firsts.append(character.unicodeScalars.first?.value ?? 0)
      }
    }
    (self.starts, self.firsts) = (starts, firsts)
  }

  /// The index of the grapheme that contains a byte.
  func grapheme(at byte: Int) -> Int { starts.indices.contains(byte) ? Int(starts[byte]) : 0 }

  private func first(_ grapheme: Int) -> UInt32 { firsts.indices.contains(grapheme) ? firsts[grapheme] : 0 }

  func isSpace(_ grapheme: Int) -> Bool { first(grapheme) == 0x20 || first(grapheme) == 0xA0 }
  func isInvisible(_ grapheme: Int) -> Bool { first(grapheme) <= 0x20 || first(grapheme) == 0xAD }
}
