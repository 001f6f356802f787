/// Shadow trees, slots and the flat tree (DOM Standard §4.2.2 and §4.8, CSS Scoping 1 §3.5).
extension Document {
  /// Makes a node of the content ``Node/Content-swift.enum/document``, with all below it, the shadow tree of
  /// an element. An element has one shadow tree, for as long as it lives.
  public mutating func attachShadow(_ root: NodeID, to host: NodeID, _ traits: ShadowTraits = []) {
    precondition(shadowRoots[host] == nil && self[root].parent == nil && root != self.root)
    shadowRoots[host] = root
    shadowHosts[root] = host
    if !traits.isEmpty { shadowTraits[root] = traits }
  }

  /// Takes the shadow tree of an element away: its template has none any more.
  package mutating func detachShadow(from host: NodeID) {
    guard let root = shadowRoots.removeValue(forKey: host) else { return }
    shadowHosts[root] = nil
    shadowTraits[root] = nil
  }

  /// Changes what is set of a shadow tree.
  package mutating func setTraits(_ traits: ShadowTraits, ofShadow root: NodeID) {
    if shadowHosts[root] != nil { shadowTraits[root] = traits }
  }

  /// The hosts of shadow trees, those made first before all others.
  package var hosts: [NodeID] { shadowRoots.keys.sorted { $0.index < $1.index } }

  /// The parent of a node; of the root of a shadow tree, its host.
  public func parentOrHost(of node: NodeID) -> NodeID? { self[node].parent ?? shadowHosts[node] }

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
      (slot, (manualSlots[slot] ?? []).filter { self[$0].parent == host })
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
    (flat.shadowRoots, flat.shadowHosts, flat.shadowTraits) = ([:], [:], [:])
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
  package var isSlot: Bool { namespace == .html && name == "slot" }
}
