/// One text item in cells: its measured lines as glyphs, broken again where cells are too coarse for them.
struct CellTextLayout {
  /// A line without a final row.
  struct Draft {
    var parts: [Part]
    /// The row that contains its centre.
    var row: Int
    /// Whether its centre is in the lower half of that row.
    var isLow: Bool
  }

  /// A part of a line without inline boxes.
  struct Part {
    var line: CellLine
    var start: Double
    var end: Double
    var anchor: CellPieces.Anchor
  }

  let text: DisplayList.Text

  init(_ text: DisplayList.Text) { self.text = text }

  /// The lines. `surroundings` is the box around the text, `columns` are the columns that it may use.
  func lines(in surroundings: CellPlan.Surroundings, columns: Range<Int>) -> [Draft] {
    let lines = text.layout.lines
    guard !lines.isEmpty else { return [] }
    let frame = CellRect(text.frame)
    // One column more than the frame is better than another row.
    let room = max(2, min(frame.width + 1, columns.upperBound - max(frame.left, columns.lowerBound)))
    let glyphs = lines.map(glyphs)
    let hasBoxes = lines.contains { $0.fragments.contains { isObject($0.run) } }
    if lines.count > 1, !hasBoxes, text.text.wrap != .never, glyphs.contains(where: { $0.columns > room }) {
      return wrapped(
        glyphs, to: min(room, max(2, frame.width)), rows: max(lines.count, frame.height),
        anchor: anchor(lines[0], text.frame.x, text.frame.maxX, surroundings))
    }
    return zip(lines, glyphs).map { line, glyphs in
      var draft = draft(line, [])
      if line.fragments.contains(where: { isObject($0.run) }) {
        draft.parts = partsBetweenObjects(line)
      } else if !glyphs.glyphs.isEmpty {
        let start = text.frame.x + line.x
        let end = start + line.width
        draft.parts = [
          Part(line: glyphs, start: start, end: end, anchor: anchor(line, start, end, surroundings))
        ]
      }
      return draft
    }
  }

  private func draft(_ line: TextLayout.Line, _ parts: [Part]) -> Draft {
    let middle = text.frame.y + line.y + line.height / 2
    let row = CellSize.row(holding: middle)
    return Draft(parts: parts, row: row, isLow: middle / CellSize.height - Double(row) >= 0.5)
  }

  private func isObject(_ run: Int) -> Bool {
    if case .object = text.text.runs[run] { true } else { false }
  }

  /// A line's glyphs in reading order: a terminal with bidirectional support reorders them itself.
  private func glyphs(_ line: TextLayout.Line) -> CellLine {
    var result = CellLine()
    for fragment in line.fragments.sorted(by: { $0.order < $1.order }) { append(fragment, to: &result) }
    result.trimEnd()
    return result
  }

  private func append(_ fragment: TextLayout.Fragment, to line: inout CellLine) {
    switch text.text.runs[fragment.run] {
    case .text:
      guard fragment.text.utf8.contains(0x09) else {
        line.append(fragment.text, run: fragment.run)
        return
      }
      for (index, part) in fragment.text.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
      {
        if index > 0 { line.append(blanks: 8 - line.columns % 8, run: fragment.run) }
        line.append(String(part), run: fragment.run)
      }
    case .object, .anchor, .ordering: break
    case .opening, .closing:
      line.append(blanks: CellSize.column(min(fragment.width, 4000)), run: fragment.run)
    }
  }

  /// The parts of text before, between and after inline boxes. Each keeps its own position, because the boxes
  /// keep theirs.
  private func partsBetweenObjects(_ line: TextLayout.Line) -> [Part] {
    var parts: [Part] = []
    var isOpen = false
    for fragment in line.fragments {
      guard !isObject(fragment.run) else {
        isOpen = false
        continue
      }
      let start = text.frame.x + fragment.x
      if !isOpen { parts.append(Part(line: CellLine(), start: start, end: start, anchor: .left)) }
      isOpen = true
      append(fragment, to: &parts[parts.count - 1].line)
      parts[parts.count - 1].end = start + fragment.width
    }
    for index in parts.indices { parts[index].line.trimEnd() }
    return parts.filter { !$0.line.glyphs.isEmpty }
  }

  /// The anchor of a line. The alignment of a short text in a frame of its own width is meaningless: it is
  /// anchored at the centre or at the right if that is its position in the box around it.
  private func anchor(
    _ line: TextLayout.Line, _ start: Double, _ end: Double, _ surroundings: CellPlan.Surroundings
  ) -> CellPieces.Anchor {
    let isTight = text.layout.lines.count == 1 && abs(text.frame.width - line.width) <= 1
    let (before, after) = (start - surroundings.frame.x, surroundings.frame.maxX - end)
    if isTight {
      if before >= 2, abs(before - after) <= 2 { return .center(of: surroundings.columns) }
      if after >= 0, after <= 24, after * 3 < before { return .right }
    }
    let isReversed = text.text.direction == .rightToLeft
    switch text.text.alignment {
    case .left: return .left
    case .right: return .right
    case .center:
      // The centre of the surrounding box in cells may differ from that of the text.
      let middle =
        abs(before - after) <= 2 ? surroundings.columns : CellSize.column(start)..<CellSize.column(end)
      return .center(of: middle)
    case .start, .justify: return isReversed ? .right : .left
    case .end: return isReversed ? .left : .right
    }
  }

  /// The paragraphs broken to a number of columns, with an ellipsis where the rows end.
  private func wrapped(_ glyphs: [CellLine], to columns: Int, rows: Int, anchor: CellPieces.Anchor) -> [Draft]
  {
    var result: [CellLine] = []
    var paragraph = CellLine()
    for (line, glyphs) in zip(text.layout.lines, glyphs) {
      // The space that hung at the end of the line is between two words again.
      if !paragraph.glyphs.isEmpty, let run = glyphs.glyphs.first?.run, needsBlank(paragraph, glyphs) {
        paragraph.append(blanks: 1, run: run)
      }
      paragraph.glyphs += glyphs.glyphs
      guard line.endsParagraph else { continue }
      result += paragraph.wrapped(to: columns)
      paragraph = CellLine()
    }
    if !paragraph.glyphs.isEmpty { result += paragraph.wrapped(to: columns) }
    if result.count > rows, let last = result[..<rows].last {
      var cut = last
      cut.append(blanks: columns, run: last.glyphs.last?.run ?? 0)
      cut.append("x", run: 0)
      result = Array(result[..<rows])
      result[rows - 1] = cut.ellipsized(to: columns)
    }
    let first = draft(text.layout.lines[0], [])
    return result.enumerated().map { offset, line in
      Draft(
        parts: line.glyphs.isEmpty
          ? [] : [Part(line: line, start: text.frame.x, end: text.frame.maxX, anchor: anchor)],
        row: first.row + offset, isLow: first.isLow)
    }
  }

  private func needsBlank(_ before: CellLine, _ after: CellLine) -> Bool {
    guard let last = before.glyphs.last, let next = after.glyphs.first else { return false }
    return last.columns == 1 && next.columns == 1 && last.character != "-"
  }
}
