import HybridGeometry
import HybridViewTree

/// In which stacking contexts of a page phases of painting matter: those with floats, and those where the box
/// of a block lies over the content of a node before it.
struct PaintOverlaps {
  /// The extents and the content of a node in the flow.
  private struct Node {
    /// The extent of its content, and of its block boxes, relative to the corner of its border box.
    var content = Extent.none
    var boxes = Extent.none
    var hasFloats = false
    var hasOutlines = false
    /// Whether a node that is painted as a whole paints its content in phases.
    var isPhased = false
  }

  private var nodes: [Node]

  /// The overlaps in a tree; nil if the tree has no phases.
  init?(_ tree: ViewTree, _ children: [[Int]]) {
    guard tree.nodes.first?.paint.phase == .flow else { return nil }
    nodes = [Node](repeating: Node(), count: tree.nodes.count)
    for index in tree.nodes.indices.reversed() { read(index, tree, children[index]) }
    // An overlap in a node counts for the node that is painted as a whole with it.
    var roots = [Int](repeating: 0, count: nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      let isRoot = node.paint.phase != nil || node.paint.zOrder != nil || node.paint.isolates
      roots[index] = isRoot ? index : node.parent.map { roots[$0] } ?? 0
      if nodes[index].isPhased, !isRoot {
        nodes[index].isPhased = false
        nodes[roots[index]].isPhased = true
      }
    }
  }

  /// Whether the content of a node that is painted as a whole is painted in phases.
  func isPhased(_ index: Int) -> Bool { nodes[index].isPhased }

  /// Whether there are boxes of blocks in a node.
  func hasBoxes(_ index: Int) -> Bool { !nodes[index].boxes.isEmpty }
  func hasFloats(_ index: Int) -> Bool { nodes[index].hasFloats }
  func hasOutlines(_ index: Int) -> Bool { nodes[index].hasOutlines }

  /// Notes that the content of a stacking context is painted in phases.
  mutating func mark(_ context: Int) { nodes[context].isPhased = true }

  /// Reads a node whose content was read.
  private mutating func read(_ index: Int, _ tree: ViewTree, _ children: [Int]) {
    let node = tree.nodes[index]
    let paint = node.paint
    var own = Node()
    let border = Extent(Rect(x: 0, y: 0, width: node.frame.width, height: node.frame.height))
    for line in paint.lines ?? [] where !line.pieces.isEmpty { own.content.add(Extent(line.frame)) }
    if let image = paint.image { own.content.add(Extent(image.frame)) }
    for child in children where tree.nodes[child].paint.zOrder == nil {
      let other = tree.nodes[child]
      let (x, y) = (other.frame.x - (node.scroll?.x ?? 0), other.frame.y - (node.scroll?.y ?? 0))
      let boxes = nodes[child].boxes.moved(x, y)
      if !own.isPhased, boxes.overlaps(own.content) { own.isPhased = true }
      own.boxes.add(boxes)
      own.content.add(nodes[child].content.moved(x, y))
      if other.paint.phase != .whole { own.hasFloats = own.hasFloats || nodes[child].hasFloats }
      if other.paint.phase == nil { own.hasOutlines = own.hasOutlines || nodes[child].hasOutlines }
    }
    if own.hasFloats { own.isPhased = true }
    own.hasOutlines = own.hasOutlines || paint.effects?.outline != nil
    if paint.clips {
      own.content.cut(to: border)
      own.boxes.cut(to: border)
    }
    if !paint.isInline && paint.hasBox { own.boxes.add(border) }
    if paint.phase == .float || paint.phase == .whole {
      own.content.add(own.boxes)
      (own.boxes, own.hasFloats) = (.none, paint.phase == .float)
    }
    nodes[index] = own
  }
}

extension ViewPaint {
  /// Whether the box of a node itself is visible.
  fileprivate var hasBox: Bool {
    background != nil || borders != nil || shadows != nil || gradients != nil || pictures != nil
      || effects != nil
  }
}

/// A rectangle by its edges; one without area is empty.
private struct Extent {
  var left = Double.infinity
  var top = Double.infinity
  var right = -Double.infinity
  var bottom = -Double.infinity

  static let none = Extent()

  private init() {}

  init(_ frame: Rect) { (left, top, right, bottom) = (frame.x, frame.y, frame.maxX, frame.maxY) }

  var isEmpty: Bool { left >= right || top >= bottom }

  func moved(_ x: Double, _ y: Double) -> Extent {
    var result = self
    result.left += x
    result.right += x
    result.top += y
    result.bottom += y
    return result
  }

  mutating func add(_ other: Extent) {
    guard !other.isEmpty else { return }
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  mutating func cut(to other: Extent) {
    (left, top) = (max(left, other.left), max(top, other.top))
    (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
  }

  /// Whether the two have more in common than rounding explains.
  func overlaps(_ other: Extent) -> Bool {
    let least = 0.01
    return min(right, other.right) - max(left, other.left) > least
      && min(bottom, other.bottom) - max(top, other.top) > least
  }
}
