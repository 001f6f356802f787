import HybridDOM
import HybridReload

extension ViewTreeBuilder {
  /// Makes the nodes that changed anew where they are. False when the tree has other nodes than before: then
  /// nodes that were not reached are as they were.
  mutating func updateInPlace(_ marks: inout NodeMarks, changed: inout [NodeID]) -> Bool {
    for index in elements.indices {
      let element = elements[index]
      if !marks.contains(element), sources[index].holds(in: boxes) {
        if sources[index].isPositioned { stickAgain(index, changed: &changed) }
        continue
      }
      readLinesAgain(of: element, &marks)
      guard let (node, source) = made(element, parent: nodes[index].parent),
        source.isControl == sources[index].isControl
      else { return false }
      nodes[index] = node
      sources[index] = source
      changed.append(element)
    }
    return true
  }

  /// Builds the tree with as many of its nodes as can stay; `indices` says where each element's node was, −1
  /// for none.
  mutating func rebuild(from indices: [Int32], _ marks: inout NodeMarks, changed: inout [NodeID]) {
    let (oldNodes, oldSources) = (nodes, sources)
    nodes = []
    sources = []
    elements = []
    nodes.reserveCapacity(oldNodes.count)
    sources.reserveCapacity(oldNodes.count)
    elements.reserveCapacity(oldNodes.count)
    guard let root, boxes.root != nil else { return }
    var open: [(element: NodeID, parent: Int?)] = [(root, nil)]
    while let (element, parent) = open.popLast() {
      let index = nodes.count
      let old = indices.indices.contains(element.index) ? Int(indices[element.index]) : -1
      if old >= 0, !marks.contains(element), oldSources[old].holds(in: boxes) {
        nodes.append(oldNodes[old])
        nodes[index].parent = parent
        sources.append(oldSources[old])
        elements.append(element)
        if oldSources[old].isPositioned { stickAgain(index, changed: &changed) }
      } else {
        readLinesAgain(of: element, &marks)
        guard let (node, source) = made(element, parent: parent) else { continue }
        nodes.append(node)
        sources.append(source)
        elements.append(element)
        changed.append(element)
      }
      pushChildren(of: element, at: index, to: &open)
    }
  }

  /// Where a node lies that does not move with the flow, now that what is round it is scrolled otherwise.
  private mutating func stickAgain(_ index: Int, changed: inout [NodeID]) {
    var node = nodes[index]
    node.frame = sources[index].laidOut
    stick(&node, elements[index])
    guard node.frame != nodes[index].frame else { return }
    nodes[index].frame = node.frame
    changed.append(elements[index])
  }

  /// Reads the lines of an element again: what was in them before, and is now, has another frame or text.
  private mutating func readLinesAgain(of element: NodeID, _ marks: inout NodeMarks) {
    forgetLines(of: element, &marks)
    readLines(of: element)
    for member in inline.members(of: element) { mark(member, &marks) }
  }

  /// Forgets what was in the lines of an element.
  mutating func forgetLines(of element: NodeID, _ marks: inout NodeMarks) {
    for member in inline.remove(linesOf: element) { mark(member, &marks) }
  }

  /// Frames of what is in an inline element count from its corner.
  private func mark(_ member: NodeID, _ marks: inout NodeMarks) {
    marks.mark(member)
    if boxes.elements[member] == nil { marks.mark(childrenOf: member, in: document) }
  }

  /// Whether something that was marked is in the tree now and was not before.
  func finds(_ marks: NodeMarks, besides indices: [Int32]) -> Bool {
    func isIn(_ node: NodeID) -> Bool { indices.indices.contains(node.index) && indices[node.index] >= 0 }
    return marks.nodes.contains { node in
      guard !isIn(node), let parent = document[node].parent, isIn(parent), document[node].isElement else {
        return false
      }
      return styles[node].box.display != .none && boxes.controls[parent] == nil
    }
  }
}
