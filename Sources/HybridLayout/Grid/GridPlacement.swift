/// The cells an item takes.
struct GridArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>
}

/// CSS Grid 1 §8.5, *Grid Item Placement Algorithm*, along a major axis (rows, unless `grid-auto-flow:
/// column`).
///
/// What is taken is asked of a ``GridOccupancy``, and a search never starts before the last place found for
/// an item of the same kind: cells are taken and never given back. So the work grows with the items and the
/// tracks they take.
struct GridPlacer {
  typealias Area = (major: Range<Int>, minor: Range<Int>)

  /// What is to be placed: along the major and the minor axis.
  let items: [(major: GridLines.Placement, minor: GridLines.Placement)]
  let isDense: Bool
  /// Tracks of the explicit grid along the minor axis.
  let minorCount: Int
  /// The implicit grid ends here along each axis, however much is placed automatically (§6.7): a million
  /// tracks, and one more for each item.
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

  /// Gives an item its area; what would lie behind the end of the grid lies in the last track.
  private mutating func take(_ index: Int, _ major: Range<Int>, _ minor: Range<Int>) {
    let area = (major: major.clamped(toEnd: end), minor: minor.clamped(toEnd: end))
    areas[index] = area
    if major.upperBound <= end, minor.upperBound <= end { taken.insert(major: major, minor: minor) }
  }

  /// Step 1: items with a definite major position only.
  private mutating func lockedToMajor(from minorStart: Int) {
    /// Where the last item ended that starts in the same track; when packing densely, that takes the same
    /// tracks with the same span.
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

  /// The first major track from which an area is free whose minor tracks are settled.
  private func firstMajor(from start: Int, span: Int, _ minor: Range<Int>) -> Int {
    var major = start
    while major < end, let next = taken.end(blocking: major..<(major + span), minor) { major = next }
    return min(major, end)
  }

  /// The first free place for an area, from a cursor on.
  private func firstPlace(
    from start: (major: Int, minor: Int), _ majorSpan: Int, _ minorSpan: Int, in minors: Range<Int>
  ) -> (major: Int, minor: Int) {
    var cursor = start
    while cursor.major < end {
      let found = taken.firstFree(
        major: cursor.major..<(cursor.major + majorSpan), from: cursor.minor, span: minorSpan)
      if found.minor + minorSpan <= minors.upperBound { return (cursor.major, found.minor) }
      // What leaves no room all along these tracks leaves none until the first of it ends.
      cursor.major = cursor.minor > minors.lowerBound ? cursor.major + 1 : max(found.until, cursor.major + 1)
      cursor.minor = minors.lowerBound
    }
    return (end, minors.lowerBound)
  }
}

/// Where `grid-auto-flow: dense` need not search any more: before the last place found for an area of the
/// same size, or of one that is no larger.
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

  /// For areas whose minor tracks are settled.
  func start(_ majorSpan: Int, _ minor: Range<Int>) -> (major: Int, minor: Int) {
    (majors[Column(majorSpan: majorSpan, minor: minor)] ?? start.major, start.minor)
  }

  mutating func note(_ place: (major: Int, minor: Int), _ majorSpan: Int, _ minor: Range<Int>) {
    majors[Column(majorSpan: majorSpan, minor: minor)] = place.major
  }

  /// For areas that may lie anywhere.
  func start(_ majorSpan: Int, _ minorSpan: Int) -> (major: Int, minor: Int) {
    if let known = places[Spans(major: majorSpan, minor: minorSpan)] { return known }
    // The first of its size: a smaller one that fits nowhere before says the same of it.
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
  /// This range and another, and what is between them.
  fileprivate func including(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }

  /// What of this lies before an end, at least one.
  fileprivate func clamped(toEnd end: Int) -> Range<Int> {
    let low = Swift.min(lowerBound, end - 1)
    return low..<Swift.max(low + 1, Swift.min(upperBound, end))
  }
}
