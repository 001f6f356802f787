import HybridDrawing
import HybridGeometry
import HybridUnits

// Containers whose children are items: Page, Grid, VH and VirtualContainer
// (`Documentation/template-components.md`).

extension AndroidLayout {
  /// Every item has the size of the page, which takes all available space.
  mutating func measurePage(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let size = PixelSize(width: specs.width.size, height: specs.height.size)
    for child in children(of: node) {
      _ = measure(child, MeasureSpecs(width: .exactly(size.width), height: .exactly(size.height)))
    }
    return size
  }

  mutating func placePage(_ children: [Int], of node: Int) {
    let frame = slots[node].frame
    let isHorizontal = boxes[node].isHorizontal ?? true
    for (index, child) in children.enumerated() {
      let turn = Double(index) - TemplateUnits.bounded(components[node].position)
      put(
        child, in: node, x: isHorizontal ? Int(turn * Double(frame.width)) : 0,
        y: isHorizontal ? 0 : Int(turn * Double(frame.height)))
    }
  }

  /// A grid of items: by default all cells have the height of the first one.
  mutating func measureGrid(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let insets = boxes[node].insets
    let rules = gridRules(node, columns: 2)
    let children = children(of: node)
    let width = cellWidth(rules, width: specs.width.size, insets: insets)
    var height = rules.itemHeight
    for child in children {
      let spec = height.map { MeasureSpec.exactly($0) }
      let size = measure(
        child,
        MeasureSpecs(
          width: .exactly(width),
          height: spec ?? specs.height.child(boxes[child].height, used: insets.height)))
      height = height ?? size.height
    }
    let rows = rowCount(children.count, columns: rules.columns)
    let content = rows * (height ?? 0) + max(rows - 1, 0) * rules.verticalMargin + insets.height
    return PixelSize(
      width: specs.width.size,
      height: specs.height.mode == .unspecified ? content : min(content, specs.height.size))
  }

  mutating func placeGrid(_ children: [Int], of node: Int) {
    let insets = boxes[node].insets
    let rules = gridRules(node, columns: 2)
    guard let first = children.first else { return }
    let cell = slots[first].size
    for (index, child) in children.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: rules.columns)
      put(
        child, in: node, x: insets.left + column * (cell.width + rules.horizontalMargin),
        y: insets.top + row * (cell.height + rules.verticalMargin))
    }
  }

  private func vhLength(_ key: StringID, of node: Int) -> Int {
    max(components[node].attributes[key].map { units.pixels($0) } ?? 0, 0)
  }

  /// A list of items of equal size; without a size the items share the available space.
  mutating func measureVH(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let padding = boxes[node].padding
    let children = children(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    let margin = vhLength(AttributeKey.itemMargin, of: node)
    let item = PixelSize(
      width: vhLength(AttributeKey.itemWidth, of: node), height: vhLength(AttributeKey.itemHeight, of: node))
    let gaps = max(children.count - 1, 0) * margin
    var size = PixelSize(width: specs.width.size, height: specs.height.size)
    var cell = PixelSize(width: size.width - padding.width, height: size.height - padding.height)
    if isHorizontal {
      if item.width > 0 { size.width = children.count * item.width + gaps + padding.width }
      cell.width = item.width > 0 ? item.width : max(cell.width - gaps, 0) / max(children.count, 1)
      if item.height > 0 {
        cell.height = item.height
        if !specs.height.isExact { size.height = item.height + padding.height }
      }
    } else {
      if item.height > 0 { size.height = children.count * item.height + gaps + padding.height }
      cell.height = item.height > 0 ? item.height : max(cell.height - gaps, 0) / max(children.count, 1)
      if item.width > 0 {
        cell.width = item.width
        if !specs.width.isExact { size.width = item.width + padding.width }
      }
    }
    for child in children {
      _ = measure(child, MeasureSpecs(width: .exactly(cell.width), height: .exactly(cell.height)))
    }
    return size
  }

  mutating func placeVH(items children: [Int], of node: Int) {
    let padding = boxes[node].padding
    let isHorizontal = boxes[node].isHorizontal ?? true
    let margin = vhLength(AttributeKey.itemMargin, of: node)
    var start = isHorizontal ? padding.left : padding.top
    for child in children {
      put(
        child, in: node, x: isHorizontal ? start : padding.left, y: isHorizontal ? padding.top : start)
      start += (isHorizontal ? slots[child].size.width : slots[child].size.height) + margin
    }
  }

  /// Behaves as the one item that it shows.
  mutating func measureVirtualContainer(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    guard let child = children(of: node).first else { return drawnSize(node, specs, content: nil) }
    return measure(child, specs)
  }
}

extension IOSLayout {
  /// Every item has the size of the page.
  mutating func placePage(_ children: [Int], of node: Int) {
    let frame = slots[node].frame
    let isHorizontal = boxes[node].isHorizontal ?? false
    for (index, child) in children.enumerated() {
      removeMargin(of: child)
      let size = size(
        of: child, in: Size(width: frame.width, height: frame.height), filling: [.width, .height])
      let turn = Double(index) - TemplateUnits.bounded(components[node].position)
      put(
        child, x: isHorizontal ? turn * frame.width : 0, y: isHorizontal ? 0 : turn * frame.height, size: size
      )
    }
  }
}
