/// Which cells of a grid are taken, for *Grid Item Placement* (CSS Grid 1 §8.5).
///
/// Major tracks (called rows here) are grouped into blocks: each by itself, then two and two, four and four,
/// and so on. An area is entered as a whole in the few blocks that make up its rows, and noted in the larger
/// blocks around these. So an area costs the logarithm of its rows, and so does the question what is in the
/// way of one.
struct GridOccupancy {
  private struct Block {
    /// Minor tracks that are taken in all rows of the block.
    var whole = TrackIntervals()
    /// Minor tracks that are taken in some rows of it, by what is entered in smaller blocks.
    var partly = TrackIntervals()
  }

  /// The first row there is.
  private let start: Int
  /// Blocks of 1, 2, 4… rows, as far as something is in them or behind them.
  private var levels: [[Block]]

  /// - Parameter tallest: The most rows that any area takes. Larger blocks would never be looked at.
  init(from start: Int, tallest: Int) {
    self.start = start
    levels = Array(repeating: [], count: Int.bitWidth - max(1, tallest).leadingZeroBitCount)
  }

  /// Takes an area. Areas may overlap.
  mutating func insert(major: Range<Int>, minor: Range<Int>) {
    var rows = major
    while let (level, index) = firstBlock(&rows) {
      withBlock(level, index) { $0.whole.insert(minor) }
      for above in levels.indices.dropFirst(level + 1) {
        withBlock(above, index >> (above - level)) { $0.partly.insert(minor) }
      }
    }
  }

  /// The first minor track at or after `minor` from which so many are free in all of some rows.
  ///
  /// - Returns: Also a row: as long as rows start before it, what was found in the way stays in the way.
  func firstFree(major: Range<Int>, from minor: Int, span: Int) -> (minor: Int, until: Int) {
    var minor = minor
    var until = Int.max
    var isMoving = true
    while isMoving {
      isMoving = false
      forEachTaken(in: major) { taken, end in
        guard let next = taken.end(blocking: minor..<(minor + span)) else { return }
        minor = next
        until = min(until, end)
        isMoving = true
      }
    }
    return (minor, until)
  }

  /// The row before which something stays in the way of an area; nil if the area is free.
  func end(blocking major: Range<Int>, _ minor: Range<Int>) -> Int? {
    var last: Int?
    forEachTaken(in: major) { taken, end in
      if taken.end(blocking: minor) != nil { last = max(last ?? end, end) }
    }
    return last
  }

  /// Takes the largest block off the start of a range of rows.
  @inline(__always) private func firstBlock(_ rows: inout Range<Int>) -> (level: Int, index: Int)? {
    guard !rows.isEmpty else { return nil }
    let row = rows.lowerBound - start
    let fitting = Int.bitWidth - 1 - rows.count.leadingZeroBitCount
    let level = min(fitting, row.trailingZeroBitCount, levels.count - 1)
    rows = (rows.lowerBound + 1 << level)..<rows.upperBound
    return (level, row >> level)
  }

  private mutating func withBlock(_ level: Int, _ index: Int, _ body: (inout Block) -> Void) {
    while levels[level].count <= index { levels[level].append(Block()) }
    body(&levels[level][index])
  }

  /// All that is taken in any of some rows, and for each part the row before which it is in the way of rows
  /// that start later.
  @inline(__always) private func forEachTaken(
    in major: Range<Int>, _ body: (borrowing TrackIntervals, _ end: Int) -> Void
  ) {
    var rows = major
    while let (level, index) = firstBlock(&rows) {
      let first = start + index << level
      if index < levels[level].count {
        body(levels[level][index].whole, first + 1 << level)
        if level > 0 { body(levels[level][index].partly, first + 1) }
      }
      for above in levels.indices.dropFirst(level + 1) {
        let around = index >> (above - level)
        if around < levels[above].count { body(levels[above][around].whole, start + (around + 1) << above) }
      }
    }
  }
}

/// A set of tracks, as intervals in order that neither overlap nor touch.
struct TrackIntervals {
  private var ranges: [Range<Int>] = []

  /// Adds tracks; usually they come after all others.
  mutating func insert(_ range: Range<Int>) {
    guard let last = ranges.last else { return ranges.append(range) }
    if range.lowerBound > last.upperBound { return ranges.append(range) }
    if range.lowerBound >= last.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      return
    }
    let first = ranges.partitioningIndex { $0.upperBound >= range.lowerBound }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound }
    guard first < end else { return ranges.insert(range, at: first) }
    let merged =
      min(range.lowerBound, ranges[first].lowerBound)..<max(range.upperBound, ranges[end - 1].upperBound)
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(merged))
  }

  /// The end of the last interval that overlaps a range: nothing that starts in the range before it is free.
  func end(blocking range: Range<Int>) -> Int? {
    guard let last = ranges.last, range.lowerBound < last.upperBound else { return nil }
    if last.lowerBound < range.upperBound { return last.upperBound }
    let after = ranges.partitioningIndex { $0.lowerBound >= range.upperBound }
    guard after > 0, ranges[after - 1].upperBound > range.lowerBound else { return nil }
    return ranges[after - 1].upperBound
  }
}

extension Array {
  /// The first index whose element fulfils a condition that all later ones fulfil, too; `endIndex` if none
  /// does.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
