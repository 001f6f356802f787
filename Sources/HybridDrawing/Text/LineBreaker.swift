import HybridGeometry

/// Breaks a shaped text into lines: CSS Text 3 §5 for the break positions, CSS 2.2 §9.5 for the room beside
/// floats.
struct LineBreaker {
  private var text: RichText
  private var shaped: ShapedText
  /// The text as it is from the second line on, while the first line has styles of its own.
  private var rest: (text: RichText, shaped: ShapedText)?
  /// The width of the box, or nil when there is no limit.
  let width: Double?
  /// The floats beside the lines, with those in the text as far as they are placed.
  private var floats: LineFloats
  /// The corners of the placed floats of the text.
  private var places: [Point?]
  /// The floats placed in the present line.
  private var placed: [PlacedFloat] = []
  /// Floats that did not fit into the present line, with their letters.
  private var waiting: [(number: Int, letter: Int)] = []
  /// The number of each float of the text, by its letter.
  private let floatNumbers: [Int: Int]
  /// Whether runs have break opportunities of their own.
  private let hasOwnWraps: Bool
  /// The first letters of the lines that were chosen together, in order; the other lines take what fits.
  private var chosen: [Int] = []

  /// A float placed in the present line, and the floats before it.
  private struct PlacedFloat {
    var number: Int
    var letter: Int
    /// Whether it follows other content of the line.
    var isAfterContent: Bool
    var before: LineFloats
  }

  /// The amount by which a width may be too small for its content, because of rounding in layouts.
  static let tolerance = 1.0 / 64

  init(_ text: RichText, _ shaped: ShapedText, width: Double?, floats: LineFloats) {
    self.text = text
    var shaped = shaped
    if let width, !text.edgeRatios.isEmpty { shaped.widenEdges(text.edgeRatios, of: width) }
    self.shaped = shaped
    self.width = width.map { $0.isNaN ? 0 : max(0, $0) }
    self.floats = floats
    places = floats.anchored.map { _ in nil }
    let letters =
      floats.anchored.isEmpty
      ? [] : shaped.letters.indices.filter { shaped.letters[$0].flags.contains(.float) }
    floatNumbers = Dictionary(
      uniqueKeysWithValues: zip(letters, floats.anchored.indices).map { ($0, $1) })
    hasOwnWraps = text.runs.contains {
      if case .text(_, let style) = $0 { style.wrap != nil && style.wrap != text.wrap } else { false }
    }
  }

  /// Gives the first line other styles. The letters are the same.
  mutating func begin(with first: RichText, _ shapedFirst: ShapedText) {
    guard shapedFirst.letters.count == shaped.letters.count else { return }
    rest = (text, shaped)
    text = first
    shaped = shapedFirst
    if let width, !first.edgeRatios.isEmpty { shaped.widenEdges(first.edgeRatios, of: width) }
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
  struct LineSpace {
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
  mutating func layout() -> TextLayout {
    if text.wrapStyle != .greedy, rest == nil { chooseLines() }
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
      if let rest {
        (text, shaped, self.rest) = (rest.text, rest.shaped, nil)
        placer.go(on: text, shaped)
      }
      for float in waiting { place(float.number, below: placer.y) }
      waiting = []
      if cut.endsParagraph, let bottom = clearedBottom(before: cut.next) { placer.y = max(placer.y, bottom) }
    }
    var layout = placer.finish()
    layout.floats = places.map { $0 ?? Point(x: 0, y: placer.y) }
    return layout
  }

  /// The lower edge of the floats that a forced break before a letter clears.
  private func clearedBottom(before next: Int) -> Double? {
    guard !text.breakClears.isEmpty, next > 0, shaped.letters[next - 1].flags.contains(.newline),
      let sides = text.breakClears[Int(shaped.letters[next - 1].run)]
    else { return nil }
    return floats.bands.lazy.filter {
      sides.contains(.left) && $0.left > 0 || sides.contains(.right) && $0.right > 0
    }.map(\.bottom).max()
  }

  /// The position and content of the next line. Beside a float it moves down until its first word fits.
  private mutating func line(from start: Int, in placer: inout LinePlacer) -> (room: LineSpace, cut: Cut) {
    while true {
      placed = []
      waiting = []
      var room = room(at: placer.y, height: placer.strutHeight, isFirst: placer.count == 0)
      let cut = cut(
        from: start, at: placer.y, height: placer.strutHeight, isFirst: placer.count == 0, in: &room)
      // Floats of the next line are found again there.
      removeFloats { $0.letter >= cut.next }
      waiting.removeAll { $0.letter >= cut.next }
      guard room.bandEnd != nil, let available = room.width,
        shaped.width(of: cut.shown) > available + Self.tolerance
      else { return (room, cut) }
      // A float that the word itself contains moves down with it: only those before it can be passed.
      let earlier = placed.first(where: \.isAfterContent)?.before ?? floats
      let end = earlier.room(at: placer.y, height: placer.strutHeight, width: width ?? 0).until
      guard end > placer.y, end < .infinity else { return (room, cut) }
      removeFloats(where: \.isAfterContent)
      placer.y = end
    }
  }

  /// The room between floats for a line of that height at that position.
  private func room(at y: Double, height: Double, isFirst: Bool) -> LineSpace {
    var room = LineSpace(indent: isFirst ? text.indent(in: width) : 0)
    guard let width else { return room }
    let free = floats.room(at: y, height: height, width: width)
    room.left = free.left
    if free.until < .infinity { room.bandEnd = free.until }
    room.width = max(0, free.right - free.left - room.indent)
    return room
  }

  // MARK: Lines chosen together

  /// The most lines of a paragraph that are balanced, and the last lines of one that are chosen anew: those
  /// of Chromium, since CSS Text 4 §6.2 leaves both to the client.
  private static let mostBalanced = 6
  private static let mostRetaken = 4
  /// The cost of a last line of one word, in square points: more than any other cost.
  private static let costOfOneWord = 1e12

  /// Chooses the breaks of a balanced or pretty text. Texts with forced breaks or beside floats stay as they
  /// are.
  private mutating func chooseLines() {
    guard let width, floats.isEmpty, !shaped.letters.contains(where: { $0.flags.contains(.newline) }),
      let starts = lines(atMost: text.wrapStyle == .balanced ? Self.mostBalanced : .max),
      let last = starts.last, starts.count > 1, starts.count <= text.maximumLines ?? .max,
      // A word that is cut stays as it is.
      starts.dropFirst().allSatisfy(isChance)
    else { return }
    switch text.wrapStyle {
    case .greedy: return
    case .balanced: chosen = leastUneven(from: 0)
    case .pretty:
      let end = shaped.letters.count
      guard length(of: last..<end) < width / 3, !(last + 1..<end).contains(where: isChance) else { return }
      chosen = leastUneven(from: starts.suffix(Self.mostRetaken).first ?? 0, sparesLast: true)
    }
  }

  /// The first letters of all lines that take what fits, without floats; nil if there are more than `limit`.
  private mutating func lines(atMost limit: Int) -> [Int]? {
    var starts: [Int] = []
    var start = 0
    while start < shaped.letters.count {
      guard starts.count < limit else { return nil }
      var room = room(at: 0, height: 0, isFirst: start == 0)
      starts.append(start)
      start = cut(from: start, at: 0, height: 0, isFirst: start == 0, in: &room).next
    }
    return starts
  }

  /// The first letters of the lines from a letter to the end for which the squares of what they leave empty
  /// have the least sum.
  ///
  /// - Parameter sparesLast: Whether the last line may be short, but not one word.
  private func leastUneven(from first: Int, sparesLast: Bool = false) -> [Int] {
    let end = shaped.letters.count
    let starts = [first] + (first + 1..<end).filter(isChance) + [end]
    /// The least cost of the lines up to each start, and the start of the last one of them.
    var best = [(cost: Double, before: Int)](repeating: (.infinity, 0), count: starts.count)
    best[0].cost = 0
    for index in starts.indices.dropLast() {
      let room = room(at: 0, height: 0, isFirst: starts[index] == 0).width ?? .infinity
      for next in index + 1..<starts.count {
        let rest = room - length(of: starts[index]..<starts[next])
        guard rest >= -Self.tolerance || next == index + 1 else { break }
        var cost = rest > 0 ? rest * rest : 0
        if sparesLast, next == starts.count - 1 { cost = next == index + 1 ? Self.costOfOneWord : 0 }
        if best[index].cost + cost < best[next].cost { best[next] = (best[index].cost + cost, index) }
      }
    }
    var result: [Int] = []
    var index = starts.count - 1
    while index > 0 {
      index = best[index].before
      result.append(starts[index])
    }
    return result.reversed()
  }

  /// The width of a line of these letters, without hanging spaces, with a hyphen if it ends at one.
  private func length(of letters: Range<Int>) -> Double {
    var shown = letters
    if !text.keepsTrailingSpaces { trimSpaces(&shown) }
    return shaped.width(of: shown) + (hyphen(before: letters.upperBound)?.width ?? 0)
  }

  /// Whether a line may break before a letter without cutting a word that is too long.
  private func isChance(_ index: Int) -> Bool {
    let letter = shaped.letters[index]
    if letter.flags.contains(.lineBreak), allowsBreak(before: index) { return true }
    return wrap(of: letter) == .breakAll && letter.flags.contains(.grapheme) && !isHanging(letter)
  }

  /// Whether a letter at the end of a line is outside of it.
  private func isHanging(_ letter: Letter) -> Bool {
    letter.flags.contains(.hangs) && !text.keepsTrailingSpaces
  }

  // MARK: Floats in the text

  /// Handles a float met after `used` points of a line. It is placed at the top of the line if it fits beside
  /// what is there, else below the line (CSS 2.2 §9.5). Returns whether the room of the line may have
  /// changed.
  private mutating func meetFloat(
    at letter: Int, after used: Double, isFirst: Bool, y: Double, _ room: LineSpace
  ) -> Bool {
    guard let number = floatNumber(at: letter), places[number] == nil else { return false }
    let float = floats.anchored[number]
    var lowest = floats.top
    if float.clearsLeft { lowest = max(lowest, floats.leftBottom) }
    if float.clearsRight { lowest = max(lowest, floats.rightBottom) }
    let fits = room.width.map { used + float.size.width <= $0 + Self.tolerance } ?? true
    guard isFirst || waiting.isEmpty && fits && lowest <= y else {
      waiting.append((number, letter))
      return false
    }
    placed.append(PlacedFloat(number: number, letter: letter, isAfterContent: used > 0, before: floats))
    place(number, below: y)
    return true
  }

  private func floatNumber(at letter: Int) -> Int? { floatNumbers[letter] }

  private mutating func place(_ number: Int, below y: Double) {
    places[number] = floats.place(floats.anchored[number], below: y, width: width ?? 0)
  }

  /// Takes the last floats of the present line back.
  private mutating func removeFloats(where belongsElsewhere: (PlacedFloat) -> Bool) {
    while let last = placed.last, belongsElsewhere(last) {
      floats = last.before
      places[last.number] = nil
      placed.removeLast()
    }
  }

  // MARK: One line

  /// The break opportunities of a letter's run.
  private func wrap(of letter: Letter) -> RichText.Wrap {
    guard hasOwnWraps, case .text(_, let style) = text.runs[Int(letter.run)] else { return text.wrap }
    return style.wrap ?? text.wrap
  }

  /// Whether a line may break before a letter that is an opportunity: where text of two elements meets, one
  /// of them has to allow it; a space at the end of a line decides alone (CSS Text 3 §5.1).
  private func allowsBreak(before index: Int) -> Bool {
    guard hasOwnWraps else { return true }
    var previous = index - 1
    while previous > 0, shaped.isEdge(previous) || shaped.letters[previous].flags.contains(.anchor) {
      previous -= 1
    }
    let before = shaped.letters[max(previous, 0)]
    if wrap(of: before) != .never { return true }
    var next = index
    while next + 1 < shaped.letters.count, shaped.letters[next].flags.contains(.anchor) { next += 1 }
    return !before.flags.contains(.hangs) && wrap(of: shaped.letters[next]) != .never
  }

  /// The maximum number of letters from `start` that fit in the room; at least one.
  private mutating func cut(
    from start: Int, at y: Double, height: Double, isFirst: Bool, in room: inout LineSpace
  ) -> Cut {
    let letters = shaped.letters
    let neverWraps = text.wrap == .never && !hasOwnWraps
    func limit(_ room: LineSpace) -> Double {
      neverWraps ? .infinity : (room.width ?? .infinity) + Self.tolerance
    }
    if let place = chosen.firstIndex(of: start), place + 1 < chosen.count {
      let end = chosen[place + 1]
      return finished(start..<end, next: end, endsParagraph: false, room: room.width)
    }
    var available = limit(room)
    var x = 0.0
    /// Without the spaces that would hang if the line ended here.
    var used = 0.0
    var chance: Int?
    var grapheme: Int?
    var index = start
    while index < letters.count {
      let letter = letters[index]
      if letter.flags.contains(.newline) {
        return finished(start..<index, next: index + 1, endsParagraph: true, room: room.width)
      }
      if letter.flags.contains(.anchor) {
        if letter.flags.contains(.float),
          meetFloat(at: index, after: used, isFirst: isFirst && used == 0, y: y, room)
        {
          room = self.room(at: y, height: height, isFirst: isFirst)
          available = limit(room)
        }
        if index > start, isChance(index) { chance = index }
        index += 1
        continue
      }
      let hangs = isHanging(letter)
      let wrap = wrap(of: letter)
      if index > start {
        let isGrapheme = letter.flags.contains(.grapheme) && !hangs
        if isChance(index) {
          // After a soft hyphen there must be room for a hyphen as well.
          let hyphen = hyphen(before: index)
          if chance == nil || hyphen == nil || x + (hyphen?.width ?? 0) <= available { chance = index }
        }
        if isGrapheme { grapheme = index }
      }
      if !hangs, x + letter.advance > available {
        if let chance {
          return finished(start..<chance, next: chance, endsParagraph: false, room: room.width)
        }
        if wrap != .normal, wrap != .never, let grapheme {
          return finished(start..<grapheme, next: grapheme, endsParagraph: false, room: room.width)
        }
      }
      x += letter.advance
      if !hangs { used = x }
      index += 1
    }
    return finished(start..<index, next: index, endsParagraph: true, room: room.width)
  }

  /// A line of these letters without hanging spaces, with a hyphen or an ellipsis if needed.
  private func finished(_ range: Range<Int>, next: Int, endsParagraph: Bool, room: Double?) -> Cut {
    var shown = range
    if !text.keepsTrailingSpaces { trimSpaces(&shown) }
    var cut = Cut(shown: shown, next: next, endsParagraph: endsParagraph)
    if !endsParagraph { cut.suffix = hyphen(before: range.upperBound) }
    if text.ellipsizes, let room, shaped.width(of: shown) > room + Self.tolerance {
      cut.isTruncated = true
      ellipsize(&cut, room: room)
    }
    return cut
  }

  /// Takes hanging spaces from the end; those of text that does not wrap only before an ellipsis, or if they
  /// collapse beside text that wraps.
  private func trimSpaces(_ range: inout Range<Int>, beforeEllipsis: Bool = false) {
    while var last = range.last {
      // The end of an order of text takes no room.
      while last > range.lowerBound, shaped.endsOrder(last) { last -= 1 }
      // It may stand for a collapsed space behind another one.
      if shaped.letters[last].flags.contains(.zeroWidthSpace), last > range.lowerBound { last -= 1 }
      let letter = shaped.letters[last]
      guard letter.flags.contains(.hangs),
        beforeEllipsis || wrap(of: letter) != .never || collapses(letter)
      else { return }
      range = range.lowerBound..<last
    }
  }

  /// Whether a space of text that does not wrap is nothing at the end of a line.
  private func collapses(_ letter: Letter) -> Bool {
    guard hasOwnWraps, case .text(_, let style) = text.runs[Int(letter.run)] else { return false }
    return !style.preservesSpaces
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
    trimSpaces(&cut.shown, beforeEllipsis: true)
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
    let metrics = shaped.faces[style.font]
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
    let wraps = text.runs.map { run -> RichText.Wrap in
      if case .text(_, let style) = run { style.wrap ?? text.wrap } else { text.wrap }
    }
    if wraps.allSatisfy({ $0 == .never }) { return maxContentWidth(text) }
    var previous = text.wrap
    var wasSpace = false
    /// Whether a line may be broken before the places in front of the next letter.
    var wasOpportunity = false
    return widestPiece(text) { letter in
      if letter.flags.contains(.anchor) {
        wasOpportunity = wasOpportunity || letter.flags.contains(.lineBreak)
        return false
      }
      let wrap = wraps[Int(letter.run)]
      let isOpportunity = wasOpportunity || letter.flags.contains(.lineBreak)
      defer { (previous, wasSpace, wasOpportunity) = (wrap, letter.flags.contains(.hangs), false) }
      switch wrap {
      case .anywhere, .breakAll: return isOpportunity || letter.flags.contains(.grapheme)
      case .normal, .breakWord, .never:
        return isOpportunity && (previous != .never || !wasSpace && wrap != .never)
      }
    }
  }

  /// The widest piece between newlines and the letters before which lines may break.
  private func widestPiece(_ text: RichText, breaksBefore: (Letter) -> Bool) -> Double {
    let trims = text.wrap != .never && !text.keepsTrailingSpaces
    var widest = 0.0
    var x = text.indent(in: nil)
    var spaces = 0.0
    for letter in letters {
      if breaksBefore(letter) || letter.flags.contains(.newline) {
        widest = max(widest, x)
        x = 0
        spaces = 0
      }
      if letter.flags.contains(.hangs), trims {
        spaces += letter.advance
      } else if !letter.flags.contains(.anchor) {
        x += spaces + letter.advance
        spaces = 0
      }
    }
    return max(widest, x)
  }
}
