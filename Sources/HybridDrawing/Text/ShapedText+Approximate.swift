extension ShapedText {
  /// An approximation of the text: every terminal column is 0.6 em. For machines without Pango or the fonts,
  /// and for texts too long to be measured letter by letter.
  init(approximating key: ShapingKey) {
    let unshaped = UnshapedText(key)
    self.init(
      letters: unshaped.letters, bytes: unshaped.bytes,
      faces: FaceTable(pinned: FontFace.allCases.map { _ in .approximate }),
      isRightToLeft: key.direction == .rightToLeft,
      isMixed: false)
    markGraphemes()
    let em = key.pieces.map { piece -> Double in
      if case .text(_, _, let size, _, _) = piece { size } else { 0 }
    }
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
    var previous: Unicode.Scalar = "\n"
    for index in letters.indices {
      guard !isEdge(index), let scalar = scalars.next() else { continue }
      if !letters[index].flags.contains(.box), letters[index].flags.contains(.grapheme) {
        letters[index].advance = Double(scalar.columns) * 0.6 * em[Int(letters[index].run)]
      }
      // After spaces and hyphens, and on both sides of wide characters and boxes.
      let allows =
        previous == " " || previous == "\t" || previous == "-" || previous == "\u{AD}"
        || previous == "\u{200B}"
        || previous == "\u{FFFC}" || scalar == "\u{FFFC}" || previous.columns == 2 || scalar.columns == 2
      if allows, index > 0, letters[index].flags.contains(.grapheme), !letters[index].flags.contains(.hangs) {
        letters[index].flags.insert(.lineBreak)
      }
      previous = scalar
    }
    addSpacing(key)
    settleEdges()
  }

  /// Sets the grapheme flag as Swift's `Character` does.
  private mutating func markGraphemes() {
    var index = 0
    for character in String(decoding: bytes, as: UTF8.self) {
      while index < letters.count, isEdge(index) { index += 1 }
      guard index < letters.count else { return }
      letters[index].flags.insert(.grapheme)
      for _ in character.unicodeScalars {
        while index < letters.count, isEdge(index) { index += 1 }
        index += 1
      }
    }
  }
}

extension ShapedText {
  /// Whether a letter is the edge of an inline box, which has no text.
  func isEdge(_ index: Int) -> Bool {
    let end = index + 1 < letters.count ? letters[index + 1].offset : Int32(bytes.count)
    return letters[index].offset == end
  }

  /// Adds letter and word spacing (CSS Text 3 §8): after every grapheme, and to every space.
  mutating func addSpacing(_ key: ShapingKey) {
    for index in letters.indices {
      let flags = letters[index].flags
      guard
        case .text(_, _, _, let letterSpacing, let wordSpacing) = key.pieces[Int(letters[index].run)],
        letterSpacing != 0 || wordSpacing != 0, flags.contains(.grapheme), !flags.contains(.newline)
      else { continue }
      letters[index].advance += letterSpacing
      if flags.contains(.stretches) { letters[index].advance += wordSpacing }
    }
  }

  /// Moves the break opportunities before characters that end an order of text behind them: they belong to
  /// the line of that text. Characters that begin one are in the line of what follows them.
  private mutating func moveBreaksBehindOrders() {
    for index in letters.indices.dropLast()
    where letters[index].flags.contains(.lineBreak) && endsOrder(index) {
      letters[index].flags.remove(.lineBreak)
      letters[index + 1].flags.insert(.lineBreak)
    }
  }

  /// Whether a letter is one of the characters PDF and PDI of UAX 9 §2.
  func endsOrder(_ index: Int) -> Bool {
    guard letters[index].flags.contains(.anchor), !isEdge(index) else { return false }
    let text = bytes[Int(letters[index].offset)...].prefix(3)
    return text.elementsEqual("\u{2069}".utf8) || text.elementsEqual("\u{202C}".utf8)
  }

  /// Moves the break opportunity before a letter to before the inline boxes that open there.
  mutating func settleEdges() {
    moveBreaksBehindOrders()
    var first: Int?
    for index in letters.indices {
      if isEdge(index) {
        if first == nil { first = index }
        continue
      }
      if let opening = first {
        first = nil
        // A closing edge stays with the content before it; the first opening edge gets the opportunity.
        let flags = letters[index].flags.intersection([.lineBreak, .grapheme])
        if let target = (opening..<index).first(where: { letters[$0].flags.contains(.opens) }) {
          letters[index].flags.subtract(flags)
          letters[target].flags.formUnion(flags)
          letters[target].level = letters[index].level
        }
      }
    }
    for index in letters.indices.dropFirst() where isEdge(index) && !letters[index].flags.contains(.opens) {
      letters[index].level = letters[index - 1].level
    }
  }
}
