import HybridDOM
import HybridUnits

/// Updates a living document from one binding of its template to the next, and keeps changes by scripts.
///
/// It compares the bindings and applies only their differences: an attribute set by a script stays until the
/// template's own value changes, a node made by a script stays where it is. A node of the old binding keeps
/// its living node if its parent does and its identity is the same: the `id`, the iteration of its loop, its
/// source text, or else its name with its index among equals. The node keeps its value, focus and scroll
/// offset.
struct Reconciler {
  /// The living document.
  var document: Document
  /// For each node of the old binding, the living one.
  let oldLive: [NodeID]
  let old: BoundDocument
  let new: BoundDocument
  /// Whether both come from the same template, so that origins identify nodes.
  let isSameTemplate: Bool

  /// For each node of the new binding, the living one.
  private(set) var live: [NodeID]
  private(set) var changes = DocumentChanges()
  /// Living nodes that are new.
  private(set) var added: [NodeID] = []
  /// The living nodes that come from the template.
  private let known: Set<NodeID>

  init(
    _ document: Document, from old: BoundDocument, live: [NodeID], to new: BoundDocument, isSameTemplate: Bool
  ) {
    self.document = document
    self.old = old
    self.new = new
    self.oldLive = live
    self.isSameTemplate = isSameTemplate
    self.live = Array(repeating: document.root, count: new.document.nodes.count)
    known = Set(live)
    self.document.files = new.document.files
  }

  /// Updates the document, without recursion; O(*n*) in the nodes of both bindings.
  mutating func run() {
    var pairs = [(old: old.document.root, new: new.document.root)]
    while let pair = pairs.popLast() {
      update(pair.old, to: pair.new)
      matchChildren(of: pair.old, and: pair.new, into: &pairs)
      matchShadowTrees(of: pair.old, and: pair.new, into: &pairs)
    }
  }

  /// Matches the shadow trees that the template declares for an element.
  private mutating func matchShadowTrees(
    of before: NodeID, and after: NodeID, into pairs: inout [(old: NodeID, new: NodeID)]
  ) {
    guard !old.document.shadowRoots.isEmpty || !new.document.shadowRoots.isEmpty else { return }
    let host = oldLive[before.index]
    switch (old.document.shadowRoots[before], new.document.shadowRoots[after]) {
    case (.some(let was), .some(let now)):
      pairs.append((was, now))
      if let traits = new.document.shadowTraits[now] {
        document.setTraits(traits, ofShadow: oldLive[was.index])
      }
    case (.some(let was), nil):
      if document.shadowRoots[host] == oldLive[was.index] { document.detachShadow(from: host) }
    case (nil, .some(let now)):
      guard document.shadowRoots[host] == nil else { break }
      _ = copy(now)
      changes.children.insert(host)
    case (nil, nil): break
    }
  }

  // MARK: One node

  private mutating func update(_ before: NodeID, to after: NodeID) {
    let node = oldLive[before.index]
    live[after.index] = node
    switch (old.document[before].content, new.document[after].content) {
    case (.element(let was), .element(let now)): updateAttributes(of: node, from: was, to: now)
    case (.text(let was), .text(let now)) where was != now:
      document[node].content = .text(now)
      changes.texts.insert(node)
    default: break
    }
    document[node].range = new.document[after].range
  }

  private mutating func updateAttributes(of node: NodeID, from was: Element, to now: Element) {
    guard was.attributes != now.attributes, var element = document[node].element else { return }
    element.startTag = now.startTag
    var changed: Set<String> = []
    for attribute in now.attributes {
      let before = was.attribute(attribute.name)
      if let index = element.attributes.firstIndex(where: { $0.name == attribute.name }) {
        // An attribute that did not change in the template keeps the script's value; only its place is
        // updated.
        if before?.value != attribute.value {
          if element.attributes[index].value != attribute.value { changed.insert(attribute.name) }
          element.attributes[index] = attribute
        } else {
          element.attributes[index].nameRange = attribute.nameRange
          element.attributes[index].valueRange = attribute.valueRange
        }
      } else if before?.value != attribute.value {
        element.attributes.append(attribute)
        changed.insert(attribute.name)
      }
    }
    for attribute in was.attributes where now.attribute(attribute.name) == nil {
      if let index = element.attributes.firstIndex(where: { $0.name == attribute.name }) {
        element.attributes.remove(at: index)
        changed.insert(attribute.name)
      }
    }
    document[node].element = element
    if !changed.isEmpty { changes.attributes[node, default: []].formUnion(changed) }
  }

  // MARK: Children

  private mutating func matchChildren(
    of before: NodeID, and after: NodeID, into pairs: inout [(old: NodeID, new: NodeID)]
  ) {
    let parent = oldLive[before.index]
    let olds = Array(old.document.children(of: before))
    let news = Array(new.document.children(of: after))
    guard !olds.isEmpty || !news.isEmpty else { return }
    let partners = partners(olds, news)
    let kept = Set(partners.compactMap(\.self))
    for child in olds where !kept.contains(child) {
      let node = oldLive[child.index]
      // A script may have moved or removed it.
      guard document[node].parent == parent else { continue }
      document.remove(node)
      changes.children.insert(parent)
    }
    /// The next child goes after this one.
    var last: NodeID?
    for (child, partner) in zip(news, partners) {
      if let partner {
        let node = oldLive[partner.index]
        pairs.append((partner, child))
        guard document[node].parent == parent else { continue }
        if !follows(node, last, in: parent) { place(node, behind: last, in: parent) }
        last = node
      } else {
        let node = copy(child)
        place(node, behind: last, in: parent)
        last = node
      }
    }
  }

  /// Whether `node` follows `last` with no template node between them; script nodes may be between.
  private func follows(_ node: NodeID, _ last: NodeID?, in parent: NodeID) -> Bool {
    var current = document[node].previousSibling
    var steps = 0
    while let sibling = current, steps < 64 {
      if sibling == last { return true }
      if known.contains(sibling) { return false }
      current = document[sibling].previousSibling
      steps += 1
    }
    return current == nil && last == nil
  }

  private mutating func place(_ node: NodeID, behind last: NodeID?, in parent: NodeID) {
    let next = last.map { document[$0].nextSibling } ?? document[parent].firstChild
    if next == node { return }
    document.insert(node, before: next, in: parent)
    changes.children.insert(parent)
  }

  /// For each new child, the old one that it continues.
  private func partners(_ olds: [NodeID], _ news: [NodeID]) -> [NodeID?] {
    if isSameTemplate {
      var byOrigin: [OriginKey: NodeID] = [:]
      for child in olds.reversed() { byOrigin[originKey(of: child, in: old)] = child }
      return news.map { byOrigin.removeValue(forKey: originKey(of: $0, in: new)) }
    }
    var result = [NodeID?](repeating: nil, count: news.count)
    var taken: Set<NodeID> = []
    // First by equal source text, so that a new sibling before them does not shift their state; then by name
    // and iteration.
    for key in [writing, name] {
      var byKey: [String: [NodeID]] = [:]
      for child in olds.reversed() where !taken.contains(child) {
        byKey[key(child, old), default: []].append(child)
      }
      for (index, child) in news.enumerated() where result[index] == nil {
        if let match = byKey[key(child, new)]?.popLast() {
          result[index] = match
          taken.insert(match)
        }
      }
    }
    return result
  }

  private struct OriginKey: Hashable {
    var origin: NodeID
    var turn: String
  }

  private func originKey(of node: NodeID, in bound: BoundDocument) -> OriginKey {
    OriginKey(origin: bound.origins[node.index], turn: bound.key(of: node))
  }

  /// The source text of a node; only the `id` if there is one.
  private func writing(_ node: NodeID, _ bound: BoundDocument) -> String {
    switch bound.document[node].content {
    case .element(let element):
      if let id = element.id { return "<\(element.name) #\(id)" }
      let attributes = element.attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      return "<\(element.name) [\(bound.key(of: node))] \(attributes)"
    case .text(let text): return "'\(text)"
    case .comment(let text): return "!\(text)"
    case .document, .documentType: return ""
    }
  }

  /// A node's name with its loop iterations.
  private func name(_ node: NodeID, _ bound: BoundDocument) -> String {
    switch bound.document[node].content {
    case .element(let element):
      if let id = element.id { return "<\(element.name) #\(id)" }
      return "<\(element.name) [\(bound.key(of: node))]"
    case .text: return "'"
    case .comment: return "!"
    case .document, .documentType: return ""
    }
  }

  /// A living copy of a node of the new binding with all below it, without a parent.
  private mutating func copy(_ top: NodeID) -> NodeID {
    var open = [top]
    while let top = open.popLast() {
      for node in Array(new.document.nodes(in: top)) {
        let made = document.makeNode(new.document[node].content, range: new.document[node].range)
        live[node.index] = made
        added.append(made)
        if node != top, let parent = new.document[node].parent {
          document.append(made, to: live[parent.index])
        }
        if let root = new.document.shadowRoots[node] { open.append(root) }
      }
      if let host = new.document.shadowHosts[top], document.shadowRoots[live[host.index]] == nil {
        document.attachShadow(live[top.index], to: live[host.index], new.document.shadowTraits[top] ?? [])
      }
    }
    return live[top.index]
  }
}
