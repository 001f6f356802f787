import HybridGeometry

/// Breaks a shaped text into lines: CSS Text 3 §5 for the break positions, CSS 2.2 §9.5 for the room beside
/// floats.
struct LineBreaker {
  let text: RichText
  let shaped: ShapedText
  /// The width of the box, or nil when there is no limit.
  let width: Double?
  let bands: [FloatBand]

  /// The amount by which a width may be too small for its content, because of rounding in layouts.
  static let tolerance = 1.0 / 64

  init(_ text: RichText, _ shaped: ShapedText, width: Double?, bands: [FloatBand]) {
    self.text = text
    self.shaped = shaped
    self.width = width.map { $0.isNaN ? 0 : max(0, $0) }
    self.bands = bands
  }

  /// The letters of one line, and how the line was cut.
  struct Cut {
    /// The visible letters: without hanging spaces, the newline, and the part that an ellipsis replaces.
    var shown: Range<Int>
    /// The first letter of the next line.
    var next: Int
    /// Whether a forced break, or the end of the text, ends it.
    var endsParagraph: Bool
    /// The addition after the letters: a hyphen or an ellipsis.
    var suffix: Suffix?
    /// Whether something was left out.
    var isTruncated = false
  }

  /// An addition to a line that is not in the text, in the style of a run.
  struct Suffix {
    var text: String
    var run: Int
    var width: Double
  }

  /// The room of a line beside floats and indentation.
  struct Room {
    /// Its left edge, without indentation.
    var left = 0.0
    /// The width for letters; nil without limit.
    var width: Double?
    /// The indentation of the first line.
    var indent = 0.0
    /// The end of the next float; nil without floats.
    var bandEnd: Double?
  }

  /// All lines.
  func layout() -> TextLayout {
    var placer = LinePlacer(text, shaped, width: width)
    let limit = text.maximumLines.map { max(0, $0) } ?? Int.max
    var start = 0
    // A forced break at the end of the text starts no further line.
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

  /// The position and content of the next line. Beside a float it moves down until its first word fits.
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

  /// The room between floats for a line of that height at that position.
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

  /// The maximum number of letters from `start` that fit in the room; at least one.
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

  /// A line of these letters without hanging spaces, with a hyphen or an ellipsis if needed.
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

  /// Appends an ellipsis to as many graphemes as leave room for it (CSS Overflow 3 §5.1).
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

  /// The hyphen of a line that ends before a letter, if a soft hyphen allowed the break.
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
  /// The sum of the letters' widths.
  func width(of range: Range<Int>) -> Double {
    var sum = 0.0
    for index in range { sum += letters[index].advance }
    return sum
  }

  /// The widest line with only forced breaks.
  func maxContentWidth(_ text: RichText) -> Double {
    widestPiece(text) { _ in false }
  }

  /// The widest unbreakable piece.
  func minContentWidth(_ text: RichText) -> Double {
    switch text.wrap {
    case .never: maxContentWidth(text)
    case .normal, .breakWord: widestPiece(text) { $0.contains(.lineBreak) }
    case .anywhere, .breakAll: widestPiece(text) { !$0.isDisjoint(with: [.lineBreak, .grapheme]) }
    }
  }

  /// The widest piece between newlines and the letters before which lines may break.
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
