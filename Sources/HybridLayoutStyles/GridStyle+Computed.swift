import HybridCSS
import HybridLayout

extension LayoutStyle {
  /// Sets the grid properties (CSS Grid 1 §7 and §8): those of a grid container, and the lines of an item.
  ///
  /// Most boxes are neither, and then nothing is stored.
  mutating func setGrid(_ style: ComputedStyle.Grid) {
    if display != .grid, style.isPlacedAutomatically { return }
    var own = GridStyle()
    if display == .grid {
      own.templateColumns = style.templateColumns.map { part($0) }
      own.templateRows = style.templateRows.map { part($0) }
      own.templateAreas = style.templateAreas.map { row in row.map { $0 == "." ? nil : $0 } }
      own.autoColumns = tracks(style.autoColumns)
      own.autoRows = tracks(style.autoRows)
      own.flowsInColumns = style.autoFlow == .column || style.autoFlow == .columnDense
      own.isDense = style.autoFlow == .rowDense || style.autoFlow == .columnDense
    }
    own.columnStart = .init(style.columnStart)
    own.columnEnd = .init(style.columnEnd)
    own.rowStart = .init(style.rowStart)
    own.rowEnd = .init(style.rowEnd)
    grid = own
  }

  private mutating func part(_ item: TrackListItem<LengthPercentage>) -> TrackListPart {
    switch item {
    case .names(let names): .names(names)
    case .subgrid: .subgrid
    case .track(let size): .track(track(size))
    case .repetition(.count(let count), let items): .repeat(.count(count), items.map { part($0) })
    case .repetition(.autoFill, let items): .repeat(.autoFill, items.map { part($0) })
    case .repetition(.autoFit, let items): .repeat(.autoFit, items.map { part($0) })
    }
  }

  /// The tracks of `grid-auto-columns` or `-rows`, which contain only tracks.
  private mutating func tracks(_ items: [TrackListItem<LengthPercentage>]) -> [HybridLayout.TrackSize] {
    var sizes: [HybridLayout.TrackSize] = []
    for case .track(let size) in items { sizes.append(track(size)) }
    return sizes
  }

  private mutating func track(_ size: HybridCSS.TrackSize<LengthPercentage>) -> HybridLayout.TrackSize {
    switch size {
    case .breadth(let both): HybridLayout.TrackSize(breadth(both))
    case .minmax(let least, let most): HybridLayout.TrackSize(min: breadth(least), max: breadth(most))
    case .fitContent(let limit):
      HybridLayout.TrackSize(min: .auto, max: .maxContent, fitContent: length(limit))
    }
  }

  private mutating func breadth(_ breadth: HybridCSS.TrackBreadth<LengthPercentage>)
    -> HybridLayout.TrackBreadth
  {
    switch breadth {
    case .auto: .auto
    case .minContent: .minContent
    case .maxContent: .maxContent
    case .fraction(let share): .flex(Swift.Float(share))
    case .length(let value): .length(length(value))
    }
  }
}

extension ComputedStyle.Grid {
  fileprivate var isPlacedAutomatically: Bool {
    columnStart == .auto && columnEnd == .auto && rowStart == .auto && rowEnd == .auto
  }
}

extension HybridLayout.GridLine {
  fileprivate init(_ line: HybridCSS.GridLine) {
    switch line {
    case .auto: self = .auto
    case .line(let number, let name): self = .line(number, name)
    case .named(let name): self = .named(name)
    case .span(let count, let name): self = .span(count, name)
    }
  }
}
