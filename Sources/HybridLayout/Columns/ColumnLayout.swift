import HybridEncoding
import HybridGeometry

/// Multi-column layout: CSS Multi-column 1.
///
/// The content is laid out in one endless column. Its pieces, lines and boxes that cannot be broken, are
/// distributed to the columns, and every box gets the frame around its pieces. A box over all columns ends a
/// row of columns, and begins another.
///
/// Differs from §8 as far as other kinds of containers are concerned: flex containers, grids, tables, scroll
/// containers and containers with columns of their own are not broken, nor are floats.
extension LayoutPass {
  @inline(never) mutating func layoutColumns(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    let insets = content.box.insets
    let geometry = ColumnGeometry(content.style, available: content.content.width)
    let limit = columnLimit(content)
    columnNotes.begin(content.node)
    var y = insets.top
    var first: Double?
    var last: Double?
    var segment = ChildSegment()
    var isOpen = false
    func takeRow(until end: Int) {
      segment.end = Int32(end)
      let row = layoutRow(
        segment, content, geometry, top: y, room: limit.map { max(0, $0 - (y - insets.top)) }, purpose)
      if first == nil { first = row.firstBaseline }
      last = row.lastBaseline ?? last
      y += row.height
      isOpen = false
    }
    for child in boxChildren(of: content.node) {
      guard usedStyle(child).traits.contains(.spanner) else {
        if !isOpen { segment = ChildSegment(first: Int32(child), end: -1) }
        isOpen = true
        continue
      }
      if isOpen { takeRow(until: child) }
      y = layoutSpanner(child, content, top: y, purpose)
    }
    if isOpen { takeRow(until: -1) }
    var intrinsic = y + insets.bottom
    if content.style.isHeightContained {
      intrinsic = insets.vertical + (content.style.containedSize.height ?? 0)
    }
    var result = BoxResult(
      size: Size(width: content.width, height: usedHeight(content, intrinsic: intrinsic)),
      intrinsicHeight: intrinsic)
    (result.firstBaseline, result.lastBaseline) = (first, last)
    if purpose != .frames { forgetColumnFrames(of: content.node) }
    return result
  }

  /// The intrinsic widths of columns with content of these widths (CSS Multi-column 1 §3.4).
  func columnContentSizes(_ style: UsedStyle, one: MinMaxSizes) -> MinMaxSizes {
    let columns = style.columns
    let gap =
      style.gap.width.isAuto ? Double(columns.fontSize) : style.resolveOrZero(style.gap.width, against: 0)
    let count = Double(max(1, columns.count))
    var sizes = one
    if let width = columns.width {
      sizes.min = min(sizes.min, max(1, Double(width)))
      sizes.max = max(sizes.max, max(1, Double(width)))
    } else {
      sizes.min = sizes.min * count + gap * (count - 1)
    }
    sizes.max = sizes.max * count + gap * (count - 1)
    return sizes
  }

  /// The height to which the content of the container is limited, if there is such a height.
  private func columnLimit(_ content: ContentBox) -> Double? {
    let vertical = content.box.insets.vertical
    if content.content.height.isDefinite { return content.content.height }
    let most = heightLimits(
      of: content.style, space: content.space, box: content.box, intrinsic: indefinite
    ).max
    return most.isDefinite ? max(0, most - vertical) : nil
  }

  /// Lays out a box over all columns. Returns the height below it.
  private mutating func layoutSpanner(
    _ child: Int, _ content: ContentBox, top: Double, _ purpose: Purpose
  ) -> Double {
    let style = usedStyle(child)
    let margins = style.margins(percentageWidth: content.content.width)
    var space = content.childSpace()
    space.widthBehaviour = .stretch
    space.isIndependent = true
    let result = layoutBox(child, space, purpose)
    if purpose == .frames {
      let x =
        content.box.insets.left + inlineOffset(of: style, width: result.size.width, margins, in: content)
      place(
        child, x: x, y: top + margins.top, size: result.size, in: content.content, content.style.direction)
    }
    return top + max(0, result.size.height + margins.vertical)
  }

  /// A row of columns.
  private struct ColumnRow {
    var height: Double
    var firstBaseline: Double?
    var lastBaseline: Double?
  }

  /// Lays out the content between two boxes over all columns.
  private mutating func layoutRow(
    _ segment: ChildSegment, _ content: ContentBox, _ geometry: ColumnGeometry, top: Double, room: Double?,
    _ purpose: Purpose
  ) -> ColumnRow {
    var inner = content
    inner.segment = segment
    inner.content.width = geometry.width
    let insets = content.box.insets
    let whole = layoutBlockContainer(inner, .frames)
    var walk = ColumnWalk(insets.top)
    collectPieces(of: inner, &walk)
    let bottom = max(insets.top, whole.intrinsicHeight - insets.bottom)
    let flow = ColumnFlow(pieces: walk.pieces, top: insets.top, bottom: bottom)
    var height: Double
    if content.style.columns.fillsInOrder, let room {
      height = room
    } else {
      height = flow.balancedHeight(columns: geometry.count)
      if let room { height = min(height, room) }
    }
    let starts = flow.columns(height: height)
    if starts.count == 1 { height = max(height, room.map { min(bottom - insets.top, $0) } ?? 0) }
    if purpose == .frames {
      let isReversed = content.style.direction == .rightToLeft
      let row = starts.indices.map { index in
        let offset = Double(index) * (geometry.width + geometry.gap)
        return Rect(
          x: insets.left + (isReversed ? content.content.width - geometry.width - offset : offset), y: top,
          width: geometry.width, height: height)
      }
      columnNotes.add(row, to: content.node)
      breakBoxes(walk.boxes, starts, row, from: insets.left, in: content.node)
    }
    func placed(_ baseline: Double?) -> Double? { baseline.map { $0 - insets.top + top } }
    return ColumnRow(
      height: height, firstBaseline: placed(whole.firstBaseline),
      lastBaseline: starts.count == 1 ? placed(whole.lastBaseline) : placed(whole.firstBaseline))
  }

  /// The frames of boxes in columns are not those that their containers would give them: what is cached of
  /// them does not hold for another layout.
  private func forgetColumnFrames(of node: Int) {
    let memory = Int(nodes[node].memory)
    guard memory >= 0 else { return }
    memories[memory].forgetFrames()
  }

  /// Gives the boxes of one endless column their frames in the columns.
  private mutating func breakBoxes(
    _ boxes: [ColumnWalk.Box], _ starts: [Double], _ row: [Rect], from left: Double, in container: Int
  ) {
    /// The column that a height is in; a height between two columns is in the first of them.
    func column(of y: Double, isEnd: Bool) -> Int {
      let after =
        isEnd
        ? starts.partitioningIndex { $0 >= y - 1e-3 } : starts.partitioningIndex { $0 > y + 1e-3 }
      return max(0, after - 1)
    }
    var frames: [Rect] = []
    frames.reserveCapacity(boxes.count)
    for box in boxes {
      let first = column(of: box.y, isEnd: false)
      let height = nodes[box.node].frame.height
      let last = box.isWhole ? first : max(first, column(of: box.y + height, isEnd: true))
      var pieces: [Rect] = []
      for index in first...last {
        let upper = index == first ? box.y - starts[index] : 0
        let lower = index == last ? box.y + height - starts[index] : max(upper, row[index].height)
        pieces.append(
          Rect(
            x: row[index].x + box.x - left, y: row[index].y + upper, width: nodes[box.node].frame.width,
            height: max(0, lower - upper)))
      }
      let frame = pieces.dropFirst().reduce(pieces[0]) { $0.union($1) }
      frames.append(frame)
      let around = box.parent >= 0 ? frames[box.parent] : .zero
      nodes[box.node].frame = Rect(
        x: frame.x - around.x, y: frame.y - around.y, width: frame.width, height: frame.height)
      if pieces.count > 1 {
        columnNotes.add(
          pieces.map { Rect(x: $0.x - frame.x, y: $0.y - frame.y, width: $0.width, height: $0.height) },
          of: box.node, in: container)
      }
      if nodes[box.node].measure >= 0 {
        moveLines(of: box, starts, row, columns: first...last, from: left, frame: frame)
      }
      if !box.isWhole { forgetColumnFrames(of: box.node) }
    }
  }

  /// Tells a text in which columns its lines are.
  private mutating func moveLines(
    of box: ColumnWalk.Box, _ starts: [Double], _ row: [Rect], columns: ClosedRange<Int>, from left: Double,
    frame: Rect
  ) {
    var floats = positioned[lineFloatsOf: box.node] ?? LineFloats()
    guard columns.count > 1, !box.lines.isEmpty else {
      if !floats.columns.isEmpty { positioned[lineFloatsOf: box.node] = floats.outsideColumns }
      return
    }
    floats.columnWidth = box.lineWidth
    floats.columns = []
    for index in columns {
      let line = box.lines.partitioningIndex { $0 >= starts[index] - 1e-3 }
      let offset = Point(
        x: row[index].x + box.x - left - frame.x, y: row[index].y + box.y - starts[index] - frame.y)
      floats.columns.append(LineColumn(line: index == columns.lowerBound ? 0 : line, offset: offset))
    }
    positioned[lineFloatsOf: box.node] = floats
  }
}
