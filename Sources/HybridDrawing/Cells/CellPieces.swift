extension CellPlan {
  /// Assigns columns to every piece: in each row from left to right, separated from its neighbours, truncated
  /// as a last resort.
  mutating func pack() {
    var rows: [Int: [Int]] = [:]
    for index in pieces.indices { rows[pieces[index].row, default: []].append(index) }
    for members in rows.values {
      // Covered pieces keep their place: no other piece makes room for them.
      for index in members where covered.contains(index) { settle(index, in: pieces[index].limits) }
      pack(
        members.filter { !covered.contains($0) }.sorted { (pieces[$0].start, $0) < (pieces[$1].start, $1) })
    }
  }

  private mutating func pack(_ members: [Int]) {
    var spaces: [Int] = []
    for (position, index) in members.enumerated() {
      let columns = nominalColumns(pieces[index])
      pieces[index].column = max(columns.lowerBound, pieces[index].limits.lowerBound)
      guard position > 0 else {
        spaces.append(0)
        continue
      }
      let last = members[position - 1]
      let distance = pieces[index].start - pieces[last].end
      // Text that overlaps in points is supposed to overlap.
      let isApart = distance > -CellSize.width / 2
      spaces.append(!isApart ? Int.min : distance >= 2 ? 1 : 0)
      if isApart {
        pieces[index].column = max(pieces[index].column, end(last) + spaces[position])
      }
    }
    // Back from the right edge.
    for position in members.indices.reversed() {
      let index = members[position]
      var limit = pieces[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        limit = min(limit, pieces[members[position + 1]].column - spaces[position + 1])
      }
      let excess = end(index) - limit
      // Text that will be truncated anyway stays aligned with the rows above and below.
      guard excess > 0, pieces[index].line.columns <= pieces[index].limits.count else { continue }
      pieces[index].column = max(pieces[index].limits.lowerBound, pieces[index].column - excess)
    }
    // Pieces that still do not fit are truncated.
    for position in members.indices {
      let index = members[position]
      var left = pieces[index].column
      if position > 0, spaces[position] != Int.min {
        left = max(left, end(members[position - 1]) + spaces[position])
      }
      pieces[index].column = left
      var right = pieces[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        let next = members[position + 1]
        right = min(right, max(pieces[next].column, left + 1) - spaces[position + 1])
      }
      pieces[index].line = pieces[index].line.ellipsized(to: max(0, right - left))
    }
  }

  private mutating func settle(_ index: Int, in limits: Range<Int>) {
    pieces[index].column = max(nominalColumns(pieces[index]).lowerBound, limits.lowerBound)
    pieces[index].line = pieces[index].line.ellipsized(to: max(0, limits.upperBound - pieces[index].column))
  }

  private func end(_ index: Int) -> Int { pieces[index].column + pieces[index].line.columns }

  /// The columns of a piece without obstacles.
  private func nominalColumns(_ piece: Piece) -> Range<Int> {
    let width = piece.line.columns
    let left =
      switch piece.anchor {
      case .left: CellSize.column(piece.start)
      // With an odd remainder the piece is left of the centre.
      case .center(let columns): (columns.lowerBound + columns.upperBound - width) >> 1
      case .right: CellSize.column(piece.end) - width
      }
    return left..<left + width
  }
}
