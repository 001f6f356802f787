import HybridGeometry

/// Grid layout: CSS Grid 1.
extension LayoutPass {
  mutating func layoutGridContainer(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    var flow = makeGrid(of: content)  // §7, §8
    let insets = content.box.insets
    sizeColumns(&flow)  // §11.1 step 1
    let limits = heightLimits(
      of: content.style, space: content.space, box: content.box, intrinsic: indefinite)
    if !flow.rows.room.isDefinite {
      flow.rows.leastRoom = max(0, limits.min - insets.vertical)
    }
    sizeRows(&flow)  // §11.1 step 2
    let intrinsic =
      (content.style.isHeightContained ? heightWithoutItems(content, flow) : flow.rows.total)
      + insets.vertical
    let height = usedHeight(content, intrinsic: intrinsic)
    let inner = Size(width: content.content.width, height: max(0, height - insets.vertical))
    if !flow.rows.room.isDefinite,
      hasPercentRows(flow) || flow.rows.tracks.contains(where: \.isFlexible)
        || inner.height - flow.rows.total > 1e-9
    {
      // The height is known now, and so are percentages of it.
      flow.rows.room = inner.height
      flow.rows.gap = max(0, content.style.resolveOrZero(content.style.gap.height, against: inner.height))
      sizeRows(&flow)
    }
    if purpose >= .baselines { settleBaselines(&flow) }
    var result = BoxResult(size: Size(width: content.width, height: height), intrinsicHeight: intrinsic)
    let columnOffsets =
      flow.givenColumns?.map { ($0.start, $0.end) }
      ?? trackOffsets(flow.columns, content.style.justifyContent, room: inner.width, isInline: true, flow)
    let rowOffsets =
      flow.givenRows?.map { ($0.start, $0.end) }
      ?? trackOffsets(flow.rows, content.style.alignContent, room: inner.height, isInline: false, flow)
    placeGridItems(&result, flow, columnOffsets, rowOffsets, inner: inner, purpose)
    if purpose == .frames {
      if content.style.isScrollContainer { noteBounds(flow, columnOffsets, rowOffsets, inner: inner) }
      for child in flow.outOfFlow {
        noteArea(of: child, flow, columnOffsets, rowOffsets, inner: inner, size: result.size)
      }
    }
    return result
  }

  /// The height of the explicit rows as if there were no items, unless the style gives one (CSS Containment 1
  /// §3.2). Not inlined, for a small stack frame on each level.
  @inline(never) private mutating func heightWithoutItems(
    _ content: ContentBox, _ flow: GridFlow
  ) -> Double {
    if let given = content.style.containedSize.height { return given }
    var empty = makeGrid(of: content, isEmpty: true)
    empty.rows.leastRoom = flow.rows.leastRoom
    sizeRows(&empty)
    return empty.rows.total
  }

  /// The intrinsic widths of a grid container's content box (§5.2).
  ///
  /// - Parameter isEmpty: Whether its items count for nothing.
  mutating func gridContentSizes(
    of node: Int, space: ConstraintSpace, isEmpty: Bool = false
  ) -> MinMaxSizes {
    let style = usedStyle(node)
    let content = ContentBox(
      node: node, style: style, space: space, box: style.boxModel(percentageWidth: indefinite),
      width: indefinite,
      content: Size(width: indefinite, height: space.available.height))
    var flow = makeGrid(of: content, isEmpty: isEmpty)
    var least = flow
    least.columns.constraint = .minContent
    sizeColumns(&least)
    flow.columns.constraint = .maxContent
    sizeColumns(&flow)
    return MinMaxSizes(min: least.columns.total, max: flow.columns.total)
  }

  private func hasPercentRows(_ flow: GridFlow) -> Bool {
    let style = flow.content.style
    func isPercent(_ breadth: TrackBreadth) -> Bool {
      if case .length(let length) = breadth { return length.hasPercentage }
      return false
    }
    return style.gap.height.hasPercentage
      || flow.rows.tracks.contains {
        isPercent($0.size.min) || isPercent($0.size.max)
          || $0.size.fitContent?.hasPercentage == true
      }
  }

  /// The start of each track after content distribution, and the end of the last one, relative to the content
  /// edge at the start (§10.5, CSS Box Alignment 3 §5.1.3).
  private func trackOffsets(
    _ sizing: TrackSizing, _ alignment: Alignment, room: Double, isInline: Bool, _ flow: GridFlow
  ) -> [(start: Double, end: Double)] {
    var alignment = alignment
    let isReversed = isInline && flow.isReversed
    switch alignment.keyword {
    case .left: alignment.keyword = isReversed ? .end : .start
    case .right: alignment.keyword = isInline != isReversed ? .end : .start
    case .flexStart, .normal, .stretch, .auto, .baseline: alignment.keyword = .start
    case .flexEnd, .lastBaseline: alignment.keyword = .end
    default: break
    }
    if !isInline, flow.content.style.alignContent.keyword == .right { alignment.keyword = .start }
    let open = sizing.tracks.filter { !$0.isCollapsed }.count
    let shares = contentDistribution(
      alignment, free: room - sizing.total, count: max(1, open), isFlipped: false)
    let between = sizing.gap + shares.between
    var offset = shares.start
    var gutter = 0.0
    var result: [(start: Double, end: Double)] = []
    for track in sizing.tracks {
      if track.isCollapsed {
        // A collapsed track starts after the gutter of the tracks before it and ends where they do.
        result.append((offset, offset - gutter))
      } else {
        result.append((offset, offset + track.base))
        offset += track.base + between
        gutter = between
      }
    }
    return result
  }

  /// Records the extent of all tracks, gutters included: the scrollable content of a grid container (CSS
  /// Overflow 3 §2.2).
  private mutating func noteBounds(
    _ flow: GridFlow, _ columns: [(start: Double, end: Double)], _ rows: [(start: Double, end: Double)],
    inner: Size<Double>
  ) {
    let insets = flow.content.box.insets
    let (start, end) = (columns.first?.start ?? 0, columns.last?.end ?? 0)
    let (top, bottom) = (rows.first?.start ?? 0, rows.last?.end ?? 0)
    positioned[boundsOf: Int32(flow.content.node)] = Rect(
      x: insets.left + (flow.isReversed ? inner.width - end : start), y: insets.top + top,
      width: end - start, height: bottom - top)
  }

  /// Lays the items out in their areas and aligns them (§10.1 to §10.4).
  private mutating func placeGridItems(
    _ result: inout BoxResult, _ flow: GridFlow, _ columns: [(start: Double, end: Double)],
    _ rows: [(start: Double, end: Double)], inner: Size<Double>, _ purpose: Purpose
  ) {
    guard purpose >= .baselines else { return }
    let insets = flow.content.box.insets
    var first: (key: (Int, Int, Int), baseline: Double)?
    var last: (key: (Int, Int, Int), baseline: Double)?
    for item in flow.items {
      let style = usedStyle(item.node)
      let (left, right) = (
        columns[item.area.columns.lowerBound].start, columns[item.area.columns.upperBound - 1].end
      )
      let (top, bottom) = (rows[item.area.rows.lowerBound].start, rows[item.area.rows.upperBound - 1].end)
      let area = Size(width: right - left, height: bottom - top)
      var space = itemSpace(item, flow, width: area.width, height: area.height)
      if item.subgrid >= 0 { share(columns, rows, with: item, in: flow, area, &space) }
      let box = layoutBox(item.node, space, purpose)
      let margins = style.margins(percentageWidth: area.width)
      var x =
        left
        + inlineOffset(of: item, style, margins, free: area.width - box.size.width - margins.horizontal, flow)
      if flow.isReversed { x = inner.width - x - box.size.width }
      let y =
        top + blockOffset(of: item, style, margins, free: area.height - box.size.height - margins.vertical)
      if purpose == .frames {
        place(
          item.node, x: insets.left + x, y: insets.top + y, size: box.size, in: area,
          flow.content.style.direction)
      }
      let sharing = item.align.keyword == .baseline && item.sharesBaseline ? 0 : 1
      let firstKey = (item.area.rows.lowerBound, sharing, item.area.columns.lowerBound)
      if first.map({ firstKey < $0.key }) ?? true {
        first = (firstKey, insets.top + y + (box.firstBaseline ?? box.size.height))
      }
      let lastKey = (
        -item.area.rows.upperBound, item.align.keyword == .lastBaseline && item.sharesBaseline ? 0 : 1,
        -item.area.columns.upperBound
      )
      if last.map({ lastKey < $0.key }) ?? true {
        last = (lastKey, insets.top + y + (box.lastBaseline ?? box.size.height))
      }
    }
    result.firstBaseline = first?.baseline
    result.lastBaseline = last?.baseline
    if isRecording, purpose == .frames { recordGridItem(flow, columns, rows, inner: inner) }
  }

  /// The distance of an item's border box from its area's inline-start edge (§10.2, §10.3).
  func inlineOffset(
    of item: GridItem, _ style: UsedStyle, _ margins: Edges<Double>, free: Double, _ flow: GridFlow
  ) -> Double {
    let isReversed = flow.isReversed
    let start = isReversed ? margins.right : margins.left
    let isStartAuto = (isReversed ? style.margin.right : style.margin.left) == .auto
    let isEndAuto = (isReversed ? style.margin.left : style.margin.right) == .auto
    if isStartAuto || isEndAuto {
      guard free > 0 else { return start }
      return start + (isStartAuto ? isEndAuto ? free / 2 : free : 0)
    }
    let isOpposite = (style.direction == .rightToLeft) != isReversed
    return start + item.justify.share(of: free, isReversed: isReversed, isOpposite: isOpposite)
  }

  /// The distance of an item's border box from its area's top.
  func blockOffset(
    of item: GridItem, _ style: UsedStyle, _ margins: Edges<Double>, free: Double
  ) -> Double {
    let isTopAuto = style.margin.top.isAuto
    let isBottomAuto = style.margin.bottom.isAuto
    if isTopAuto || isBottomAuto {
      guard free > 0 else { return margins.top }
      return margins.top + (isTopAuto ? isBottomAuto ? free / 2 : free : 0)
    }
    if free < 0, item.align.safety == .safe { return margins.top }
    switch item.align.keyword {
    case .center: return margins.top + free / 2
    case .end, .flexEnd, .selfEnd: return margins.top + free
    case .baseline: return margins.top + item.shim
    // An item that shares no baseline is aligned to the end, but not above the start (CSS Box Alignment 3
    // §4.2, fallback alignment).
    case .lastBaseline: return margins.top + (item.sharesBaseline ? free - item.shim : max(0, free))
    default: return margins.top
    }
  }

  /// The containing block and the static position of a positioned child (§9).
  private mutating func noteArea(
    of child: Int, _ flow: GridFlow, _ columns: [(start: Double, end: Double)],
    _ rows: [(start: Double, end: Double)], inner: Size<Double>, size: Size<Double>
  ) {
    let style = usedStyle(child)
    let box = flow.content.box
    let grid = style.grid
    /// Line positions of an axis: nil for `auto`, and for lines that the grid does not have.
    func edges(
      _ lines: GridLines, _ start: GridLine, _ end: GridLine, _ offset: Int,
      _ tracks: [(start: Double, end: Double)]
    ) -> (Double?, Double?) {
      func place(_ line: Int, isEnd: Bool) -> Double? {
        let index = line + offset
        guard index >= 0, index <= tracks.count, !tracks.isEmpty else { return nil }
        return isEnd
          ? (index > 0 ? tracks[index - 1].end : tracks[0].start)
          : index < tracks.count ? tracks[index].start : tracks[index - 1].end
      }
      guard case .lines(let range) = lines.placement(from: start, to: end) else { return (nil, nil) }
      // A span against `auto` is `auto`, and so is a default span.
      let hasStart = start.isLine || isSpan(start) && end.isLine
      let hasEnd = end.isLine || isSpan(end) && start.isLine
      return (
        hasStart ? place(range.lowerBound, isEnd: false) : nil,
        hasEnd ? place(range.upperBound, isEnd: true) : nil
      )
    }
    func isSpan(_ line: GridLine) -> Bool {
      if case .span = line { return true }
      return false
    }
    let (inlineStart, inlineEnd) = edges(
      flow.columnLines, grid.columnStart, grid.columnEnd, flow.columnOffset, columns)
    let (blockStart, blockEnd) = edges(flow.rowLines, grid.rowStart, grid.rowEnd, flow.rowOffset, rows)
    if recorded == child { recordGridLines(flow, (inlineStart, inlineEnd), (blockStart, blockEnd)) }
    let insets = box.insets
    let edges = flow.content.style.borders + flow.content.scrollbars
    let padding = (
      left: edges.left, right: size.width - edges.right, top: edges.top, bottom: size.height - edges.bottom
    )
    func physical(_ inline: Double) -> Double {
      flow.isReversed ? insets.left + inner.width - inline : insets.left + inline
    }
    let (near, far) = (inlineStart.map(physical), inlineEnd.map(physical))
    let left = (flow.isReversed ? far : near) ?? padding.left
    let right = (flow.isReversed ? near : far) ?? padding.right
    let top = blockStart.map { insets.top + $0 } ?? padding.top
    let bottom = blockEnd.map { insets.top + $0 } ?? padding.bottom
    // Lines in the wrong order leave no room at the first one.
    let width = max(0, right - left)
    let area = Rect(
      x: flow.isReversed ? right - width : left, y: top, width: width, height: max(0, bottom - top))
    positioned[areaOf: Int32(child)] = area
    // Differs from §9.2 as browsers do: the static position is in the area, or in the padding box.
    positioned[staticPositionOf: child] = staticPosition(of: style, in: area, flow)
  }

  private func staticPosition(of style: UsedStyle, in area: Rect, _ flow: GridFlow) -> StaticPosition {
    let container = flow.content.style
    let justify = style.justifySelf.keyword == .auto ? container.justifyItems : style.justifySelf
    let align = style.alignSelf.keyword == .auto ? container.alignItems : style.alignSelf
    let isReversed = flow.isReversed
    let start = isReversed ? StaticPosition.Part.end : .start
    let end = isReversed ? StaticPosition.Part.start : .end
    let isOpposite = (style.direction == .rightToLeft) != isReversed
    let horizontal: StaticPosition.Part =
      switch justify.keyword {
      case .center: .center
      case .end, .flexEnd, .lastBaseline: end
      case .left: .start
      case .right: .end
      case .selfStart: isOpposite ? end : start
      case .selfEnd: isOpposite ? start : end
      default: start
      }
    let vertical: StaticPosition.Part =
      switch align.keyword {
      case .center: .center
      case .end, .flexEnd, .selfEnd, .lastBaseline: .end
      default: .start
      }
    // As in flex containers, only the child's own alignment is safe.
    return StaticPosition(
      x: area.x, y: area.y, width: area.width, height: area.height, horizontal: horizontal,
      vertical: vertical,
      safeHorizontal: style.justifySelf.safety == .safe ? start : nil,
      safeVertical: style.alignSelf.safety == .safe ? .start : nil)
  }
}
