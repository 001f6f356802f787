import HybridDOM

/// The top layer: elements whose boxes lie in the root's box, over all others.
extension BoxBuilder {
  /// The elements of the top layer that are shown, the last one on top.
  func topLayer(below root: NodeID) -> [NodeID] {
    Self.topLayer(in: document, controls).filter { $0 != root && isDisplayed($0) }
  }

  /// The elements of the top layer in the order of opening, whether they are shown or not.
  static func topLayer(in document: Document, _ controls: ControlStates) -> [NodeID] {
    controls.compactMap { node, state in state.layer.map { (place: $0, node: node) } }
      .sorted { ($0.place, $0.node) < ($1.place, $1.node) }.map(\.node)
  }

  /// Whether an element and all around it have a `display` that shows them, and none around it is a control.
  private func isDisplayed(_ node: NodeID) -> Bool {
    var current = node
    while styles[current].box.display != .none {
      guard let parent = document[current].parent else { return current == document.root }
      if parent == document.root { return true }
      if control(of: parent) != nil { return false }
      current = parent
    }
    return false
  }

  /// Marks the containers that elements leave for the top layer or come back to.
  mutating func updateTopLayer(root: NodeID) -> Set<NodeID> {
    let next = topLayer(below: root)
    guard let moving = boxes.replaceTopLayer(by: next) else { return [] }
    var changed: Set<NodeID> = [root]
    for node in moving {
      work.remake(node)
      if let holder = boxes.contents.holders[node] { changed.insert(holder) }
      if let parent = document[node].parent { changed.insert(parent) }
    }
    return changed
  }
}
