import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

/// The view tree of a changing page: unchanged nodes are kept from one tree to the next.
///
///     var live = LiveTree(builder, viewport: size)
///     live.update(nextBuilder, inputs)  // the same tree as LiveTree(nextBuilder, viewport: size)
///     session.advance(to: live.tree, changes: live.takeChanges())
struct LiveTree {
  private(set) var tree: ViewTree
  /// The element of each node of ``tree``.
  private(set) var elements: [NodeID]
  private var sources: [NodeSource]
  private var inline: InlineParts
  private(set) var references: AccessibilityReferences
  /// By node of the document: the index of its node in ``tree``, −1 for none.
  private var indices: [Int32] = []
  /// The other inputs of the tree.
  private(set) var controls: ControlStates
  private(set) var taps: Set<NodeID>
  private(set) var pins: [NodeID: Point]
  private(set) var scroller: NodeID?
  private var topLayer: [NodeID]
  /// Elements whose nodes were rebuilt since ``takeChanges()``; nil for all.
  private var changed: [NodeID]?
  private var isSameStructure = true

  /// Builds the whole tree.
  init(_ builder: consuming ViewTreeBuilder, viewport: Size<Double>) {
    tree = builder.build(viewport: viewport)
    (elements, sources, inline) = (builder.elements, builder.sources, builder.inline)
    references = builder.references
    (controls, taps, pins, scroller) = (
      builder.controls, builder.taps, builder.pins, builder.boxes.viewportScroller
    )
    topLayer = builder.boxes.topLayer
    renew(count: builder.document.nodes.count)
  }

  /// The index of an element in ``tree``; nil if it has no node.
  func index(of element: NodeID) -> Int? {
    guard indices.indices.contains(element.index), indices[element.index] >= 0 else { return nil }
    return Int(indices[element.index])
  }

  /// The changes of the tree since the last call; nil if everything is new.
  mutating func takeChanges() -> ViewTreeChanges? {
    defer { (changed, isSameStructure) = ([], true) }
    guard let changed else { return nil }
    var nodes = changed.compactMap { index(of: $0) }
    nodes.sort()
    var kept = 0
    for place in nodes.indices where place == 0 || nodes[place] != nodes[place - 1] {
      nodes[kept] = nodes[place]
      kept += 1
    }
    return ViewTreeChanges(isSameStructure: isSameStructure, nodes: Array(nodes[..<kept]))
  }

  /// Updates the tree to the one that `builder` would build.
  ///
  /// - Complexity: O(*n*) in nodes, with one comparison each, plus the rebuilt nodes. Nodes are copied only
  ///   if some were added or removed.
  mutating func update(_ builder: consuming ViewTreeBuilder, _ inputs: ViewTreeInputs) {
    guard builder.boxes.root != nil, let root = builder.root, elements.first == root else {
      self = LiveTree(builder, viewport: tree.viewport)
      return
    }
    builder.setInputs(
      viewport: tree.viewport,
      references: inputs.mayChangeReferences
        ? AccessibilityReferences(builder.document, dialect: builder.boxes.dialect) : references)
    let changesPage = builder.changesPage(inputs, since: self)
    if !changesPage { builder.keepPageScroll(tree.nodes.first?.scroll) }
    var marks = builder.marks(for: inputs, since: self, changesPage: changesPage)
    references = builder.references
    (controls, taps, pins, scroller) = (
      builder.controls, builder.taps, builder.pins, builder.boxes.viewportScroller
    )
    // Moved into the builder and back, to avoid a copy.
    builder.swapNodes(&tree.nodes, &elements, &sources, &inline)
    for element in inputs.touched { builder.forgetLines(of: element, &marks) }
    var made: [NodeID] = []
    let showsOther = inputs.styled.contains {
      builder.styles[$0][\.contentVisibility] != inputs.oldStyles[$0][\.contentVisibility]
    }
    let isSame =
      topLayer == builder.boxes.topLayer && !showsOther && !hasOtherChildren(inputs.changes.children, builder)
      && !builder.finds(marks, besides: indices)
      && builder.updateInPlace(&marks, changed: &made) && !builder.finds(marks, besides: indices)
    topLayer = builder.boxes.topLayer
    if !isSame { builder.rebuild(from: indices, &marks, changed: &made) }
    builder.swapNodes(&tree.nodes, &elements, &sources, &inline)
    if changed != nil { changed?.append(contentsOf: made) }
    guard !isSame else { return }
    isSameStructure = false
    renew(count: builder.document.nodes.count)
  }

  /// Whether nodes with changed child lists have or had element children; mostly only text changes.
  private func hasOtherChildren(_ nodes: Set<NodeID>, _ builder: borrowing ViewTreeBuilder) -> Bool {
    for node in nodes {
      if let index = index(of: node), index + 1 < builder.nodes.count,
        builder.nodes[index + 1].parent == index
      {
        return true
      }
      var child = builder.document.firstShown(in: node)
      while let current = child {
        if builder.document[current].isElement { return true }
        child = builder.document.shown(after: current)
      }
    }
    return false
  }

  private mutating func renew(count: Int) {
    indices = Array(repeating: -1, count: count)
    for (index, element) in elements.enumerated() { indices[element.index] = Int32(index) }
  }
}
