import HybridGeometry

/// CSS Grid 1 §11.1, *Grid Sizing Algorithm*: columns by widths, then rows by heights in those columns.
extension LayoutPass {
  /// Sizes the columns. `demands` come from the items' intrinsic widths.
  mutating func sizeColumns(_ flow: inout GridFlow) {
    if flow.givenColumns != nil { return }
    let whole = flow.columns.room
    for index in flow.columns.tracks.indices {
      flow.columns.tracks[index].resolve(flow.content.style, against: whole)
    }
    var demands: [TrackDemand] = []
    addColumnDemands(of: flow, TrackMap(), flow.columns, &demands)
    let alignment = flow.content.style.justifyContent.keyword
    flow.columns.run(demands, stretches: alignment == .normal || alignment == .stretch)
  }

  /// - Parameters:
  ///   - span: The tracks of `sizing` that the item spans: those of its grid, or of a grid around that one.
  ///   - extra: The room of subgrids' edges, as further margins.
  mutating func columnDemand(
    of item: GridItem, _ flow: GridFlow, _ span: Range<Int>, in sizing: TrackSizing, extra: Double
  ) -> TrackDemand {
    let style = usedStyle(item.node)
    let box = style.boxModel(percentageWidth: indefinite)
    let margins = style.margins(percentageWidth: indefinite).horizontal + extra
    let height = definiteExtent(of: item.area.rows, in: flow.rows, flow)
    var space = ConstraintSpace(
      available: Size(width: indefinite, height: height), percentage: Size(width: indefinite, height: height))
    space.isIndependent = true
    if height.isDefinite { space.stretchesHeight = stretchesHeight(item, style) }
    if item.subgrid >= 0 { space.subgrid = flow.subgrids[item.subgrid].flow.content.space.subgrid }
    let sizes = contribution(of: item.node, space: space)
    var demand = TrackDemand(span: span)
    demand.minContent = max(0, sizes.min + margins)
    demand.maxContent = max(0, sizes.max + margins)
    demand.minimum = demand.minContent
    let isAutomatic = style.size.width.isAuto || style.size.width.hasPercentage
    if isAutomatic,
      !style.size.width.isAuto || widthFromRatio(of: style, space: space, box: box) == nil
        || style.ratio != nil
    {
      let insets = box.borderPadding.horizontal
      var least = insets
      if !style.minSize.width.isAuto {
        least =
          widthLimits(of: item.node, space: space, box: box, automaticMinimum: false, contributes: true).min
        least = max(least, insets)
      } else if hasAutomaticMinimum(span, sizing), !style.isScrollContainer {
        least = sizes.min
        if let most = fixedMost(span, sizing) {
          least = max(insets, min(least, most - margins))
        }
      }
      demand.minimum = min(demand.minContent, max(0, least + margins))
    }
    return demand
  }

  /// Whether an automatic minimum size counts in these tracks (§6.6).
  private func hasAutomaticMinimum(_ span: Range<Int>, _ sizing: TrackSizing) -> Bool {
    span.contains { sizing.tracks[$0].hasAutoMin }
      && (span.count == 1 || !span.contains { sizing.tracks[$0].isFlexible })
  }

  /// The sum of the tracks' largest sizes, if all are definite.
  private func fixedMost(_ span: Range<Int>, _ sizing: TrackSizing) -> Double? {
    var sum = sizing.gutters(in: span)
    for index in span {
      guard let fixed = sizing.tracks[index].fixedMax else { return nil }
      sum += fixed
    }
    return sum
  }

  /// The extent of tracks that do not depend on their content.
  func definiteExtent(of span: Range<Int>, in sizing: TrackSizing, _ flow: GridFlow) -> Double {
    var sum = sizing.gutters(in: span)
    for index in span {
      var track = sizing.tracks[index]
      track.resolve(flow.content.style, against: sizing.room)
      guard let low = track.fixedMin, let high = track.fixedMax, low >= high else { return indefinite }
      sum += low
    }
    return sum
  }

  /// Sizes the rows after the columns.
  mutating func sizeRows(_ flow: inout GridFlow) {
    if flow.givenRows != nil { return shimGivenRows(&flow) }
    for index in flow.rows.tracks.indices {
      flow.rows.tracks[index].resolve(flow.content.style, against: flow.rows.room)
    }
    prepareSubgridRows(&flow)
    var demands: [TrackDemand] = []
    addRowDemands(of: &flow, TrackMap(), flow.rows, &demands)
    let alignment = flow.content.style.alignContent.keyword
    flow.rows.run(demands, stretches: alignment == .normal || alignment == .stretch)
  }

  /// Aligns the baselines in the rows that an outer grid has sized.
  @inline(never) private mutating func shimGivenRows(_ flow: inout GridFlow) {
    guard flow.items.contains(where: { alignsBaseline($0) }) else { return }
    var results: [BoxResult] = []
    for item in flow.items {
      let space = itemSpace(item, flow, height: extent(of: item.area.rows, in: flow.rows))
      results.append(layoutBox(item.node, space, alignsBaseline(item) ? .baselines : .size))
    }
    shimBaselines(&flow, results)
  }

  /// Adds what the items of a grid, and of the subgrids in it, need of the rows of `sizing`.
  mutating func addRowDemands(
    of flow: inout GridFlow, _ map: TrackMap, _ sizing: TrackSizing, _ demands: inout [TrackDemand]
  ) {
    var results: [BoxResult] = []
    for item in flow.items {
      guard !sharesRows(item, flow) else {
        results.append(BoxResult(size: .zero, intrinsicHeight: 0))
        continue
      }
      // Fixed tracks determine percentages of the height.
      let height = sizing.definiteExtent(of: map[item.area.rows]) - map.extra(item.area.rows)
      let space = itemSpace(item, flow, height: max(0, height))
      results.append(layoutBox(item.node, space, alignsBaseline(item) ? .baselines : .size))
    }
    shimBaselines(&flow, results)
    for (index, item) in flow.items.enumerated() {
      if sharesRows(item, flow) {
        let inner = subgridMap(of: item, flow, map, isColumns: false)
        inner.addEdges(to: &demands)
        addRowDemands(of: &flow.subgrids[item.subgrid].flow, inner, sizing, &demands)
      } else {
        demands.append(
          rowDemand(
            of: item, results[index], flow, map[item.area.rows], in: sizing,
            extra: map.extra(item.area.rows)))
      }
    }
  }

  private mutating func rowDemand(
    of item: GridItem, _ result: BoxResult, _ flow: GridFlow, _ span: Range<Int>, in sizing: TrackSizing,
    extra: Double
  ) -> TrackDemand {
    let style = usedStyle(item.node)
    let width = columnsWidth(item, flow)
    let box = style.boxModel(percentageWidth: width)
    var margins = style.margins(percentageWidth: width).vertical + item.shim + extra
    var demand = TrackDemand(span: span)
    demand.minContent = max(0, result.size.height + margins)
    demand.maxContent = demand.minContent
    demand.minimum = demand.minContent
    if style.size.height.isAuto || style.size.height.hasPercentage {
      let insets = box.borderPadding.vertical
      var least = insets
      if !style.minSize.height.isAuto {
        let space = itemSpace(item, flow, height: indefinite)
        least = max(
          insets, heightLimits(of: style, space: space, box: box, intrinsic: result.intrinsicHeight).min)
        margins -= item.shim
      } else if hasAutomaticMinimum(span, sizing), !style.isScrollContainer {
        least = result.size.height
        if let most = fixedMost(span, sizing) { least = max(insets, min(least, most - margins)) }
      } else {
        // A contribution that ignores the content also ignores the baseline shim.
        margins -= item.shim
      }
      demand.minimum = min(demand.minContent, max(0, least + margins))
    }
    return demand
  }

  /// Aligns the baselines of items that share one (§11.5 step 1, CSS Box Alignment 3 §9).
  private func shimBaselines(_ flow: inout GridFlow, _ results: [BoxResult]) {
    var groups: [[Int]: Double] = [:]
    var distances: [(key: [Int], distance: Double)?] = []
    for (index, item) in flow.items.enumerated() {
      let style = usedStyle(item.node)
      let shares = sharesBaseline(item, style, results[index], flow)
      flow.items[index].sharesBaseline = shares
      let margins = style.margins(percentageWidth: columnsWidth(item, flow))
      let height = results[index].size.height
      switch item.align.keyword {
      case .baseline where shares:
        let distance = margins.top + (results[index].firstBaseline ?? height)
        distances.append(([0, item.area.rows.lowerBound], distance))
      case .lastBaseline where shares:
        let distance = margins.bottom + height - (results[index].lastBaseline ?? height)
        distances.append(([1, item.area.rows.upperBound], distance))
      default: distances.append(nil)
      }
      if let last = distances.last, let entry = last {
        groups[entry.key] = max(groups[entry.key] ?? -indefinite, entry.distance)
      }
    }
    for (index, entry) in distances.enumerated() {
      flow.items[index].shim = entry.map { (groups[$0.key] ?? $0.distance) - $0.distance } ?? 0
    }
  }

  /// Whether an item participates in baseline alignment: not with auto margins, nor where its lower edge
  /// would be the baseline and depends on rows that depend on it (§11.5 step 1).
  private func sharesBaseline(
    _ item: GridItem, _ style: UsedStyle, _ result: BoxResult, _ flow: GridFlow
  ) -> Bool {
    guard alignsBaseline(item), !style.margin.top.isAuto, !style.margin.bottom.isAuto else { return false }
    let baseline = item.align.keyword == .baseline ? result.firstBaseline : result.lastBaseline
    return baseline != nil || !hasPercentHeight(style)
      || definiteExtent(of: item.area.rows, in: flow.rows, flow).isDefinite
  }

  private func alignsBaseline(_ item: GridItem) -> Bool {
    item.align.keyword == .baseline || item.align.keyword == .lastBaseline
  }

  private func hasPercentHeight(_ style: UsedStyle) -> Bool {
    style.size.height.hasPercentage || style.minSize.height.hasPercentage
      || style.maxSize.height.hasPercentage
  }

  /// Aligns baselines again once the row sizes are final, where percentages of them move one.
  mutating func settleBaselines(_ flow: inout GridFlow) {
    guard flow.items.contains(where: { $0.sharesBaseline && hasPercentHeight(usedStyle($0.node)) }) else {
      return
    }
    var results: [BoxResult] = []
    for item in flow.items {
      let height = alignsBaseline(item) ? extent(of: item.area.rows, in: flow.rows) : indefinite
      results.append(layoutBox(item.node, itemSpace(item, flow, height: height), .baselines))
    }
    shimBaselines(&flow, results)
  }

  /// The width of the columns that an item spans.
  func columnsWidth(_ item: GridItem, _ flow: GridFlow) -> Double {
    extent(of: item.area.columns, in: flow.columns)
  }

  /// The size of adjacent tracks with their gutters, without alignment.
  func extent(of span: Range<Int>, in sizing: TrackSizing) -> Double {
    span.reduce(sizing.gutters(in: span)) { $0 + sizing.tracks[$1].base }
  }

  /// Whether an automatic height fills the grid area.
  func stretchesHeight(_ item: GridItem, _ style: UsedStyle) -> Bool {
    guard !style.margin.top.isAuto, !style.margin.bottom.isAuto else { return false }
    switch item.align.keyword {
    case .stretch: return true
    case .normal, .auto:
      // An aspect ratio that has a width to start from takes precedence.
      return style.ratio == nil || style.size.width.isAuto && !stretchesWidth(item, style)
    default: return false
    }
  }

  func stretchesWidth(_ item: GridItem, _ style: UsedStyle) -> Bool {
    guard !style.margin.left.isAuto, !style.margin.right.isAuto else { return false }
    switch item.justify.keyword {
    case .stretch, .normal, .auto: return true
    default: return false
    }
  }

  /// The space for an item: its grid area is its containing block (§6.2).
  ///
  /// Without a height, a subgrid gets the columns, but no rows.
  mutating func itemSpace(
    _ item: GridItem, _ flow: GridFlow, width: Double? = nil, height: Double
  ) -> ConstraintSpace {
    let style = usedStyle(item.node)
    let size = Size(width: width ?? columnsWidth(item, flow), height: height)
    var space = ConstraintSpace(available: size, percentage: size)
    space.isIndependent = true
    if stretchesWidth(item, style) {
      space.widthBehaviour = item.justify.keyword == .stretch ? .stretchExplicit : .stretch
    }
    space.stretchesHeight = height.isDefinite && stretchesHeight(item, style)
    if item.subgrid >= 0, width == nil { shareColumns(with: item, in: flow, size, &space) }
    return space
  }
}
