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
  init(lettersOf style: TextStyle, _ faces: FaceTable) {
    self.init(lettersOf: style.boxFont ?? style.font, rise: style.rise, faces)
  }

  private init(lettersOf font: Font, rise: Double, _ faces: FaceTable) {
    let metrics = faces[font]
    above = (metrics.ascent * font.usedSize).rounded() + rise
    below = (metrics.descent * font.usedSize).rounded() - rise
  }

  /// The inline box of a style.
  init(inlineBoxOf style: TextStyle, _ faces: FaceTable) {
    self.init(
      InlineStrut(
        font: style.boxFont ?? style.font, lineHeight: style.lineHeight, rise: style.rise, group: nil), faces)
  }

  /// An inline box: its letters with half of the leading above and below (CSS 2.2 §10.8.1).
  init(_ strut: InlineStrut, _ faces: FaceTable) {
    self.init(lettersOf: strut.font, rise: strut.rise, faces)
    let gap = (faces[strut.font].lineGap * strut.font.usedSize).rounded()
    let lineHeight = strut.lineHeight.map { $0.isFinite ? max(0, $0) : 0 } ?? (height + gap)
    let leading = lineHeight - height
    // Browsers add whole points above the letters.
    let upper = (leading / 2).rounded(.down)
    above += upper
    below = strut.isAbove ? -.infinity : below + leading - upper
  }

  /// The letters of a style in a fallback font, with the leading of that font.
  init(_ style: TextStyle, fallback metrics: FaceMetrics) {
    let size = style.font.usedSize
    above = (metrics.ascent * size).rounded() + style.rise
    below = (metrics.descent * size).rounded() - style.rise
    let gap = (metrics.lineGap * size).rounded()
    above += (gap / 2).rounded(.down)
    below += gap - (gap / 2).rounded(.down)
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

  /// How far an aligned subtree is raised so that it is at an edge of the line box.
  func lift(to edge: LineEdge, of line: VerticalSpan) -> Double {
    edge == .top ? line.above - above : below - line.below
  }

  func raised(by lift: Double) -> VerticalSpan { VerticalSpan(above: above + lift, below: below - lift) }

  mutating func formUnion(_ other: VerticalSpan) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}

/// Places lines one below another, their letters from left to right, and aligns the lines: CSS 2.2 §10.8, UAX
/// 9 rule L2, CSS Text 3 §6.
struct LinePlacer {
  private var text: RichText
  private var shaped: ShapedText
  private let width: Double?
  private var strut: VerticalSpan
  private var lines: [TextLayout.Line] = []
  private var rooms: [LineBreaker.LineSpace] = []

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

  /// Takes the following lines from the same text in other styles.
  mutating func go(on text: RichText, _ shaped: ShapedText) {
    self.text = text
    self.shaped = shaped
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

  /// The aligned subtrees of one line.
  private struct Groups {
    private var spans: [(group: LineGroup, span: VerticalSpan)] = []

    mutating func add(_ box: VerticalSpan, to group: LineGroup) {
      if let index = spans.firstIndex(where: { $0.group == group }) {
        spans[index].span.formUnion(box)
      } else {
        spans.append((group, box))
      }
    }

    /// The greatest height of those at an edge.
    func tallest(at edge: LineEdge) -> Double {
      spans.reduce(0) { $1.group.edge == edge ? max($0, $1.span.height) : $0 }
    }

    func lifts(in line: VerticalSpan) -> [LineGroup: Double] {
      if spans.isEmpty { return [:] }
      let lifts = spans.map { ($0.group, $0.span.lift(to: $0.group.edge, of: line)) }
      return Dictionary(uniqueKeysWithValues: lifts)
    }

    func lift(of group: LineGroup?, in line: VerticalSpan) -> Double {
      guard let group, let span = spans.first(where: { $0.group == group })?.span else { return 0 }
      return span.lift(to: group.edge, of: line)
    }
  }

  /// Adds a line below the last one.
  mutating func place(_ cut: LineBreaker.Cut, in room: LineBreaker.LineSpace, from start: Int) {
    var span = strut
    var groups = Groups()
    var isEmpty = true
    func add(_ box: VerticalSpan, to group: LineGroup?) {
      if let group { groups.add(box, to: group) } else { span.formUnion(box) }
    }
    func add(_ struts: [InlineStrut]) {
      for strut in struts { add(VerticalSpan(strut, shaped.faces), to: strut.group) }
    }
    var lastRun: Int32 = -1
    // The run of a forced break counts, so that empty lines in small text are small only if the block is.
    for index in start..<cut.next where shaped.letters[index].run != lastRun {
      lastRun = shaped.letters[index].run
      switch text.runs[Int(lastRun)] {
      case .text(_, let style):
        add(VerticalSpan(inlineBoxOf: style, shaped.faces), to: style.group)
        add(style.struts)
        isEmpty = false
      case .object(let object):
        add(VerticalSpan(object), to: object.lineGroup)
        add(object.struts)
        isEmpty = false
      case .opening, .closing: isEmpty = false
      case .anchor(let anchor): if anchor.kind == .box { add(anchor.struts) }
      case .ordering: break
      }
    }
    // Where the line height is that of the font, it is that of all fonts that are used (CSS 2.2 §10.8.1).
    for (fallback, metrics) in shaped.faces.fallbacks {
      lastRun = -1
      for letter in shaped.letters[start..<cut.next] where letter.flags.contains(fallback.letterFlag) {
        if letter.run == lastRun { continue }
        lastRun = letter.run
        guard case .text(_, let style) = text.runs[Int(lastRun)], style.lineHeight == nil else { continue }
        add(VerticalSpan(style, fallback: metrics), to: style.group)
      }
    }
    if isEmpty {
      span = VerticalSpan(above: 0, below: 0)
      groups = Groups()
    }
    span.below += max(0, groups.tallest(at: .top) - span.height)
    span.above += max(0, groups.tallest(at: .bottom) - span.height)
    let lineWidth = shaped.width(of: cut.shown) + (cut.suffix?.width ?? 0)
    let stretch = stretch(cut, missing: (room.width ?? 0) - lineWidth)
    var x = 0.0
    var fragments: [TextLayout.Fragment] = []
    for piece in visualOrder(pieces(cut)) {
      let fragment = fragment(piece, x: x, stretch: stretch, in: span, groups)
      x += fragment.width
      fragments.append(fragment)
    }
    var line = TextLayout.Line(
      x: 0, y: y, width: x, height: span.height, baseline: y + span.above, fragments: fragments,
      isTruncated: cut.isTruncated, endsParagraph: cut.endsParagraph)
    line.isEmpty = isEmpty
    line.lifts = groups.lifts(in: span)
    lines.append(line)
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
      switch (text.alignment(ofLast: lines[index].endsParagraph), shaped.isRightToLeft) {
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
    guard text.alignment(ofLast: cut.endsParagraph) == .justify, missing > 0 else { return 0 }
    let spaces = cut.shown.count { shaped.letters[$0].flags.contains(.stretches) }
    return spaces > 0 ? missing / Double(spaces) : 0
  }

  /// The pieces of a line in logical order. A tab is one of its own, since only its width is known, not that
  /// of what it is drawn with.
  private func pieces(_ cut: LineBreaker.Cut) -> [Piece] {
    var result: [Piece] = []
    var isBesideTab = false
    for index in cut.shown {
      let letter = shaped.letters[index]
      let isTab = letter.flags.contains(.tab)
      defer { isBesideTab = isTab }
      if let last = result.last, last.run == Int(letter.run), last.level == letter.level,
        !isTab, !isBesideTab
      {
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

  /// The pieces in visual order.
  private func visualOrder(_ pieces: [Piece]) -> [Piece] {
    guard shaped.isMixed else { return pieces }
    guard pieces.contains(where: { edge(of: $0) != nil }) else { return reordered(pieces) }
    var result = reordered(pieces.filter { edge(of: $0) == nil })
    // Edges of inline boxes are on the sides of what is in the box, whatever its direction (CSS 2.2 §8.6).
    // Boxes are met from the innermost out; one without an opening edge here began in an earlier line.
    var open: [Piece] = []
    for piece in pieces {
      switch edge(of: piece) {
      case .opening: open.append(piece)
      case .closing:
        let opening = open.popLast()
        if let opening { insert(opening, .opening, into: &result, around: opening.order..<piece.order) }
        insert(piece, .closing, into: &result, around: (opening?.order ?? 0)..<piece.order)
      case nil: break
      }
    }
    for opening in open.reversed() {
      insert(opening, .opening, into: &result, around: opening.order..<pieces.count)
    }
    return result
  }

  private enum Edge { case opening, closing }

  private func edge(of piece: Piece) -> Edge? {
    switch text.runs[piece.run] {
    case .opening: .opening
    case .closing: .closing
    case .text, .object, .anchor, .ordering: nil
    }
  }

  /// Inserts an edge of an inline box beside the pieces of the box, whose `order` is in `box`.
  private func insert(_ piece: Piece, _ edge: Edge, into result: inout [Piece], around box: Range<Int>) {
    let isLeft = (edge == .opening) != shaped.isRightToLeft
    let place: Int
    if isLeft, let first = result.firstIndex(where: { box.contains($0.order) }) {
      place = first
    } else if !isLeft, let last = result.lastIndex(where: { box.contains($0.order) }) {
      place = last + 1
    } else if let before = result.firstIndex(where: { $0.order == piece.order - 1 }) {
      // An empty box follows the piece before it.
      place = shaped.isRightToLeft ? before : before + 1
    } else {
      place = shaped.isRightToLeft ? result.count : 0
    }
    var piece = piece
    piece.level = shaped.isRightToLeft ? 1 : 0
    result.insert(piece, at: place)
  }

  /// Pieces in visual order by UAX 9 rule L2: from the highest level down, pieces of at least that level are
  /// reversed.
  private func reordered(_ pieces: [Piece]) -> [Piece] {
    guard let highest = pieces.map(\.level).max() else { return pieces }
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
    _ piece: Piece, x: Double, stretch: Double, in line: VerticalSpan, _ groups: Groups
  ) -> TextLayout.Fragment {
    var span = VerticalSpan(lettersOf: text.style, shaped.faces)
    var string = ""
    var rise = 0.0
    var lift = 0.0
    switch text.runs[piece.run] {
    case .text(_, let style):
      lift = groups.lift(of: style.group, in: line)
      span = VerticalSpan(lettersOf: style, shaped.faces).raised(by: lift)
      string = shaped.string(piece.range)
      rise = style.rise + lift
    case .object(let object):
      lift = groups.lift(of: object.lineGroup, in: line)
      span = VerticalSpan(object).raised(by: lift)
    case .opening, .closing, .anchor, .ordering: break
    }
    var width = shaped.width(of: piece.range)
    if stretch > 0 {
      width += stretch * Double(piece.range.count { shaped.letters[$0].flags.contains(.stretches) })
    }
    if let suffix = piece.suffix {
      string = suffix.text
      width = suffix.width
    }
    // Negative spacing may take more than the letters have: browsers give such text no width.
    if width < 0, case .text = text.runs[piece.run] { width = 0 }
    var fragment = TextLayout.Fragment(
      run: piece.run, text: string, order: piece.order, x: x, width: width, ascent: span.above,
      descent: span.below,
      isRightToLeft: piece.level % 2 == 1, rise: rise)
    fragment.lift = lift
    return fragment
  }
}

extension InlineObject {
  /// The aligned subtree that it belongs to: its own if it is at an edge of the line box.
  fileprivate var lineGroup: LineGroup? {
    if case .line(let edge) = place { LineGroup(edge: edge, root: -1 - id) } else { group }
  }
}
