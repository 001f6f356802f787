import HybridDrawing
import HybridGeometry

// VHLayout (`Documentation/template-components.md`): children in a row or, with `orientation` V, in a column.
// VH2Layout measures alike.

extension AndroidLayout {
  mutating func measureLinear(_ node: Int, _ specs: MeasureSpecs, insets: Edges<Int>) -> PixelSize {
    let children = children(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    var along = 0
    var across = 0
    for child in children {
      let box = boxes[child]
      if isHorizontal {
        // The remaining room is an exact limit, so later children may get nothing.
        var left = specs.width
        if left.mode != .unspecified { left = .exactly(left.size - insets.width - along) }
        let size = measure(
          child,
          MeasureSpecs(
            width: left.child(box.width, used: box.marginWidth),
            height: specs.height.child(box.height, used: insets.height + box.marginHeight)))
        along += size.width + box.marginWidth
        across = max(across, size.height + box.marginHeight)
      } else {
        let size = measureChild(child, in: specs, insets: insets)
        along += size.height + box.marginHeight
        across = max(across, size.width + box.marginWidth)
      }
    }
    let size = PixelSize(
      width: specs.width.resolve((isHorizontal ? along : across) + insets.width),
      height: specs.height.resolve((isHorizontal ? across : along) + insets.height))
    measureMatching(
      children, in: specs, size: size, insets: insets, width: !isHorizontal, height: isHorizontal)
    return size
  }

  mutating func placeVH(_ children: [Int], of node: Int) {
    let insets = boxes[node].insets
    let gravity = boxes[node].gravity
    let frame = slots[node].frame
    if boxes[node].isHorizontal ?? true {
      let total = children.reduce(0) { $0 + slots[$1].size.width + boxes[$1].marginWidth }
      var x: Int
      if gravity.contains(.left) {
        x = insets.left
      } else if gravity.contains(.horizontalCenter) {
        // Relative to the surface's edge, not to the layout's own.
        x = (frame.width - total) >> 1 - surface(of: node).x
      } else {
        x = frame.width - total - insets.right
      }
      for child in children {
        x += boxes[child].margin.left
        put(child, in: node, x: x, y: y(of: child, in: node, insets: insets))
        x += slots[child].size.width + boxes[child].margin.right
      }
    } else {
      let total = children.reduce(0) { $0 + slots[$1].size.height + boxes[$1].marginHeight }
      var y: Int
      if gravity.contains(.top) {
        y = insets.top
      } else if gravity.contains(.verticalCenter) {
        y = (frame.height - total) >> 1
      } else {
        y = frame.height - total - insets.bottom
      }
      for child in children {
        y += boxes[child].margin.top
        put(child, in: node, x: x(of: child, in: node, insets: insets), y: y)
        y += slots[child].size.height + boxes[child].margin.bottom
      }
    }
  }

  /// A layout's corner in the surface that its children are placed on.
  func surface(of node: Int) -> (x: Int, y: Int) { slots[node].surface }
}

extension IOSLayout {
  mutating func linearSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    guard room.wraps else { return room.size }
    let isHorizontal = boxes[node].isHorizontal ?? true
    var content = Size.zero
    for child in children(of: node) {
      let size = size(of: child, in: room.content)
      let outer = outer(size, of: child)
      if isHorizontal {
        content.width += outer.width
        content.height = max(content.height, outer.height)
      } else {
        content.width = max(content.width, outer.width)
        content.height += outer.height
      }
    }
    return room.wrapping(content)
  }

  mutating func placeVH(_ children: [Int], of node: Int) {
    let content = contentBox(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    var total = 0.0
    for child in children {
      let size = sizeChild(child, in: content)
      let outer = outer(size, of: child)
      total += isHorizontal ? outer.width : outer.height
    }
    let own = boxes[node].gravity
    let free = (isHorizontal ? content.width : content.height) - total
    let centers = own.contains(isHorizontal ? .horizontalCenter : .verticalCenter)
    let ends = own.contains(isHorizontal ? .right : .bottom)
    var start = (isHorizontal ? content.x : content.y) + (centers ? free / 2 : ends ? free : 0)
    for child in children {
      let margin = boxes[child].margin
      let gravity = gravity(of: child, in: node)
      if isHorizontal {
        put(child, x: start + margin.left, y: y(of: child, in: content, gravity: gravity))
        start += outer(slots[child].size, of: child).width
      } else {
        put(child, x: x(of: child, in: content, gravity: gravity), y: start + margin.top)
        start += outer(slots[child].size, of: child).height
      }
    }
  }
}
