/// A part of the content of columns that no break divides: a line, or a box that cannot be broken. Positions
/// are below the top of the content as it would be in one endless column.
struct FlowPiece {
  var top: Double
  var bottom: Double
  /// Where the next column begins if there is a break before the piece: at the upper edge of the outermost
  /// box that begins with it, since margins beside a break vanish (CSS Fragmentation 3 §5.2).
  var start: Double
  /// How bad a break before the piece is.
  var cost: BreakCost
  /// Whether a break before it is forced.
  var isForced = false
  /// Whether a break can be anywhere in it: the room of a box without lines.
  var isElastic = false
  /// Whether balanced columns are so high that no break is before the piece: it is one of the first lines of
  /// a text, or in a box that avoids breaks.
  var isJoined = false
}

/// The penalty of a break: rules are dropped from the last one on where there is no other place (CSS
/// Fragmentation 3 §4.4).
enum BreakCost: Int, Comparable {
  case none, orphans, avoided

  static func < (first: BreakCost, second: BreakCost) -> Bool { first.rawValue < second.rawValue }
}

/// The content of columns, broken at a height.
struct ColumnFlow {
  /// The largest number of columns that one container has; what follows stays in the last one.
  static let most = 10_000

  let pieces: [FlowPiece]
  let top: Double
  let bottom: Double

  /// The starts of the columns in the content.
  func columns(height: Double) -> [Double] {
    var starts = [top]
    var first = 0
    // The last place for a break in this column, by cost.
    var places: [Int?] = [nil, nil, nil]
    var index = 0
    func begin(at start: Double, _ piece: Int) {
      starts.append(start)
      first = piece
      places = [nil, nil, nil]
    }
    while index < pieces.count, starts.count < Self.most {
      let piece = pieces[index]
      let start = starts[starts.count - 1]
      if index > first {
        if piece.isForced {
          begin(at: piece.start, index)
          continue
        }
        places[piece.cost.rawValue] = index
      }
      guard piece.bottom - start > height + 1e-3 else {
        index += 1
        continue
      }
      if piece.isElastic, start + height > piece.top - 1e-9 || index == first {
        var next = start + height
        while piece.bottom - next > 1e-3, height > 0, starts.count < Self.most {
          begin(at: next, index)
          if piece.bottom - next <= height + 1e-3 { break }
          next += height
        }
        index += 1
      } else if index > first, let place = places.lazy.compactMap(\.self).first {
        begin(at: pieces[place].start, place)
        index = place
      } else {
        index += 1
      }
    }
    return starts
  }

  /// The least height at which the content fits into a number of columns (CSS Multi-column 1 §7.1).
  func balancedHeight(columns count: Int) -> Double {
    let whole = max(0, bottom - top)
    let tallest = tallestGroup
    var low = max(whole / Double(count), tallest)
    // A forced break is one in any height.
    let target = max(count, columns(height: max(whole, tallest)).count)
    if columns(height: low).count <= target { return low }
    var high = max(whole, low)
    for _ in 0..<48 where high - low > 1e-3 {
      let middle = (low + high) / 2
      if columns(height: middle).count <= target { high = middle } else { low = middle }
    }
    // The height is that of a column that is full.
    let full = columns(height: high)
    return min(high, fullest(full) ?? high)
  }

  /// The height of the tallest piece, together with those that are joined to it.
  private var tallestGroup: Double {
    var tallest = 0.0
    var top = self.top
    for piece in pieces where !piece.isElastic {
      if !piece.isJoined { top = piece.top }
      tallest = max(tallest, piece.bottom - top)
    }
    return tallest
  }

  /// The height of the fullest column.
  private func fullest(_ starts: [Double]) -> Double? {
    var result: Double?
    var column = 0
    for piece in pieces where !piece.isElastic {
      while column + 1 < starts.count, starts[column + 1] <= piece.top + 1e-6 { column += 1 }
      result = max(result ?? 0, piece.bottom - starts[column])
    }
    return result
  }
}
