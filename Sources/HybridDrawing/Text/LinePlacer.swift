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
    // Browsers add whole points above the letters.
    let upper = (leading / 2).rounded(.down)
    above += upper
    below += leading - upper
  }

  /// An atomic inline box. One at an edge of the line box is placed once the line's own extent is known.
  init(_ object: InlineObject) {
    let height = object.size.height
    let upperEdge =
      switch object.place {
      case .baseline(let rise): (object.baseline ?? height) + rise
      case .middle(let middle): middle + height / 2
      case .upperEdge(let edge): edge
      case .lowerEdge(let edge): edge + height
      case .line: object.baseline ?? height
      }
    self.init(above: upperEdge, below: height - upperEdge)
  }

  /// Moves the extent to an edge of the line box, and returns how far that raises it.
  mutating func align(to edge: LineEdge, of line: VerticalSpan) -> Double {
    let rise = edge == .top ? line.above - above : below - line.below
    above += rise
    below -= rise
    return rise
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
    /// The tallest box at each edge of the line box.
    var tallest = (top: 0.0, bottom: 0.0)
    func add(_ box: VerticalSpan, at edge: LineEdge?) {
      switch edge {
      case nil: span.formUnion(box)
      case .top: tallest.top = max(tallest.top, box.height)
      case .bottom: tallest.bottom = max(tallest.bottom, box.height)
      }
    }
    var lastRun: Int32 = -1
    // The run of a forced break counts, so that empty lines in small text are small only if the block is.
    for index in start..<cut.next where shaped.letters[index].run != lastRun {
      lastRun = shaped.letters[index].run
      switch text.runs[Int(lastRun)] {
      case .text(_, let style): add(VerticalSpan(inlineBoxOf: style, shaped.faces), at: style.lineEdge)
      case .object(let object): add(VerticalSpan(object), at: object.lineEdge)
      case .opening, .closing: break
      }
    }
    span.below += max(0, tallest.top - span.height)
    span.above += max(0, tallest.bottom - span.height)
    let lineWidth = shaped.width(of: cut.shown) + (cut.suffix?.width ?? 0)
    let stretch = stretch(cut, missing: (room.width ?? 0) - lineWidth)
    var x = 0.0
    var fragments: [TextLayout.Fragment] = []
    for piece in visualOrder(pieces(cut)) {
      let fragment = fragment(piece, x: x, stretch: stretch, in: span)
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

  private func fragment(
    _ piece: Piece, x: Double, stretch: Double, in line: VerticalSpan
  ) -> TextLayout.Fragment {
    var span = VerticalSpan(lettersOf: text.style, shaped.faces)
    var string = ""
    var rise = 0.0
    switch text.runs[piece.run] {
    case .text(_, let style):
      span = VerticalSpan(lettersOf: style, shaped.faces)
      string = shaped.string(piece.range)
      rise = style.rise
      if let edge = style.lineEdge {
        var box = VerticalSpan(inlineBoxOf: style, shaped.faces)
        let shift = box.align(to: edge, of: line)
        rise += shift
        span = VerticalSpan(above: span.above + shift, below: span.below - shift)
      }
    case .object(let object):
      span = VerticalSpan(object)
      if let edge = object.lineEdge { _ = span.align(to: edge, of: line) }
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
      isRightToLeft: piece.level % 2 == 1, rise: rise)
  }
}

extension InlineObject {
  /// The edge of the line box where it is; nil when its place depends on the baseline.
  fileprivate var lineEdge: LineEdge? { if case .line(let edge) = place { edge } else { nil } }
}
