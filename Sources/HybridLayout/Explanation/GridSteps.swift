/// How a grid item got its area and its place in it: CSS Grid 1 §8 and §10.
extension LayoutPass {
  /// Everything about an item, once all of its container's items are in place.
  mutating func recordGridItem(
    _ flow: GridFlow, _ columns: [(start: Double, end: Double)], _ rows: [(start: Double, end: Double)],
    inner: Size<Double>
  ) {
    guard let node = recorder?.node, let item = flow.items.first(where: { $0.node == node }) else { return }
    let style = usedStyle(node)
    let insets = flow.content.box.insets
    let (left, right) = (
      columns[item.area.columns.lowerBound].start, columns[item.area.columns.upperBound - 1].end
    )
    let (top, bottom) = (rows[item.area.rows.lowerBound].start, rows[item.area.rows.upperBound - 1].end)
    let margins = style.margins(percentageWidth: right - left)
    let memory = Int(nodes[node].memory)
    let size = memory >= 0 ? memories[memory].frames.result.size : .zero
    let free = (
      x: right - left - size.width - margins.horizontal, y: bottom - top - size.height - margins.vertical
    )
    let grid = style.grid
    let spans = (
      columns: span(item.area.columns, flow.columns, flow.columnOffset, grid.columnStart, grid.columnEnd),
      rows: span(item.area.rows, flow.rows, flow.rowOffset, grid.rowStart, grid.rowEnd)
    )

    func x(_ offset: Double) -> Double {
      insets.left + (flow.isReversed ? inner.width - left - offset - size.width : left + offset)
    }
    let sides: (start: Side, end: Side) = flow.isReversed ? (.right, .left) : (.left, .right)
    let startMargin = flow.isReversed ? margins.right : margins.left
    let autos =
      flow.isReversed
      ? (style.margin.right.isAuto, style.margin.left.isAuto)
      : (style.margin.left.isAuto, style.margin.right.isAuto)
    let inline = inlineOffset(of: item, style, margins, free: free.x, flow)
    let xSteps = itemSteps(
      .gridArea(spans.columns), sides, startMargin, autos, free.x, inline,
      aligned: .aligned(
        usedItemAlignment((.justifySelf, style.justifySelf), flow.content.node), freeSpace: free.x),
      at: x)
    let block = blockOffset(of: item, style, margins, free: free.y)
    let alignment = usedItemAlignment((.alignSelf, style.alignSelf), flow.content.node)
    let isBaseline = item.align.keyword == .baseline || item.align.keyword == .lastBaseline
    let ySteps = itemSteps(
      .gridArea(spans.rows), (.top, .bottom), margins.top,
      (style.margin.top.isAuto, style.margin.bottom.isAuto),
      free.y, block,
      aligned: isBaseline
        ? .baseline(alignment, own: 0, shared: item.shim) : .aligned(alignment, freeSpace: free.y)
    ) { insets.top + top + $0 }
    recorder?.begin(.gridItem, in: flow.content.node, x: xSteps, y: ySteps)
    recorder?.area = spans
  }

  private func itemSteps(
    _ area: PlaceFact, _ sides: (start: Side, end: Side), _ margin: Double, _ autos: (start: Bool, end: Bool),
    _ free: Double, _ offset: Double, aligned: PlaceFact, at place: (Double) -> Double
  ) -> [LayoutRecorder.PlaceStep] {
    var steps: [LayoutRecorder.PlaceStep] = [.init(area, place(0))]
    if margin != 0 { steps.append(.init(.margin(sides.start), place(margin))) }
    guard differ(offset, margin) else { return steps }
    let names = (autos.start ? [sides.start] : []) + (autos.end ? [sides.end] : [])
    steps.append(.init(names.isEmpty ? aligned : .autoMargins(names, freeSpace: free), place(offset)))
    return steps
  }

  private func span(
    _ tracks: Range<Int>, _ sizing: TrackSizing, _ offset: Int, _ start: GridLine, _ end: GridLine
  ) -> GridSpan {
    func isOpen(_ line: GridLine) -> Bool {
      switch line {
      case .auto, .span: true
      default: false
      }
    }
    return GridSpan(
      startLine: tracks.lowerBound - offset + 1, tracks: tracks.map { sizing.tracks[$0].base },
      gap: sizing.gap, isAutomatic: isOpen(start) && isOpen(end))
  }
}
