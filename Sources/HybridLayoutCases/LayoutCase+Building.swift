import HybridCSS
import HybridGeometry
package import HybridLayout

/// The tree of a case, with the nodes by their number in the case.
package struct BuiltCase: Sendable {
  /// The tree.
  package var tree = LayoutTree()
  /// The nodes of ``LayoutCase/nodes``, in the same order.
  package var nodes: [LayoutNodeID] = []
  /// The node to lay out: the root, or the container around it that a case requests.
  package var layoutRoot: LayoutNodeID
}

extension LayoutCase {
  /// Builds the tree.
  ///
  /// - Parameters:
  ///   - measure: Returns the measure function for a text; `isVertical` for vertical lines.
  ///   - faults: Receives every invalid declaration, which is left out of the tree.
  package func built(
    measure: (_ text: String, _ isVertical: Bool) -> MeasureFunction, faults: inout [CaseFault]
  ) -> BuiltCase {
    var tree = LayoutTree()
    tree.reserve(nodes.count + 1)
    var built: [LayoutNodeID] = []
    built.reserveCapacity(nodes.count)
    // The ancestors of the next node, outermost first.
    var path: [(id: LayoutNodeID, style: ComputedStyle)] = []
    var styles = CaseStyles(
      defaults: "\(base.declarations); box-sizing: \(boxSizing == .borderBox ? "border-box" : "content-box")")
    var outside = styles.initial
    outside.text.direction = direction == .rightToLeft ? .rtl : .ltr
    for node in nodes {
      path.removeLast(max(0, path.count - node.level))
      var style = styles.style(
        of: declarations, in: node.declarations, below: path.last?.style ?? outside, faults: &faults)
      style.layout.scrollbarWidth = base.scrollbarWidth
      let id = tree.makeNode(style.layout)
      if let parent = path.last { tree.append(id, to: parent.id) }
      if let text = node.text {
        tree.addText(measure(text, style.layout.writingMode != .horizontal), to: id, style.layout)
      }
      built.append(id)
      path.append((id, style.computed))
    }
    let root = built.first ?? tree.makeNode()
    var layoutRoot = root
    if self.root == .item, case .definite(let width) = available.width {
      var style = LayoutStyle.css
      style.display = .flex
      style.direction = direction
      style.size.width = .points(Float(width))
      style.alignItems = .flexStart
      layoutRoot = tree.makeNode(style)
      tree.append(root, to: layoutRoot)
    }
    return BuiltCase(tree: tree, nodes: built, layoutRoot: layoutRoot)
  }
}

extension LayoutTree {
  /// Makes a node a text leaf, or adds an anonymous item with the text if it is a flex or grid container (CSS
  /// Flexbox 1 §4, CSS Grid 1 §6).
  fileprivate mutating func addText(
    _ measure: @escaping MeasureFunction, to node: LayoutNodeID, _ style: LayoutStyle
  ) {
    guard style.display == .flex || style.display == .grid else {
      setMeasure(measure, of: node)
      return
    }
    var anonymous = LayoutStyle.css
    anonymous.direction = style.direction
    anonymous.writingMode = style.writingMode
    let leaf = makeNode(anonymous)
    setMeasure(measure, of: leaf)
    append(leaf, to: node)
  }
}
