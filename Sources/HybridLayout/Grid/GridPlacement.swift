/// The cells of an item.
struct GridArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>
}

/// CSS Grid 1 §8.5, *Grid Item Placement Algorithm*, along a major axis (rows, unless `grid-auto-flow:
/// column`).
///
/// Occupied cells are stored in a ``GridOccupancy``. Cells are never released, so a search starts at the last
/// position found for an item of the same kind. The work grows with the items and the tracks that they
/// occupy.
struct GridPlacer {
  typealias Area = (major: Range<Int>, minor: Range<Int>)

  /// The placements of the items along the major and the minor axis.
  let items: [(major: GridLines.Placement, minor: GridLines.Placement)]
  let isDense: Bool
  /// The number of explicit tracks along the minor axis.
  let minorCount: Int
  /// The end of the implicit grid along each axis, however many items are placed automatically (§6.7): a
  /// million tracks, and one more for each item.
  private let end: Int
  private var areas: [Area?]
  private var taken: GridOccupancy
  private let majorStart: Int

  init(items: [(major: GridLines.Placement, minor: GridLines.Placement)], isDense: Bool, minorCount: Int) {
    self.items = items
    self.isDense = isDense
    self.minorCount = minorCount
    end = 1_000_000 + items.count
    areas = Array(repeating: nil, count: items.count)
    var (start, tallest) = (0, 1)
    for item in items {
      switch item.major {
      case .lines(let major): (start, tallest) = (min(start, major.lowerBound), max(tallest, major.count))
      case .span(let span): tallest = max(tallest, span)
      }
    }
    majorStart = start
    taken = GridOccupancy(from: start, tallest: tallest)
  }

  mutating func place() -> [Area] {
    for (index, item) in items.enumerated() {  // step 0: items with both positions
      if case .lines(let major) = item.major, case .lines(let minor) = item.minor {
        take(index, major, minor)
      }
    }
    var minors = 0..<minorCount
    for item in items {  // step 2: the columns in the implicit grid
      if case .lines(let range) = item.minor { minors = minors.including(range) }
    }
    lockedToMajor(from: minors.lowerBound)
    for area in areas { if let area { minors = minors.including(area.minor) } }
    for item in items {
      if case .span(let span) = item.minor {
        minors = minors.including(minors.lowerBound..<(minors.lowerBound + span))
      }
    }
    placeRest(minors)
    return areas.map { $0 ?? (0..<1, 0..<1) }
  }

  /// Assigns an area to an item; an area beyond the end of the grid moves to the last track.
  private mutating func take(_ index: Int, _ major: Range<Int>, _ minor: Range<Int>) {
    let area = (major: major.clamped(toEnd: end), minor: minor.clamped(toEnd: end))
    areas[index] = area
    if major.upperBound <= end, minor.upperBound <= end { taken.insert(major: major, minor: minor) }
  }

  /// Step 1: items with a definite major position only.
  private mutating func lockedToMajor(from minorStart: Int) {
    /// The end of the last item that starts in the same track; with dense packing, of the last one with the
    /// same tracks and the same span.
    var cursors: [[Int]: Int] = [:]
    for (index, item) in items.enumerated() {
      guard case .lines(let major) = item.major, case .span(let span) = item.minor else { continue }
      let key = isDense ? [major.lowerBound, major.upperBound, span] : [major.lowerBound]
      let minor = taken.firstFree(major: major, from: cursors[key] ?? minorStart, span: span).minor
      take(index, major, minor..<(minor + span))
      cursors[key] = min(minor + span, end)
    }
  }

  /// Step 4: everything else, along a cursor.
  private mutating func placeRest(_ minors: Range<Int>) {
    var cursor = (major: majorStart, minor: minors.lowerBound)
    var places = DensePlaces(start: cursor)
    for (index, item) in items.enumerated() where areas[index] == nil {
      guard case .span(let majorSpan) = item.major else { continue }
      switch item.minor {
      case .lines(let minor):
        if isDense {
          cursor = places.start(majorSpan, minor)
        } else if minor.lowerBound < cursor.minor {
          cursor.major += 1
        }
        cursor.minor = minor.lowerBound
        cursor.major = firstMajor(from: cursor.major, span: majorSpan, minor)
        take(index, cursor.major..<(cursor.major + majorSpan), minor)
        if isDense { places.note(cursor, majorSpan, minor) }
      case .span(let span):
        if isDense { cursor = places.start(majorSpan, span) }
        cursor = firstPlace(from: cursor, majorSpan, span, in: minors)
        take(
          index, cursor.major..<(cursor.major + majorSpan), cursor.minor..<(cursor.minor + span))
        if isDense { places.note(cursor, majorSpan, span) }
      }
    }
  }

  /// The first major track from which an area with these minor tracks is free.
  private func firstMajor(from start: Int, span: Int, _ minor: Range<Int>) -> Int {
    var major = start
    while major < end, let next = taken.end(blocking: major..<(major + span), minor) { major = next }
    return min(major, end)
  }

  /// The first free position for an area, from a cursor on.
  private func firstPlace(
    from start: (major: Int, minor: Int), _ majorSpan: Int, _ minorSpan: Int, in minors: Range<Int>
  ) -> (major: Int, minor: Int) {
    var cursor = start
    while cursor.major < end {
      let found = taken.firstFree(
        major: cursor.major..<(cursor.major + majorSpan), from: cursor.minor, span: minorSpan)
      if found.minor + minorSpan <= minors.upperBound { return (cursor.major, found.minor) }
      // Obstacles that leave no room along these tracks remain until the first of them ends.
      cursor.major = cursor.minor > minors.lowerBound ? cursor.major + 1 : max(found.until, cursor.major + 1)
      cursor.minor = minors.lowerBound
    }
    return (end, minors.lowerBound)
  }
}

/// The positions before which `grid-auto-flow: dense` need not search: the last position found for an area of
/// the same size, or of a size that is not larger.
private struct DensePlaces {
  private struct Column: Hashable {
    var majorSpan: Int
    var minor: Range<Int>
  }
  private struct Spans: Hashable {
    var major: Int
    var minor: Int
  }
  private let start: (major: Int, minor: Int)
  private var majors: [Column: Int] = [:]
  private var places: [Spans: (major: Int, minor: Int)] = [:]

  init(start: (major: Int, minor: Int)) { self.start = start }

  /// For areas with known minor tracks.
  func start(_ majorSpan: Int, _ minor: Range<Int>) -> (major: Int, minor: Int) {
    (majors[Column(majorSpan: majorSpan, minor: minor)] ?? start.major, start.minor)
  }

  mutating func note(_ place: (major: Int, minor: Int), _ majorSpan: Int, _ minor: Range<Int>) {
    majors[Column(majorSpan: majorSpan, minor: minor)] = place.major
  }

  /// For areas that can be anywhere.
  func start(_ majorSpan: Int, _ minorSpan: Int) -> (major: Int, minor: Int) {
    if let known = places[Spans(major: majorSpan, minor: minorSpan)] { return known }
    // The first search for its size: a smaller area that fits nowhere earlier rules out this one too.
    var latest = start
    for (spans, place) in places where spans.major <= majorSpan && spans.minor <= minorSpan && place > latest
    {
      latest = place
    }
    return latest
  }

  mutating func note(_ place: (major: Int, minor: Int), _ majorSpan: Int, _ minorSpan: Int) {
    places[Spans(major: majorSpan, minor: minorSpan)] = place
  }
}

extension Range<Int> {
  /// The smallest range that contains this range and another.
  fileprivate func including(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }

  /// The part of this range before an end, at least one track.
  fileprivate func clamped(toEnd end: Int) -> Range<Int> {
    let low = Swift.min(lowerBound, end - 1)
    return low..<Swift.max(low + 1, Swift.min(upperBound, end))
  }
}
