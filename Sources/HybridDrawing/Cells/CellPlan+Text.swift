import HybridGeometry

extension CellPlan {
  mutating func plan(_ text: DisplayList.Text, _ index: Int) {
    leaveParents(of: text.frame, list.items[index].node)
    let opacity = opacity
    guard opacity > 0 else { return }
    // Lines stay inside the boxes around them; lines outside a clip are not moved into it.
    var inside = canvas
    for parent in parents {
      guard let box = boxes[parent] else { continue }
      let room = interior(box).intersection(inside)
      inside = room.isEmpty ? inside.intersection(box.area) : room
    }
    let columns = inside.intersection(clip)
    guard !inside.isEmpty, columns.width > 0 else { return }
    var drafts = CellTextLayout(text).lines(in: surroundings, columns: columns.left..<columns.right)
    drafts.removeAll { $0.row < clip.top || $0.row >= clip.bottom }
    fitRows(&drafts, into: inside)
    let first = pieces.count
    let shift = freeShift(drafts, inside)
    for draft in drafts {
      let row = draft.row + shift
      guard row >= clip.top, row < clip.bottom else { continue }
      for part in draft.parts {
        pieces.append(
          CellPieces.Piece(
            item: index, line: part.line, start: part.start, end: part.end, anchor: part.anchor, row: row,
            limits: columns.left..<columns.right, clip: clip, opacity: opacity))
      }
      makeBordersYield(to: row)
    }
    pieces.end(of: index, from: first)
  }

  /// The surroundings that position a short text: the box around it, or the whole drawing.
  private var surroundings: Surroundings {
    guard let index = parents.last, case .box(let box) = list.items[index].content, let planned = boxes[index]
    else {
      return Surroundings(
        frame: Rect(x: 0, y: 0, width: list.size.width, height: list.size.height),
        columns: canvas.left..<canvas.right)
    }
    return Surroundings(frame: box.frame, columns: planned.area.left..<planned.area.right)
  }

  /// Assigns a row to every line: the row of its centre if possible, within the rows of the box.
  private func fitRows(_ drafts: inout [CellTextLayout.Draft], into inside: CellRect) {
    for index in drafts.indices {
      drafts[index].row = max(drafts[index].row, inside.top)
      if index > 0 { drafts[index].row = max(drafts[index].row, drafts[index - 1].row + 1) }
    }
    var limit = inside.bottom - 1
    for index in drafts.indices.reversed() where drafts[index].row > limit {
      let isLost = limit - index < inside.top
      guard !isLost else { continue }
      drafts[index].row = limit
      limit -= 1
    }
  }

  /// The number of rows by which a text moves down, or up, to avoid other text.
  private func freeShift(_ drafts: [CellTextLayout.Draft], _ inside: CellRect) -> Int {
    func isFree(_ shift: Int) -> Bool {
      drafts.allSatisfy { draft in
        let row = draft.row + shift
        if shift != 0, row < inside.top || row >= inside.bottom { return false }
        // Text that collides only in cells, not in points, is moved apart in its row later.
        return draft.parts.allSatisfy { pieces.isFree(row, from: $0.start, to: $0.end) }
      }
    }
    guard let first = drafts.first, !isFree(0) else { return 0 }
    let candidates = first.isLow ? [1, -1, 2] : [-1, 1, 2]
    return candidates.first(where: isFree) ?? 0
  }
}
