import HybridGeometry

/// The steps that give a grid item its area and its position in it: CSS Grid 1 §8 and §10.
extension LayoutPass {
  typealias TrackEdges = [(start: Double, end: Double)]

  /// All facts about an item, once all of its container's items are in place.
  @inline(never) mutating func recordGridItem(
    _ flow: GridFlow, _ columns: TrackEdges, _ rows: TrackEdges, inner: Size<Double>
  ) {
    guard let item = flow.items.first(where: { $0.node == recorded }) else { return }
    let node = recorded
    let style = usedStyle(node)
    let container = flow.content.style
    let insets = flow.content.box.insets
    let (columnRange, rowRange) = (item.area.columns, item.area.rows)
    let area = Size(
      width: columns[columnRange.upperBound - 1].end - columns[columnRange.lowerBound].start,
      height: rows[rowRange.upperBound - 1].end - rows[rowRange.lowerBound].start)
    let margins = style.margins(percentageWidth: area.width)
    let memory = Int(nodes[node].memory)
    let size = memory >= 0 ? memories[memory].frames.result.size : .zero
    let free = Size(
      width: area.width - size.width - margins.horizontal,
      height: area.height - size.height - margins.vertical)
    let grid = style.grid
    let inline = GridAxis(
      flow.columns, columns, UsedAlignment(.justifyContent, container.justifyContent), room: inner.width)
    let block = GridAxis(
      flow.rows, rows, UsedAlignment(.alignContent, container.alignContent), room: inner.height)
    let spans = (
      columns: inline.span(columnRange, flow.columnOffset, grid.columnStart, grid.columnEnd),
      rows: block.span(rowRange, flow.rowOffset, grid.rowStart, grid.rowEnd)
    )

    let isReversed = flow.isReversed
    var x = inline.steps(to: columnRange, spans.columns, isReversed ? .right : .left) { offset in
      insets.left + (isReversed ? inner.width - offset - size.width : offset)
    }
    let inlineStart = columns[columnRange.lowerBound].start
    x += itemSteps(
      isReversed ? (.right, .left) : (.left, .right), isReversed ? margins.right : margins.left,
      isReversed
        ? (style.margin.right.isAuto, style.margin.left.isAuto)
        : (style.margin.left.isAuto, style.margin.right.isAuto),
      free.width, inlineOffset(of: item, style, margins, free: free.width, flow),
      aligned: .aligned(
        usedItemAlignment((.justifySelf, style.justifySelf), flow.content.node), freeSpace: free.width)
    ) { offset in
      insets.left
        + (isReversed ? inner.width - inlineStart - offset - size.width : inlineStart + offset)
    }

    let blockStart = insets.top + rows[rowRange.lowerBound].start
    let alignment = usedItemAlignment((.alignSelf, style.alignSelf), flow.content.node)
    let isShared =
      item.align.keyword == .baseline || item.align.keyword == .lastBaseline && item.sharesBaseline
    var y = block.steps(to: rowRange, spans.rows, .top) { insets.top + $0 }
    y += itemSteps(
      (.top, .bottom), margins.top, (style.margin.top.isAuto, style.margin.bottom.isAuto), free.height,
      blockOffset(of: item, style, margins, free: free.height),
      aligned: isShared ? .rowBaseline(alignment) : .aligned(alignment, freeSpace: free.height)
    ) { blockStart + $0 }
    recorder.begin(.gridItem, in: flow.content.node, x: x, y: y)
    recorder.area = spans
    recorder.containingBlock = area
  }

  /// The margins of an item in its area, and its alignment.
  private func itemSteps(
    _ sides: (start: Side, end: Side), _ margin: Double, _ autos: (start: Bool, end: Bool), _ free: Double,
    _ offset: Double, aligned: PlaceFact, at place: (Double) -> Double
  ) -> [LayoutRecorder.PlaceStep] {
    var steps: [LayoutRecorder.PlaceStep] = []
    if margin != 0 { steps.append(.init(.margin(sides.start), place(margin))) }
    guard differ(offset, margin) else { return steps }
    let names = (autos.start ? [sides.start] : []) + (autos.end ? [sides.end] : [])
    steps.append(.init(names.isEmpty ? aligned : .autoMargins(names, freeSpace: free), place(offset)))
    return steps
  }

  /// The lines that bound the containing block of a positioned child (§9).
  ///
  /// - Parameters:
  ///   - columns: The positions of the lines that its style names; nil for `auto`, and for lines that the
  ///     grid does not have.
  ///   - rows: The same along the block axis.
  @inline(never) func recordGridLines(
    _ flow: GridFlow, _ columns: (start: Double?, end: Double?), _ rows: (start: Double?, end: Double?)
  ) {
    let grid = usedStyle(recorded).grid
    func range(
      _ lines: GridLines, _ start: GridLine, _ end: GridLine, _ places: (start: Double?, end: Double?)
    ) -> GridLineRange {
      guard case .lines(let range) = lines.placement(from: start, to: end) else { return .init(nil, nil) }
      return .init(
        places.start.map { _ in range.lowerBound + 1 }, places.end.map { _ in range.upperBound + 1 })
    }
    recorder.lines = (
      flow.content.node, range(flow.columnLines, grid.columnStart, grid.columnEnd, columns),
      range(flow.rowLines, grid.rowStart, grid.rowEnd, rows)
    )
  }
}

/// One axis of a grid with sized tracks.
private struct GridAxis {
  let sizing: TrackSizing
  let edges: LayoutPass.TrackEdges
  let alignment: UsedAlignment
  let room: Double
  /// The space of content alignment before the first track, and between two.
  var before = 0.0
  var between = 0.0

  init(_ sizing: TrackSizing, _ edges: LayoutPass.TrackEdges, _ alignment: UsedAlignment, room: Double) {
    (self.sizing, self.edges, self.alignment, self.room) = (sizing, edges, alignment, room)
    let open = openTracks(in: 0..<sizing.tracks.count)
    if let first = open.first { before = edges[first].start }
    if open.count > 1 { between = edges[open[1]].start - edges[open[0]].end - sizing.gap }
  }

  /// The tracks that have not collapsed.
  private func openTracks(in range: Range<Int>) -> [Int] { range.filter { !sizing.tracks[$0].isCollapsed } }

  func span(_ range: Range<Int>, _ offset: Int, _ start: GridLine, _ end: GridLine) -> GridSpan {
    let open = openTracks(in: range)
    let isStretched = sizing.stretched > 0 && open.contains { sizing.tracks[$0].isStretchable }
    return GridSpan(
      startLine: range.lowerBound - offset + 1, tracks: open.map { sizing.tracks[$0].base }, gap: sizing.gap,
      between: differ(between, 0) ? between : 0, isAutomatic: !start.isLine && !end.isLine,
      stretch: isStretched ? .init(alignment, each: sizing.stretched) : nil)
  }

  /// From the content edge of the container to the start of an area.
  func steps(to range: Range<Int>, _ span: GridSpan, _ side: Side, at place: (Double) -> Double)
    -> [LayoutRecorder.PlaceStep]
  {
    var steps: [LayoutRecorder.PlaceStep] = [.init(.contentEdge(side), place(0))]
    let start = edges[range.lowerBound].start
    let previous = openTracks(in: 0..<range.lowerBound)
    var offset = 0.0
    if !previous.isEmpty {
      let extent = previous.reduce(0) { $0 + sizing.tracks[$1].base }
      let gaps = sizing.gap * Double(previous.count)
      offset = extent + gaps
      steps.append(
        .init(.precedingTracks(.init(count: previous.count, extent: extent, gaps: gaps)), place(offset)))
    }
    let spread = before + between * Double(previous.count)
    if differ(spread, 0) {
      offset += spread
      steps.append(
        .init(
          .distributed(.init(alignment, freeSpace: room - sizing.total, before: before, between: between)),
          place(offset)))
    }
    // An area of only collapsed tracks is at their position.
    return steps + [.init(.gridArea(span), place(start))]
  }
}
