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

extension ComputedStyle.Grid {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .gridTemplateColumns: templateColumns = other.templateColumns
    case .gridTemplateRows: templateRows = other.templateRows
    case .gridTemplateAreas: templateAreas = other.templateAreas
    case .gridAutoColumns: autoColumns = other.autoColumns
    case .gridAutoRows: autoRows = other.autoRows
    case .gridAutoFlow: autoFlow = other.autoFlow
    case .gridRowStart: rowStart = other.rowStart
    case .gridRowEnd: rowEnd = other.rowEnd
    case .gridColumnStart: columnStart = other.columnStart
    case .gridColumnEnd: columnEnd = other.columnEnd
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue, in context: ComputationContext) {
    switch property {
    case .gridTemplateColumns: templateColumns = context.tracks(value)
    case .gridTemplateRows: templateRows = context.tracks(value)
    case .gridTemplateAreas: if case .areas(let areas) = value { templateAreas = areas }
    case .gridAutoColumns: autoColumns = context.tracks(value)
    case .gridAutoRows: autoRows = context.tracks(value)
    case .gridAutoFlow: autoFlow = value.keyword()
    case .gridRowStart: if case .line(let line) = value { rowStart = line }
    case .gridRowEnd: if case .line(let line) = value { rowEnd = line }
    case .gridColumnStart: if case .line(let line) = value { columnStart = line }
    case .gridColumnEnd: if case .line(let line) = value { columnEnd = line }
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
