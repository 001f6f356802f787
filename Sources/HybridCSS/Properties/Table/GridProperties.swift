private let grid = StyleGroup<ComputedStyle.Grid>(shared: { $0.sharedGrid }, modify: { $1(&$0.grid) })

/// Grid containers and items. A part of ``PropertyTable``.
package class GridProperties: BorderProperties {
  let gridTemplateColumns = StoredRow(grid, \.templateColumns, .trackList, .discrete, .layout, also: [])
  let gridTemplateRows = StoredRow(grid, \.templateRows, .trackList, .discrete, .layout, also: [])
  let gridTemplateAreas = StoredRow(grid, \.templateAreas, .areas, .discrete, .layout, also: [])
  let gridAutoColumns = StoredRow(grid, \.autoColumns, .trackSizes, .discrete, .layout, also: [])
  let gridAutoRows = StoredRow(grid, \.autoRows, .trackSizes, .discrete, .layout, also: [])
  let gridAutoFlow = StoredRow(grid, \.autoFlow, .autoFlow, .discrete, .layout, also: [])
  let gridRowStart = StoredRow(grid, \.rowStart, .line, .discrete, .layout, also: [])
  let gridRowEnd = StoredRow(grid, \.rowEnd, .line, .discrete, .layout, also: [])
  let gridColumnStart = StoredRow(grid, \.columnStart, .line, .discrete, .layout, also: [])
  let gridColumnEnd = StoredRow(grid, \.columnEnd, .line, .discrete, .layout, also: [])
}
