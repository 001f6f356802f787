import HybridEncoding

/// The occupied cells of a grid, for *Grid Item Placement* (CSS Grid 1 §8.5).
///
/// Major tracks (called rows here) are grouped into blocks of 1, 2, 4… rows. An area is stored as a whole in
/// the few blocks that make up its rows, and recorded in the larger blocks around these. So inserting an
/// area, and finding the obstacles of one, costs the logarithm of its rows.
struct GridOccupancy {
  private struct Block {
    /// Minor tracks that are occupied in all rows of the block.
    var whole = TrackIntervals()
    /// Minor tracks that are occupied in some rows of it, by areas stored in smaller blocks.
    var partly = TrackIntervals()
  }

  /// The first row.
  private let start: Int
  /// Blocks of 1, 2, 4… rows, up to the last occupied one of each size.
  private var levels: [[Block]]

  /// - Parameter tallest: The largest number of rows of any area. Larger blocks would never be used.
  init(from start: Int, tallest: Int) {
    self.start = start
    levels = Array(repeating: [], count: Int.bitWidth - max(1, tallest).leadingZeroBitCount)
  }

  /// Occupies an area. Areas may overlap.
  mutating func insert(major: Range<Int>, minor: Range<Int>) {
    var rows = major
    while let (level, index) = firstBlock(&rows) {
      withBlock(level, index) { $0.whole.insert(minor) }
      for above in levels.indices.dropFirst(level + 1) {
        withBlock(above, index >> (above - level)) { $0.partly.insert(minor) }
      }
    }
  }

  /// The first minor track at or after `minor` from which `span` tracks are free in all of the given rows.
  ///
  /// - Returns: Also a row: for rows that start before it, the obstacles found here remain.
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

  /// The row before which an obstacle remains for an area; nil if the area is free.
  func end(blocking major: Range<Int>, _ minor: Range<Int>) -> Int? {
    var last: Int?
    forEachTaken(in: major) { taken, end in
      if taken.end(blocking: minor) != nil { last = max(last ?? end, end) }
    }
    return last
  }

  /// Removes the largest block from the start of a range of rows.
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

  /// Visits the occupied tracks of a range of rows, each with the row before which it is an obstacle for rows
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

/// A set of tracks, as sorted intervals that neither overlap nor touch.
struct TrackIntervals {
  private var ranges: [Range<Int>] = []

  /// Adds tracks, usually after all others.
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

  /// The end of the last interval that overlaps a range: no range of this length that starts in between is
  /// free.
  func end(blocking range: Range<Int>) -> Int? {
    guard let last = ranges.last, range.lowerBound < last.upperBound else { return nil }
    if last.lowerBound < range.upperBound { return last.upperBound }
    let after = ranges.partitioningIndex { $0.lowerBound >= range.upperBound }
    guard after > 0, ranges[after - 1].upperBound > range.lowerBound else { return nil }
    return ranges[after - 1].upperBound
  }
}
