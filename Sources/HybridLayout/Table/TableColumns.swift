import HybridGeometry

/// The sizes that the cells and the column boxes require of one column (CSS 2.2 §17.5.2.2; CSS Tables 3 §3.8,
/// *Computing cell measures* and *column measures*).
struct TableColumn {
  var min = 0.0
  var max = 0.0
  /// A percentage of the width of all columns.
  var percent: Double?
  /// Border and padding, on top of the percentage in fixed tables.
  var percentInsets = 0.0
  /// Whether a width is given in points.
  var isConstrained = false
  /// Whether any of its sizes is known yet.
  var isKnown = false
  /// Whether only spanning cells cover it, so that it has neither width nor spacing of its own.
  var isMergeable = true
  var isCollapsed = false

  /// The width by the percentage.
  func percentWidth(of whole: Double) -> Double {
    Swift.max(min, (percent ?? 0) * whole / 100 + percentInsets)
  }

  /// Takes the demands of a cell in this column alone.
  mutating func encompass(_ cell: TableColumn, isFixed: Bool) {
    isMergeable = false
    // In a fixed table a column's width beats that of a cell.
    if isFixed, isConstrained { return }
    if isKnown {
      min = Swift.max(min, cell.min)
      switch (isConstrained, cell.isConstrained) {
      case (true, false): max = Swift.max(max, cell.min)
      case (false, true): max = Swift.max(min, cell.max)
      default: max = Swift.max(max, cell.max)
      }
    } else {
      (min, max, isKnown) = (cell.min, cell.max, true)
    }
    max = Swift.max(max, min)
    isConstrained = isConstrained || cell.isConstrained
    if let more = cell.percent, more > percent ?? 0 {
      percent = more
      percentInsets = cell.percentInsets
    }
  }
}

/// A cell that covers several columns, with its demands.
private struct SpanningDemand {
  var columns: Range<Int>
  var cell: TableColumn
}

extension LayoutPass {
  /// The demands on each column of a table.
  mutating func tableColumns(_ grid: TableGrid, _ style: UsedStyle, spacing: Double) -> [TableColumn] {
    let isFixed = isFixedTable(style)
    var columns = [TableColumn](repeating: TableColumn(), count: grid.columnCount)
    if isFixed { for index in columns.indices { columns[index].isMergeable = false } }
    readColumnBoxes(grid, isFixed, &columns)
    var spanning: [SpanningDemand] = []
    // A fixed table heeds its first row only (§17.5.2.1).
    let first = grid.sections.first { !$0.rows.isEmpty }?.rows.lowerBound ?? 0
    let cells = isFixed ? grid.rows.isEmpty ? 0..<0 : grid.rows[first].cells : grid.cells.indices
    for cell in grid.cells[cells] {
      let demand = cellDemand(cell.node, isFixed: isFixed)
      if cell.columnSpan == 1 {
        columns[cell.column].encompass(demand, isFixed: isFixed)
      } else {
        spanning.append(SpanningDemand(columns: grid.columnRange(cell), cell: demand))
      }
    }
    // A column in which a cell begins has a width of its own.
    for demand in spanning { columns[demand.columns.lowerBound].isMergeable = false }
    for demand in merged(spanning) {
      if isFixed {
        spread(demand, spacing, &columns)
      } else {
        distribute(demand, spacing, &columns)
      }
    }
    limitPercentages(isFixed, &columns)
    return columns
  }

  /// Whether `table-layout: fixed` counts: not where the width is that of the content (§17.5.2).
  func isFixedTable(_ style: UsedStyle) -> Bool {
    guard style.table.isFixed else { return false }
    switch style.size.width {
    case .auto, .maxContent, .content: return false
    default: return true
    }
  }

  private func readColumnBoxes(_ grid: TableGrid, _ isFixed: Bool, _ columns: inout [TableColumn]) {
    func read(_ box: TableGrid.ColumnBox, _ group: Int) {
      let style = usedStyle(box.node)
      var widths = [style.size.width]
      if group >= 0 { widths.append(usedStyle(group).size.width) }
      let given = widths.first { !$0.isAuto } ?? .auto
      let isCollapsed = style.table.isCollapsed || group >= 0 && usedStyle(group).table.isCollapsed
      let least = style.resolve(style.minSize.width, against: indefinite)
      for index in box.columns {
        columns[index].isCollapsed = isCollapsed
        switch given {
        case .points(let points):
          columns[index].max = Swift.max(0, Double(points), least ?? 0)
          (columns[index].isConstrained, columns[index].isKnown) = (true, true)
        case .percent(let percent) where percent > 0: columns[index].percent = Double(percent)
        default: break
        }
        if let least { columns[index].min = Swift.max(0, least) }
        if least != nil { columns[index].isKnown = true }
        columns[index].max = Swift.max(columns[index].min, columns[index].max)
        if columns[index].max > 0 || columns[index].percent != nil { columns[index].isMergeable = false }
      }
    }
    for box in grid.columnBoxes { read(box, box.group >= 0 ? grid.columnGroups[box.group].node : -1) }
    let grouped = Set(grid.columnBoxes.map(\.group))
    for (index, group) in grid.columnGroups.enumerated() where !grouped.contains(index) { read(group, -1) }
  }

  /// The demands of a cell on the columns that it covers.
  private mutating func cellDemand(_ node: Int, isFixed: Bool) -> TableColumn {
    let style = usedStyle(node)
    let insets = style.boxModel(percentageWidth: 0).borderPadding.horizontal
    var demand = TableColumn()
    demand.isKnown = true
    var given: Double?
    var least = 0.0
    var most = indefinite
    // The width of an implicit cell is that of a box in one.
    if style.display == .tableCell {
      func points(_ length: Length) -> Double? {
        length.hasPercentage ? nil : borderBox(length, of: style, against: indefinite, insets: insets)
      }
      given = points(style.size.width)
      least = points(style.minSize.width) ?? 0
      most = max(points(style.maxSize.width) ?? indefinite, least)
      if case .percent(let percent) = style.size.width, percent > 0 {
        demand.percent = Double(percent)
        if case .percent(let limit) = style.maxSize.width { demand.percent = Double(min(percent, limit)) }
        if isFixed, style.boxSizing == .contentBox { demand.percentInsets = insets }
      }
    }
    var content = MinMaxSizes(0)
    if isFixed {
      content = MinMaxSizes(given ?? 0)
    } else {
      let space = ConstraintSpace(
        available: Size(indefinite), percentage: Size(indefinite), flags: .independent)
      content =
        style.display == .tableCell
        ? contentSizes(of: node, space: space) : contribution(of: node, space: space)
    }
    demand.min = min(max(content.min, least), most)
    demand.max = max(demand.min, min(given ?? content.max, most))
    demand.isConstrained = given != nil
    return demand
  }

  /// The demands in the order of their spans; those on the same columns are merged, so that their number has
  /// a bound.
  private func merged(_ demands: [SpanningDemand]) -> [SpanningDemand] {
    guard demands.count > 1 else { return demands }
    var places: [Range<Int>: Int] = [:]
    var result: [SpanningDemand] = []
    for demand in demands {
      if let place = places[demand.columns] {
        result[place].cell.encompass(demand.cell, isFixed: false)
      } else {
        places[demand.columns] = result.count
        result.append(demand)
      }
    }
    // Equal spans keep their order.
    return result.enumerated().sorted {
      ($0.element.columns.count, $0.offset) < ($1.element.columns.count, $1.offset)
    }.map(\.element)
  }

  /// Percentages are at most 100 together: later ones get what is left, or all of a fixed table shrink.
  private func limitPercentages(_ isFixed: Bool, _ columns: inout [TableColumn]) {
    var total = 0.0
    for index in columns.indices {
      guard var percent = columns[index].percent else { continue }
      if !isFixed { percent = min(percent, 100 - total) }
      columns[index].percent = percent
      total += percent
    }
    guard isFixed, total > 100 else { return }
    for index in columns.indices { columns[index].percent = columns[index].percent.map { $0 * 100 / total } }
  }
}

// MARK: Spanning cells

/// Divides the demand of a spanning cell in a fixed table evenly among its columns.
private func spread(_ demand: SpanningDemand, _ spacing: Double, _ columns: inout [TableColumn]) {
  let count = Double(demand.columns.count)
  let inner = spacing * (count - 1)
  let least = demand.cell.isConstrained ? max(0, demand.cell.min - inner) / count : 0
  let most = max(0, demand.cell.max - inner) / count
  for index in demand.columns where !columns[index].isKnown {
    (columns[index].min, columns[index].max, columns[index].isKnown) = (least, most, true)
    columns[index].isConstrained = demand.cell.isConstrained
    if columns[index].percent == nil { columns[index].percent = demand.cell.percent.map { $0 / count } }
  }
}

/// Distributes the demand of a spanning cell over its columns (CSS Tables 3 §3.8.3, *Distributing excess
/// width to columns*).
private func distribute(_ demand: SpanningDemand, _ spacing: Double, _ columns: inout [TableColumn]) {
  let range = demand.columns
  let open = range.filter { !columns[$0].isMergeable }
  let inner = spacing * Double(open.count - 1)
  if let percent = demand.cell.percent {
    let plain = open.filter { columns[$0].percent == nil }
    let surplus = percent - open.reduce(0) { $0 + (columns[$1].percent ?? 0) }
    let whole = plain.reduce(0) { $0 + columns[$1].max }
    if surplus > 0 {
      for index in plain {
        columns[index].percent =
          whole > 0 ? surplus * columns[index].max / whole : surplus / Double(plain.count)
      }
    }
  }
  let least = columnWidths(columns[range], in: max(0, demand.cell.min - inner))
  for index in open {
    columns[index].min = max(columns[index].min, least[index - range.lowerBound])
    columns[index].max = max(columns[index].min, columns[index].max)
    columns[index].isKnown = true
  }
  let most = columnWidths(columns[range], in: max(0, demand.cell.max - inner))
  for index in open { columns[index].max = max(columns[index].max, most[index - range.lowerBound]) }
}

// MARK: Widths

/// The widths of columns that are `room` wide together (CSS Tables 3 §3.9.3, *Distribution algorithm*).
///
/// The first guess that is large enough is reduced to the room: all columns at their minimum; percentages
/// too; widths in points too; all columns at their maximum. A larger room goes to the columns without width,
/// or else to those with one, or else to percentages.
func columnWidths(_ columns: ArraySlice<TableColumn>, in room: Double) -> [Double] {
  var least = 0.0, byPercent = 0.0, byWidth = 0.0, byContent = 0.0
  var count = (auto: 0.0, fixed: 0.0, percent: 0.0)
  var most = (auto: 0.0, fixed: 0.0, percent: 0.0)
  for column in columns where !column.isMergeable {
    least += column.min
    if let percent = column.percent {
      count.percent += 1
      most.percent += percent
    } else if column.isConstrained {
      count.fixed += 1
      most.fixed += column.max
      byWidth += column.max - column.min
    } else {
      count.auto += 1
      most.auto += column.max
      byContent += column.max - column.min
    }
  }
  let room = max(room, least)
  for column in columns where !column.isMergeable && column.percent != nil {
    byPercent += column.percentWidth(of: room) - column.min
  }
  let bySpecified = least + byPercent + byWidth
  let guesses = [least, least + byPercent, bySpecified, bySpecified + byContent]
  let guess = guesses.firstIndex { $0 >= room } ?? 4
  /// The space that is left for the columns that grow.
  let free = room - (guess == 0 ? least : guesses[guess - 1])
  /// The width of a column between its minimum and `end`, as its share of the free room.
  func part(_ column: TableColumn, to end: Double, of whole: Double, _ count: Double) -> Double {
    column.min + (whole > 0 ? free * (end - column.min) / whole : free / count)
  }
  return columns.map { column in
    if column.isMergeable { return 0 }
    if let percent = column.percent {
      let full = column.percentWidth(of: room)
      switch guess {
      case 0: return column.min
      case 1: return part(column, to: full, of: byPercent, count.percent)
      case 4 where count.auto == 0 && count.fixed == 0:
        return full + (most.percent > 0 ? free * percent / most.percent : free / count.percent)
      default: return full
      }
    }
    if column.isConstrained {
      switch guess {
      case 0, 1: return column.min
      case 2: return part(column, to: column.max, of: byWidth, count.fixed)
      case 4 where count.auto == 0:
        return column.max + (most.fixed > 0 ? free * column.max / most.fixed : free / count.fixed)
      default: return column.max
      }
    }
    switch guess {
    case 0...2: return column.min
    case 3: return part(column, to: column.max, of: byContent, count.auto)
    default: return column.max + (most.auto > 0 ? free * column.max / most.auto : free / count.auto)
    }
  }
}

/// The smallest and largest width of a table's columns together, without spacing (CSS Tables 3 §3.9.1).
func gridWidths(_ columns: [TableColumn]) -> MinMaxSizes {
  var sizes = MinMaxSizes(0)
  var percents = 0.0
  var plain = 0.0
  var byPercent = 0.0
  for column in columns {
    sizes.min += column.min
    sizes.max += column.max
    if let percent = column.percent, percent > 0 {
      percents += percent
      if column.max > 0 { byPercent = max(byPercent, 100 / percent * (column.max - column.percentInsets)) }
    } else {
      plain += column.max
    }
  }
  if percents > 0 {
    if plain > 0 {
      sizes.max = max(sizes.max, percents < 100 - 1e-9 ? 100 / (100 - percents) * plain : 1_000_000)
    }
    sizes.max = max(sizes.max, min(byPercent, 1_000_000))
  }
  sizes.max = max(sizes.min, sizes.max)
  return sizes
}
