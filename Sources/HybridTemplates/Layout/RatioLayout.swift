import HybridDrawing
import HybridGeometry

// RatioLayout (`Documentation/template-components.md`): children with a `layoutRatio` share the space that
// the others leave.

extension AndroidLayout {
  mutating func measureRatio(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let insets = boxes[node].insets
    let children = children(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    let own = isHorizontal ? specs.width : specs.height
    // The original sums ratios as whole numbers; here fractions count, too.
    let sum = children.reduce(0.0) { $0 + boxes[$1].ratio }
    var used = 0
    for child in children where boxes[child].ratio == 0 {
      let size = measureChild(child, in: specs, insets: insets)
      used += isHorizontal ? size.width : size.height
    }
    for child in children { used += isHorizontal ? boxes[child].marginWidth : boxes[child].marginHeight }
    let rest = max(own.size - used - (isHorizontal ? insets.width : insets.height), 0)
    var across = 0
    for child in children {
      let box = boxes[child]
      let ratio = boxes[child].ratio
      if ratio > 0 {
        let share = MeasureSpec.exactly(own.mode == .unspecified ? 0 : Int(Double(rest) * ratio / sum))
        _ = measure(
          child,
          isHorizontal
            ? MeasureSpecs(
              width: share,
              height: specs.height.child(box.height, used: insets.height + box.marginHeight))
            : MeasureSpecs(
              width: specs.width.child(box.width, used: insets.width + box.marginWidth), height: share))
      }
      let size = slots[child].size
      across = max(
        across, isHorizontal ? size.height + box.marginHeight : size.width + box.marginWidth)
    }
    // Along the axis it takes all available space.
    let along =
      own.mode == .unspecified ? used + (isHorizontal ? insets.width : insets.height) : own.size
    let size =
      isHorizontal
      ? PixelSize(width: along, height: specs.height.resolve(across + insets.height))
      : PixelSize(width: specs.width.resolve(across + insets.width), height: along)
    measureMatching(
      children, in: specs, size: size, insets: insets, width: !isHorizontal, height: isHorizontal)
    return size
  }

  mutating func placeRatio(_ children: [Int], of node: Int) {
    let insets = boxes[node].insets
    if boxes[node].isHorizontal ?? true {
      var x = insets.left
      for child in children {
        x += boxes[child].margin.left
        put(child, in: node, x: x, y: y(of: child, in: node, insets: insets))
        x += slots[child].size.width + boxes[child].margin.right
      }
    } else {
      var y = insets.top
      for child in children {
        y += boxes[child].margin.top
        put(child, in: node, x: x(of: child, in: node, insets: insets), y: y)
        y += slots[child].size.height + boxes[child].margin.bottom
      }
    }
  }
}

extension IOSLayout {
  mutating func placeRatio(_ children: [Int], of node: Int) {
    let content = contentBox(of: node)
    let isHorizontal = boxes[node].isHorizontal ?? true
    let sum = children.reduce(0.0) { $0 + boxes[$1].ratio }
    var rest = isHorizontal ? content.width : content.height
    for child in children {
      let size = boxes[child].ratio == 0 ? sizeChild(child, in: content) : .zero
      let outer = outer(size, of: child)
      rest -= isHorizontal ? outer.width : outer.height
    }
    var start = isHorizontal ? content.x : content.y
    for child in children {
      let box = boxes[child]
      let ratio = boxes[child].ratio
      if ratio > 0 {
        let share = max(rest, 0) * ratio / sum
        _ =
          isHorizontal
          ? size(
            of: child, in: Size(width: share + box.marginWidth, height: content.height), filling: .width)
          : size(
            of: child, in: Size(width: content.width, height: share + box.marginHeight), filling: .height)
      }
      let gravity = gravity(of: child, in: node)
      let outer = outer(slots[child].size, of: child)
      if isHorizontal {
        put(child, x: start + box.margin.left, y: y(of: child, in: content, gravity: gravity))
        start += outer.width
      } else {
        put(child, x: x(of: child, in: content, gravity: gravity), y: start + box.margin.top)
        start += outer.height
      }
    }
  }
}
