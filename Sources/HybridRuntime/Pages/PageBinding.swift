import HybridDOM
import HybridJSON
import HybridUnits

/// The last binding of a page's template, and which nodes of the living document come from it.
struct PageBinding {
  /// The last binding of the template.
  private(set) var bound: BoundDocument
  /// For each node of ``bound`` the living node.
  private var live: [NodeID]
  /// For each living node the index of its node in the template; −1 for what scripts made.
  private(set) var origins: [Int32]
  /// The reverse of ``live``; computed on first use.
  private var boundNodes: [NodeID: NodeID] = [:]

  /// The first binding, whose nodes are the living ones.
  init(_ bound: BoundDocument) {
    self.bound = bound
    live = bound.document.nodes.indices.map { NodeID($0) }
    origins = bound.origins.map { Int32($0.index) }
  }

  /// The node of the template that a living node comes from; nil for what scripts made.
  func origin(of node: NodeID) -> NodeID? {
    guard origins.indices.contains(node.index), origins[node.index] >= 0 else { return nil }
    return NodeID(Int(origins[node.index]))
  }

  /// The living node of a template node; the first one if it is repeated.
  func livingNode(of template: NodeID) -> NodeID? { bound.origins.firstIndex(of: template).map { live[$0] } }

  /// The scope of handlers on the innermost element of `path`, which is ordered from the inside to the
  /// outside.
  mutating func scope(of path: [NodeID]) -> (component: String?, data: JSONValue) {
    if boundNodes.isEmpty {
      for (index, living) in live.enumerated() { boundNodes[living] = NodeID(index) }
    }
    guard let node = path.first(where: { boundNodes[$0] != nil }).flatMap({ boundNodes[$0] }) else {
      return (nil, .null)
    }
    return (bound.component(of: node), bound.scopeData(of: node))
  }

  // MARK: Changing

  /// Makes room for the origins of `count` living nodes.
  mutating func grow(to count: Int) {
    if origins.count < count {
      origins.append(contentsOf: repeatElement(-1, count: count - origins.count))
    }
  }

  /// Gives a living node the origin of another node of the template; nil for none.
  mutating func setOrigin(_ template: NodeID?, of node: NodeID) {
    origins[node.index] = template.map { Int32($0.index) } ?? -1
  }

  /// The reconciler that updates `document` from this binding to the next one.
  func reconciler(of document: consuming Document, to next: BoundDocument, isSameTemplate: Bool) -> Reconciler
  {
    Reconciler(document, from: bound, live: live, to: next, isSameTemplate: isSameTemplate)
  }

  /// Takes the next binding; `live` has the living node for each of its nodes, of `count` in all.
  mutating func replace(with next: BoundDocument, live: [NodeID], count: Int) {
    (bound, self.live, boundNodes) = (next, live, [:])
    grow(to: count)
    for (index, node) in live.enumerated() where index > 0 {
      origins[node.index] = Int32(next.origins[index].index)
    }
  }
}
