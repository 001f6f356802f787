import HybridDOM
package import HybridViewTree

/// The tree of the page: the last layout, what clients have of it, and the numbers of its nodes.
extension LivePage {
  /// The last layout of the page; nil before the first one.
  var stage: PageStage? { _read { yield screen.stage } }

  /// The number of layouts so far.
  package var layoutCount: Int { screen.layoutCount }

  /// The index of an element in the last tree; nil if it has no node.
  func viewIndex(of element: NodeID) -> Int? { screen.index(of: element) }

  /// The current tree of the page, laid out if something changed; nodes have no numbers.
  package var tree: ViewTree {
    refresh()
    return stage?.tree ?? ViewTree(nodes: [], viewport: device.viewport)
  }

  /// The current tree with the open dialogs over it.
  package var picture: ViewTree { withOverlay(tree) }

  /// The tree that clients have, with node numbers: the result of the last ``step()``.
  package var shown: ViewTree? { screen.shown }

  /// Updates clients from the last step to the current page; nil if nothing changed. The first step has no
  /// patch.
  package func step() -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])? {
    refresh()
    guard let tree = stage?.tree else { return nil }
    return screen.step(to: withOverlay(tree))
  }

  /// Adopts the node numbers of a client's tree of the page before its scripts ran. False if the client has a
  /// different tree and needs a whole one.
  package func adopt(_ shared: ViewTree) -> Bool {
    refresh()
    return screen.adopt(shared)
  }

  /// The target of a number from the last step; of a generated node, its element.
  func target(of handle: Int) -> PageTarget? {
    let target = screen.target(of: handle)
    guard case .element(let node)? = target else { return target }
    return .element(document.originatingElement(of: node))
  }
}
