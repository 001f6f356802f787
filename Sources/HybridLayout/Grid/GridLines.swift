import HybridEncoding

/// The lines of one axis of an explicit grid, by name (CSS Grid 1 §7.2.2, §7.3.3). Lines count from 0 here.
package struct GridLines {
  /// The number of explicit tracks.
  var count = 0
  /// The lines of each name, in order.
  var names: [String: [Int]] = [:]

  /// The placement of an item along this axis: definite lines, or a number of tracks.
  enum Placement: Equatable {
    case lines(Range<Int>)
    case span(Int)
  }

  /// The maximum distance of a line from the first one (CSS Grid 1 §6.7, *Clamping Overly Large Grids*): line
  /// numbers, spans and repetitions are clamped to it. It suffices for any page, and prevents hostile numbers
  /// from using much memory.
  package static let farthest = 10_000

  /// Resolves the placement properties of one axis (§8.3).
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
    // Two spans: the end span is ignored. A span of named lines without an anchor is one track.
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

  /// The line at a distance of the given number of lines with a name from another line.
  private func find(_ span: (count: Int, name: String?), from line: Int, forwards: Bool) -> Int {
    guard let name = span.name else { return forwards ? line + span.count : line - span.count }
    let known = names[name] ?? []
    if forwards {
      let before = known.partitioningIndex { $0 > line }
      let after = known.count - before
      return span.count <= after
        ? known[before + span.count - 1] : max(count, line) + span.count - after
    }
    let before = known.partitioningIndex { $0 >= line }
    return span.count <= before
      ? known[before - span.count] : min(0, line) - (span.count - before)
  }
}
