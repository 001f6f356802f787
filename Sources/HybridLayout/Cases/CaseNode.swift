/// One node of a layout case: declared longhands as text, the way a browser spells them.
package struct CaseNode: Sendable {
  /// Declared longhands in kebab case.
  package var style: [String: String]
  /// The text of a leaf.
  package var text: String?
  /// The nodes inside.
  package var children: [CaseNode]

  /// A node from its parts.
  package init(style: [String: String], text: String? = nil, children: [CaseNode] = []) {
    self.style = style
    self.text = text
    self.children = children
  }
}

/// The initial values that a case starts from: CSS's or Yoga's, every node a relatively positioned flex container.
package struct CaseBase: Sendable {
  /// The style of a node that declares nothing.
  package var style: LayoutStyle

  /// The base called `name` (`yoga` or `web`), with the case's `box-sizing`.
  package init?(named name: String, boxSizing: String) {
    switch name {
    case "yoga": style = .yoga
    case "web":
      style = .css
      style.display = .flex
      style.position = .relative
      style.scrollbarWidth = 15
    default: return nil
    }
    style.boxSizing = boxSizing == "content-box" ? .contentBox : .borderBox
  }
}

/// A case built as a tree, with the nodes that its numbers are about.
package struct BuiltCase: Sendable {
  /// The tree, ready to lay out.
  package var tree = LayoutTree()
  /// The case's root.
  package var root: BuiltNode
  /// What to lay out: the root, or the container that a case asks for around it.
  package var layoutRoot: LayoutNodeID
}

/// A node of a case and the node of the tree that stands for it.
package struct BuiltNode: Sendable {
  /// The node of the tree.
  package var id: LayoutNodeID
  /// The nodes of the case inside it.
  package var children: [BuiltNode]
}

extension BuiltCase {
  /// Builds a case.
  ///
  /// - Parameters:
  ///   - measure: Makes the measure function for a text; `isVertical` where its lines run downwards.
  ///   - containerWidth: For the root as a flex item: the width of the container around it.
  /// - Returns: nil when a declaration is not understood; `unknown` then holds it.
  package init(
    _ node: CaseNode, base: CaseBase, direction: Direction, containerWidth: Double?, unknown: inout [String],
    measure: (_ text: String, _ isVertical: Bool) -> MeasureFunction
  ) {
    var tree = LayoutTree()
    let root = BuiltCase.build(
      node, base: base, direction: direction, vertical: .horizontal, into: &tree, unknown: &unknown,
      measure: measure)
    self.root = root
    layoutRoot = root.id
    if let containerWidth {
      var style = LayoutStyle.css
      style.display = .flex
      style.direction = direction
      style.size.width = .points(Float(containerWidth))
      style.alignItems = .flexStart
      layoutRoot = tree.makeNode(style)
      tree.append(root.id, to: layoutRoot)
    }
    self.tree = tree
  }

  private static func build(
    _ node: CaseNode, base: CaseBase, direction: Direction, vertical: WritingMode,
    into tree: inout LayoutTree,
    unknown: inout [String], measure: (String, Bool) -> MeasureFunction
  ) -> BuiltNode {
    var style = base.style
    style.direction = direction
    style.writingMode = vertical
    style.apply(node.style, unknown: &unknown)
    let id = tree.makeNode(style)
    var children: [BuiltNode] = []
    if let text = node.text {
      let function = measure(text, style.writingMode != .horizontal)
      if style.display == .flex || style.display == .grid {
        // An anonymous item around the text (CSS Flexbox 1 §4).
        var anonymous = LayoutStyle.css
        anonymous.direction = style.direction
        anonymous.writingMode = style.writingMode
        let leaf = tree.makeNode(anonymous)
        tree.setMeasure(function, of: leaf)
        tree.append(leaf, to: id)
      } else {
        tree.setMeasure(function, of: id)
      }
    }
    for child in node.children {
      let built = build(
        child, base: base, direction: style.direction, vertical: style.writingMode, into: &tree,
        unknown: &unknown,
        measure: measure)
      tree.append(built.id, to: id)
      children.append(built)
    }
    return BuiltNode(id: id, children: children)
  }
}
