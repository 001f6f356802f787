import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridReload

/// What layout said when a node was made: as long as it says the same, and nobody touched the element, the
/// node is the same.
struct NodeSource {
  /// The element's box; nil for what lies in lines or has none.
  var box: LayoutNodeID?
  var frame = Rect.zero
  var insets = Edges<Double>(0)
  /// The size of its content, where it may scroll.
  var scrollSize: Size<Double>?
  /// The frames of the anonymous boxes that its lines are in.
  var leaves: [(leaf: LayoutNodeID, frame: Rect)] = []
  /// The frame as laid out, before what scrolls moved it.
  var laidOut: Rect
  /// Whether scroll containers around it move it otherwise than what lies in the flow.
  var isPositioned: Bool
  var isControl: Bool

  /// Whether layout still says the same.
  func holds(in boxes: Boxes) -> Bool {
    guard let box else { return true }
    guard boxes.layout.frame(of: box) == frame, boxes.layout.contentInsets(of: box) == insets else {
      return false
    }
    for (leaf, frame) in leaves where boxes.layout.frame(of: leaf) != frame { return false }
    return scrollSize == nil || boxes.layout.scrollSize(of: box) == scrollSize
  }
}

extension ViewTreeBuilder {
  /// What the node of an element is made from.
  func source(of element: NodeID, frame: Rect) -> NodeSource {
    let position = styles[element].box.position
    var source = NodeSource(
      laidOut: frame, isPositioned: position != .static && position != .relative,
      isControl: boxes.controls[element] != nil)
    guard let box = boxes.elements[element] else { return source }
    source.box = box
    source.frame = boxes.layout.frame(of: box)
    source.insets = boxes.layout.contentInsets(of: box)
    if styles[element].box.overflowX != .visible || styles[element].box.overflowY != .visible, element != root
    {
      source.scrollSize = boxes.layout.scrollSize(of: box)
    }
    if let leaves = boxes.contents[element]?.leaves,
      leaves.count > 1 || leaves.first.map({ $0 != box }) == true
    {
      source.leaves = leaves.map { ($0, boxes.layout.frame(of: $0)) }
    }
    return source
  }
}
