extension CellPlan {
  /// Gives every piece its columns: in each row from left to right, apart from its neighbours, cut as a last
  /// resort.
  mutating func pack() {
    var rows: [Int: [Int]] = [:]
    for index in pieces.indices { rows[pieces[index].row, default: []].append(index) }
    for members in rows.values {
      // What is covered stands for itself: nobody makes room for it.
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
      // Text that overlaps in points is meant to overlap.
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
      // Text that will be cut anyhow stays in line with what is above and below.
      guard excess > 0, pieces[index].line.columns <= pieces[index].limits.count else { continue }
      pieces[index].column = max(pieces[index].limits.lowerBound, pieces[index].column - excess)
    }
    // What still does not fit is cut.
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

  /// The columns of a piece where nothing is in its way.
  private func nominalColumns(_ piece: Piece) -> Range<Int> {
    let width = piece.line.columns
    let left =
      switch piece.anchor {
      case .left: CellSize.column(piece.start)
      // What cannot be quite in the middle is rather to the left of it.
      case .center(let columns): (columns.lowerBound + columns.upperBound - width) >> 1
      case .right: CellSize.column(piece.end) - width
      }
    return left..<left + width
  }
}
