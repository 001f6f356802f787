import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridViewTree

/// The layout results that a node was made from. While they and the element are unchanged, the node stays
/// valid.
struct NodeSource {
  /// The element's box; nil if it is in lines or has none.
  var box: LayoutNodeID?
  var frame = Rect.zero
  var insets = Edges<Double>(0)
  /// The size of its content, if it may scroll.
  var scrollSize: Size<Double>?
  /// The baseline of a list item with a marker beside it.
  var markerBaseline: Double?
  /// The frames of the anonymous boxes that contain its lines.
  var leaves: [(leaf: LayoutNodeID, frame: Rect)] = []
  /// The frame from layout, before scrolling moved it.
  var laidOut: Rect
  /// Whether scroll containers around it move it differently from in-flow content.
  var isPositioned: Bool
  var isControl: Bool

  /// Whether the layout results are unchanged.
  func holds(in boxes: Boxes) -> Bool {
    guard boxes.mayHaveMoved, let box else { return true }
    guard boxes.frame(of: box) == frame, boxes.layout.contentInsets(of: box) == insets else {
      return false
    }
    if let markerBaseline, (boxes.layout.firstBaseline(of: box) ?? .infinity) != markerBaseline {
      return false
    }
    for (leaf, frame) in leaves where boxes.frame(of: leaf) != frame { return false }
    return scrollSize == nil || boxes.layout.scrollSize(of: box) == scrollSize
  }
}

extension ViewTreeBuilder {
  /// The layout results for an element's node.
  func source(of element: NodeID, frame: Rect) -> NodeSource {
    let position = styles[element].box.position
    var source = NodeSource(
      laidOut: frame, isPositioned: position != .static && position != .relative,
      isControl: boxes.controls[element] != nil)
    guard let box = boxes.elements[element] else { return source }
    source.box = box
    source.frame = boxes.frame(of: box)
    source.insets = boxes.layout.contentInsets(of: box)
    if styles[element].box.overflowX != .visible || styles[element].box.overflowY != .visible, element != root
    {
      source.scrollSize = boxes.layout.scrollSize(of: box)
    }
    if boxes.markers[element]?.isInside == false {
      source.markerBaseline = boxes.layout.firstBaseline(of: box) ?? .infinity
    }
    if let leaves = boxes.contents[element]?.leaves,
      leaves.count > 1 || leaves.first.map({ $0 != box }) == true
    {
      source.leaves = leaves.map { ($0, boxes.frame(of: $0)) }
    }
    if styles[element].box.display.isTablePart {
      source.leaves += tableLeaves(of: box, styles[element]).map { ($0, boxes.frame(of: $0)) }
    }
    return source
  }
}
