import HybridGeometry

/// An item of a grid container in the algorithm. Track indices count from the first track of the implicit
/// grid.
struct GridItem {
  var node: Int
  var area: GridArea
  /// `justify-self` and `align-self` with `auto` resolved.
  var justify: Alignment
  var align: Alignment
  var margins: Edges<Double>
  /// Whether it participates in baseline alignment: its height does not depend on the tracks that it would
  /// change.
  /// change.
  var sharesBaseline = false
  /// The baseline shim: added to its upper (or lower) margin.
  var shim = 0.0
  /// Its position in ``GridFlow/subgrids``; -1 for an item that is not a subgrid.
  var subgrid = -1
}

/// The state of one grid container's layout.
struct GridFlow {
  var content: ContentBox
  var style: GridStyle
  var columns: TrackSizing
  var rows: TrackSizing
  var items: [GridItem] = []
  var outOfFlow: [Int] = []
  /// The lines of the explicit grid, and the number of implicit tracks before it.
  var columnLines = GridLines()
  var rowLines = GridLines()
  var columnOffset = 0
  var rowOffset = 0
  /// The items that are subgrids.
  var subgrids: [Subgrid] = []
  /// The tracks of a subgrid in its content box, where the outer grid gave them.
  var givenColumns: [TrackExtent]?
  var givenRows: [TrackExtent]?
  /// The number of grids around a subgrid whose tracks it shares.
  var depth = 0

  var isReversed: Bool { content.style.direction == .rightToLeft }
}

/// CSS Grid 1 §7 and §8: the grid and the placement of its items.
extension LayoutPass {
  mutating func makeGrid(of content: ContentBox, isEmpty: Bool = false, depth: Int = 0) -> GridFlow {
    let style = content.style.grid
    let outer = content.space.subgrid == 0 ? SubgridContext() : subgrids[content.space.subgrid]
    let columnGap = max(
      0, content.style.resolveOrZero(content.style.gap.width, against: content.content.width))
    let rowGap = max(
      0, content.style.resolveOrZero(content.style.gap.height, against: content.content.height))
    var flow = GridFlow(
      content: content, style: style,
      columns: TrackSizing(tracks: [], gap: columnGap, room: content.content.width, constraint: .none),
      rows: TrackSizing(tracks: [], gap: rowGap, room: content.content.height, constraint: .none))
    flow.depth = depth
    var columnTemplate = template(
      style.templateColumns, content, isColumns: true, gap: columnGap, outer.columns)
    var rowTemplate = template(style.templateRows, content, isColumns: false, gap: rowGap, outer.rows)
    let areas = areaSpans(style.templateAreas)
    columnTemplate.addAreas(
      areas.mapValues(\.columns),
      count: outer.columns == nil ? style.templateAreas.first?.count ?? 0 : 0)
    rowTemplate.addAreas(
      areas.mapValues(\.rows), count: outer.rows == nil ? style.templateAreas.count : 0)
    flow.columnLines = columnTemplate.lines
    flow.rowLines = rowTemplate.lines
    var children: [Int] = []
    for child in boxChildren(of: content.node) {
      if usedStyle(child).isOutOfFlow { flow.outOfFlow.append(child) } else { children.append(child) }
    }
    if children.contains(where: { usedStyle($0).order != 0 }) {
      children = children.enumerated().sorted {
        (usedStyle($0.element).order, $0.offset) < (usedStyle($1.element).order, $1.offset)
      }.map(\.element)
    }
    if isEmpty { children = [] }
    let placed = placeItems(children, flow, columnLimit: outer.columns?.count, rowLimit: outer.rows?.count)
    flow.columnOffset = -placed.reduce(0) { min($0, $1.columns.lowerBound) }
    flow.rowOffset = -placed.reduce(0) { min($0, $1.rows.lowerBound) }
    let columnEnd = placed.reduce(flow.columnLines.count) { max($0, $1.columns.upperBound) }
    let rowEnd = placed.reduce(flow.rowLines.count) { max($0, $1.rows.upperBound) }
    flow.items = zip(children, placed).map { child, area in makeGridItem(child, area, flow) }
    flow.columns.tracks = implicitGrid(
      columnTemplate, auto: style.autoColumns, before: flow.columnOffset, end: columnEnd,
      taken: flow.items.map(\.area.columns))
    flow.rows.tracks = implicitGrid(
      rowTemplate, auto: style.autoRows, before: flow.rowOffset, end: rowEnd,
      taken: flow.items.map(\.area.rows))
    if let columns = outer.columns { inheritColumns(columns, &flow) }
    if let rows = outer.rows { inheritRows(rows, &flow) }
    makeSubgrids(&flow, areas: areas)
    return flow
  }

  /// The explicit tracks of one axis; the container's size determines automatic repetitions (§7.2.3.2).
  private func template(
    _ parts: [TrackListPart], _ content: ContentBox, isColumns: Bool, gap: Double, _ outer: SubgridAxis?
  ) -> GridTemplate {
    if let outer { return GridTemplate(parts, sharing: outer) }
    // CSS Grid 2 §9: outside of a grid, `subgrid` is `none`.
    if parts.first == .subgrid { return GridTemplate([], repetitions: 1) }
    let style = content.style
    let insets = isColumns ? content.box.insets.horizontal : content.box.insets.vertical
    let borderPadding = isColumns ? content.box.borderPadding.horizontal : content.box.borderPadding.vertical
    let whole = isColumns ? content.content.width : content.content.height
    let percentage = isColumns ? content.space.percentage.width : content.space.percentage.height
    func limit(_ length: Length) -> Double? {
      borderBox(length, of: style, against: percentage, insets: borderPadding).map { max(0, $0 - insets) }
    }
    let (most, least) =
      isColumns
      ? (style.maxSize.width, style.minSize.width) : (style.maxSize.height, style.minSize.height)
    var room = whole
    var atLeast = false
    if !room.isDefinite { room = limit(most) ?? indefinite }
    if !whole.isDefinite, let low = limit(least) {
      if !room.isDefinite {
        room = low
        atLeast = true
      } else {
        room = max(room, low)
      }
    }
    let count = GridTemplate.repetitions(
      of: parts, style: style, room: room, gap: gap, atLeast: atLeast, whole: whole)
    return GridTemplate(parts, repetitions: count)
  }

  /// The positions of the named areas (§7.3).
  private func areaSpans(_ rows: [[String?]]) -> [String: GridArea] {
    var spans: [String: GridArea] = [:]
    for (row, names) in rows.enumerated() {
      for (column, name) in names.enumerated() {
        guard let name else { continue }
        let known = spans[name] ?? GridArea(columns: column..<(column + 1), rows: row..<(row + 1))
        spans[name] = GridArea(
          columns: min(known.columns.lowerBound, column)..<max(known.columns.upperBound, column + 1),
          rows: min(known.rows.lowerBound, row)..<max(known.rows.upperBound, row + 1))
      }
    }
    return spans
  }

  private func placeItems(
    _ children: [Int], _ flow: GridFlow, columnLimit: Int?, rowLimit: Int?
  ) -> [GridArea] {
    let areas = placeFreely(children, flow, columnLimit: columnLimit, rowLimit: rowLimit)
    guard columnLimit != nil || rowLimit != nil else { return areas }
    return areas.map { area in
      GridArea(
        columns: columnLimit.map(area.columns.inTracks) ?? area.columns,
        rows: rowLimit.map(area.rows.inTracks) ?? area.rows)
    }
  }

  /// - Parameters:
  ///   - columnLimit: The number of columns of a subgrid, which has no implicit ones.
  ///   - rowLimit: The number of rows of a subgrid.
  private func placeFreely(
    _ children: [Int], _ flow: GridFlow, columnLimit: Int?, rowLimit: Int?
  ) -> [GridArea] {
    let placements = children.map { child in
      let grid = usedStyle(child).grid
      return (
        column: flow.columnLines.placement(from: grid.columnStart, to: grid.columnEnd).limited(columnLimit),
        row: flow.rowLines.placement(from: grid.rowStart, to: grid.rowEnd).limited(rowLimit)
      )
    }
    if flow.style.flowsInColumns {
      var placer = GridPlacer(
        items: placements.map { (major: $0.column, minor: $0.row) }, isDense: flow.style.isDense,
        minorCount: flow.rowLines.count)
      return placer.place().map { GridArea(columns: $0.major, rows: $0.minor) }
    }
    var placer = GridPlacer(
      items: placements.map { (major: $0.row, minor: $0.column) }, isDense: flow.style.isDense,
      minorCount: flow.columnLines.count)
    return placer.place().map { GridArea(columns: $0.minor, rows: $0.major) }
  }

  private func makeGridItem(_ child: Int, _ area: GridArea, _ flow: GridFlow) -> GridItem {
    let style = usedStyle(child)
    let container = flow.content.style
    let justify = style.justifySelf.keyword == .auto ? container.justifyItems : style.justifySelf
    let align = style.alignSelf.keyword == .auto ? container.alignItems : style.alignSelf
    func moved(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
      (range.lowerBound + offset)..<(range.upperBound + offset)
    }
    return GridItem(
      node: child,
      area: GridArea(
        columns: moved(area.columns, flow.columnOffset), rows: moved(area.rows, flow.rowOffset)),
      justify: justify, align: align, margins: style.margins(percentageWidth: indefinite))
  }

  /// All tracks of one axis: implicit ones before and after the explicit ones (§7.5), empty `auto-fit` ones
  /// collapsed.
  private func implicitGrid(
    _ template: GridTemplate, auto: [TrackSize], before: Int, end: Int, taken: [Range<Int>]
  ) -> [GridTrack] {
    let pattern = auto.isEmpty ? [.auto] : auto
    var tracks: [GridTrack] = []
    for index in 0..<before {
      let back = (before - index) % pattern.count
      tracks.append(GridTrack(pattern[back == 0 ? 0 : pattern.count - back]))
    }
    for size in template.tracks { tracks.append(GridTrack(size)) }
    for index in 0..<max(0, end - template.tracks.count) {
      tracks.append(GridTrack(pattern[index % pattern.count]))
    }
    if !template.autoFit.isEmpty {
      var inUse = TrackIntervals()
      for span in taken { inUse.insert(span) }
      for index in template.autoFit.lazy.map({ $0 + before }) {
        tracks[index].isCollapsed = inUse.end(blocking: index..<(index + 1)) == nil
      }
    }
    return tracks
  }
}
