import HybridGeometry

/// A walk over the content of columns, which collects its boxes, the outer ones first, and its pieces.
struct ColumnWalk {
  /// A box in the one endless column.
  struct Box {
    var node: Int
    /// The box around it; -1 for the container.
    var parent: Int
    /// The corner of its border box, relative to that of the container.
    var x: Double
    var y: Double
    /// Whether it is never broken.
    var isWhole: Bool
    /// The upper edges of its lines.
    var lines: [Double] = []
    /// The width of its lines.
    var lineWidth = 0.0
  }

  var boxes: [Box] = []
  var pieces: [FlowPiece] = []
  /// The lower edge of the last piece.
  private(set) var bottom: Double
  /// The upper edge of the outermost box that began after the last piece.
  private var start: Double?
  private var isForced = false
  private var isAvoided = false
  /// The number of open boxes that avoid breaks, and the least number since the last piece.
  private var avoiding = 0
  private var leastAvoiding = 0

  init(_ top: Double) { bottom = top }

  /// Begins a box.
  mutating func enter(_ style: ColumnStyle?, top: Double, margin: Double) {
    if let style {
      note(style.before)
      if style.avoidsInside { avoiding += 1 }
    }
    // After a forced break the margin counts (CSS Fragmentation 3 §5.2).
    if start == nil { start = isForced ? top - max(0, margin) : top }
  }

  /// Ends a box.
  mutating func leave(_ style: ColumnStyle?) {
    guard let style else { return }
    if style.avoidsInside { avoiding -= 1 }
    leastAvoiding = min(leastAvoiding, avoiding)
    note(style.after)
  }

  private mutating func note(_ value: ColumnBreak) {
    switch value {
    case .allowed: break
    case .avoided: isAvoided = true
    case .forced: isForced = true
    }
  }

  /// Adds a piece.
  ///
  /// - Parameter isOrphan: Whether it is one of the first lines, which stay together.
  mutating func add(
    top: Double, bottom: Double, cost: BreakCost = .none, isElastic: Bool = false, isOrphan: Bool = false
  ) {
    let isKept = isAvoided || leastAvoiding > 0
    pieces.append(
      FlowPiece(
        top: top, bottom: bottom, start: start ?? top, cost: isKept ? .avoided : cost, isForced: isForced,
        isElastic: isElastic && !isKept, isJoined: isOrphan || leastAvoiding > 0))
    self.bottom = max(self.bottom, bottom)
    (start, isForced, isAvoided, leastAvoiding) = (nil, false, false, avoiding)
  }
}

extension LayoutPass {
  /// Finds the pieces in the content of a container, whose frames are those in one endless column.
  mutating func collectPieces(of content: ContentBox, _ walk: inout ColumnWalk) {
    /// A box whose children are being visited.
    struct Open {
      var children: BoxChildren
      /// Its position in the boxes of the walk; -1 for the container.
      var box: Int
    }
    var open = [Open(children: boxChildren(in: content), box: -1)]
    while let last = open.indices.last {
      guard let child = open[last].children.next() else {
        let box = open.removeLast().box
        if box >= 0 { leave(box, &walk) }
        continue
      }
      let style = usedStyle(child)
      if style.isOutOfFlow { continue }
      let parent = open[last].box
      let (x, y) = parent >= 0 ? (walk.boxes[parent].x, walk.boxes[parent].y) : (0, 0)
      let frame = nodes[child].frame
      let index = walk.boxes.count
      let isWhole = isUnbreakable(child, style)
      walk.boxes.append(
        ColumnWalk.Box(node: child, parent: parent, x: x + frame.x, y: y + frame.y, isWhole: isWhole))
      // A float moves with its column, and divides none.
      if style.float != .none { continue }
      let columns = style.traits.contains(.breaks) ? style.columns : nil
      let margin = style.margins(percentageWidth: content.content.width).top
      walk.enter(columns, top: y + frame.y, margin: margin)
      if isWhole {
        if frame.height > 0 { walk.add(top: y + frame.y, bottom: y + frame.y + frame.height) }
        walk.leave(columns)
      } else if nodes[child].measure >= 0 {
        collectLines(of: index, style, &walk)
        leave(index, &walk)
      } else {
        open.append(Open(children: boxChildren(of: child), box: index))
      }
    }
  }

  /// Ends a box: what is in it below its last piece can be broken anywhere.
  private func leave(_ box: Int, _ walk: inout ColumnWalk) {
    let (node, y) = (walk.boxes[box].node, walk.boxes[box].y)
    let bottom = y + nodes[node].frame.height
    let top = max(y, walk.bottom)
    if bottom > top + 1e-6 { walk.add(top: top, bottom: bottom, isElastic: true) }
    let style = usedStyle(node)
    walk.leave(style.traits.contains(.breaks) ? style.columns : nil)
  }

  /// Whether a box cannot be broken (CSS Fragmentation 3 §4.1).
  private func isUnbreakable(_ node: Int, _ style: UsedStyle) -> Bool {
    if style.float != .none || style.isScrollContainer || style.isHeightContained { return true }
    if nodes[node].measure >= 0 { return false }
    return !style.display.isPlainWhenEmpty || style.display == .flex || style.traits.contains(.columns)
  }

  /// The lines of a text; other content is one piece.
  private mutating func collectLines(of box: Int, _ style: UsedStyle, _ walk: inout ColumnWalk) {
    let (node, y) = (walk.boxes[box].node, walk.boxes[box].y)
    let frame = nodes[node].frame
    let insets = style.boxModel(percentageWidth: frame.width).insets
    let width = max(0, frame.width - insets.horizontal)
    var lines: [LineExtent] = []
    if let function = measures[Int(nodes[node].measure)] {
      let floats = positioned[lineFloatsOf: node]?.outsideColumns
      var input = MeasureInput(
        available: Size(width: .definite(width), height: .maxContent), known: Size(width: width, height: nil),
        floats: floats ?? LineFloats())
      input.asksLines = true
      lines = function(input).lines
    }
    guard !lines.isEmpty else {
      walk.boxes[box].isWhole = true
      if frame.height > 0 { walk.add(top: y, bottom: y + frame.height) }
      return
    }
    let columns = style.columns
    let (orphans, widows) = (Int(columns.orphans), Int(columns.widows))
    walk.boxes[box].lineWidth = width
    for (index, line) in lines.enumerated() {
      let top = y + insets.top + LayoutStyle.clamped(line.top)
      walk.boxes[box].lines.append(top)
      let isFew = index > 0 && (index < orphans || lines.count - index < widows)
      walk.add(
        top: top, bottom: y + insets.top + LayoutStyle.clamped(line.bottom), cost: isFew ? .orphans : .none,
        isOrphan: index > 0 && index < orphans)
    }
  }
}
