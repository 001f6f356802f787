extension ComputedStyle {
  /// Grid containers and items. CSS Grid 2 §7 and §8.
  package struct Grid: Hashable, Sendable {
    /// Empty is `none`.
    package var templateColumns: [TrackListItem<LengthPercentage>] = []
    /// Empty is `none`.
    package var templateRows: [TrackListItem<LengthPercentage>] = []
    /// A name for each cell, row by row; `.` is a cell without one. Empty is `none`.
    package var templateAreas: [[String]] = []
    package var autoColumns: [TrackListItem<LengthPercentage>] = [.track(.breadth(.auto))]
    package var autoRows: [TrackListItem<LengthPercentage>] = [.track(.breadth(.auto))]
    package var autoFlow = GridAutoFlow.row
    package var rowStart = GridLine.auto
    package var rowEnd = GridLine.auto
    package var columnStart = GridLine.auto
    package var columnEnd = GridLine.auto

    init() {}
  }
}
