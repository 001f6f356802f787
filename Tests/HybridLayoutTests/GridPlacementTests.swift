import HybridGeometry
import HybridLayout
import Testing

/// Where grid items go: CSS Grid 1 §8.5. All tracks are one point, so that frames are areas.
struct GridPlacementTests {
  /// An item as the algorithm sees it: its start lines, if they are definite, and its number of tracks.
  struct Item {
    var row: Int?
    var rows = 1
    var column: Int?
    var columns = 1
  }

  private static let explicitColumns = 4

  /// The areas of items, counted from the first track of the implicit grid.
  private func areas(_ items: [Item], flowsInColumns: Bool, isDense: Bool) -> [Rect] {
    var container = LayoutStyle()
    let point = TrackSize(.length(.points(1)))
    let template: [TrackListPart] = [.repeat(.count(Self.explicitColumns), [.track(point)])]
    container.display = .grid
    container.grid.isDense = isDense
    container.grid.flowsInColumns = flowsInColumns
    container.grid.autoColumns = [point]
    container.grid.autoRows = [point]
    if flowsInColumns {
      container.grid.templateRows = template
    } else {
      container.grid.templateColumns = template
    }
    var tree = LayoutTree()
    let root = tree.makeNode(container)
    let nodes = items.map { item in
      var style = LayoutStyle()
      let (row, column) = flowsInColumns ? (item.column, item.row) : (item.row, item.column)
      // Lines before the explicit grid are counted from its end.
      func line(_ start: Int?, _ tracks: Int) -> GridLine {
        start.map { $0 >= 0 ? .line($0 + 1, nil) : .line($0 - tracks - 1, nil) } ?? .auto
      }
      style.grid.rowStart = line(row, flowsInColumns ? Self.explicitColumns : 0)
      style.grid.rowEnd = .span(flowsInColumns ? item.columns : item.rows, nil)
      style.grid.columnStart = line(column, flowsInColumns ? 0 : Self.explicitColumns)
      style.grid.columnEnd = .span(flowsInColumns ? item.rows : item.columns, nil)
      let node = tree.makeNode(style)
      tree.append(node, to: root)
      return node
    }
    tree.layout(root: root, available: Size(.maxContent))
    return nodes.map { node in
      let frame = tree.frame(of: node)
      return flowsInColumns
        ? Rect(x: frame.y, y: frame.x, width: frame.height, height: frame.width) : frame
    }
  }

  #if DEBUG
    private static let seeds: ClosedRange<UInt64> = 1...100
  #else
    private static let seeds: ClosedRange<UInt64> = 1...2000
  #endif

  /// The areas equal those found by trying one cell after the other.
  @Test(arguments: seeds) func randomItemsLieWhereTheStepsOfTheSpecificationPutThem(_ seed: UInt64) {
    var random = Random(seed: seed)
    let sharesOfSettled = random.pick([0, 1, 3])
    func start(_ range: ClosedRange<Int>) -> Int? {
      Int.random(in: 0..<6, using: &random) < sharesOfSettled ? Int.random(in: range, using: &random) : nil
    }
    let items = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Item(
        row: start(-2...9), rows: random.pick([1, 1, 2, 5]), column: start(-2...6),
        columns: random.pick([1, 1, 2, 3]))
    }
    for isDense in [false, true] {
      let expected = CellByCellPlacement(items, explicitColumns: Self.explicitColumns, isDense: isDense).areas
      for flowsInColumns in [false, true] {
        let found = areas(items, flowsInColumns: flowsInColumns, isDense: isDense)
        #expect(found == expected, "dense: \(isDense), in columns: \(flowsInColumns), \(items)")
      }
    }
  }

  /// Comparing each place with each item would take days.
  @Test func manyItemsOfAllSizesPackDensely() {
    let count = 10_000
    let items = (0..<count).map { Item(rows: 1 + $0 / 2 % 2, columns: 1 + $0 % 3) }
    let found = areas(items, flowsInColumns: false, isDense: true)
    let cells = items.reduce(0) { $0 + $1.rows * $1.columns }
    let rows = Int(found.reduce(0) { max($0, $1.y + $1.height) })
    var taken = Array(repeating: false, count: rows * Self.explicitColumns)
    var overlaps = 0
    for area in found {
      for row in Int(area.y)..<Int(area.y + area.height) {
        for column in Int(area.x)..<Int(area.x + area.width) {
          if taken[row * Self.explicitColumns + column] { overlaps += 1 }
          taken[row * Self.explicitColumns + column] = true
        }
      }
    }
    #expect(overlaps == 0)
    #expect(rows * Self.explicitColumns - cells < 1000)
  }

  /// Tall areas on a staircase take logarithmic time per row, and one more item finds the first gap.
  @Test(arguments: [false, true]) func tallItemsFarApartLeaveGaps(_ isDense: Bool) {
    let stairs = (0..<1000).map { Item(row: 0, rows: 1000, column: 2 * $0) }
    let found = areas(
      stairs + [Item(columns: 1), Item(columns: 2)], flowsInColumns: false, isDense: isDense)
    #expect(found[1000] == Rect(x: 1, y: 0, width: 1, height: 1))
    #expect(found[1001] == Rect(x: 0, y: 1000, width: 2, height: 1))
  }
}

/// §8.5 word for word: every cell is tried in its turn.
private struct CellByCellPlacement {
  private var taken: Set<[Int]> = []
  private var places: [(row: Int, column: Int)?]
  private let items: [GridPlacementTests.Item]

  init(_ items: [GridPlacementTests.Item], explicitColumns: Int, isDense: Bool) {
    self.items = items
    places = Array(repeating: nil, count: items.count)
    // Step 1: position anything that is not auto-positioned.
    for (index, item) in items.enumerated() {
      if let row = item.row, let column = item.column { take(index, row, column) }
    }
    // Step 2: process the items locked to a given row.
    let first = items.reduce(0) { min($0, $1.column ?? 0) }
    var cursors: [Int: Int] = [:]
    for (index, item) in items.enumerated() where item.column == nil {
      guard let row = item.row else { continue }
      var column = isDense ? first : cursors[row] ?? first
      while !isFree(item, row, column) { column += 1 }
      take(index, row, column)
      cursors[row] = column + item.columns
    }
    // Step 3: determine the columns in the implicit grid.
    var end = explicitColumns
    for (index, item) in items.enumerated() {
      let column = places[index]?.column ?? item.column ?? first
      end = max(end, column + item.columns)
    }
    // Step 4: position the remaining grid items.
    let firstRow = items.reduce(0) { min($0, $1.row ?? 0) }
    var cursor = (row: firstRow, column: first)
    for (index, item) in items.enumerated() where item.row == nil {
      if isDense { cursor = (firstRow, first) }
      if let column = item.column {
        if column < cursor.column { cursor.row += 1 }
        cursor.column = column
        while !isFree(item, cursor.row, column) { cursor.row += 1 }
      } else {
        while cursor.column + item.columns > end || !isFree(item, cursor.row, cursor.column) {
          cursor.column += 1
          if cursor.column >= end { cursor = (cursor.row + 1, first) }
        }
      }
      take(index, cursor.row, cursor.column)
    }
  }

  private func cells(_ item: GridPlacementTests.Item, _ row: Int, _ column: Int) -> [[Int]] {
    (row..<row + item.rows).flatMap { row in (column..<column + item.columns).map { [row, $0] } }
  }

  private func isFree(_ item: GridPlacementTests.Item, _ row: Int, _ column: Int) -> Bool {
    cells(item, row, column).allSatisfy { !taken.contains($0) }
  }

  private mutating func take(_ index: Int, _ row: Int, _ column: Int) {
    places[index] = (row, column)
    taken.formUnion(cells(items[index], row, column))
  }

  /// Areas counted from the first track.
  var areas: [Rect] {
    let placed = places.map { $0 ?? (0, 0) }
    let (top, left) = placed.reduce((0, 0)) { (min($0.0, $1.row), min($0.1, $1.column)) }
    return zip(items, placed).map { item, place in
      Rect(
        x: Double(place.column - left), y: Double(place.row - top), width: Double(item.columns),
        height: Double(item.rows))
    }
  }
}
