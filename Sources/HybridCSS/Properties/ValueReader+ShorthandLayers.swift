// The shorthands of backgrounds and grids.
extension ValueReader {
  /// CSS Backgrounds 3 §2.10: comma-separated layers, a colour only in the last.
  mutating func takeBackground() -> [PropertyID: SpecifiedValue]? {
    var color: SpecifiedValue?
    let layers = takeCommaList { reader -> [PropertyID: SpecifiedValue]? in
      guard color == nil, let layer = reader.takeBackgroundLayer() else { return nil }
      color = layer[.backgroundColor]
      return layer
    }
    guard let layers else { return nil }
    var values = collect(
      layers,
      [
        .backgroundImage: .image(.none), .backgroundPositionX: .length(.percent(0)),
        .backgroundPositionY: .length(.percent(0)), .backgroundSize: .size(.size(nil, nil)),
        .backgroundAttachment: .keyword(BackgroundAttachment.scroll),
        .backgroundOrigin: .keyword(BackgroundBox.paddingBox),
        .backgroundClip: .keyword(BackgroundBox.borderBox),
      ])
    let repeats: [SpecifiedValue] = [.keyword(BackgroundRepeat.repeat), .keyword(BackgroundRepeat.repeat)]
    values[.backgroundRepeat] = .list(layers.flatMap { $0[.backgroundRepeat]?.elements ?? repeats })
    values[.backgroundColor] = color
    return values
  }

  private mutating func takeBackgroundLayer() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    while !isAtEnd, reader.peekToken != .comma {
      if values[.backgroundImage] == nil, let image = takeImage() {
        values[.backgroundImage] = .image(image)
      } else if values[.backgroundPositionX] == nil, let position = takePosition(allowsThreeValues: true) {
        values[.backgroundPositionX] = .length(position.x)
        values[.backgroundPositionY] = .length(position.y)
        if take(delim: "/") {
          guard let size = takeBackgroundSize() else { return nil }
          values[.backgroundSize] = .size(size)
        }
      } else if values[.backgroundRepeat] == nil, let repeats = takeBackgroundRepeat() {
        values[.backgroundRepeat] = .list(repeats)
      } else if values[.backgroundAttachment] == nil, let attachment = take(BackgroundAttachment.self) {
        values[.backgroundAttachment] = .keyword(attachment)
      } else if let box = peekIdent.flatMap({ BackgroundBox(rawValue: $0) }), values[.backgroundClip] == nil {
        // One box sets both origin and clip; a second one sets clip.
        advance()
        values[.backgroundOrigin] = box == .text ? nil : .keyword(box)
        let second = take(BackgroundBox.self)
        values[.backgroundClip] = .keyword(second ?? box)
      } else if values[.backgroundColor] == nil, let color = takeColor() {
        values[.backgroundColor] = .color(color)
      } else {
        return nil
      }
    }
    return values.isEmpty ? nil : values
  }

  mutating func takeBackgroundPosition() -> [PropertyID: SpecifiedValue]? {
    guard let positions = takeCommaList({ $0.takePosition(allowsThreeValues: true) }) else { return nil }
    return [
      .backgroundPositionX: .list(positions.map { .length($0.x) }),
      .backgroundPositionY: .list(positions.map { .length($0.y) }),
    ]
  }

  // MARK: Grid

  /// CSS Grid 2 §8.4: lines separated by slashes; a name alone also sets the opposite line.
  mutating func takeGridArea(_ longhands: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    var lines: [GridLine] = []
    repeat {
      guard let line = takeGridLine() else { return nil }
      lines.append(line)
    } while lines.count < longhands.count && take(delim: "/")
    func opposite(_ line: GridLine) -> GridLine { if case .named = line { line } else { .auto } }
    while lines.count < longhands.count {
      // Of four lines, the third defaults to the first, the second to the first and the fourth to the second.
      lines.append(opposite(lines[lines.count == 3 ? 1 : 0]))
    }
    var values: [PropertyID: SpecifiedValue] = [:]
    for (property, line) in zip(longhands, lines) { values[property] = .line(line) }
    return values
  }

  /// CSS Multi-column 1 §3.3: a width and a number in any order, each `auto` where it is missing.
  mutating func takeColumns() -> [PropertyID: SpecifiedValue]? {
    let (width, count) = (PropertyTable.shared.columnWidth.id, PropertyTable.shared.columnCount.id)
    var values: [PropertyID: SpecifiedValue] = [:]
    var automatic = 0
    while automatic + values.count < 2 {
      if take(ident: "auto") {
        automatic += 1
      } else if values[count] == nil, let value = takeValue(of: count) {
        values[count] = value
      } else if values[width] == nil, let value = takeValue(of: width) {
        values[width] = value
      } else {
        break
      }
    }
    return automatic + values.count == 0 ? nil : values
  }

  /// CSS Grid 2 §7.4.
  mutating func takeGridTemplate() -> [PropertyID: SpecifiedValue]? {
    if let values = attempt({ $0.takeRowsAndColumns() }) { return values }
    if take(ident: "none") { return [:] }
    return attempt { $0.takeAreaTemplate() }
  }

  private mutating func takeRowsAndColumns() -> [PropertyID: SpecifiedValue]? {
    guard let rows = takeValue(of: .gridTemplateRows), take(delim: "/"),
      let columns = takeValue(of: .gridTemplateColumns)
    else { return nil }
    return [.gridTemplateRows: rows, .gridTemplateColumns: columns]
  }

  /// Strings, each with line names around it and a size after it, then columns.
  private mutating func takeAreaTemplate() -> [PropertyID: SpecifiedValue]? {
    var rows: [TrackListItem<SpecifiedLength>] = []
    var areas: [[String]] = []
    while true {
      if let names = takeLineNames() { rows.append(.names(names)) }
      guard let text = takeString() else { break }
      guard let row = Self.areaRow(text), areas.first?.count ?? row.count == row.count else { return nil }
      areas.append(row)
      rows.append(.track(takeTrackSize() ?? .breadth(.auto)))
      if let names = takeLineNames() { rows.append(.names(names)) }
    }
    guard !areas.isEmpty, Self.areRectangles(areas) else { return nil }
    var values: [PropertyID: SpecifiedValue] = [
      .gridTemplateRows: .tracks(rows), .gridTemplateAreas: .areas(areas),
    ]
    if take(delim: "/") {
      guard let columns = takeTrackList(allowsRepeat: false) else { return nil }
      values[.gridTemplateColumns] = .tracks(columns)
    }
    return values
  }

  /// CSS Grid 2 §7.8: a template, or one axis of it and the implicit tracks of the other.
  mutating func takeGrid() -> [PropertyID: SpecifiedValue]? {
    if let values = attempt({ reader -> [PropertyID: SpecifiedValue]? in
      guard let flow = reader.takeImplicit() else { return nil }
      var values: [PropertyID: SpecifiedValue] = [
        .gridAutoFlow: .keyword(flow ? GridAutoFlow.rowDense : .row)
      ]
      if let sizes = reader.takeValue(of: .gridAutoRows) { values[.gridAutoRows] = sizes }
      guard reader.take(delim: "/"), let columns = reader.takeValue(of: .gridTemplateColumns) else {
        return nil
      }
      values[.gridTemplateColumns] = columns
      return values
    }) {
      return values
    }
    if let values = attempt({ reader -> [PropertyID: SpecifiedValue]? in
      guard let rows = reader.takeValue(of: .gridTemplateRows), reader.take(delim: "/"),
        let flow = reader.takeImplicit()
      else { return nil }
      var values: [PropertyID: SpecifiedValue] = [
        .gridTemplateRows: rows, .gridAutoFlow: .keyword(flow ? GridAutoFlow.columnDense : .column),
      ]
      if let sizes = reader.takeValue(of: .gridAutoColumns) { values[.gridAutoColumns] = sizes }
      return values
    }) {
      return values
    }
    return takeGridTemplate()
  }

  /// `auto-flow` and `dense` in either order; the result says whether it is dense.
  private mutating func takeImplicit() -> Bool? {
    if take(ident: "dense") { return take(ident: "auto-flow") ? true : nil }
    return take(ident: "auto-flow") ? take(ident: "dense") : nil
  }
}
