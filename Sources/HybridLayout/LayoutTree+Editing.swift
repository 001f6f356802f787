extension LayoutTree {
  /// A new node without parent and children.
  package mutating func makeNode(_ style: LayoutStyle = .css) -> LayoutNodeID {
    if let index = free.popLast() {
      nodes[Int(index)] = Node(style: style)
      return LayoutNodeID(index: index)
    }
    nodes.append(Node(style: style))
    return LayoutNodeID(index: Int32(nodes.count - 1))
  }

  /// Makes `child` the last child of `parent`, taking it from where it was.
  package mutating func append(_ child: LayoutNodeID, to parent: LayoutNodeID) { fatalError() }

  /// Puts `child` into the same parent as `sibling`, before it, taking it from where it was.
  package mutating func insert(_ child: LayoutNodeID, before sibling: LayoutNodeID) { fatalError() }

  /// Takes `node` from its parent; its own children stay with it. Nothing happens to a node without parent.
  package mutating func detach(_ node: LayoutNodeID) { fatalError() }

  /// Takes `node` from its parent and ends it and everything in it: their identifiers must not be used again.
  package mutating func remove(_ node: LayoutNodeID) { fatalError() }

  /// The children in tree order.
  package func children(of node: LayoutNodeID) -> [LayoutNodeID] { fatalError() }

  /// The parent, or nil for a root.
  package func parent(of node: LayoutNodeID) -> LayoutNodeID? { fatalError() }

  /// The style given last.
  package func style(of node: LayoutNodeID) -> LayoutStyle { nodes[Int(node.index)].style }

  /// Replaces the style. An equal style changes nothing.
  package mutating func setStyle(_ style: LayoutStyle, of node: LayoutNodeID) { fatalError() }

  /// Gives a leaf the function that measures its content, or takes it away. A node with one is laid out as a leaf.
  package mutating func setMeasure(_ measure: MeasureFunction?, of node: LayoutNodeID) { fatalError() }

  /// Tells that a measure function would answer differently now.
  package mutating func markDirty(_ node: LayoutNodeID) { fatalError() }
}
