import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridViewTree

/// The paint of tables.
extension ViewTreeBuilder {
  /// Whether a cell is empty and shows neither borders nor a background (CSS 2.2 §17.6.1.1).
  func isHiddenCell(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    guard style.box.display == .tableCell, style.text.emptyCells == .hide,
      style.text.borderCollapse == .separate
    else { return false }
    return boxes.contents[node].map { $0.boxes.isEmpty && $0.leaves.isEmpty } ?? true
  }

  /// The borders of a cell or a table whose borders collapse: each of the two boxes at an edge draws its half
  /// (CSS 2.2 §17.6.2).
  func borders(_ edges: Edges<CollapsedEdge>) -> [ViewBorder]? {
    let lines = [edges.top, edges.right, edges.bottom, edges.left]
    guard lines.contains(where: { $0.line.width > 0 }) else { return nil }
    return lines.map { edge in
      var line = border(edge)
      line.width /= 2
      return line
    }
  }

  /// The whole border of an edge.
  private func border(_ edge: CollapsedEdge) -> ViewBorder {
    guard let owner = edge.owner.flatMap({ boxes.elements.element(of: $0) }), edge.line.width > 0 else {
      return .absent
    }
    let border = styles[owner].border
    let (line, color) =
      switch edge.side {
      case .top: (border.styles.top, border.colors.top)
      case .right: (border.styles.right, border.colors.right)
      case .bottom: (border.styles.bottom, border.colors.bottom)
      case .left: (border.styles.left, border.colors.left)
      }
    return ViewBorder(
      width: Double(edge.line.width), style: line.ofCollapsedBorder,
      color: RGBA(color.resolved(current: styles[owner].text.color)))
  }

  /// Paints the borders that a cell has of its table, each over both cells beside it, and nothing of a border
  /// where others have it. The borders of the node are for clients that draw no fragments.
  func paintCollapsed(
    _ paint: inout ViewPaint, _ box: LayoutNodeID, _ parts: [CollapsedPart], frame: Rect
  ) {
    guard paint.borders != nil else { return }
    var ground = ViewFragment(frame: Rect(x: 0, y: 0, width: frame.width, height: frame.height))
    (ground.background, ground.shadows) = (paint.background, paint.shadows)
    (ground.gradients, ground.pictures) = (paint.gradients, paint.pictures)
    let table = tableAround(box)
    let own = corner(in: table, of: box)
    paint.fragments = [ground]
    for (index, part) in parts.enumerated() {
      let line = border(part.edge)
      let isLevel = part.side == .top || part.side == .bottom
      let length = isLevel ? frame.width : frame.height
      var (start, end) = (0.0, length)
      if let neighbor = part.neighbor {
        let other = corner(in: table, of: neighbor)
        let size = boxes.layout.frame(of: neighbor)
        start = max(start, isLevel ? other.x - own.x : other.y - own.y)
        end = min(end, isLevel ? other.x - own.x + size.width : other.y - own.y + size.height)
      } else {
        // Beside no cell, parts of one side are equally long.
        let mates = parts.indices.filter { parts[$0].side == part.side && parts[$0].neighbor == nil }
        if mates.count > 1, let place = mates.firstIndex(of: index) {
          start = length * Double(place) / Double(mates.count)
          end = length * Double(place + 1) / Double(mates.count)
        }
      }
      (start, end) = (start - part.start, end + part.end)
      guard end > start, line.width > 0 else { continue }
      let side = part.side == .right ? frame.width : part.side == .bottom ? frame.height : 0
      let across = side - line.width / 2
      var fragment = ViewFragment(
        frame: isLevel
          ? Rect(x: start, y: across, width: end - start, height: line.width)
          : Rect(x: across, y: start, width: line.width, height: end - start))
      let none = ViewBorder.absent
      fragment.borders = isLevel ? [line, none, none, none] : [none, none, none, line]
      paint.fragments?.append(fragment)
    }
  }

  /// The background of a row, a column or a group of them: behind each of its cells, positioned as if it were
  /// one area (CSS 2.2 §17.5.1). A cell that spans rows or columns is of the first one.
  func paintCells(
    of box: LayoutNodeID, _ paint: inout ViewPaint, _ display: HybridCSS.Display, frame: Rect
  ) {
    guard display.isPartWithoutBorder,
      paint.background != nil || paint.gradients != nil || paint.pictures != nil
    else { return }
    let table = tableAround(box)
    let own = corner(in: table, of: box)
    let isColumn = display == .tableColumn || display == .tableColumnGroup
    let isReversed = boxes.layout.style(of: table).direction == .rightToLeft
    var fragments: [ViewFragment] = []
    if paint.shadows != nil {
      var shadow = ViewFragment(frame: Rect(x: 0, y: 0, width: frame.width, height: frame.height))
      shadow.shadows = paint.shadows
      fragments.append(shadow)
    }
    for cell in cells(in: isColumn ? table : box) {
      let (place, size) = (corner(in: table, of: cell), boxes.layout.frame(of: cell))
      let bounds = Rect(x: place.x - own.x, y: place.y - own.y, width: size.width, height: size.height)
      // The column that it begins in.
      let start = isReversed ? bounds.maxX : bounds.x
      let isInside =
        isReversed
        ? start > 0.5 && start <= frame.width + 0.5 : start >= -0.5 && start < frame.width - 0.5
      guard isInside || !isColumn else { continue }
      var fragment = ViewFragment(frame: bounds)
      fragment.background = paint.background
      (fragment.gradients, fragment.pictures) = (paint.gradients, paint.pictures)
      for index in (fragment.gradients ?? []).indices {
        fragment.gradients?[index].frame.x -= bounds.x
        fragment.gradients?[index].frame.y -= bounds.y
      }
      for index in (fragment.pictures ?? []).indices {
        fragment.pictures?[index].frame.x -= bounds.x
        fragment.pictures?[index].frame.y -= bounds.y
        fragment.pictures?[index].area = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height)
      }
      fragments.append(fragment)
    }
    paint.fragments = fragments
  }

  /// The cells in a part of a table, in tree order.
  func cells(in part: LayoutNodeID) -> [LayoutNodeID] {
    boxes.layout.children(of: part).flatMap { child -> [LayoutNodeID] in
      let display = boxes.layout.style(of: child).display
      if display == .tableCell { return [child] }
      return display.isInsideTable && display != .tableCaption ? cells(in: child) : []
    }
  }

  /// The layout results that the paint of a part of a table depends on, besides its own.
  func tableLeaves(of box: LayoutNodeID, _ style: ComputedStyle) -> [LayoutNodeID] {
    if style.box.display == .tableCell {
      return boxes.layout.collapsedParts(of: box)?.compactMap(\.neighbor) ?? []
    }
    guard style.box.display.isPartWithoutBorder,
      background(of: style) != nil || style.visual.backgroundImage != [.none]
    else { return [] }
    let isColumn = style.box.display == .tableColumn || style.box.display == .tableColumnGroup
    let part = isColumn ? tableAround(box) : box
    let cells = cells(in: part)
    return cells + Set(cells.compactMap { boxes.layout.parent(of: $0) }).filter { $0 != box }
  }

  /// The table that a part of a table is in.
  func tableAround(_ part: LayoutNodeID) -> LayoutNodeID {
    var table = part
    while boxes.layout.style(of: table).display.isInsideTable, let parent = boxes.layout.parent(of: table) {
      table = parent
    }
    return table
  }

  /// The corner of a part of a table, from that of the table.
  private func corner(in table: LayoutNodeID, of part: LayoutNodeID) -> Point {
    var corner = Point.zero
    var current = part
    while current != table {
      let frame = boxes.layout.frame(of: current)
      corner.x += frame.x
      corner.y += frame.y
      guard let parent = boxes.layout.parent(of: current) else { break }
      current = parent
    }
    return corner
  }
}

extension ViewBorder {
  static let absent = ViewBorder(width: 0, style: .none, color: .transparent)
}

extension LineStyle {
  /// `inset` is like `ridge` and `outset` like `groove` where borders collapse (CSS 2.2 §17.6.3).
  fileprivate var ofCollapsedBorder: LineStyle {
    switch self {
    case .inset: .ridge
    case .outset: .groove
    default: self
    }
  }
}

extension HybridCSS.Display {
  /// Whether a box of this kind is painted depending on others in its table.
  var isTablePart: Bool { self == .tableCell || isPartWithoutBorder }

  /// Whether a box of this kind has no border of its own (CSS 2.2 §17.6).
  var isPartWithoutBorder: Bool {
    switch self {
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableColumn, .tableColumnGroup:
      true
    default: false
    }
  }
}
