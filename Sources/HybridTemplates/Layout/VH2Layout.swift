import HybridDrawing

// VH2Layout (`Documentation/template-components.md`): as VHLayout, but every child sticks to the side that
// its `layoutDirection` names.

/// A side, as in `layoutDirection`.
private struct Direction: OptionSet {
  var rawValue: Int
  static let left = Direction(rawValue: 1)
  static let top = Direction(rawValue: 2)
  static let right = Direction(rawValue: 4)
  static let bottom = Direction(rawValue: 8)
}

extension AndroidLayout {
  mutating func placeVH2(_ children: [Int], of node: Int) {
    let insets = boxes[node].padding  // without the border, which this layout does not know
    let isHorizontal = boxes[node].isHorizontal ?? true
    let frame = slots[node].frame
    let surface = surface(of: node)
    var start = isHorizontal ? insets.left : insets.top
    var end = isHorizontal ? frame.width - insets.right : frame.height - insets.bottom
    // A side of the other orientation leaves a child where the one before it is; the first at the surface's
    // edge.
    var last = isHorizontal ? -surface.x : -surface.y
    for child in children {
      let direction = Direction(rawValue: components[child].choice(AttributeKey.layoutDirection) ?? 1)
      let margin = boxes[child].margin
      let size = slots[child].size
      let length = isHorizontal ? size.width : size.height
      let (before, after) = isHorizontal ? (margin.left, margin.right) : (margin.top, margin.bottom)
      if direction == (isHorizontal ? .left : .top) {
        last = start + before
        start = last + length + after
      } else if direction == (isHorizontal ? .right : .bottom) {
        last = end - after - length
        end = last - before
      }
      if isHorizontal {
        put(child, in: node, x: last, y: y(of: child, in: node, insets: insets))
      } else {
        put(child, in: node, x: x(of: child, in: node, insets: insets), y: last)
      }
    }
  }
}

extension IOSLayout {
  mutating func placeVH2(_ children: [Int], of node: Int) {
    let content = contentBox(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    var start = isHorizontal ? content.x : content.y
    var end = isHorizontal ? content.x + content.width : content.y + content.height
    for child in children {
      let size = sizeChild(child, in: content)
      let outer = outer(size, of: child)
      let direction = Direction(rawValue: components[child].choice(AttributeKey.layoutDirection) ?? 3)
      let margin = boxes[child].margin
      let length = isHorizontal ? outer.width : outer.height
      var place = start
      if direction.contains(isHorizontal ? .right : .bottom) {
        end -= length
        place = end
      } else {
        start += length
      }
      let gravity = gravity(of: child, in: node)
      if isHorizontal {
        put(child, x: place + margin.left, y: y(of: child, in: content, gravity: gravity))
      } else {
        put(child, x: x(of: child, in: content, gravity: gravity), y: place + margin.top)
      }
    }
  }
}
