import HybridGeometry

/// The height of a row, with what decides how it grows (CSS 2.2 §17.5.3; CSS Tables 3 §3.10).
struct TableRowSize {
  var height = 0.0
  /// The baseline of its cells below the top, if they have one.
  var baseline: Double?
  /// A percentage of the height of the row group.
  var percent: Double?
  /// Whether a height is given in points.
  var isConstrained = false
  /// Whether a cell that covers several rows begins in it.
  var hasSpanStart = false
  var isCollapsed = false
}

/// A cell as its content makes it.
struct MeasuredCell {
  /// The border box.
  var height: Double
  /// The border box that the content needs, whatever height is given.
  var contentHeight: Double
  /// The first baseline: of its first line or row, or the lower edge of the content, if there is any.
  var baseline: Double?
  /// Border and padding below the content.
  var bottomInset: Double
}

extension LayoutPass {
  /// Lays out the cells in columns that are known, each as high as its content.
  mutating func measureCells(_ flow: TableFlow) -> [MeasuredCell] {
    var cells: [MeasuredCell] = []
    cells.reserveCapacity(flow.grid.cells.count)
    for cell in flow.grid.cells {
      let result = layoutBox(cell.node, cellSpace(cell, flow), .baselines)
      // §17.5.3: `height` is a minimum.
      let height = max(result.size.height, result.intrinsicHeight)
      let insets = usedStyle(cell.node).boxModel(percentageWidth: flow.width).insets
      // A marker stands for a line, whose baseline is not known here.
      let hasMarker =
        usedStyle(cell.node).traits.contains(.marker)
        || boxChildren(of: cell.node).contains { usedStyle($0).traits.contains(.marker) }
      let isEmpty = result.intrinsicHeight <= insets.vertical || hasMarker
      cells.append(
        MeasuredCell(
          height: height, contentHeight: result.intrinsicHeight,
          baseline: result.firstBaseline ?? (isEmpty ? nil : result.intrinsicHeight - insets.bottom),
          bottomInset: insets.bottom))
    }
    return cells
  }

  /// The space for a cell before its height is known.
  func cellSpace(_ cell: TableGrid.Cell, _ flow: TableFlow) -> ConstraintSpace {
    ConstraintSpace(
      available: Size(width: flow.width(of: cell), height: indefinite),
      percentage: Size(width: flow.width, height: indefinite),
      flags: [.fixedWidth, .independent, .ignoresHeight])
  }

  /// The heights of all rows by their cells and their own `height`, before a larger table makes them grow.
  mutating func rowSizes(_ flow: TableFlow, _ cells: [MeasuredCell]) -> [TableRowSize] {
    var sizes = flow.grid.rows.map { rowSize($0, flow, cells) }
    for section in flow.grid.sections where !section.rows.isEmpty {
      spreadSpanningCells(of: section, flow, cells, &sizes)
      guard section.node >= 0, case .points(let points) = usedStyle(section.node).size.height else {
        continue
      }
      growRows(&sizes, section.rows, to: Double(points), spacing: flow.spacing.height)
    }
    return sizes
  }

  private func rowSize(
    _ row: TableGrid.Row, _ flow: TableFlow, _ cells: [MeasuredCell]
  ) -> TableRowSize {
    var size = TableRowSize()
    size.isCollapsed = row.isCollapsed
    if row.isCollapsed { return size }
    var (ascent, descent, bottomInset) = (-indefinite, 0.0, indefinite)
    func note(_ height: Length) {
      switch height {
      case .points: size.isConstrained = true
      case .percent(let percent) where percent > 0: size.percent = max(size.percent ?? 0, Double(percent))
      default: break
      }
    }
    for index in row.cells {
      let cell = flow.grid.cells[index]
      let style = usedStyle(cell.node)
      let isSpanning = cell.rowSpan > 1
      if isSpanning {
        size.hasSpanStart = true
      } else {
        size.height = max(size.height, cells[index].height)
        if style.display == .tableCell { note(style.size.height) }
      }
      if style.alignContent.keyword == .baseline, let baseline = cells[index].baseline {
        ascent = max(ascent, baseline)
        if !isSpanning { descent = max(descent, cells[index].contentHeight - baseline) }
      }
      bottomInset = min(bottomInset, cells[index].bottomInset)
    }
    if ascent > -indefinite {
      size.height = max(size.height, ascent + descent)
      size.baseline = ascent
    }
    if row.node >= 0 {
      let given = usedStyle(row.node).size.height
      note(given)
      if case .points(let points) = given { size.height = max(size.height, Double(points)) }
    }
    // Without lines to align, the lower edge of the content is the baseline.
    if size.baseline == nil, bottomInset.isDefinite { size.baseline = max(0, size.height - bottomInset) }
    return size
  }

  /// Makes rows grow for cells that cover several, those that cover the fewest first.
  private func spreadSpanningCells(
    of section: TableGrid.Section, _ flow: TableFlow, _ cells: [MeasuredCell], _ sizes: inout [TableRowSize]
  ) {
    var spanning: [Int] = []
    for row in section.rows where sizes[row].hasSpanStart {
      spanning += flow.grid.rows[row].cells.filter { flow.grid.cells[$0].rowSpan > 1 }
    }
    guard !spanning.isEmpty else { return }
    spanning.sort {
      let (first, second) = (flow.grid.cells[$0], flow.grid.cells[$1])
      return (first.rowSpan, first.row, $0) < (second.rowSpan, second.row, $1)
    }
    var sums = HeightSums(section.rows.map { sizes[$0].height })
    for index in spanning {
      let rows = flow.grid.rowRange(flow.grid.cells[index])
      let inner = flow.spacing.height * Double(rows.count - 1)
      let covered = sums.sum(rows.lowerBound - section.rows.lowerBound, rows.count)
      guard cells[index].height > covered + inner + 1e-9 else { continue }
      let before = rows.map { sizes[$0].height }
      growRows(&sizes, rows, to: cells[index].height, spacing: flow.spacing.height, isSpan: true)
      for (row, height) in zip(rows, before) {
        sums.add(sizes[row].height - height, at: row - section.rows.lowerBound)
      }
    }
  }

  /// Makes the rows of a table grow to its inner height: first those of row groups that are not a header or
  /// footer (CSS Tables 3 §3.10.5).
  func growSections(_ flow: TableFlow, to height: Double, _ sizes: inout [TableRowSize]) {
    let spacing = flow.spacing.height
    let sections = flow.grid.sections.filter { !$0.rows.isEmpty }
    guard !sections.isEmpty else { return }
    var heights = sections.map { section in
      section.rows.reduce(spacing * Double(section.rows.count - 1)) { $0 + sizes[$1].height }
    }
    let inner = height - spacing * Double(sections.count + 1)
    var free = inner - heights.reduce(0, +)
    guard free > 1e-9 else { return }
    func length(_ index: Int) -> Length {
      sections[index].node < 0 ? .auto : usedStyle(sections[index].node).size.height
    }
    // Percentages first, up to what they ask for.
    var isOpen = [Bool](repeating: true, count: sections.count)
    for index in sections.indices {
      guard case .percent(let percent) = length(index) else { continue }
      let more = min(free, max(0, inner * Double(percent) / 100 - heights[index]))
      heights[index] += more
      free -= more
      isOpen[index] = false
    }
    func isFixed(_ index: Int) -> Bool { if case .points = length(index) { true } else { false } }
    let open = sections.indices.filter { isOpen[$0] }
    let groups = [
      open.filter { sections[$0].kind == .tableRowGroup && !isFixed($0) }, open.filter { !isFixed($0) },
      open.filter { sections[$0].kind == .tableRowGroup }, Array(sections.indices),
    ]
    let growing = groups.first { !$0.isEmpty } ?? []
    let whole = growing.reduce(0) { $0 + heights[$1] }
    for index in growing {
      heights[index] += whole > 0 ? free * heights[index] / whole : free / Double(growing.count)
    }
    resolvePercentRows(sections, heights, spacing, &sizes)
  }

  /// Passes the height of each section to its rows, as the base of their percentages.
  private func resolvePercentRows(
    _ sections: [TableGrid.Section], _ heights: [Double], _ spacing: Double, _ sizes: inout [TableRowSize]
  ) {
    for (section, height) in zip(sections, heights) {
      growRows(&sizes, section.rows, to: height, spacing: spacing, percentage: height)
    }
  }

  /// Makes rows grow until they are `height` high together, by rules in this order: percentages up to what
  /// they ask for; for a spanning cell, rows in which others begin; rows without a height of their own, in
  /// proportion; empty rows; all rows in proportion.
  ///
  /// - Parameters:
  ///   - isSpan: Whether a cell that covers these rows needs the height.
  ///   - percentage: The height that percentages refer to.
  private func growRows(
    _ sizes: inout [TableRowSize], _ rows: Range<Int>, to height: Double, spacing: Double,
    isSpan: Bool = false, percentage: Double? = nil
  ) {
    let open = rows.filter { !sizes[$0].isCollapsed }
    var total = open.reduce(0) { $0 + sizes[$1].height }
    let gaps = spacing * Double(max(0, open.count - 1))
    var free = height - gaps - total
    guard free > 1e-9, !open.isEmpty else { return }
    func share(_ rows: [Int], _ part: (Int) -> Double) {
      let whole = rows.reduce(0) { $0 + part($1) }
      for row in rows {
        sizes[row].height += whole > 0 ? free * part(row) / whole : free / Double(rows.count)
      }
    }
    if let percentage {
      func deficit(_ row: Int) -> Double {
        max(0, (sizes[row].percent ?? 0) * percentage / 100 - sizes[row].height)
      }
      let short = open.filter { deficit($0) > 0 }
      let missing = short.map(deficit)
      let sum = missing.reduce(0, +)
      if sum > 0 {
        let given = min(free, sum)
        for (row, part) in zip(short, missing) { sizes[row].height += given * part / sum }
        total += given
        free -= given
        if free <= 1e-9 { return }
      }
    }
    if isSpan {
      let starts = open.filter { $0 != rows.lowerBound && sizes[$0].hasSpanStart }
      if !starts.isEmpty { return share(starts) { _ in 1 } }
    }
    func isConstrained(_ row: Int) -> Bool {
      sizes[row].isConstrained || percentage != nil && sizes[row].percent != nil
    }
    let filled = open.filter { sizes[$0].height > 0 }
    let growing = filled.filter { !isConstrained($0) }
    if !growing.isEmpty {
      let before = sizes
      return share(growing) { before[$0].height }
    }
    let empty = open.filter { sizes[$0].height <= 0 }
    if !empty.isEmpty, !isSpan {
      let plain = empty.filter { !isConstrained($0) }
      return share(plain.isEmpty ? empty : plain) { _ in 1 }
    }
    if filled.isEmpty, let last = empty.last {
      sizes[last].height += free
      return
    }
    let before = sizes
    share(filled) { before[$0].height }
  }
}

/// Sums of the heights of adjacent rows that change: a Fenwick tree.
private struct HeightSums {
  private var tree: [Double]

  init(_ heights: [Double]) {
    tree = [0] + heights
    for index in 1..<max(1, tree.count) {
      let above = index + (index & -index)
      if above < tree.count { tree[above] += tree[index] }
    }
  }

  mutating func add(_ height: Double, at row: Int) {
    var index = row + 1
    while index < tree.count {
      tree[index] += height
      index += index & -index
    }
  }

  func sum(_ start: Int, _ count: Int) -> Double { sum(start + count) - sum(start) }

  private func sum(_ count: Int) -> Double {
    var (index, sum) = (count, 0.0)
    while index > 0 {
      sum += tree[index]
      index -= index & -index
    }
    return sum
  }
}
