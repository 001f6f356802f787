import HybridDrawing
import HybridGeometry
import HybridUnits

// GridLayout (`Documentation/template-components.md`): cells of one size. `Grid` is the same with items made
// from data.

/// The attributes of a grid.
struct GridRules<Length: Hashable & Sendable>: Sendable {
  var columns: Int
  /// Nil: the height of the content.
  var itemHeight: Length?
  var horizontalMargin: Length
  var verticalMargin: Length
}

extension AndroidLayout {
  func gridRules(_ node: Int, columns standard: Int) -> GridRules<Int> {
    let component = components[node]
    func margin(_ key: StringID) -> Int { component.attributes[key].map { units.pixels($0) } ?? 0 }
    let height = component.attributes[AttributeKey.itemHeight].map { units.wholePixels($0) } ?? -1
    return GridRules(
      columns: max(component.choice(AttributeKey.colCount) ?? standard, 1),
      itemHeight: height > 0 ? height : nil, horizontalMargin: margin(AttributeKey.itemHorizontalMargin),
      verticalMargin: margin(AttributeKey.itemVerticalMargin))
  }

  /// The width of every cell, in whole pixels.
  func cellWidth(_ rules: GridRules<Int>, width: Int, insets: Edges<Int>) -> Int {
    max(width - insets.width - rules.horizontalMargin * (rules.columns - 1), 0) / rules.columns
  }

  mutating func measureGridLayout(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let insets = boxes[node].insets
    let rules = gridRules(node, columns: 1)
    let cell = cellWidth(rules, width: specs.width.size, insets: insets)
    var first: PixelSize?
    for child in children(of: node) {
      let height = rules.itemHeight.map { MeasureSpec.exactly($0) }
      let size = measure(
        child,
        MeasureSpecs(
          width: .exactly(cell),
          height: height ?? specs.height.child(boxes[child].height, used: insets.height)))
      first = first ?? size
    }
    let rows = rowCount(components[node].children.count, columns: rules.columns)
    let height = rules.itemHeight ?? first?.height ?? 0
    let content = rows * height + max(rows - 1, 0) * rules.verticalMargin
    return PixelSize(width: specs.width.size, height: specs.height.resolve(content + insets.height))
  }

  /// Every cell has the first child's size. A child that is gone leaves no gap in a row, but counts when
  /// children are split into rows.
  mutating func placeGridLayout(of node: Int) {
    let insets = boxes[node].insets
    let rules = gridRules(node, columns: 1)
    let all = components[node].children
    guard let first = all.first(where: { !boxes[$0].isGone }) else { return }
    let cell = slots[first].size
    var y = insets.top
    for row in 0..<rowCount(all.count, columns: rules.columns) {
      var x = insets.left
      let from = row * rules.columns
      for child in all[from..<min(from + rules.columns, all.count)] where !boxes[child].isGone {
        put(child, in: node, x: x, y: y, size: cell)
        x += cell.width + rules.horizontalMargin
      }
      y += cell.height + rules.verticalMargin
    }
  }
}

/// The number of rows for `count` cells.
func rowCount(_ count: Int, columns: Int) -> Int { count / columns + (count % columns > 0 ? 1 : 0) }

extension IOSLayout {
  private func gridRules(_ node: Int) -> GridRules<Double> {
    let component = components[node]
    func length(_ key: StringID) -> Double { component.attributes[key].map { units.points($0) } ?? 0 }
    let height = length(AttributeKey.itemHeight)
    return GridRules(
      columns: max(component.choice(AttributeKey.colCount) ?? 2, 1), itemHeight: height > 0 ? height : nil,
      horizontalMargin: length(AttributeKey.itemHorizontalMargin),
      verticalMargin: length(AttributeKey.itemVerticalMargin))
  }

  mutating func gridLayoutSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    guard room.wraps else { return room.size }
    var content = room.content
    if room.wrapsHeight {
      let rules = gridRules(node)
      let children = children(of: node)
      // The original counts rows correctly for two columns only.
      let rows = Double(rowCount(children.count, columns: rules.columns))
      var height = rules.itemHeight ?? 0
      if rules.itemHeight == nil {
        let cell = Size(width: cellWidth(rules, in: room.content.width), height: room.content.height)
        for child in children {
          let size = size(of: child, in: cell)
          height = max(height, outer(size, of: child).height)
        }
      }
      content.height = rows == 0 ? 0 : rows * (height + rules.verticalMargin) - rules.verticalMargin
    }
    return room.wrapping(content)
  }

  private func cellWidth(_ rules: GridRules<Double>, in width: Double) -> Double {
    max((width + rules.horizontalMargin) / Double(rules.columns) - rules.horizontalMargin, 0)
  }

  mutating func placeGridLayout(_ children: [Int], of node: Int) {
    let rules = gridRules(node)
    let content = contentBox(of: node)
    let rows = Double(rowCount(children.count, columns: rules.columns))
    let width = cellWidth(rules, in: content.width)
    let height =
      rules.itemHeight
      ?? max((content.height + rules.verticalMargin) / rows - rules.verticalMargin, 0)
    for (index, child) in children.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: rules.columns)
      let cell = Rect(
        x: content.x + Double(column) * (width + rules.horizontalMargin),
        y: content.y + Double(row) * (height + rules.verticalMargin), width: width, height: height)
      _ = sizeChild(child, in: cell)
      let gravity = boxes[child].layoutGravity
      put(child, x: x(of: child, in: cell, gravity: gravity), y: y(of: child, in: cell, gravity: gravity))
    }
  }
}
