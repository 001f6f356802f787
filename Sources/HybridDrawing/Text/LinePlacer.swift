import HybridGeometry

/// The extent above and below a baseline.
struct VerticalSpan: Hashable {
  var above: Double
  var below: Double
  var height: Double { above + below }

  init(above: Double, below: Double) {
    self.above = above
    self.below = below
  }

  /// The letters of a style: the font's ascent and descent rounded to whole points as in browsers, raised by
  /// the style's rise.
  init(lettersOf style: TextStyle, _ faces: [FaceMetrics]) {
    let metrics = faces[Int(FontFace(style.font).rawValue)]
    above = (metrics.ascent * style.font.usedSize).rounded() + style.rise
    below = (metrics.descent * style.font.usedSize).rounded() - style.rise
  }

  /// The inline box of a style: its letters with half of the leading above and below (CSS 2.2 §10.8.1).
  init(inlineBoxOf style: TextStyle, _ faces: [FaceMetrics]) {
    self.init(lettersOf: style, faces)
    let gap = faces[Int(FontFace(style.font).rawValue)].lineGap * style.font.usedSize
    let lineHeight = style.lineHeight.map { $0.isFinite ? max(0, $0) : 0 } ?? (height + gap)
    let leading = lineHeight - height
    above += leading / 2
    below += leading / 2
  }

  /// An atomic inline box.
  init(_ object: InlineObject) {
    above = object.baseline ?? object.size.height
    below = object.size.height - above
  }

  mutating func formUnion(_ other: VerticalSpan) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}

/// Places lines one below another, their letters from left to right, and aligns the lines: CSS 2.2 §10.8, UAX
/// 9 rule L2, CSS Text 3 §6.
struct LinePlacer {
  private let text: RichText
  private let shaped: ShapedText
  private let width: Double?
  private let strut: VerticalSpan
  private var lines: [TextLayout.Line] = []
  private var rooms: [LineBreaker.Room] = []

  /// The top of the next line.
  var y = 0.0
  /// The number of placed lines.
  var count: Int { lines.count }
  /// The minimum height of a line.
  var strutHeight: Double { strut.height }

  init(_ text: RichText, _ shaped: ShapedText, width: Double?) {
    self.text = text
    self.shaped = shaped
    self.width = width
    strut = VerticalSpan(inlineBoxOf: text.style, shaped.faces)
  }

  /// A part of one run with one direction.
  private struct Piece {
    var range: Range<Int>
    var run: Int
    var level: UInt8
    var order: Int
    var suffix: LineBreaker.Suffix?
  }

  /// Adds a line below the last one.
  mutating func place(_ cut: LineBreaker.Cut, in room: LineBreaker.Room, from start: Int) {
    var span = strut
    var lastRun: Int32 = -1
    // The run of a forced break counts, so that empty lines in small text are small only if the block is.
    for index in start..<cut.next where shaped.letters[index].run != lastRun {
      lastRun = shaped.letters[index].run
      switch text.runs[Int(lastRun)] {
      case .text(_, let style): span.formUnion(VerticalSpan(inlineBoxOf: style, shaped.faces))
      case .object(let object): span.formUnion(VerticalSpan(object))
      case .opening, .closing: break
      }
    }
    let lineWidth = shaped.width(of: cut.shown) + (cut.suffix?.width ?? 0)
    let stretch = stretch(cut, missing: (room.width ?? 0) - lineWidth)
    var x = 0.0
    var fragments: [TextLayout.Fragment] = []
    for piece in visualOrder(pieces(cut)) {
      let fragment = fragment(piece, x: x, stretch: stretch)
      x += fragment.width
      fragments.append(fragment)
    }
    lines.append(
      TextLayout.Line(
        x: 0, y: y, width: x, height: span.height, baseline: y + span.above, fragments: fragments,
        isTruncated: cut.isTruncated, endsParagraph: cut.endsParagraph))
    rooms.append(room)
    y += span.height
  }

  /// The layout of all lines, each aligned.
  mutating func finish() -> TextLayout {
    var widest = 0.0
    for (index, line) in lines.enumerated() { widest = max(widest, line.width + rooms[index].indent) }
    for index in lines.indices {
      let room = rooms[index]
      // Without a given width, the widest line determines it.
      let available = room.width ?? max(0, widest - room.indent)
      let missing = available - lines[index].width
      let isLeading = shaped.isRightToLeft ? 0.0 : room.indent
      let offset: Double
      switch (text.alignment, shaped.isRightToLeft) {
      case (.start, false), (.end, true), (.left, _), (.justify, false): offset = 0
      case (.start, true), (.end, false), (.right, _), (.justify, true): offset = missing
      case (.center, _): offset = missing / 2
      }
      // An overflowing line extends beyond the end edge, not the start edge.
      let x = room.left + isLeading + (missing < 0 ? (shaped.isRightToLeft ? missing : 0) : offset)
      lines[index].x = x
      for fragment in lines[index].fragments.indices { lines[index].fragments[fragment].x += x }
    }
    return TextLayout(size: Size(width: widest, height: y), lines: lines)
  }

  /// The additional width of every space in a justified line.
  private func stretch(_ cut: LineBreaker.Cut, missing: Double) -> Double {
    guard text.alignment == .justify, !cut.endsParagraph, missing > 0 else { return 0 }
    let spaces = cut.shown.count { shaped.letters[$0].flags.contains(.stretches) }
    return spaces > 0 ? missing / Double(spaces) : 0
  }

  /// The pieces of a line in logical order.
  private func pieces(_ cut: LineBreaker.Cut) -> [Piece] {
    var result: [Piece] = []
    for index in cut.shown {
      let letter = shaped.letters[index]
      if let last = result.last, last.run == Int(letter.run), last.level == letter.level {
        result[result.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        result.append(
          Piece(range: index..<index + 1, run: Int(letter.run), level: letter.level, order: result.count))
      }
    }
    if let suffix = cut.suffix {
      let end = cut.shown.upperBound
      result.append(
        Piece(
          range: end..<end, run: suffix.run, level: shaped.isRightToLeft ? 1 : 0, order: result.count,
          suffix: suffix))
    }
    return result
  }

  /// The pieces in visual order (UAX 9 rule L2): from the highest level down, pieces of at least that level
  /// are reversed.
  private func visualOrder(_ pieces: [Piece]) -> [Piece] {
    guard shaped.isMixed, let highest = pieces.map(\.level).max() else { return pieces }
    var result = pieces
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < result.count {
        guard result[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < result.count, result[end].level >= level { end += 1 }
        result[start..<end].reverse()
        start = end
      }
    }
    return result
  }

  private func fragment(_ piece: Piece, x: Double, stretch: Double) -> TextLayout.Fragment {
    var span = VerticalSpan(lettersOf: text.style, shaped.faces)
    var string = ""
    switch text.runs[piece.run] {
    case .text(_, let style):
      span = VerticalSpan(lettersOf: style, shaped.faces)
      string = shaped.string(piece.range)
    case .object(let object): span = VerticalSpan(object)
    case .opening, .closing: break
    }
    var width = shaped.width(of: piece.range)
    if stretch > 0 {
      width += stretch * Double(piece.range.count { shaped.letters[$0].flags.contains(.stretches) })
    }
    if let suffix = piece.suffix {
      string = suffix.text
      width = suffix.width
    }
    return TextLayout.Fragment(
      run: piece.run, text: string, order: piece.order, x: x, width: width, ascent: span.above,
      descent: span.below,
      isRightToLeft: piece.level % 2 == 1)
  }
}
