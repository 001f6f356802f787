/// The pieces of text of a plan: the rows and columns that they occupy, and which of them nothing hides.
struct CellPieces {
  /// A piece of a line of text.
  struct Piece {
    /// The index of its item.
    var item: Int
    var line: CellLine
    /// Its edges in points.
    var start: Double
    var end: Double
    var anchor: Anchor
    var row: Int
    /// The columns it may use.
    var limits: Range<Int>
    var clip: CellRect
    var column = 0
    var opacity = 1.0
  }

  /// The anchor that keeps the position of a piece.
  enum Anchor: Hashable {
    case left, right
    /// The centre of some columns.
    case center(of: Range<Int>)
  }

  /// All pieces, in the order of their items.
  private(set) var all: [Piece] = []
  /// The indices of the pieces of an item.
  private var ranges: [Int: Range<Int>] = [:]
  /// The visible pieces of each row.
  private var occupants: [Int: [Occupant]] = [:]
  private var covered: Set<Int> = []

  /// The visible part of a piece, in points.
  private struct Occupant {
    var piece: Int
    var start: Double
    var end: Double
  }

  /// The number of pieces.
  var count: Int { all.count }

  /// The pieces of an item.
  func pieces(of item: Int) -> ArraySlice<Piece> { all[ranges[item] ?? 0..<0] }

  mutating func append(_ piece: Piece) {
    occupants[piece.row, default: []].append(
      Occupant(piece: all.count, start: piece.start, end: piece.end))
    all.append(piece)
  }

  /// Notes that the pieces from an index on are those of an item.
  mutating func end(of item: Int, from first: Int) { ranges[item] = first..<all.count }

  /// Whether nothing in a row overlaps these points by half a column.
  func isFree(_ row: Int, from start: Double, to end: Double) -> Bool {
    (occupants[row] ?? []).allSatisfy { min(end, $0.end) - max(start, $0.start) < CellSize.width / 2 }
  }

  /// Whether there is visible text in these columns of a row.
  func hasText(_ row: Int, in columns: Range<Int>) -> Bool {
    (occupants[row] ?? []).contains {
      CellSize.column($0.start) < columns.upperBound && CellSize.column($0.end) > columns.lowerBound
    }
  }

  /// Records that the content of some cells is hidden, so that no piece makes room for it.
  mutating func cover(_ area: CellRect) {
    guard !area.isEmpty, !all.isEmpty else { return }
    let (left, right) = (Double(area.left) * CellSize.width, Double(area.right) * CellSize.width)
    for row in area.top..<area.bottom {
      guard let standing = occupants[row] else { continue }
      occupants[row] = standing.flatMap { occupant -> [Occupant] in
        guard occupant.start < right, occupant.end > left else { return [occupant] }
        covered.insert(occupant.piece)
        let before = Occupant(piece: occupant.piece, start: occupant.start, end: left)
        let after = Occupant(piece: occupant.piece, start: right, end: occupant.end)
        return [before, after].filter { $0.start < $0.end }
      }
    }
  }

  /// Assigns columns to every piece: in each row from left to right, separated from its neighbours, truncated
  /// as a last resort.
  mutating func pack() {
    var rows: [Int: [Int]] = [:]
    for index in all.indices { rows[all[index].row, default: []].append(index) }
    for members in rows.values {
      // Covered pieces keep their place: no other piece makes room for them.
      for index in members where covered.contains(index) { settle(index, in: all[index].limits) }
      pack(
        members.filter { !covered.contains($0) }.sorted { (all[$0].start, $0) < (all[$1].start, $1) })
    }
  }

  private mutating func pack(_ members: [Int]) {
    var spaces: [Int] = []
    for (position, index) in members.enumerated() {
      let columns = nominalColumns(all[index])
      all[index].column = max(columns.lowerBound, all[index].limits.lowerBound)
      guard position > 0 else {
        spaces.append(0)
        continue
      }
      let last = members[position - 1]
      let distance = all[index].start - all[last].end
      // Text that overlaps in points is supposed to overlap.
      let isApart = distance > -CellSize.width / 2
      spaces.append(!isApart ? Int.min : distance >= 2 ? 1 : 0)
      if isApart {
        all[index].column = max(all[index].column, end(last) + spaces[position])
      }
    }
    // Back from the right edge.
    for position in members.indices.reversed() {
      let index = members[position]
      var limit = all[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        limit = min(limit, all[members[position + 1]].column - spaces[position + 1])
      }
      let excess = end(index) - limit
      // Text that will be truncated anyway stays aligned with the rows above and below.
      guard excess > 0, all[index].line.columns <= all[index].limits.count else { continue }
      all[index].column = max(all[index].limits.lowerBound, all[index].column - excess)
    }
    // Pieces that still do not fit are truncated.
    for position in members.indices {
      let index = members[position]
      var left = all[index].column
      if position > 0, spaces[position] != Int.min {
        left = max(left, end(members[position - 1]) + spaces[position])
      }
      all[index].column = left
      var right = all[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        let next = members[position + 1]
        right = min(right, max(all[next].column, left + 1) - spaces[position + 1])
      }
      all[index].line = all[index].line.ellipsized(to: max(0, right - left))
    }
  }

  private mutating func settle(_ index: Int, in limits: Range<Int>) {
    all[index].column = max(nominalColumns(all[index]).lowerBound, limits.lowerBound)
    all[index].line = all[index].line.ellipsized(to: max(0, limits.upperBound - all[index].column))
  }

  private func end(_ index: Int) -> Int { all[index].column + all[index].line.columns }

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
