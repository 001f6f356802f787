extension LayoutTree {
  /// Makes a node without parent and children.
  package mutating func makeNode(_ style: LayoutStyle = .css) -> LayoutNodeID {
    let index = nodes.make(style: styles.retain(style.sanitized))
    if style.display == .table { collapsing.note(style, of: index) }
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
    nodes.link(child, into: parent, before: next)
    collapsing.noteChange()
    nodes.markDirty(parent)
    nodes.giveMemory(Int(parent))
  }

  /// Removes `node` from its parent; it keeps its own children. Does nothing for a node without a parent.
  package mutating func detach(_ node: LayoutNodeID) {
    let parent = nodes.unlink(node.index)
    guard parent >= 0 else { return }
    collapsing.noteChange()
    nodes.markDirty(parent)
    if !columnNotes.fragments.isEmpty { forgetPieces(in: node.index) }
  }

  /// Forgets in which pieces a node and its descendants are: they leave the columns that they were in. What
  /// is in columns inside stays in them.
  private mutating func forgetPieces(in node: Int32) {
    var leaving = [node]
    while let index = leaving.popLast() {
      columnNotes.removePieces(of: index)
      if columnNotes.columns[index] != nil { continue }
      var child = nodes[Int(index)].firstChild
      while child >= 0 {
        leaving.append(child)
        child = nodes[Int(child)].next
      }
    }
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
      positioned.remove(index)
      lists.remove(index)
      columnNotes.remove(index)
      collapsing.remove(index)
      styles.release(nodes[Int(index)].style)
      nodes.delete(index)
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
    nodes.setStyle(new, of: index)
    styles.release(old)
    guard new != old else { return }
    if style.display == .table || !collapsing.isEmpty {
      collapsing.note(style, of: node.index)
      collapsing.noteChange(always: true)
    }
    if styles.entries[Int(new)].given.isLike(styles.entries[Int(old)].given) {
      nodes.markDirty(node.index)
    } else if styles.entries[Int(new)].takesSamePart(as: styles.entries[Int(old)]), !nodes[index].isDirty {
      nodes.markReplaced(index)
    } else {
      nodes.markParentDirty(of: index)
    }
  }

  /// Sets or removes the measure function of a leaf. A node with one is laid out as a leaf.
  package mutating func setMeasure(_ measure: MeasureFunction?, of node: LayoutNodeID) {
    let index = Int(node.index)
    let wasLeaf = nodes[index].measure >= 0
    nodes.setMeasure(measure, of: index)
    nodes.giveMemory(index)
    if wasLeaf == (measure != nil) {
      nodes.markDirty(node.index)
    } else {
      nodes.markParentDirty(of: index)
    }
  }

  /// Marks a node whose measure function would now give another result.
  package mutating func markDirty(_ node: LayoutNodeID) { nodes.markDirty(node.index) }
}
