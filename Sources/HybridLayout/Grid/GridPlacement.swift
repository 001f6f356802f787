/// The lines of one axis of an explicit grid, by name (CSS Grid 1 §7.2.2, §7.3.3). Lines count from 0 here.
struct GridLines {
  /// How many explicit tracks there are.
  var count = 0
  var names: [String: [Int]] = [:]

  /// The span of an item's placement along this axis: definite lines, or how many tracks it takes.
  enum Placement: Equatable {
    case lines(Range<Int>)
    case span(Int)
  }

  /// Far enough for any page; keeps hostile numbers from taking memory.
  static let farthest = 10_000

  /// Works out the placement properties of one axis (§8.3).
  func placement(from start: GridLine, to end: GridLine) -> Placement {
    switch (span(start), span(end)) {
    case (let first?, _): return placed(end: end, span: first)
    case (nil, let second?):
      guard let line = line(start, side: "-start") else {
        return .span(second.name == nil ? second.count : 1)
      }
      return range(line, find(second, from: line, forwards: true))
    default: break
    }
    switch (line(start, side: "-start"), line(end, side: "-end")) {
    case (let first?, let last?):
      if first == last { return range(first, first + 1) }
      return range(min(first, last), max(first, last))
    case (let first?, nil): return range(first, first + 1)
    case (nil, let last?): return range(last - 1, last)
    default: return .span(1)
    }
  }

  private func placed(end: GridLine, span: (count: Int, name: String?)) -> Placement {
    // Two spans: the end one does not count. A span of named lines without an anchor is one track.
    guard self.span(end) == nil, let last = line(end, side: "-end") else {
      return .span(span.name == nil ? span.count : 1)
    }
    return range(find(span, from: last, forwards: false), last)
  }

  private func range(_ start: Int, _ end: Int) -> Placement {
    let low = min(max(start, -GridLines.farthest), GridLines.farthest - 1)
    return .lines(low..<min(max(end, low + 1), GridLines.farthest))
  }

  private func span(_ line: GridLine) -> (count: Int, name: String?)? {
    guard case .span(let count, let name) = line else { return nil }
    return (min(max(1, count), GridLines.farthest), name)
  }

  private func line(_ line: GridLine, side: String) -> Int? {
    switch line {
    case .auto, .span: return nil
    case .named(let name): return names[name + side]?.first ?? numbered(1, name)
    case .line(let number, let name):
      if let name { return numbered(number, name) }
      return number > 0 ? number - 1 : count + 1 + number
    }
  }

  /// The numbered line of a name; lines outside the explicit grid have every name.
  private func numbered(_ number: Int, _ name: String) -> Int {
    let known = names[name] ?? []
    if number > 0 { return number <= known.count ? known[number - 1] : count + number - known.count }
    return -number <= known.count ? known[known.count + number] : number + known.count
  }

  /// The line so many lines of a name away from another.
  private func find(_ span: (count: Int, name: String?), from line: Int, forwards: Bool) -> Int {
    guard let name = span.name else { return forwards ? line + span.count : line - span.count }
    let known = names[name] ?? []
    if forwards {
      let after = known.filter { $0 > line }
      return span.count <= after.count
        ? after[span.count - 1] : max(count, line) + span.count - after.count
    }
    let before = known.filter { $0 < line }
    return span.count <= before.count
      ? before[before.count - span.count] : min(0, line) - (span.count - before.count)
  }
}

/// The cells an item takes.
struct GridArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>
}

/// CSS Grid 1 §8.5, *Grid Item Placement Algorithm*, along a major axis (rows, unless `grid-auto-flow: column`).
struct GridPlacer {
  /// What is to be placed: along the major and the minor axis.
  var items: [(major: GridLines.Placement, minor: GridLines.Placement)]
  var isDense: Bool
  /// Tracks of the explicit grid along the minor axis.
  var minorCount: Int
  private var areas: [(major: Range<Int>, minor: Range<Int>)?] = []

  init(items: [(major: GridLines.Placement, minor: GridLines.Placement)], isDense: Bool, minorCount: Int) {
    self.items = items
    self.isDense = isDense
    self.minorCount = minorCount
  }

  mutating func place() -> [(major: Range<Int>, minor: Range<Int>)] {
    areas = Array(repeating: nil, count: items.count)
    for (index, item) in items.enumerated() {  // step 0: items with both positions
      if case .lines(let major) = item.major, case .lines(let minor) = item.minor {
        areas[index] = (major, minor)
      }
    }
    var minorStart = 0
    var minorEnd = minorCount
    for item in items {  // step 2: the columns in the implicit grid
      switch item.minor {
      case .lines(let range):
        minorStart = min(minorStart, range.lowerBound)
        minorEnd = max(minorEnd, range.upperBound)
      case .span: break
      }
    }
    lockedToMajor(from: minorStart)
    for index in items.indices {
      if let area = areas[index] { minorEnd = max(minorEnd, area.minor.upperBound) }
    }
    for item in items {
      if case .span(let span) = item.minor { minorEnd = max(minorEnd, minorStart + span) }
    }
    placeRest(minorStart..<minorEnd)
    return areas.map { $0 ?? (0..<1, 0..<1) }
  }

  /// Step 1: items with a definite major position only.
  private mutating func lockedToMajor(from minorStart: Int) {
    var cursors: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      guard case .lines(let major) = item.major, case .span(let span) = item.minor else { continue }
      var minor = isDense ? minorStart : cursors[major.lowerBound] ?? minorStart
      while let taken = blocker(major, minor..<(minor + span)) { minor = taken.minor.upperBound }
      areas[index] = (major, minor..<(minor + span))
      cursors[major.lowerBound] = minor + span
    }
  }

  /// Step 4: everything else, along a cursor.
  private mutating func placeRest(_ minors: Range<Int>) {
    var majorStart = 0
    for area in areas { if let area { majorStart = min(majorStart, area.major.lowerBound) } }
    var cursor = (major: majorStart, minor: minors.lowerBound)
    for (index, item) in items.enumerated() where areas[index] == nil {
      guard case .span(let majorSpan) = item.major else { continue }
      if isDense { cursor = (majorStart, minors.lowerBound) }
      switch item.minor {
      case .lines(let minor):
        if minor.lowerBound < cursor.minor { cursor.major += 1 }
        cursor.minor = minor.lowerBound
        while let taken = blocker(cursor.major..<(cursor.major + majorSpan), minor) {
          cursor.major = taken.major.upperBound
        }
        areas[index] = (cursor.major..<(cursor.major + majorSpan), minor)
      case .span(let span):
        while true {
          if cursor.minor + span > minors.upperBound, cursor.minor > minors.lowerBound {
            cursor = (cursor.major + 1, minors.lowerBound)
            continue
          }
          let major = cursor.major..<(cursor.major + majorSpan)
          guard let taken = blocker(major, cursor.minor..<(cursor.minor + span)) else { break }
          cursor.minor = taken.minor.upperBound
        }
        areas[index] = (cursor.major..<(cursor.major + majorSpan), cursor.minor..<(cursor.minor + span))
      }
    }
  }

  /// An area already taken that overlaps this one.
  private func blocker(_ major: Range<Int>, _ minor: Range<Int>) -> (major: Range<Int>, minor: Range<Int>)? {
    for area in areas {
      if let area, area.major.overlaps(major), area.minor.overlaps(minor) { return area }
    }
    return nil
  }
}
