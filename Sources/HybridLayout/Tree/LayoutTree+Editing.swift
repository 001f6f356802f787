extension LayoutTree {
  /// Makes a node without parent and children.
  package mutating func makeNode(_ style: LayoutStyle = .css) -> LayoutNodeID {
    let node = Node(style: styles.retain(style.sanitized))
    let index: Int32
    if let free = freeNodes.popLast() {
      index = free
      nodes[Int(free)] = node
    } else {
      index = Int32(nodes.count)
      nodes.append(node)
    }
    if style.display == .table { noteCollapsing(style, of: index) }
    return LayoutNodeID(index: index)
  }

  /// Makes `child` the last child of `parent`, removing it from its old parent.
  package mutating func append(_ child: LayoutNodeID, to parent: LayoutNodeID) {
    detach(child)
    link(child.index, into: parent.index, before: -1)
  }

  /// Inserts `child` before `sibling`, in the same parent, removing it from its old parent.
  package mutating func insert(_ child: LayoutNodeID, before sibling: LayoutNodeID) {
    precondition(child != sibling, "a node cannot come before itself")
    detach(child)
    let parent = nodes[Int(sibling.index)].parent
    precondition(parent >= 0, "the sibling has no parent")
    link(child.index, into: parent, before: sibling.index)
  }

  private mutating func link(_ child: Int32, into parent: Int32, before next: Int32) {
    let previous = next >= 0 ? nodes[Int(next)].previous : nodes[Int(parent)].lastChild
    nodes[Int(child)].parent = parent
    nodes[Int(child)].previous = previous
    nodes[Int(child)].next = next
    if previous >= 0 { nodes[Int(previous)].next = child } else { nodes[Int(parent)].firstChild = child }
    if next >= 0 { nodes[Int(next)].previous = child } else { nodes[Int(parent)].lastChild = child }
    if !collapsing.nodes.isEmpty { collapsing.isStale = true }
    markDirty(parent)
    giveMemory(Int(parent))
  }

  /// Removes `node` from its parent; it keeps its own children. Does nothing for a node without a parent.
  package mutating func detach(_ node: LayoutNodeID) {
    let index = Int(node.index)
    let (parent, previous, next) = (nodes[index].parent, nodes[index].previous, nodes[index].next)
    guard parent >= 0 else { return }
    if previous >= 0 { nodes[Int(previous)].next = next } else { nodes[Int(parent)].firstChild = next }
    if next >= 0 { nodes[Int(next)].previous = previous } else { nodes[Int(parent)].lastChild = previous }
    nodes[index].parent = -1
    nodes[index].previous = -1
    nodes[index].next = -1
    if !collapsing.nodes.isEmpty { collapsing.isStale = true }
    markDirty(parent)
  }

  /// Removes `node` from its parent and deletes it and its descendants: their identifiers must not be used
  /// again.
  package mutating func remove(_ node: LayoutNodeID) {
    detach(node)
    var ending = [node.index]
    while let index = ending.popLast() {
      var child = nodes[Int(index)].firstChild
      while child >= 0 {
        ending.append(child)
        child = nodes[Int(child)].next
      }
      dropMeasure(of: Int(index))
      if nodes[Int(index)].memory >= 0 { freeMemories.append(nodes[Int(index)].memory) }
      positioned.remove(index)
      lists.remove(index)
      if !collapsing.nodes.isEmpty { collapsing.nodes.remove(index) }
      styles.release(nodes[Int(index)].style)
      nodes[Int(index)] = Node(style: -1)
      freeNodes.append(index)
    }
  }

  /// The children in tree order.
  package func children(of node: LayoutNodeID) -> [LayoutNodeID] {
    var result: [LayoutNodeID] = []
    var child = nodes[Int(node.index)].firstChild
    while child >= 0 {
      result.append(LayoutNodeID(index: child))
      child = nodes[Int(child)].next
    }
    return result
  }

  /// The parent, or nil for a root.
  package func parent(of node: LayoutNodeID) -> LayoutNodeID? {
    let parent = nodes[Int(node.index)].parent
    return parent >= 0 ? LayoutNodeID(index: parent) : nil
  }

  /// The style given last; numbers that layout cannot use are replaced by the nearest ones.
  package func style(of node: LayoutNodeID) -> LayoutStyle {
    styles.entries[Int(nodes[Int(node.index)].style)].given
  }

  /// Replaces the style. An equal style changes nothing.
  package mutating func setStyle(_ style: LayoutStyle, of node: LayoutNodeID) {
    let index = Int(node.index)
    let old = nodes[index].style
    let new = styles.retain(style.sanitized)
    nodes[index].style = new
    styles.release(old)
    guard new != old else { return }
    if style.display == .table || !collapsing.nodes.isEmpty {
      noteCollapsing(style, of: node.index)
      collapsing.isStale = true
    }
    if styles.entries[Int(new)].given.isLike(styles.entries[Int(old)].given) {
      markDirty(node.index)
    } else if styles.entries[Int(new)].takesSamePart(as: styles.entries[Int(old)]), !nodes[index].isDirty {
      // The parent lays out this child again, and perhaps no other.
      forget(index)
      nodes[index].isDirty = true
      changed.append(node.index)
    } else {
      markParentDirty(of: index)
    }
  }

  /// Records a change that affects the parent directly: the parent has to be laid out again whatever this
  /// node answers.
  private mutating func markParentDirty(of node: Int) {
    forget(node)
    nodes[node].isDirty = true
    if nodes[node].parent >= 0 { markDirty(nodes[node].parent) }
  }

  /// Sets or removes the measure function of a leaf. A node with one is laid out as a leaf.
  package mutating func setMeasure(_ measure: MeasureFunction?, of node: LayoutNodeID) {
    let index = Int(node.index)
    let wasLeaf = nodes[index].measure >= 0
    dropMeasure(of: index)
    if let measure {
      if let slot = freeMeasures.popLast() {
        measures[Int(slot)] = measure
        nodes[index].measure = slot
      } else {
        measures.append(measure)
        nodes[index].measure = Int32(measures.count - 1)
      }
    }
    giveMemory(index)
    if wasLeaf == (measure != nil) { markDirty(node.index) } else { markParentDirty(of: index) }
  }

  private mutating func dropMeasure(of index: Int) {
    guard nodes[index].measure >= 0 else { return }
    measures[Int(nodes[index].measure)] = nil
    freeMeasures.append(nodes[index].measure)
    nodes[index].measure = -1
  }

  /// Marks a node whose measure function would now give another result.
  package mutating func markDirty(_ node: LayoutNodeID) { markDirty(node.index) }
}
