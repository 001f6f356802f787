/// A grapheme as a terminal shows it.
struct CellGlyph: Hashable {
  var character: Character
  /// Its columns: 1 or 2.
  var columns: Int
  /// The run with its style.
  var run: Int

  /// Whether it is a space.
  var isSpace: Bool { character == " " }
}

extension Character {
  /// The character that is sent to a terminal, or nil for an invisible one.
  ///
  /// The result never moves the cursor, changes the state of the terminal or reorders a line. Terminals
  /// disagree on the width of emoji sequences, so a sequence is shown as its first emoji, whose width is
  /// certain.
  var terminalForm: Character? {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: result.append(" ")
      case 0x00...0x1F, 0x7F...0x9F: result.append("\u{FFFD}")
      case 0x1F3FB...0x1F3FF where !result.isEmpty: continue  // skin tones
      case _ where scalar.properties.generalCategory == .format || scalar.columns == 0:
        if scalar.value == 0x200D, result.first?.properties.isEmoji == true {
          return Character(String(result))
        }
        guard scalar.properties.generalCategory == .nonspacingMark, !result.isEmpty, marks < 4,
          !scalar.properties.isDefaultIgnorableCodePoint
        else { continue }
        marks += 1
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result).first
  }
}

/// The glyphs of one row.
struct CellLine: Hashable {
  var glyphs: [CellGlyph] = []

  /// Its columns.
  var columns: Int { glyphs.reduce(0) { $0 + $1.columns } }

  /// Adds text in the style of a run.
  mutating func append(_ text: String, run: Int) {
    for character in text {
      guard let form = character.terminalForm else { continue }
      glyphs.append(CellGlyph(character: form, columns: max(1, form.columns), run: run))
    }
  }

  /// Adds spaces.
  mutating func append(blanks count: Int, run: Int) {
    for _ in 0..<max(0, count) { glyphs.append(CellGlyph(character: " ", columns: 1, run: run)) }
  }

  /// The line truncated to some columns, with an ellipsis if anything is lost.
  func ellipsized(to columns: Int) -> CellLine {
    guard self.columns > columns else { return self }
    guard columns > 0, let first = glyphs.first else { return CellLine() }
    var result = CellLine()
    var used = 0
    for glyph in glyphs {
      guard used + glyph.columns <= columns - 1 else { break }
      used += glyph.columns
      result.glyphs.append(glyph)
    }
    result.trimEnd()
    let run = result.glyphs.last?.run ?? first.run
    if result.glyphs.last?.character != "…" {
      result.glyphs.append(CellGlyph(character: "…", columns: 1, run: run))
    }
    return result
  }

  /// Removes spaces from the end.
  mutating func trimEnd() {
    while glyphs.last?.isSpace == true { glyphs.removeLast() }
  }

  /// The line broken into lines of at most some columns: after spaces and hyphens, beside wide characters, or
  /// anywhere.
  func wrapped(to columns: Int) -> [CellLine] {
    let columns = max(2, columns)
    var result: [CellLine] = []
    var start = 0
    var chance: Int?
    var used = 0
    var index = 0
    while index < glyphs.count {
      let glyph = glyphs[index]
      if index > start, !glyph.isSpace {
        let last = glyphs[index - 1]
        if last.isSpace || last.character == "-" || last.columns == 2 || glyph.columns == 2 { chance = index }
      }
      if used + glyph.columns > columns, !glyph.isSpace {
        let end = chance ?? index
        result.append(CellLine(glyphs: Array(glyphs[start..<end])))
        start = end
        chance = nil
        used = glyphs[start..<index].reduce(0) { $0 + $1.columns }
      }
      used += glyph.columns
      index += 1
    }
    result.append(CellLine(glyphs: Array(glyphs[start...])))
    for index in result.indices { result[index].trimEnd() }
    return result
  }
}
