/// Which nodes of a document are roots of shadow trees, whose trees they are, and what is set of them.
struct ShadowTrees: Hashable, Sendable {
  /// The roots by their hosts.
  private(set) var roots: [NodeID: NodeID] = [:]
  /// The hosts by their roots.
  private(set) var hosts: [NodeID: NodeID] = [:]
  /// The settings of the trees, by their roots.
  private(set) var traits: [NodeID: ShadowTraits] = [:]
  /// By slot: the nodes that a script assigned to it (DOM Standard §4.2.2.3, *manually assigned nodes*).
  private(set) var assigned: [NodeID: [NodeID]] = [:]

  mutating func attach(_ root: NodeID, to host: NodeID, _ traits: ShadowTraits) {
    precondition(roots[host] == nil)
    roots[host] = root
    hosts[root] = host
    if !traits.isEmpty { self.traits[root] = traits }
  }

  mutating func detach(from host: NodeID) {
    guard let root = roots.removeValue(forKey: host) else { return }
    hosts[root] = nil
    traits[root] = nil
  }

  /// Forgets all trees, not what is assigned to slots.
  mutating func detachAll() { (roots, hosts, traits) = ([:], [:], [:]) }

  mutating func setTraits(_ traits: ShadowTraits, of root: NodeID) {
    if hosts[root] != nil { self.traits[root] = traits }
  }

  /// Assigns nodes to a slot, and takes them from others.
  mutating func assign(_ nodes: [NodeID], to slot: NodeID) {
    for (other, list) in assigned where other != slot && !list.allSatisfy({ !nodes.contains($0) }) {
      assigned[other] = list.filter { !nodes.contains($0) }
    }
    assigned[slot] = nodes.isEmpty ? nil : nodes
  }
}

/// Shadow trees, slots and the flat tree (DOM Standard §4.2.2 and §4.8, CSS Scoping 1 §3.5).
extension Document {
  /// The roots of shadow trees by their hosts.
  public var shadowRoots: [NodeID: NodeID] { shadowTrees.roots }

  /// The hosts of shadow trees by their roots.
  public var shadowHosts: [NodeID: NodeID] { shadowTrees.hosts }

  /// The settings of shadow trees, by their roots.
  public var shadowTraits: [NodeID: ShadowTraits] { shadowTrees.traits }

  /// Makes a node of the content ``Node/Content-swift.enum/document``, with all below it, the shadow tree of
  /// an element. An element has one shadow tree, for as long as it lives.
  public mutating func attachShadow(_ root: NodeID, to host: NodeID, _ traits: ShadowTraits = []) {
    precondition(self[root].parent == nil && root != self.root)
    shadowTrees.attach(root, to: host, traits)
  }

  /// Takes the shadow tree of an element away: its template has none any more.
  package mutating func detachShadow(from host: NodeID) { shadowTrees.detach(from: host) }

  /// Changes what is set of a shadow tree.
  package mutating func setTraits(_ traits: ShadowTraits, ofShadow root: NodeID) {
    shadowTrees.setTraits(traits, of: root)
  }

  /// Assigns nodes to a slot (HTML Standard §4.12.4, `assign()`).
  package mutating func assign(_ nodes: [NodeID], to slot: NodeID) { shadowTrees.assign(nodes, to: slot) }

  /// The hosts of shadow trees, those made first before all others.
  package var hosts: [NodeID] { shadowRoots.keys.sorted { $0.index < $1.index } }

  /// The parent of a node; of the root of a shadow tree, its host.
  public func parentOrHost(of node: NodeID) -> NodeID? { self[node].parent ?? shadowHosts[node] }

  /// The root of the tree that a node is in: of a shadow tree its root, not the document (DOM Standard §4.4,
  /// *root*).
  package func root(of node: NodeID) -> NodeID {
    var current = node
    while let parent = self[current].parent { current = parent }
    return current
  }

  /// The slots of the shadow tree of a host, in tree order, with the children of the host that each one shows
  /// (*assign slottables for a tree*). A slot without any shows what is in it.
  public func slots(of host: NodeID) -> [(slot: NodeID, assigned: [NodeID])] {
    guard let root = shadowRoots[host] else { return [] }
    if shadowTraits[root]?.contains(.manualSlots) == true { return manualSlots(of: host, root) }
    var slots: [(slot: NodeID, assigned: [NodeID])] = []
    var byName: [String: Int] = [:]
    for node in nodes(in: root) {
      guard let element = self[node].element, element.isSlot else { continue }
      let name = element["name"] ?? ""
      if byName[name] == nil { byName[name] = slots.count }
      slots.append((node, []))
    }
    for child in children(of: host) {
      let name: String
      switch self[child].content {
      case .element(let element): name = element["slot"] ?? ""
      case .text: name = ""
      default: continue
      }
      if let index = byName[name] { slots[index].assigned.append(child) }
    }
    return slots
  }

  private func manualSlots(of host: NodeID, _ root: NodeID) -> [(slot: NodeID, assigned: [NodeID])] {
    nodes(in: root).filter { self[$0].element?.isSlot == true }.map { slot in
      (slot, (shadowTrees.assigned[slot] ?? []).filter { self[$0].parent == host })
    }
  }

  /// The document as it is shown: each host with the content of its shadow tree in the place of its own
  /// children, and each slot with the nodes that are assigned to it. Nodes keep their numbers; children that
  /// no slot shows have no parent.
  ///
  /// - Complexity: O(*n*) in the nodes; a document without shadow trees is returned as it is.
  public func flattened() -> Document {
    guard !shadowRoots.isEmpty else { return self }
    var flat = self
    flat.shadowTrees.detachAll()
    for host in hosts {
      guard let root = shadowRoots[host] else { continue }
      for child in children(of: host) where flat[child].parent == host { flat.remove(child) }
      for child in Array(children(of: root)) where flat[child].parent == root { flat.append(child, to: host) }
      for (slot, assigned) in slots(of: host) where !assigned.isEmpty {
        for child in children(of: slot) where flat[child].parent == slot { flat.remove(child) }
        for node in assigned { flat.append(node, to: slot) }
      }
    }
    return flat
  }

  /// The nodes whose children differ from those in an earlier form of the document.
  package func parentsWithOtherChildren(than earlier: Document) -> Set<NodeID> {
    var result: Set<NodeID> = []
    for index in nodes.indices {
      let before = earlier.nodes.indices.contains(index) ? earlier.nodes[index] : nil
      let after = nodes[index]
      if before?.firstChild != after.firstChild { result.insert(NodeID(index)) }
      guard before?.parent != after.parent || before?.nextSibling != after.nextSibling else { continue }
      for parent in [before?.parent, after.parent] { if let parent { result.insert(parent) } }
    }
    return result
  }
}

extension Element {
  /// Whether it is a slot of HTML.
  package var isSlot: Bool { elementName == .slot }
}
