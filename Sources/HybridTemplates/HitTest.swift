import HybridViewTree

// Finds the components at a touch point (`Documentation/template-data.md`, *Events*).
extension TemplateRuntime {
  /// The components whose boxes contain a point, in the order they receive the touch: last child first,
  /// children before their parent. A component outside its parent's box is not hit.
  ///
  /// Android includes the bottom edge and excludes the right edge; iOS excludes both.
  func touched(x: Double, y: Double) -> [Int] {
    struct Visit {
      var index: Int
      var x: Double
      var y: Double
      var isDone: Bool
    }
    var touched: [Int] = []
    var stack = tree.roots.map { Visit(index: $0, x: 0, y: 0, isDone: false) }
    while var visit = stack.popLast() {
      if visit.isDone {
        touched.append(visit.index)
        continue
      }
      let component = tree.components[visit.index]
      let left = visit.x + component.frame.x
      let top = visit.y + component.frame.y
      let bottom = top + component.frame.height
      guard component.isPlaced, x >= left, x < left + component.frame.width, y >= top,
        platform == .android ? y <= bottom : y < bottom,
        platform == .android || isVisible(visit.index)
      else { continue }
      visit.isDone = true
      stack.append(visit)
      for child in component.children { stack.append(Visit(index: child, x: left, y: top, isDone: false)) }
    }
    return touched
  }

  /// The middle of a component, from the corner of the screen; nil when it is not shown.
  func center(of component: Int) -> (x: Double, y: Double)? {
    guard isShown(component) else { return nil }
    var frame = tree.components[component].frame
    var next = tree.components[component].parent
    while let index = next {
      frame.x += tree.components[index].frame.x
      frame.y += tree.components[index].frame.y
      next = tree.components[index].parent
    }
    return (frame.x + frame.width / 2, frame.y + frame.height / 2)
  }
}
