import HybridDOM
import HybridViewTree

/// The look of a page: its last layout, and the tree that clients have, in which each node has a number.
///
/// A class, because layouts are large and are changed in place.
final class PageScreen {
  /// The last layout of the page; nil before the first one.
  private(set) var stage: PageStage?
  /// The number of layouts so far.
  private(set) var layoutCount = 0
  private var session = ViewTreeSession()
  /// The target of each number of the last step; computed on first use.
  private var targets: [Int: PageTarget]?
  /// Whether a dialog or the HUD lay over the page at the last step.
  private var wasCovered = false

  // MARK: Layout

  /// Hands over the stage, so that the caller changes it without a copy; ``show(_:)`` gives it back.
  func takeStage() -> PageStage? { stage.take() }

  /// Takes the next layout.
  func show(_ next: consuming PageStage) {
    stage = next
    layoutCount += 1
  }

  /// The index of an element in the tree; nil when it makes no node.
  func index(of element: NodeID) -> Int? { stage?.index(of: element) }

  /// The element that a node of the tree stands for.
  func element(at index: Int) -> NodeID? {
    guard let stage, stage.elements.indices.contains(index) else { return nil }
    return stage.elements[index]
  }

  // MARK: Clients

  /// The tree that clients have; nil before the first step.
  var shown: ViewTree? { session.tree }

  /// Updates clients from the last step to `next`, which is the stage's tree followed by the overlay.
  ///
  /// - Returns: Nil if nothing changed. The first step has no patch.
  func step(to next: ViewTree) -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])? {
    let isFirst = session.tree == nil
    let isCovered = next.nodes.count != stage?.elements.count
    let changes = stage?.takeChanges()
    // Changes are known for the page only: a tree with an overlay is compared as a whole.
    let (patch, moved) = session.advance(to: next, changes: isCovered || wasCovered ? nil : changes)
    wasCovered = isCovered
    guard let tree = session.tree else { return nil }
    if patch?.keepsNodes != true { targets = nil }
    if !isFirst, let patch, patch.operations.isEmpty { return nil }
    return (patch, tree, moved)
  }

  /// Adopts the node numbers of a client's tree. False if it differs from the stage's tree.
  func adopt(_ shared: ViewTree) -> Bool {
    guard var tree = stage?.tree, tree.viewport == shared.viewport,
      tree.nodes.map(\.tag) == shared.nodes.map(\.tag)
    else { return false }
    for index in tree.nodes.indices { tree.nodes[index].handle = shared.nodes[index].handle }
    session = ViewTreeSession(continuing: tree)
    _ = stage?.takeChanges()
    wasCovered = false
    targets = nil
    return true
  }

  /// The target of a number of the last step; nil for an unknown number.
  func target(of handle: Int) -> PageTarget? {
    if targets == nil, let tree = session.tree {
      var found: [Int: PageTarget] = [:]
      let count = stage?.elements.count ?? 0
      for (index, node) in tree.nodes.enumerated() {
        found[node.handle] =
          index < count ? stage.map { .element($0.elements[index]) } : .overlay(index - count)
      }
      targets = found
    }
    return targets?[handle]
  }

  /// The number of an element at the last step; nil when clients do not see it.
  func handle(of element: NodeID) -> Int? {
    guard let index = index(of: element), let tree = session.tree, tree.nodes.indices.contains(index) else {
      return nil
    }
    return tree.nodes[index].handle
  }
}

/// The target of a number of the last step.
enum PageTarget: Hashable {
  case element(NodeID)
  /// A node of the overlay, by its index among those nodes.
  case overlay(Int)
}
