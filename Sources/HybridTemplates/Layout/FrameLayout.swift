import HybridDrawing
import HybridGeometry

// FrameLayout (`Documentation/template-components.md`): children overlap, in their order.

extension AndroidLayout {
  mutating func measureFrame(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let insets = boxes[node].insets
    let children = children(of: node)
    var content = PixelSize.zero
    for child in children {
      let size = measureChild(child, in: specs, insets: insets)
      content.width = max(content.width, size.width + boxes[child].marginWidth)
      content.height = max(content.height, size.height + boxes[child].marginHeight)
    }
    let size = PixelSize(
      // Without a limit the width stays as given; only the height becomes that of the content.
      width: specs.width.mode == .unspecified
        ? specs.width.size : specs.width.resolve(content.width + insets.width),
      height: specs.height.resolve(content.height + insets.height))
    measureMatching(children, in: specs, size: size, insets: insets)
    return size
  }

  mutating func placeFrame(_ children: [Int], of node: Int) {
    let insets = boxes[node].insets
    for child in children {
      put(
        child, in: node, x: x(of: child, in: node, insets: insets), y: y(of: child, in: node, insets: insets))
    }
  }
}

extension IOSLayout {
  mutating func frameSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    guard room.wraps else { return room.size }
    var content = Size.zero
    for child in children(of: node) {
      let size = size(of: child, in: room.content)
      let outer = outer(size, of: child)
      // A child that matches its parent cannot determine the parent's size.
      if boxes[child].width != .matchParent { content.width = max(content.width, outer.width) }
      if boxes[child].height != .matchParent { content.height = max(content.height, outer.height) }
    }
    return room.wrapping(content)
  }

  mutating func placeFrame(_ children: [Int], of node: Int) {
    let content = contentBox(of: node)
    for child in children {
      _ = sizeChild(child, in: content)
      let gravity = gravity(of: child, in: node)
      put(
        child, x: x(of: child, in: content, gravity: gravity), y: y(of: child, in: content, gravity: gravity))
    }
  }
}
