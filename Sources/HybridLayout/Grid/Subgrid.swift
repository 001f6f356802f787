import HybridGeometry

/// CSS Grid 2 §9, *Subgrids*: an item that is a grid itself and has tracks of the grid around it.
///
/// The outer grid passes a subgrid its tracks through the space: ``ConstraintSpace/subgrid`` names a
/// ``SubgridContext``, so cached results hold for equal tracks only. The items of a subgrid take part in the
/// track sizing of the outer grid: their sizes grow by the subgrid's edges and by differences of gaps.
struct Subgrid {
  /// The nesting beyond which the items of subgrids do not count for the outermost tracks.
  static let deepest = 16

  /// Its own items and tracks.
  var flow: GridFlow
  /// The context that the outer grid passes to it before the tracks have sizes; nil in an axis with tracks of
  /// its own.
  var context: SubgridContext
  /// Whether its columns run against those of the outer grid.
  var isMirrored: Bool

  var hasColumns: Bool { context.columns != nil }
  var hasRows: Bool { context.rows != nil }
}

/// The start and the end of a track, in points from the start of a box.
struct TrackExtent: Hashable, Sendable {
  var start: Double
  var end: Double
}

/// The tracks that a subgrid has of the outer grid, along one axis and in its own order.
struct SubgridAxis: Hashable, Sendable {
  var count: Int
  /// The lines by name, from 0.
  var names: [String: [Int]] = [:]
  /// The gap of the outer grid.
  var gap: Double
  /// The tracks in the grid area; empty until they have sizes.
  var tracks: [TrackExtent] = []
}

/// The context that the outer grid passes to a subgrid: nil in an axis in which it has tracks of its own.
struct SubgridContext: Hashable, Sendable {
  var columns: SubgridAxis?
  var rows: SubgridAxis?
}

/// The contexts of subgrids by number. A number is never used again for another context, so that cached
/// results never apply to other tracks.
struct SubgridTable: Sendable {
  private static let limit = 4_096
  private var contexts: [Int32: SubgridContext] = [:]
  private var numbers: [SubgridContext: Int32] = [:]
  private var last: Int32 = 0

  subscript(number: Int32) -> SubgridContext { contexts[number] ?? SubgridContext() }

  mutating func number(of context: SubgridContext) -> Int32 {
    if let known = numbers[context] { return known }
    last = last == .max ? 1 : last + 1
    numbers[context] = last
    contexts[last] = context
    return last
  }

  /// Forgets the contexts of earlier layouts if there are many.
  mutating func tidy() {
    guard contexts.count > Self.limit else { return }
    contexts = [:]
    numbers = [:]
  }
}

/// The position of a grid's tracks among those of the outermost grid that shares them, along one axis.
struct TrackMap {
  var offset = 0
  /// The number of tracks of a subgrid; 0 for the outermost grid itself.
  var count = 0
  var isMirrored = false
  /// The room that an item needs beside it at the subgrid's first line, at its last one and at the others.
  var start = 0.0
  var end = 0.0
  var between = 0.0

  /// The tracks of the outermost grid.
  subscript(span: Range<Int>) -> Range<Int> {
    isMirrored
      ? (offset + count - span.upperBound)..<(offset + count - span.lowerBound)
      : (offset + span.lowerBound)..<(offset + span.upperBound)
  }

  /// The room before an item, in the direction of its grid.
  func before(_ span: Range<Int>) -> Double { count == 0 ? 0 : span.lowerBound == 0 ? start : between }

  /// The room after an item.
  func after(_ span: Range<Int>) -> Double { count == 0 ? 0 : span.upperBound == count ? end : between }

  /// The room on both sides of an item.
  func extra(_ span: Range<Int>) -> Double { before(span) + after(span) }

  /// The map of a subgrid in tracks of this grid.
  func inner(
    _ span: Range<Int>, isMirrored: Bool, start: Double, end: Double, gapDifference: Double
  ) -> TrackMap {
    let (before, after) = isMirrored ? (after(span), before(span)) : (before(span), after(span))
    return TrackMap(
      offset: self[span].lowerBound, count: span.count, isMirrored: self.isMirrored != isMirrored,
      start: start + before, end: end + after, between: between + gapDifference / 2)
  }

  /// Adds what the edges of a subgrid need: as much as empty items in its first and last track.
  func addEdges(to demands: inout [TrackDemand]) {
    func add(_ span: Range<Int>, _ extent: Double) {
      guard extent > 0 else { return }
      demands.append(TrackDemand(span: span, minimum: extent, minContent: extent, maxContent: extent))
    }
    if count == 1 { return add(self[0..<1], start + end) }
    add(self[0..<1], start)
    add(self[(count - 1)..<count], end)
  }
}

extension LayoutPass {
  /// Finds the items that are subgrids, and places their items.
  mutating func makeSubgrids(_ flow: inout GridFlow, areas: [String: GridArea]) {
    guard flow.depth < Subgrid.deepest,
      flow.items.contains(where: { usedStyle($0.node).traits.contains(.subgrid) })
    else { return }
    let columnNames = flow.columnLines.namesByLine
    let rowNames = flow.rowLines.namesByLine
    for (index, item) in flow.items.enumerated() {
      let style = usedStyle(item.node)
      guard style.traits.contains(.subgrid) else { continue }
      let isMirrored = style.direction != flow.content.style.direction
      var context = SubgridContext()
      if style.grid.templateColumns.first == .subgrid {
        context.columns = SubgridAxis(
          item.area.columns, offset: flow.columnOffset, columnNames, areas.mapValues(\.columns),
          gap: flow.columns.gap, isMirrored: isMirrored)
      }
      if style.grid.templateRows.first == .subgrid {
        context.rows = SubgridAxis(
          item.area.rows, offset: flow.rowOffset, rowNames, areas.mapValues(\.rows), gap: flow.rows.gap,
          isMirrored: false)
      }
      let room = Size(width: indefinite, height: indefinite)
      var space = ConstraintSpace(available: room, percentage: room)
      space.isIndependent = true
      space.subgrid = subgrids.number(of: context)
      let content = ContentBox(
        node: item.node, style: style, space: space, box: style.boxModel(percentageWidth: indefinite),
        width: indefinite, content: room)
      flow.items[index].subgrid = flow.subgrids.count
      flow.subgrids.append(
        Subgrid(
          flow: makeGrid(of: content, depth: flow.depth + 1), context: context, isMirrored: isMirrored))
    }
  }

  /// Gives a subgrid the columns of the outer grid.
  func inheritColumns(_ axis: SubgridAxis, _ flow: inout GridFlow) {
    let content = flow.content
    let isNormal = content.style.gap.width.isAuto
    if isNormal { flow.columns.gap = axis.gap }
    guard !axis.tracks.isEmpty, content.content.width.isDefinite else { return }
    let margins = content.style.margins(percentageWidth: content.space.percentage.width)
    let insets = content.box.insets
    flow.givenColumns = axis.tracks(
      in: content.content.width,
      from: flow.isReversed ? margins.right + insets.right : margins.left + insets.left,
      gap: isNormal ? nil : flow.columns.gap)
    flow.columns.inherit(flow.givenColumns ?? [])
  }

  /// Gives a subgrid the rows of the outer grid.
  func inheritRows(_ axis: SubgridAxis, _ flow: inout GridFlow) {
    let content = flow.content
    let isNormal = content.style.gap.height.isAuto
    if isNormal { flow.rows.gap = axis.gap }
    guard !axis.tracks.isEmpty, content.content.height.isDefinite else { return }
    let margins = content.style.margins(percentageWidth: content.space.percentage.width)
    flow.givenRows = axis.tracks(
      in: content.content.height, from: margins.top + content.box.insets.top,
      gap: isNormal ? nil : flow.rows.gap)
    flow.rows.inherit(flow.givenRows ?? [])
  }

  /// Whether the items of an item take part in the sizing of the rows.
  func sharesRows(_ item: GridItem, _ flow: GridFlow) -> Bool {
    item.subgrid >= 0 && flow.subgrids[item.subgrid].hasRows
  }

  /// The position of a subgrid's tracks among those of the outermost grid.
  func subgridMap(of item: GridItem, _ flow: GridFlow, _ map: TrackMap, isColumns: Bool) -> TrackMap {
    let subgrid = flow.subgrids[item.subgrid]
    let content = subgrid.flow.content
    let margins = content.style.margins(percentageWidth: content.space.percentage.width)
    let insets = content.box.insets
    guard isColumns else {
      return map.inner(
        item.area.rows, isMirrored: false, start: margins.top + insets.top,
        end: margins.bottom + insets.bottom, gapDifference: subgrid.flow.rows.gap - flow.rows.gap)
    }
    let (left, right) = (margins.left + insets.left, margins.right + insets.right)
    let isReversed = subgrid.flow.isReversed
    return map.inner(
      item.area.columns, isMirrored: subgrid.isMirrored, start: isReversed ? right : left,
      end: isReversed ? left : right, gapDifference: subgrid.flow.columns.gap - flow.columns.gap)
  }

  /// Adds what the items of a grid, and of the subgrids in it, need of the columns of `sizing`.
  mutating func addColumnDemands(
    of flow: GridFlow, _ map: TrackMap, _ sizing: TrackSizing, _ demands: inout [TrackDemand]
  ) {
    for item in flow.items {
      if item.subgrid >= 0, flow.subgrids[item.subgrid].hasColumns {
        let inner = subgridMap(of: item, flow, map, isColumns: true)
        inner.addEdges(to: &demands)
        addColumnDemands(of: flow.subgrids[item.subgrid].flow, inner, sizing, &demands)
      } else {
        demands.append(
          columnDemand(
            of: item, flow, map[item.area.columns], in: sizing, extra: map.extra(item.area.columns)))
      }
    }
  }

  /// Sizes the columns of the subgrids whose rows are those of this grid.
  mutating func prepareSubgridRows(_ flow: inout GridFlow) {
    for item in flow.items where sharesRows(item, flow) {
      var content = contentBox(of: item.node, space: itemSpace(item, flow, height: indefinite))
      content.content.height = indefinite
      var inner = makeGrid(of: content, depth: flow.depth + 1)
      sizeColumns(&inner)
      prepareSubgridRows(&inner)
      flow.subgrids[item.subgrid].flow = inner
    }
  }

  /// Tells a subgrid the columns before the rows have sizes.
  mutating func shareColumns(
    with item: GridItem, in flow: GridFlow, _ area: Size<Double>, _ space: inout ConstraintSpace
  ) {
    var columns: TrackEdges = []
    if let given = flow.givenColumns {
      columns = given.map { ($0.start, $0.end) }
    } else {
      var offset = 0.0
      for track in flow.columns.tracks {
        columns.append((offset, offset + track.base))
        if !track.isCollapsed { offset += track.base + flow.columns.gap }
      }
    }
    share(columns, nil, with: item, in: flow, area, &space)
  }

  /// Tells a subgrid its tracks: it fills its area in the axes that it shares.
  mutating func share(
    _ columns: TrackEdges, _ rows: TrackEdges?, with item: GridItem, in flow: GridFlow,
    _ area: Size<Double>, _ space: inout ConstraintSpace
  ) {
    let style = usedStyle(item.node)
    let subgrid = flow.subgrids[item.subgrid]
    var context = subgrid.context
    let margins = style.margins(percentageWidth: area.width)
    let box = style.boxModel(percentageWidth: area.width)
    if subgrid.hasColumns {
      let start = columns[item.area.columns.lowerBound].start
      var tracks = columns[item.area.columns].map {
        TrackExtent(start: $0.start - start, end: $0.end - start)
      }
      if subgrid.isMirrored {
        tracks = tracks.reversed().map {
          TrackExtent(start: area.width - $0.end, end: area.width - $0.start)
        }
      }
      context.columns?.tracks = tracks
      space.isWidthFixed = true
      space.available.width = max(box.insets.horizontal, area.width - margins.horizontal)
    }
    if subgrid.hasRows, let rows {
      let start = rows[item.area.rows.lowerBound].start
      context.rows?.tracks = rows[item.area.rows].map {
        TrackExtent(start: $0.start - start, end: $0.end - start)
      }
      space.isHeightFixed = true
      space.available.height = max(box.insets.vertical, area.height - margins.vertical)
    }
    space.subgrid = subgrids.number(of: context)
  }
}

extension SubgridAxis {
  /// The tracks of an area of the outer grid.
  ///
  /// - Parameters:
  ///   - offset: The number of implicit tracks before the explicit ones.
  ///   - namesByLine: The names of the outer grid's lines.
  ///   - areas: The tracks of its named areas: one that reaches out of the subgrid ends at its edge.
  fileprivate init(
    _ span: Range<Int>, offset: Int, _ namesByLine: [Int: [String]], _ areas: [String: Range<Int>],
    gap: Double, isMirrored: Bool
  ) {
    self.init(count: span.count, gap: gap)
    func note(_ name: String, _ line: Int) {
      let own = isMirrored ? span.count - line : line
      if names[name]?.contains(own) != true { names[name, default: []].append(own) }
    }
    for line in span.lowerBound...span.upperBound {
      for name in namesByLine[line - offset] ?? [] { note(name, line - span.lowerBound) }
    }
    for (name, area) in areas {
      let part = ((area.lowerBound + offset)..<(area.upperBound + offset)).clamped(to: span)
      guard !part.isEmpty else { continue }
      note("\(name)-start", part.lowerBound - span.lowerBound)
      note("\(name)-end", part.upperBound - span.lowerBound)
    }
    for name in names.keys { names[name]?.sort() }
  }

  /// The tracks in the content box of a subgrid.
  ///
  /// - Parameters:
  ///   - extent: The extent of the content box.
  ///   - edge: The distance of the content box from the start of the grid area.
  ///   - gap: The subgrid's own gap, which is centred on that of the outer grid; nil for the same.
  fileprivate func tracks(in extent: Double, from edge: Double, gap: Double?) -> [TrackExtent] {
    var result: [TrackExtent] = []
    for index in tracks.indices {
      var track = TrackExtent(start: 0, end: extent)
      if index > 0 {
        let (before, after) = (tracks[index - 1].end, tracks[index].start)
        track.start = (before + after + (gap ?? after - before)) / 2 - edge
      }
      if index + 1 < tracks.count {
        let (before, after) = (tracks[index].end, tracks[index + 1].start)
        track.end = (before + after - (gap ?? after - before)) / 2 - edge
      }
      track.end = max(track.start, track.end)
      result.append(track)
    }
    return result
  }
}

extension TrackSizing {
  /// Takes the tracks of an outer grid.
  fileprivate mutating func inherit(_ extents: [TrackExtent]) {
    tracks = extents.map { GridTrack(inherited: $0.end - $0.start) }
    if extents.count > 1 { gap = extents[1].start - extents[0].end }
  }
}

extension GridLines {
  /// The names of each line that has any.
  fileprivate var namesByLine: [Int: [String]] {
    var result: [Int: [String]] = [:]
    for (name, lines) in names { for line in lines { result[line, default: []].append(name) } }
    return result
  }
}

extension GridTemplate {
  /// The tracks and lines of a subgrid.
  init(_ parts: [TrackListPart], sharing axis: SubgridAxis) {
    tracks = Array(repeating: .auto, count: axis.count)
    lines.count = axis.count
    lines.names = axis.names
    var sets: [[String]] = []
    var outside = 0
    for part in parts {
      switch part {
      case .names: outside += 1
      case .repeat(.count(let count), let inner): outside += min(count, GridLines.farthest) * inner.count
      default: break
      }
    }
    for part in parts {
      switch part {
      case .names(let names): sets.append(names)
      case .repeat(let repetition, let inner):
        var count = max(0, axis.count + 1 - outside) / max(1, inner.count)
        if case .count(let number) = repetition { count = number }
        for _ in 0..<count where sets.count <= axis.count {
          for case .names(let names) in inner { sets.append(names) }
        }
      default: break
      }
    }
    for (line, names) in sets.prefix(axis.count + 1).enumerated() {
      for name in names where lines.names[name]?.contains(line) != true {
        lines.names[name, default: []].append(line)
      }
    }
    for name in lines.names.keys { lines.names[name]?.sort() }
  }
}

extension GridLines.Placement {
  /// The placement in a subgrid, which has no implicit tracks; with nil, the same.
  func limited(_ count: Int?) -> Self {
    guard let count else { return self }
    return switch self {
    case .lines(let range): .lines(range.inTracks(count))
    case .span(let span): .span(min(span, count))
    }
  }
}

extension Range<Int> {
  /// The part of this range in the first `count` tracks, at least the nearest one.
  func inTracks(_ count: Int) -> Range<Int> {
    let low = Swift.min(Swift.max(lowerBound, 0), count - 1)
    return low..<Swift.min(Swift.max(upperBound, low + 1), count)
  }
}
