import HybridGeometry

/// A table whose columns are known.
struct TableFlow {
  let content: ContentBox
  let grid: TableGrid
  /// Between columns and rows; 0 where borders collapse.
  let spacing: Size<Double>
  /// Border and padding of the grid box.
  let insets: Edges<Double>
  /// The width inside of them, to which percentages of the cells refer.
  var width: Double
  /// The columns from the start edge of the rows.
  var columns: [(start: Double, end: Double)] = []
  /// The width of the rows.
  var rowWidth = 0.0

  /// The width of a cell.
  func width(of cell: TableGrid.Cell) -> Double {
    let range = grid.columnRange(cell)
    return LayoutStyle.limited(max(0, columns[range.upperBound - 1].end - columns[range.lowerBound].start))
  }

  /// The left edge of columns in their row.
  func left(of range: Range<Int>) -> Double {
    guard content.style.direction == .rightToLeft else { return columns[range.lowerBound].start }
    return rowWidth - max(columns[range.lowerBound].start, columns[range.upperBound - 1].end)
  }
}

/// Table layout (CSS 2.2 §17; CSS Tables 3 §3 where it says what browsers do).
///
/// The node of a table is its wrapper box (§17.4): the captions, and the grid box, to which border and
/// padding belong. Rows and row groups are not laid out as boxes: they get the frames around their cells.
extension LayoutPass {
  mutating func layoutTable(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    let (node, style) = (content.node, content.style)
    let grid = tableGrid(of: node)
    var spacing = tableSpacing(style)
    let insets = content.box.insets
    let columns = tableColumns(grid, style, spacing: spacing.width)
    // A table without cells has no spacing either.
    if columns.allSatisfy(\.isMergeable) { spacing = Size(0) }
    var width = tableWidth(content, widths(of: grid, columns, content.box, spacing.width))
    var flow = TableFlow(
      content: content, grid: grid, spacing: spacing, insets: insets,
      width: max(0, width - insets.horizontal))
    width = max(0, width - placeColumns(columns, &flow))
    let captions = layoutCaptions(grid, width: width, purpose)
    // Heights
    let cells = measureCells(flow)
    var sizes = rowSizes(flow, cells)
    var sections = sectionPlaces(flow, sizes)
    let least = (sections.bottom ?? 0) + insets.vertical
    let captionHeight = captions.reduce(0) { $0 + $1.height }
    let given = gridHeight(content, intrinsic: least, captions: captionHeight)
    if given.height > least || given.isDefinite {
      growSections(flow, to: max(least, given.height) - insets.vertical, &sizes)
      sections = sectionPlaces(flow, sizes)
    }
    let height = max(given.height, (sections.bottom ?? 0) + insets.vertical)
    let above = captions.reduce(0) { $0 + ($1.isBelow ? 0 : $1.height) }
    var result = BoxResult(
      size: Size(width: width, height: LayoutStyle.limited(height + captionHeight)),
      intrinsicHeight: least + captionHeight)
    if let first = grid.sections.indices.first(where: { !grid.sections[$0].rows.isEmpty }) {
      let row = grid.sections[first].rows.lowerBound
      let baseline = above + insets.top + sections.tops[first] + (sizes[row].baseline ?? sizes[row].height)
      result.firstBaseline = baseline
      result.lastBaseline = baseline
    } else {
      result.firstBaseline = above + height
      result.lastBaseline = above + height
    }
    if purpose == .frames {
      let corner = (x: insets.left + edgeSpacing(flow), y: above + insets.top)
      placeCaptions(captions, width: width, gridHeight: height, above: above, style.direction)
      placeSections(flow, cells, sizes, sections, corner, isDefinite: given.isDefinite)
      placeColumnBoxes(flow, sections, columns, corner)
      for child in grid.outOfFlow {
        positioned[staticPositionOf: child] = StaticPosition(x: insets.left, y: above + insets.top)
      }
      positioned[boundsOf: Int32(node)] =
        captions.isEmpty ? nil : Rect(x: 0, y: above, width: width, height: height)
    }
    return result
  }

  /// The intrinsic widths of a table's content box.
  mutating func tableContentSizes(of node: Int) -> MinMaxSizes {
    let style = usedStyle(node)
    let grid = tableGrid(of: node)
    let spacing = tableSpacing(style).width
    let columns = tableColumns(grid, style, spacing: spacing)
    let isEmpty = columns.allSatisfy(\.isMergeable)
    let box = style.boxModel(percentageWidth: 0)
    let sizes = widths(of: grid, columns, box, isEmpty ? 0 : spacing)
    return sizes + -box.insets.horizontal
  }

  private func tableSpacing(_ style: UsedStyle) -> Size<Double> {
    let table = style.table
    if table.collapsesBorders { return Size(0) }
    return Size(
      width: max(0, LayoutStyle.clamped(Double(table.spacing.width))),
      height: max(0, LayoutStyle.clamped(Double(table.spacing.height))))
  }

  // MARK: Widths

  /// The min-content and max-content width of a table's wrapper box (§17.5.2).
  private mutating func widths(
    of grid: TableGrid, _ columns: [TableColumn], _ box: BoxModel, _ spacing: Double
  ) -> MinMaxSizes {
    let count = columns.filter { !$0.isMergeable }.count
    let gaps = grid.rows.isEmpty && count == 0 ? 0 : spacing * Double(max(1, count) + 1)
    var sizes = gridWidths(columns) + (gaps + box.insets.horizontal)
    for caption in grid.captions {
      let style = usedStyle(caption)
      let inner = contribution(
        of: caption,
        space: ConstraintSpace(
          available: Size(indefinite), percentage: Size(indefinite), flags: .independent))
      let least = inner.min + style.margins(percentageWidth: 0).horizontal
      sizes.min = max(sizes.min, least)
    }
    sizes.max = max(sizes.min, sizes.max)
    return sizes
  }

  /// The border-box width of a table: at least its min-content width, and shrunk to fit where it is `auto`
  /// (§17.5.2).
  private func tableWidth(_ content: ContentBox, _ widths: MinMaxSizes) -> Double {
    let (style, space) = (content.style, content.space)
    if space.isWidthFixed { return LayoutStyle.limited(max(space.available.width, widths.min)) }
    let insets = content.box.borderPadding.horizontal
    let room = roomForBox(style, space)
    func length(_ length: Length) -> Double? {
      switch length {
      case .minContent: widths.min
      case .maxContent: widths.max
      case .fitContent: widths.fit(into: room)
      case .stretch: room.isDefinite ? room : nil
      default: borderBox(length, of: style, against: space.percentage.width, insets: insets)
      }
    }
    var width: Double
    if let given = length(style.size.width) {
      width = given
    } else if room.isDefinite, isStretched(content) {
      width = room
    } else {
      width = widths.fit(into: room)
    }
    width = min(width, length(style.maxSize.width) ?? indefinite)
    width = max(width, length(style.minSize.width) ?? 0)
    return LayoutStyle.limited(max(width, widths.min))
  }

  /// Whether a grid or a positioned box's containing block stretches an automatic width: a block does not.
  private func isStretched(_ content: ContentBox) -> Bool {
    switch content.space.widthBehaviour {
    case .stretchExplicit: true
    case .stretch:
      content.space.isIndependent && !content.style.isOutOfFlow && content.node != root
    case .fitContent: false
    }
  }

  /// The positions of the columns (§17.5.2). Returns the width of those that are collapsed, by which the
  /// table is narrower (§17.5.5).
  private func placeColumns(_ columns: [TableColumn], _ flow: inout TableFlow) -> Double {
    let count = columns.filter { !$0.isMergeable }.count
    let gaps = count == 0 ? 0 : flow.spacing.width * Double(count + 1)
    let sizes = columnWidths(columns[...], in: max(0, flow.width - gaps))
    var hidden = 0.0
    var offset = 0.0
    var isFirst = true
    for (column, width) in zip(columns, sizes) {
      if column.isMergeable || column.isCollapsed {
        if column.isCollapsed, !column.isMergeable { hidden += width + flow.spacing.width }
        flow.columns.append((offset, offset))
        continue
      }
      if !isFirst { offset += flow.spacing.width }
      isFirst = false
      flow.columns.append((offset, offset + width))
      offset += width
    }
    flow.width = max(0, flow.width - hidden)
    flow.rowWidth = max(0, flow.width - 2 * edgeSpacing(flow))
    return hidden
  }

  private func edgeSpacing(_ flow: TableFlow) -> Double {
    flow.grid.rows.isEmpty ? 0 : flow.spacing.width
  }

  // MARK: Captions (§17.4.1)

  /// A caption with its margins.
  struct Caption {
    var node: Int
    var size: Size<Double>
    var margins: Edges<Double>
    var isBelow: Bool
    var height: Double { max(0, size.height + margins.vertical) }
  }

  private mutating func layoutCaptions(_ grid: TableGrid, width: Double, _ purpose: Purpose) -> [Caption] {
    var captions: [Caption] = []
    for node in grid.captions {
      let style = usedStyle(node)
      let size = Size(width: width, height: indefinite)
      var space = ConstraintSpace(available: size, percentage: size, flags: .independent)
      space.widthBehaviour = .stretch
      let result = layoutBox(node, space, purpose == .frames ? .frames : .size)
      captions.append(
        Caption(
          node: node, size: result.size, margins: style.margins(percentageWidth: width),
          isBelow: style.table.isCaptionBelow))
    }
    return captions
  }

  private func placeCaptions(
    _ captions: [Caption], width: Double, gridHeight: Double, above: Double, _ direction: Direction
  ) {
    var top = 0.0
    var bottom = above + gridHeight
    for caption in captions {
      let style = usedStyle(caption.node)
      let free = width - caption.size.width - caption.margins.horizontal
      var x = caption.margins.left
      switch (style.margin.left.isAuto, style.margin.right.isAuto) {
      case (true, true): x += max(0, free / 2)
      case (true, false): x += max(0, free)
      case (false, true): break
      case (false, false): if direction == .rightToLeft { x += free }
      }
      let y = (caption.isBelow ? bottom : top) + caption.margins.top
      place(
        caption.node, x: x, y: y, size: caption.size, in: Size(width: width, height: gridHeight), direction)
      if caption.isBelow { bottom += caption.height } else { top += caption.height }
    }
  }

  // MARK: Heights

  /// The tops of the sections below the top edge of the grid's content box, and the lower edge of the last
  /// one with spacing; nil for a table without rows.
  private typealias SectionPlaces = (tops: [Double], heights: [Double], bottom: Double?)

  private func sectionPlaces(_ flow: TableFlow, _ sizes: [TableRowSize]) -> SectionPlaces {
    var (tops, heights): ([Double], [Double]) = ([], [])
    var offset = 0.0
    for section in flow.grid.sections {
      let open = section.rows.filter { !sizes[$0].isCollapsed }
      if !open.isEmpty { offset += flow.spacing.height }
      tops.append(offset)
      var height = open.reduce(flow.spacing.height * Double(max(0, open.count - 1))) { $0 + sizes[$1].height }
      // The height of a group without rows counts too.
      if section.rows.isEmpty, section.node >= 0,
        case .points(let points) = usedStyle(section.node).size.height
      {
        height = max(0, Double(points))
      }
      heights.append(height)
      offset += height
    }
    if flow.grid.rows.isEmpty { return (tops, heights, offset > 0 ? offset : nil) }
    return (tops, heights, offset + flow.spacing.height)
  }

  /// The height of the grid box by `height` and its limits, with whether percentages of it resolve. A table's
  /// `height` is a minimum.
  private func gridHeight(
    _ content: ContentBox, intrinsic: Double, captions: Double
  ) -> (height: Double, isDefinite: Bool) {
    let (style, space) = (content.style, content.space)
    if space.isHeightFixed {
      return (max(0, space.available.height - captions), !space.isFixedHeightIndefinite)
    }
    let insets = content.box.borderPadding.vertical
    func length(_ length: Length) -> Double? {
      borderBox(length, of: style, against: space.percentage.height, insets: insets)
    }
    var height = intrinsic
    var isDefinite = false
    if let given = length(style.size.height) {
      (height, isDefinite) = (given, true)
    } else if space.stretchesHeight, space.available.height.isDefinite, style.size.height.isAuto {
      let margins = style.margins(percentageWidth: space.percentage.width).vertical
      (height, isDefinite) = (max(0, space.available.height - margins - captions), true)
    }
    if let most = length(style.maxSize.height) { height = min(height, most) }
    if let least = length(style.minSize.height) { height = max(height, least) }
    return (max(height, intrinsic), isDefinite)
  }

  // MARK: Frames

  /// Places row groups, rows and cells. The frames of each are relative to the nearest of them around it.
  private mutating func placeSections(
    _ flow: TableFlow, _ cells: [MeasuredCell], _ sizes: [TableRowSize], _ sections: SectionPlaces,
    _ corner: (x: Double, y: Double), isDefinite: Bool
  ) {
    let direction = flow.content.style.direction
    for (index, section) in flow.grid.sections.enumerated() {
      let rows = rowPlaces(section, flow, sizes)
      var base = (x: corner.x, y: corner.y + sections.tops[index])
      for (place, row) in zip(rows, section.rows) {
        placeRow(row, flow, cells, sizes, rows, place, section, base, isDefinite: isDefinite)
      }
      guard section.node >= 0 else { continue }
      if flow.grid.rows.isEmpty { base.x = flow.insets.left }
      let size = Size(width: flow.rowWidth, height: LayoutStyle.limited(sections.heights[index]))
      placePart(section.node, x: base.x, y: base.y, size, direction)
    }
  }

  /// The rows of a section, from its top.
  private func rowPlaces(
    _ section: TableGrid.Section, _ flow: TableFlow, _ sizes: [TableRowSize]
  ) -> [(top: Double, height: Double)] {
    var offset = 0.0
    var isFirst = true
    return section.rows.map { row in
      if sizes[row].isCollapsed { return (offset, 0) }
      if !isFirst { offset += flow.spacing.height }
      isFirst = false
      defer { offset += sizes[row].height }
      return (offset, sizes[row].height)
    }
  }

  private mutating func placeRow(
    _ index: Int, _ flow: TableFlow, _ cells: [MeasuredCell], _ sizes: [TableRowSize],
    _ rows: [(top: Double, height: Double)], _ place: (top: Double, height: Double),
    _ section: TableGrid.Section, _ base: (x: Double, y: Double), isDefinite: Bool
  ) {
    let row = flow.grid.rows[index]
    // The corner of the row in the box that the cells' frames are relative to.
    var origin = (x: 0.0, y: 0.0)
    if row.node < 0 {
      origin.y = place.top
      if section.node < 0 { origin = (base.x, base.y + place.top) }
    }
    for number in row.cells {
      let cell = flow.grid.cells[number]
      let last = rows[index - section.rows.lowerBound + cell.rowSpan - 1]
      let height = max(0, last.top + last.height - place.top)
      placeCell(
        cell, cells[number], flow, height: height, rowBaseline: sizes[index].baseline ?? 0, origin,
        isDefinite: isDefinite)
    }
    guard row.node >= 0 else { return }
    let size = Size(width: flow.rowWidth, height: LayoutStyle.limited(place.height))
    let (x, y) = section.node >= 0 ? (0, place.top) : (base.x, base.y + place.top)
    placePart(row.node, x: x, y: y, size, flow.content.style.direction)
  }

  /// Lays out a cell in its final height and moves its content by its `vertical-align`, which the style has
  /// as `align-content` (§17.5.3).
  private mutating func placeCell(
    _ cell: TableGrid.Cell, _ measured: MeasuredCell, _ flow: TableFlow, height: Double,
    rowBaseline: Double, _ origin: (x: Double, y: Double), isDefinite: Bool
  ) {
    let style = usedStyle(cell.node)
    let isBaseline = style.alignContent.keyword == .baseline
    var space = cellSpace(cell, flow)
    space.available.height = LayoutStyle.limited(height)
    space.isHeightFixed = true
    space.isHeightIgnored = false
    // Percentages resolve in a cell only if its own height or that of the table is given.
    if !isDefinite, !style.size.height.isPoints { space.isFixedHeightIndefinite = true }
    // The cell's own height is fixed: nothing else reads this.
    space.percentage.height =
      isBaseline ? max(0, rowBaseline - (measured.baseline ?? rowBaseline)) : indefinite
    let result = layoutBox(cell.node, space, .frames)
    place(
      cell.node, x: origin.x + flow.left(of: flow.grid.columnRange(cell)), y: origin.y, size: result.size,
      in: Size(width: flow.width, height: height), flow.content.style.direction)
  }

  /// Sets the frame of a row or a row group, whose children have theirs, and lays out the positioned boxes
  /// whose containing block it is.
  private mutating func placePart(
    _ node: Int, x: Double, y: Double, _ size: Size<Double>, _ direction: Direction
  ) {
    place(node, x: x, y: y, size: size, in: size, direction)
    for child in boxChildren(of: node) where usedStyle(child).isOutOfFlow {
      positioned[staticPositionOf: child] = StaticPosition(x: 0, y: 0)
    }
    let style = usedStyle(node)
    let content = ContentBox(
      node: node, style: style, space: ConstraintSpace(available: size, percentage: size),
      box: style.boxModel(percentageWidth: 0), width: size.width, content: size)
    finishFrames(of: content, size: size)
  }

  /// Sets the frames of columns and their groups: over all rows (§17.5.1).
  private func placeColumnBoxes(
    _ flow: TableFlow, _ sections: SectionPlaces, _ columns: [TableColumn], _ corner: (x: Double, y: Double)
  ) {
    let top =
      flow.grid.sections.indices.first { !flow.grid.sections[$0].rows.isEmpty }
      .map { sections.tops[$0] } ?? 0
    let height = max(0, (sections.bottom ?? 0) - flow.spacing.height - top)
    func frame(_ range: Range<Int>) -> Rect {
      // Columns without cells are nowhere.
      guard range.contains(where: { !columns[$0].isMergeable }) else { return .zero }
      let width = max(0, flow.columns[range.upperBound - 1].end - flow.columns[range.lowerBound].start)
      // As in browsers: without a width they have no height either, and are at the top of the table.
      if width == 0 { return Rect(x: corner.x + flow.left(of: range), y: corner.y, width: 0, height: 0) }
      return Rect(
        x: corner.x + flow.left(of: range), y: corner.y + top, width: width,
        height: range.contains { !columns[$0].isCollapsed } ? height : 0)
    }
    for group in flow.grid.columnGroups { nodes[group.node].frame = frame(group.columns) }
    for column in flow.grid.columnBoxes {
      var place = frame(column.columns)
      if column.group >= 0, place != .zero {
        let around = nodes[flow.grid.columnGroups[column.group].node].frame
        place.x -= around.x
        place.y = place.height == 0 ? 0 : place.y - around.y
      }
      nodes[column.node].frame = place
    }
  }
}

extension Length {
  fileprivate var isPoints: Bool {
    if case .points = self { return true }
    return false
  }
}
