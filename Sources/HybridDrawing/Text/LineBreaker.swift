/// Breaks a shaped text into lines: CSS Text 3 §5 for where, CSS 2.2 §9.5 for the room beside floats.
struct LineBreaker {
  let text: RichText
  let shaped: ShapedText
  /// The width of the box, or nil when there is no limit.
  let width: Double?
  let bands: [LineBand]

  /// A width may be this much too small for its content: what summing and rounding of layouts may lose.
  static let tolerance = 1.0 / 64

  init(_ text: RichText, _ shaped: ShapedText, width: Double?, bands: [LineBand]) {
    self.text = text
    self.shaped = shaped
    self.width = width.map { $0.isNaN ? 0 : max(0, $0) }
    self.bands = bands
  }

  /// Letters that make one line, and how they were cut.
  struct Cut {
    /// The letters that are shown: without hanging spaces, the newline, and what an ellipsis stands for.
    var shown: Range<Int>
    /// The first letter of the next line.
    var next: Int
    /// Whether a forced break, or the end of the text, ends it.
    var endsParagraph: Bool
    /// What is put behind the letters: a hyphen or an ellipsis.
    var suffix: Suffix?
    /// Whether something was left out.
    var isTruncated = false
  }

  /// What a line may end in that is not in the text, in the style of a run.
  struct Suffix {
    var text: String
    var run: Int
    var width: Double
  }

  /// The stretch of a line that is left beside floats and indentation.
  struct Room {
    /// Its left edge, without indentation.
    var left = 0.0
    /// What letters may take; nil without limit.
    var width: Double?
    /// What the first line is moved in.
    var indent = 0.0
    /// Where the next float ends; nil beside none.
    var bandEnd: Double?
  }

  /// All lines.
  func layout() -> TextLayout {
    var placer = LinePlacer(text, shaped, width: width)
    let limit = text.maximumLines.map { max(0, $0) } ?? Int.max
    var start = 0
    // A forced break that ends the text opens no line after it.
    while start < shaped.letters.count, placer.count < limit {
      var (room, cut) = line(from: start, in: &placer)
      if cut.next < shaped.letters.count, placer.count == limit - 1 {
        cut.isTruncated = true
        if text.ellipsizes { ellipsize(&cut, room: room.width) }
      }
      placer.place(cut, in: room, from: start)
      start = cut.next
    }
    return placer.finish()
  }

  /// Where the next line may be, and what goes there. Beside a float it moves down until its first word fits.
  private func line(from start: Int, in placer: inout LinePlacer) -> (room: Room, cut: Cut) {
    while true {
      let room = room(at: placer.y, height: placer.strutHeight, isFirst: placer.count == 0)
      let cut = cut(from: start, room: room.width)
      guard let end = room.bandEnd, let available = room.width, end > placer.y,
        shaped.width(of: cut.shown) > available + Self.tolerance
      else { return (room, cut) }
      placer.y = end
    }
  }

  /// The stretch between floats for a line of that height at that place.
  private func room(at y: Double, height: Double, isFirst: Bool) -> Room {
    var room = Room(indent: isFirst && text.indent.isFinite ? text.indent : 0)
    guard let width else { return room }
    var right = width
    for band in bands where band.top < y + height && band.bottom > y {
      room.left = max(room.left, band.left)
      right = min(right, width - band.right)
      room.bandEnd = min(room.bandEnd ?? .infinity, band.bottom)
    }
    room.width = max(0, right - room.left - room.indent)
    return room
  }

  /// The greatest number of letters from `start` that fit in the room; at least one.
  private func cut(from start: Int, room: Double?) -> Cut {
    let letters = shaped.letters
    let available = text.wrap == .never ? Double.infinity : (room ?? .infinity) + Self.tolerance
    var x = 0.0
    var chance: Int?
    var grapheme: Int?
    var index = start
    while index < letters.count {
      let letter = letters[index]
      if letter.flags.contains(.newline) {
        return finished(start..<index, next: index + 1, endsParagraph: true, room: room)
      }
      let hangs = letter.flags.contains(.hangs) && !text.keepsTrailingSpaces
      if index > start {
        let isGrapheme = letter.flags.contains(.grapheme) && !hangs
        if letter.flags.contains(.lineBreak) || (text.wrap == .breakAll && isGrapheme) {
          // After a soft hyphen there must be room for a hyphen as well.
          let hyphen = hyphen(before: index)
          if chance == nil || hyphen == nil || x + (hyphen?.width ?? 0) <= available { chance = index }
        }
        if isGrapheme { grapheme = index }
      }
      if !hangs, x + letter.advance > available {
        if let chance { return finished(start..<chance, next: chance, endsParagraph: false, room: room) }
        if text.wrap != .normal, let grapheme {
          return finished(start..<grapheme, next: grapheme, endsParagraph: false, room: room)
        }
      }
      x += letter.advance
      index += 1
    }
    return finished(start..<index, next: index, endsParagraph: true, room: room)
  }

  /// A line of these letters, without the spaces that hang at its end, with a hyphen or an ellipsis where one
  /// is due.
  private func finished(_ range: Range<Int>, next: Int, endsParagraph: Bool, room: Double?) -> Cut {
    var shown = range
    if text.wrap != .never, !text.keepsTrailingSpaces { trimSpaces(&shown) }
    var cut = Cut(shown: shown, next: next, endsParagraph: endsParagraph)
    if !endsParagraph { cut.suffix = hyphen(before: range.upperBound) }
    if text.ellipsizes, let room, shaped.width(of: shown) > room + Self.tolerance {
      cut.isTruncated = true
      ellipsize(&cut, room: room)
    }
    return cut
  }

  private func trimSpaces(_ range: inout Range<Int>) {
    while let last = range.last, shaped.letters[last].flags.contains(.hangs) {
      range = range.lowerBound..<last
    }
  }

  /// Puts an ellipsis behind as many graphemes as leave room for it (CSS Overflow 3 §5.1).
  private func ellipsize(_ cut: inout Cut, room: Double?) {
    guard
      let last = cut.shown.last ?? (cut.shown.lowerBound < shaped.letters.count ? cut.shown.lowerBound : nil)
    else { return }
    let suffix = suffix("…", run: Int(shaped.letters[last].run), \.ellipsis)
    var remaining = shaped.width(of: cut.shown)
    let available = room.map { $0 - suffix.width + Self.tolerance } ?? .infinity
    while remaining > available, var end = cut.shown.last {
      while end > cut.shown.lowerBound, !shaped.letters[end].flags.contains(.grapheme) { end -= 1 }
      remaining -= shaped.width(of: end..<cut.shown.upperBound)
      cut.shown = cut.shown.lowerBound..<end
    }
    trimSpaces(&cut.shown)
    cut.suffix = suffix
  }

  /// The hyphen that a line shows which ends before a letter, if a soft hyphen allowed the break.
  private func hyphen(before index: Int) -> Suffix? {
    guard index > 0, shaped.letters[index - 1].flags.contains(.softHyphen) else { return nil }
    return suffix("-", run: Int(shaped.letters[index - 1].run), \.hyphen)
  }

  private func suffix(_ string: String, run: Int, _ width: KeyPath<FaceMetrics, Double>) -> Suffix {
    var style = text.style
    if case .text(_, let own) = text.runs[run] { style = own }
    let metrics = shaped.faces[Int(FontFace(style.font).rawValue)]
    return Suffix(text: string, run: run, width: metrics[keyPath: width] * style.font.usedSize)
  }
}

extension ShapedText {
  /// The letters' widths together.
  func width(of range: Range<Int>) -> Double {
    var sum = 0.0
    for index in range { sum += letters[index].advance }
    return sum
  }

  /// The widest line when only forced breaks count.
  func maxContentWidth(_ text: RichText) -> Double {
    widestPiece(text) { _ in false }
  }

  /// The widest piece that must not be broken.
  func minContentWidth(_ text: RichText) -> Double {
    switch text.wrap {
    case .never: maxContentWidth(text)
    case .normal, .breakWord: widestPiece(text) { $0.contains(.lineBreak) }
    case .anywhere, .breakAll: widestPiece(text) { !$0.isDisjoint(with: [.lineBreak, .grapheme]) }
    }
  }

  /// The widest piece between newlines and the letters before which lines are broken.
  private func widestPiece(_ text: RichText, breaksBefore: (Letter.Flags) -> Bool) -> Double {
    let trims = text.wrap != .never && !text.keepsTrailingSpaces
    var widest = 0.0
    var x = text.indent.isFinite ? text.indent : 0
    var spaces = 0.0
    for letter in letters {
      if letter.flags.contains(.newline) || breaksBefore(letter.flags) {
        widest = max(widest, x)
        x = 0
        spaces = 0
      }
      if letter.flags.contains(.hangs), trims {
        spaces += letter.advance
      } else {
        x += spaces + letter.advance
        spaces = 0
      }
    }
    return max(widest, x)
  }
}
