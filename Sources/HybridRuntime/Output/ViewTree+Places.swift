import HybridDrawing
import HybridGeometry
import HybridViewTree

extension ViewTree {
  /// Maps points from the corner of a node's border box to the screen, scrolling taken off.
  func place(of index: Int) -> Transform {
    var place = nodes[index].inParent
    var current = nodes[index].parent
    while let above = current {
      let parent = nodes[above]
      if let scroll = parent.scroll { place = Transform.translation(-scroll.x, -scroll.y).after(place) }
      place = parent.inParent.after(place)
      current = parent.parent
    }
    return place
  }
}

extension ViewNode {
  /// Maps points from the corner of the border box to the corner of the parent's.
  var inParent: Transform {
    let corner = Transform.translation(frame.x, frame.y)
    guard let numbers = paint.transform, let own = Transform(numbers) else { return corner }
    return corner.after(own)
  }
}

extension Transform {
  static func translation(_ x: Double, _ y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// The smallest upright rectangle around the image of another.
  func bounds(of area: Rect) -> Rect {
    if a == 1, b == 0, c == 0, d == 1 {
      return Rect(x: area.x + tx, y: area.y + ty, width: area.width, height: area.height)
    }
    let corners = [(area.x, area.y), (area.maxX, area.y), (area.x, area.maxY), (area.maxX, area.maxY)]
      .map { apply(to: Point(x: $0.0, y: $0.1)) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}
