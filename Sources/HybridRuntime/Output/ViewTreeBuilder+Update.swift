import HybridDOM
import HybridViewTree

extension ViewTreeBuilder {
  /// Rebuilds changed nodes in place. False if the tree needs different nodes; nodes not reached by then are
  /// unchanged.
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
      replace(index, by: node, source)
      changed.append(element)
    }
    return true
  }

  /// Builds the tree, reusing nodes where possible; `indices` has the previous index of each element's node,
  /// −1 for none.
  mutating func rebuild(from indices: [Int32], _ marks: inout NodeMarks, changed: inout [NodeID]) {
    let (oldNodes, oldSources) = takeNodes()
    guard let root, boxes.root != nil else { return }
    var open: [(element: NodeID, parent: Int?)] = [(root, nil)]
    while let (element, parent) = open.popLast() {
      let index = nodes.count
      let old = indices.indices.contains(element.index) ? Int(indices[element.index]) : -1
      if old >= 0, !marks.contains(element), oldSources[old].holds(in: boxes) {
        var node = oldNodes[old]
        node.parent = parent
        append(node, oldSources[old], of: element)
        if oldSources[old].isPositioned { stickAgain(index, changed: &changed) }
      } else {
        readLinesAgain(of: element, &marks)
        guard let (node, source) = made(element, parent: parent) else { continue }
        append(node, source, of: element)
        changed.append(element)
      }
      pushChildren(of: element, at: index, to: &open)
    }
  }

  /// Updates the frame of a node that does not move with the flow, after a scroll container around it moved.
  private mutating func stickAgain(_ index: Int, changed: inout [NodeID]) {
    var node = nodes[index]
    node.frame = sources[index].laidOut
    stick(&node, elements[index])
    guard node.frame != nodes[index].frame else { return }
    move(index, to: node.frame)
    changed.append(elements[index])
  }

  /// Reads the lines of an element again: elements that were or are in them have a new frame or text.
  private mutating func readLinesAgain(of element: NodeID, _ marks: inout NodeMarks) {
    forgetLines(of: element, &marks)
    readLines(of: element)
    for member in inline.members(of: element) { mark(member, &marks) }
  }

  /// Removes the records of an element's lines.
  mutating func forgetLines(of element: NodeID, _ marks: inout NodeMarks) {
    for member in removeLines(of: element) { mark(member, &marks) }
  }

  /// Marks the content of an inline element, whose frames are relative to its corner.
  private func mark(_ member: NodeID, _ marks: inout NodeMarks) {
    marks.mark(member)
    if boxes.elements[member] == nil { marks.mark(childrenOf: member, in: document) }
  }

  /// Whether a marked element is in the tree now but was not before.
  func finds(_ marks: NodeMarks, besides indices: [Int32]) -> Bool {
    func isIn(_ node: NodeID) -> Bool { indices.indices.contains(node.index) && indices[node.index] >= 0 }
    return marks.nodes.contains { node in
      guard !isIn(node), let parent = document[node].parent, isIn(parent), document[node].isElement else {
        return false
      }
      return styles[node].box.display != .none && boxes.controls[parent] == nil && !hidesContent(parent)
    }
  }
}
