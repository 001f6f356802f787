import HybridDOM
import HybridEncoding

/// An element with the reach of its changes.
typealias Reached = (element: Int32, reach: Reach)

// Reads the changes of a document: updates the changed parts of the tree, and compares what selectors look
// at.
extension LiveStyles {
  mutating func read(
    _ changes: StyleChanges, in document: Document, _ states: [NodeID: ElementState],
    _ update: inout StyleUpdate
  ) -> [Reached] {
    var reached: [Reached] = []
    readChildren(changes.children, in: document, states, &reached, &update)
    for node in changes.states where isRead(node, in: document) {
      setState(states[node] ?? [], of: node, in: document, &reached)
    }
    for node in changes.attributes where isRead(node, in: document) {
      readAttributes(of: node, in: document, &reached)
    }
    for node in changes.overrides where isRead(node, in: document) {
      reached.append((Int32(node.index), .itself))
    }
    for node in changes.text {
      if let parent = document.nodes.indices.contains(node.index) ? document[node].parent : nil,
        isRead(parent, in: document)
      {
        readTraits(of: parent, in: document, &reached)
      }
    }
    for node in calculator.tree.automaticDirections(in: changes, document)
    where isRead(node, in: document) {
      readTraits(of: node, in: document, &reached)
    }
    return reached
  }

  /// Whether a node is an element of the document that existed before this update.
  private func isRead(_ node: NodeID, in document: Document) -> Bool {
    calculator.tree.holds(node) && readIn[node.index] != turn && document.depth(of: node) != nil
  }

  // MARK: Children

  private mutating func readChildren(
    _ nodes: Set<NodeID>, in document: Document, _ states: [NodeID: ElementState], _ reached: inout [Reached],
    _ update: inout StyleUpdate
  ) {
    var parents: [(depth: Int, node: NodeID, old: [Int32])] = []
    for node in nodes {
      guard let depth = document.depth(of: node), case .element = document[node].content else {
        continue
      }
      // All lists are read before any is linked again: a child may have moved from one to another.
      let old = calculator.tree.holds(node) ? calculator.tree.children(of: Int32(node.index)) : []
      parents.append((depth, node, old))
    }
    // Outer nodes first: the content of a new subtree is read with it.
    for (_, node, old) in parents.sorted(by: { ($0.depth, $0.node) < ($1.depth, $1.node) })
    where readIn[node.index] != turn {
      compareChildren(of: node, old, in: document, states, &reached, &update)
    }
    // The tree is complete again and can be walked.
    for (_, node, _) in parents where readIn[node.index] != turn {
      readTraits(of: node, in: document, &reached)
      if calculator.tree.hasDisablers,
        calculator.tree.records[node.index].tag == calculator.tree.known.fieldset
      {
        readTraits(below: node, in: document, &reached)
      }
      settleTexts(below: node, in: document)
    }
    if !parents.isEmpty, dependencies.hasRelatives {
      reached.append((calculator.tree.firstElement, .document))
    }
  }

  private mutating func compareChildren(
    of node: NodeID, _ old: [Int32], in document: Document, _ states: [NodeID: ElementState],
    _ reached: inout [Reached], _ update: inout StyleUpdate
  ) {
    let new = calculator.tree.link(childrenOf: node, in: document)
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    // Elements that moved within the list keep their records; only their positions change.
    let kept = Set(old[start..<old.count - end])
    for child in new[start..<new.count - end] {
      if kept.contains(child), readIn[Int(child)] != turn { continue }
      readSubtree(child, in: document, states, &reached, &update.added)
    }
    guard old.count != new.count || start < new.count else { return }
    update.hasOtherElements = true
    if let first = new.first { calculator.tree.countTypes(first) }
    let behind = dependencies.positions.union(dependencies.predecessors)
    if !behind.isEmpty { for child in new[start...] { reached.append((child, behind)) } }
    for child in new where calculator.elementReaders.contains(child) { reached.append((child, .itself)) }
    if !dependencies.lastPositions.isEmpty {
      for child in new[..<(new.count - end)] { reached.append((child, dependencies.lastPositions)) }
    }
  }

  /// Reads a subtree that is new in the tree.
  private mutating func readSubtree(
    _ top: Int32, in document: Document, _ states: [NodeID: ElementState], _ reached: inout [Reached],
    _ added: inout Set<NodeID>
  ) {
    for element in calculator.tree.read(subtree: NodeID(Int(top)), in: document, states: states) {
      readIn[Int(element)] = turn
      added.insert(NodeID(Int(element)))
      reached.append((element, .itself))
    }
  }

  // MARK: Attributes, traits, states

  private mutating func readAttributes(
    of node: NodeID, in document: Document, _ reached: inout [Reached]
  ) {
    guard let element = document[node].element else { return }
    let old = attributeFacts(of: node.index)
    calculator.tree.readAttributes(node, element)
    let new = attributeFacts(of: node.index)
    let names = calculator.tree.names
    var reach: Reach = []
    for name in old.classes.symmetricDifference(new.classes) {
      reach.formUnion(dependencies.classes[names[Int(name)]] ?? [])
    }
    if old.id != new.id {
      for id in [old.id, new.id] where id >= 0 {
        reach.formUnion(dependencies.ids[names[Int(id)]] ?? [])
      }
    }
    // Ancestor filters hold the classes and ids that some selector requires above its subject.
    if !reach.isDisjoint(with: [.descendants, .belowSiblings]) { filterBelow(node.index) }
    if old.values != new.values, calculator.elementReaders.contains(Int32(node.index)) {
      reach.insert(.itself)
    }
    for name in Set(old.values.keys).union(new.values.keys) where old.values[name] != new.values[name] {
      let text = names[Int(name)].text.asciiLowercased
      reach.formUnion(dependencies.attributes[AtomName(text)] ?? [])
      if name == calculator.tree.known.style
        || !PresentationalAttribute.entries(named: text, in: stylist.dialect).isEmpty
      {
        reach.insert(.itself)
      }
      let entries = PresentationalAttribute.entries(named: text, in: stylist.dialect)
      if entries.contains(where: { PresentationalAttribute.all(in: stylist.dialect)[$0].isForCells }) {
        reach.insert(.descendants)
      }
    }
    if !reach.isEmpty { reached.append((Int32(node.index), reach)) }
    readTraits(of: node, in: document, &reached)
  }

  private struct AttributeFacts {
    var id: Int32
    var classes: Set<Int32>
    var values: [Int32: String]
  }

  private func attributeFacts(of element: Int) -> AttributeFacts {
    let tree = calculator.tree
    var facts = AttributeFacts(
      id: tree.records[element].id, classes: Set(tree.classPool[tree.classes(of: element)]), values: [:])
    for place in tree.attributes(of: element) where facts.values[tree.attributeNames[place]] == nil {
      facts.values[tree.attributeNames[place]] = tree.attributeValues[place]
    }
    return facts
  }

  /// Updates the ancestor filters of the elements below one.
  private mutating func filterBelow(_ top: Int) {
    var element = calculator.tree.following(Int32(top), below: Int32(top))
    while element >= 0 {
      let parent = Int(calculator.tree.records[Int(element)].parent)
      calculator.tree.records[Int(element)].ancestors = calculator.tree.filter(below: parent)
      element = calculator.tree.following(element, below: Int32(top))
    }
  }

  private mutating func setState(
    _ state: ElementState, of node: NodeID, in document: Document, _ reached: inout [Reached]
  ) {
    let old = calculator.tree.records[node.index].state
    guard old != state else { return }
    calculator.tree.records[node.index].state = state
    var reach = Self.reach(of: old.rawValue ^ state.rawValue, dependencies.states)
    // Some attributes count only in one state.
    if stylist.dialect == .native { reach.insert(.itself) }
    if !reach.isEmpty { reached.append((Int32(node.index), reach)) }
    readTraits(of: node, in: document, &reached)
  }

  /// Updates the traits of an element after its attributes, its state or its children have changed.
  private mutating func readTraits(of node: NodeID, in document: Document, _ reached: inout [Reached]) {
    let old = calculator.tree.records[node.index].traits
    let new = calculator.tree.currentTraits(of: node, in: document)
    guard old != new else { return }
    calculator.tree.records[node.index].traits = new
    let reach = Self.reach(of: old.rawValue ^ new.rawValue, dependencies.traits)
    if !reach.isEmpty { reached.append((Int32(node.index), reach)) }
    let tag = calculator.tree.records[node.index].tag
    if tag == calculator.tree.known.fieldset || tag == calculator.tree.known.optgroup {
      readTraits(below: node, in: document, &reached)
    }
  }

  private mutating func readTraits(below node: NodeID, in document: Document, _ reached: inout [Reached]) {
    let top = Int32(node.index)
    var element = calculator.tree.following(top, below: top)
    while element >= 0 {
      let old = calculator.tree.records[Int(element)].traits
      let new = calculator.tree.currentTraits(of: NodeID(Int(element)), in: document)
      if old != new {
        calculator.tree.records[Int(element)].traits = new
        reached.append((element, Self.reach(of: old.rawValue ^ new.rawValue, dependencies.traits)))
      }
      element = calculator.tree.following(element, below: top)
    }
  }

  /// The union of the reaches of `bits`.
  private static func reach(of bits: some FixedWidthInteger, _ table: [Reach]) -> Reach {
    var bits = bits
    var reach: Reach = []
    while bits != 0 {
      reach.formUnion(table[bits.trailingZeroBitCount])
      bits &= bits - 1
    }
    return reach
  }
}
