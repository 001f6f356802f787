/// One track while it is being sized (CSS Grid 1 §11.4).
struct GridTrack {
  var size: TrackSize
  /// The sizing functions with percentages resolved: nil unless a definite length.
  var fixedMin: Double?
  var fixedMax: Double?
  var fitLimit: Double?
  var base = 0.0
  var limit = indefinite
  var isInfinitelyGrowable = false
  /// Whether the size is that of a track of the outer grid (CSS Grid 2 §9).
  var isInherited = false
  /// An empty track of `auto-fit`: neither the track nor its gutter takes room.
  var isCollapsed = false

  init(_ size: TrackSize) { self.size = size }

  /// A track of a subgrid.
  init(inherited extent: Double) {
    size = .auto
    isInherited = true
    (fixedMin, fixedMax, base, limit) = (extent, extent, extent, extent)
  }

  var flex: Double? {
    guard !isCollapsed else { return nil }
    if case .flex(let factor) = size.max { return max(0, LayoutStyle.clamped(Double(factor))) }
    return nil
  }
  var isFlexible: Bool { flex != nil }
  var hasIntrinsicMin: Bool { fixedMin == nil }
  var hasIntrinsicMax: Bool { fixedMax == nil && !isFlexible }
  var hasAutoMin: Bool {
    guard fixedMin == nil else { return false }
    switch size.min {
    case .minContent, .maxContent: return false
    default: return true
    }
  }
  var hasMaxContentMin: Bool { fixedMin == nil && size.min == .maxContent }
  var hasMinContentMin: Bool { fixedMin == nil && size.min == .minContent }
  /// Whether the largest size is max-content, not min-content.
  var hasMaxContentMax: Bool { hasIntrinsicMax && size.max != .minContent }
  /// Whether it takes leftover space under `stretch`.
  var isStretchable: Bool {
    guard fixedMax == nil, size.fitContent == nil else { return false }
    switch size.max {
    case .auto, .length: return true
    default: return false
    }
  }

  /// Resolves lengths and percentages; percentages of an indefinite size count as `auto` (§7.2.1).
  mutating func resolve(_ style: UsedStyle, against whole: Double) {
    if isInherited { return }
    func fixed(_ breadth: TrackBreadth) -> Double? {
      guard case .length(let length) = breadth else { return nil }
      return style.resolveAny(length, against: whole).map { max(0, $0) }
    }
    fixedMin = fixed(size.min)
    fixedMax = fixed(size.max)
    fitLimit = size.fitContent.flatMap { style.resolveAny($0, against: whole) }.map { max(0, $0) }
    if isCollapsed { (fixedMin, fixedMax) = (0, 0) }
    base = fixedMin ?? 0
    limit = fixedMax.map { max($0, base) } ?? indefinite
    isInfinitelyGrowable = false
  }
}

/// One axis of a grid: explicit tracks and names, with repetitions expanded (§7).
struct GridTemplate {
  var lines = GridLines()
  var tracks: [TrackSize] = []
  /// The tracks that collapse when empty.
  var autoFit: Range<Int> = 0..<0

  init(_ parts: [TrackListPart], repetitions: Int) {
    append(parts, repetitions: repetitions)
    lines.count = tracks.count
  }

  private mutating func append(_ parts: [TrackListPart], repetitions: Int) {
    for part in parts {
      switch part {
      case .subgrid: break
      case .names(let names):
        for name in names where lines.names[name]?.last != tracks.count {
          lines.names[name, default: []].append(tracks.count)
        }
      case .track(let size):
        if tracks.count < GridLines.farthest { tracks.append(size) }
      case .repeat(let repetition, let inner):
        let start = tracks.count
        var count = repetitions
        if case .count(let number) = repetition { count = number }
        for _ in 0..<min(max(1, count), GridLines.farthest) { append(inner, repetitions: 1) }
        if repetition == .autoFit { autoFit = start..<tracks.count }
      }
    }
  }

  /// Adds the names of areas, and tracks where there are fewer than areas.
  mutating func addAreas(_ spans: [String: Range<Int>], count: Int) {
    for (name, span) in spans {
      lines.names["\(name)-start", default: []].append(span.lowerBound)
      lines.names["\(name)-end", default: []].append(span.upperBound)
    }
    for name in lines.names.keys { lines.names[name]?.sort() }
    lines.count = max(tracks.count, count)
  }

  /// The number of automatic repetitions that fit (§7.2.3.2).
  static func repetitions(
    of parts: [TrackListPart], style: UsedStyle, room: Double, gap: Double, atLeast: Bool, whole: Double
  ) -> Int {
    func extent(_ size: TrackSize) -> Double {
      var extent = 0.0
      func fixed(_ breadth: TrackBreadth) -> Double? {
        guard case .length(let length) = breadth else { return nil }
        return style.resolveAny(length, against: whole)
      }
      let (low, high) = (fixed(size.min), fixed(size.max))
      extent = high.map { max($0, low ?? 0) } ?? low ?? 0
      return max(extent, 0)
    }
    var outside = 0.0
    var inside = 0.0
    var (outsideCount, insideCount) = (0, 0)
    for part in parts {
      switch part {
      case .names, .subgrid: break
      case .track(let size):
        outside += extent(size)
        outsideCount += 1
      case .repeat(let repetition, let inner):
        var sum = 0.0
        var count = 0
        for case .track(let size) in inner {
          // A track of no size would fit infinitely often.
          sum += repetition == .autoFill || repetition == .autoFit ? max(1, extent(size)) : extent(size)
          count += 1
        }
        if case .count(let times) = repetition {
          outside += sum * Double(times)
          outsideCount += count * times
        } else {
          inside += sum
          insideCount += count
        }
      }
    }
    guard insideCount > 0 else { return 1 }
    // outside + n · inside + gap · (outsideCount + n · insideCount − 1) ≤ room
    let step = inside + gap * Double(insideCount)
    let rest = room - outside - gap * Double(outsideCount - 1)
    guard step > 0, rest.isDefinite else { return 1 }
    let number = rest / step
    let whole = Int(min(max(0, number + 1e-9), Double(GridLines.farthest)))
    let needed = atLeast && Double(whole) < number - 1e-9 ? whole + 1 : whole
    return max(1, min(needed, GridLines.farthest / insideCount))
  }
}
