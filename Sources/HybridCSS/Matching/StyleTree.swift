package import HybridDOM
import HybridEncoding

/// The elements of one document in the form that selectors are matched against.
///
/// Elements are identified by the index of their node, so that only the changed parts of a document have to
/// be read again. Names are numbers into ``names``: a rule set translates each name once, and matching
/// compares numbers.
package struct StyleTree: Sendable {
  /// Whether names compare as in HTML.
  package let isHTML: Bool
  /// By node; the records of nodes that are not elements of the tree have no meaning.
  var records: [Record] = []
  /// The first element below the document node; -1 when there is none.
  private(set) var firstElement: Int32 = -1
  /// The first elements of the shadow trees of elements in the document.
  private var shadowElements: [Int32] = []
  /// The same by the root of the tree.
  private(set) var firstInShadow: [Int32: Int32] = [:]

  /// The distinct names of elements, attributes, ids, classes and scopes.
  private(set) var names: [AtomName] = []
  private var numbers: [AtomName: Int32] = [:]
  /// Names that matching itself needs.
  let known: KnownNames

  // Runs that records refer to.
  private(set) var classPool: [Int32] = []
  private(set) var attributeNames: [Int32] = []
  private(set) var attributeValues: [String] = []
  /// Whether the tree has elements that may disable controls in them.
  private(set) var hasDisablers = false
  /// Whether the tree has elements whose text decides their direction.
  private(set) var hasAutomaticDirections = false
  /// For counting types: one cell for each name, valid while its entry in `rows` equals `row`, the number of
  /// the current count.
  private var cells: [Int32] = []
  private var rows: [Int32] = []
  private var row: Int32 = 0
  /// The root of the shadow tree that is being read; 0 for the document.
  private var shadowBeingRead: Int32 = 0
  /// By element of a shadow tree: the names in its `part` attribute.
  private(set) var parts: [Int32: [Int32]] = [:]
  /// By host: the names of parts inside of it with the names that they have outside (CSS Shadow Parts 1 §2).
  private(set) var exportedParts: [Int32: [(inner: Int32, outer: Int32)]] = [:]
  /// By custom element: the states that it has set.
  private(set) var customStates: [Int32: Set<Int32>] = [:]

  /// One element.
  struct Record: Sendable {
    /// The parent element; -1 for the root element; the host for the top of a shadow tree. Siblings and
    /// children are -1 when absent.
    var parent: Int32 = -1
    var previous: Int32 = -1
    var next: Int32 = -1
    var firstChild: Int32 = -1
    /// The number of elements above it.
    var depth: Int32 = 0
    var tag: Int32 = -1
    /// The name in lower case, by which rules are looked up; equals ``tag`` in HTML.
    var lowerTag: Int32 = -1
    var id: Int32 = -1
    /// The values of `t:scope` and `t:host`: the component that the element belongs to, and the component
    /// that it hosts.
    var scope: Int32 = -1
    var host: Int32 = -1
    /// The root of the shadow tree that it is in; 0 in the document itself.
    var shadow: Int32 = 0
    /// The root of the shadow tree that it is the host of; 0 without one.
    var root: Int32 = 0
    /// The slot that it is assigned to; -1 without one.
    var slot: Int32 = -1
    var table: Int32 = -1
    var tableParts: [Int32] = []
    var tableCells: [Int32] = []
    var classStart: Int32 = 0
    var classCount: Int32 = 0
    var attributeStart: Int32 = 0
    var attributeCount: Int32 = 0
    /// Its 1-based position among its siblings, and their number; then the same for the siblings of its type.
    var position: Int32 = 1
    var count: Int32 = 1
    var typePosition: Int32 = 1
    var typeCount: Int32 = 1
    /// The traits from the document and the state.
    var traits: ElementTraits = []
    /// The dynamic state; initially empty.
    var state: ElementState = []
    /// The names above it.
    var ancestors = AncestorFilter()
  }

  /// Numbers of names.
  struct KnownNames: Sendable {
    var lang: Int32 = -1
    var dir: Int32 = -1
    var style: Int32 = -1
    var scope: Int32 = -1
    var host: Int32 = -1
    var fieldset: Int32 = -1
    var legend: Int32 = -1
    var option: Int32 = -1
    var optgroup: Int32 = -1
    var slot: Int32 = -1
    var table: Int32 = -1
    var tableParts: [Int32] = []
    var tableCells: [Int32] = []
  }

  /// Reads the elements of `document`.
  /// - Complexity: O(*n*) in its nodes and attributes.
  package init(
    _ document: Document, states: [NodeID: ElementState] = [:], readsShadowTrees: Bool = true
  ) {
    isHTML = document.isHTML
    var numbers: [AtomName: Int32] = [:]
    var names: [AtomName] = []
    func number(_ text: String) -> Int32 {
      numbers[AtomName(text)] = Int32(names.count)
      names.append(AtomName(text))
      return Int32(names.count - 1)
    }
    func number(_ name: ElementName) -> Int32 { number(name.name) }
    known = KnownNames(
      lang: number("lang"), dir: number("dir"), style: number("style"), scope: number("t:scope"),
      host: number("t:host"), fieldset: number(.fieldset), legend: number(.legend),
      option: number(.option), optgroup: number(.optgroup), slot: number(.slot), table: number(.table),
      tableParts: ElementName.allCases.filter(\.isTablePart).map(number),
      tableCells: ElementName.allCases.filter(\.isTableCell).map(number))
    self.names = names
    self.numbers = numbers
    makeRoom(for: document)
    for child in link(childrenOf: document.root, in: document) {
      read(subtree: NodeID(Int(child)), in: document, states: states)
    }
    countTypes(firstElement)
    if readsShadowTrees, !document.shadowRoots.isEmpty { readShadowTrees(of: document, states: states) }
    for (node, states) in document.customStates where holds(node) {
      customStates[Int32(node.index)] = Set(states.map { self.number($0) })
    }
  }

  /// Whether shadow trees were read.
  var hasShadowTrees: Bool { !shadowElements.isEmpty }

  /// Reads the shadow trees of elements that were read, the outer ones first.
  private mutating func readShadowTrees(of document: Document, states: [NodeID: ElementState]) {
    var open = order
    var next = 0
    while next < open.count {
      let host = NodeID(Int(open[next]))
      next += 1
      guard let root = document.shadowRoots[host] else { continue }
      shadowBeingRead = Int32(root.index)
      records[host.index].root = shadowBeingRead
      if let exports = document[host].element?["exportparts"] { exportParts(exports, of: open[next - 1]) }
      let children = elements(below: root, in: document)
      link(children, to: Int32(host.index), isShadow: true)
      for child in children { open += read(subtree: NodeID(Int(child)), in: document, states: states) }
      if let first = children.first {
        countTypes(first)
        shadowElements.append(first)
        firstInShadow[shadowBeingRead] = first
      }
      for (slot, assigned) in document.slots(of: host) {
        for node in assigned where holds(node) { records[node.index].slot = Int32(slot.index) }
      }
    }
    shadowBeingRead = 0
  }

  /// Reads the value of `exportparts`: `inner` or `inner: outer`, with commas between.
  private mutating func exportParts(_ text: String, of host: Int32) {
    for item in text.split(separator: ",") {
      let names = item.split(separator: ":", omittingEmptySubsequences: false).map {
        String($0.filter { !$0.isWhitespace })
      }
      guard names.count <= 2, let inner = names.first, let outer = names.last, !inner.isEmpty, !outer.isEmpty
      else { continue }
      exportedParts[host, default: []].append((number(inner), number(outer)))
    }
  }

  /// The elements in tree order.
  package var nodes: [NodeID] { order.map { NodeID(Int($0)) } }

  /// The elements of the document in tree order, by number; without shadow trees.
  var order: [Int32] { order(from: firstElement) }

  /// The elements of the document and of all shadow trees, by number. Each tree is in its own order, and
  /// comes after the tree of its host.
  var orderWithShadowTrees: [Int32] { shadowElements.reduce(into: order) { $0 += order(from: $1) } }

  private func order(from first: Int32) -> [Int32] {
    var order: [Int32] = []
    var top = first
    while top >= 0 {
      var element = top
      while element >= 0 {
        order.append(element)
        element = following(element, below: top)
      }
      top = records[Int(top)].next
    }
    return order
  }

  /// Whether an element was read; removed elements count too.
  func holds(_ node: NodeID) -> Bool { records.indices.contains(node.index) && records[node.index].tag >= 0 }

  /// The next element in tree order below `top`; -1 at its end.
  @inline(__always)
  func following(_ element: Int32, below top: Int32) -> Int32 {
    let child = records[Int(element)].firstChild
    return child >= 0 ? child : behind(element, below: top)
  }

  /// The next element in tree order that is below `top` and not below `element`; -1 at the end.
  @inline(__always)
  func behind(_ element: Int32, below top: Int32) -> Int32 {
    var element = element
    while element != top {
      let record = records[Int(element)]
      if record.next >= 0 { return record.next }
      element = record.parent
      if element < 0 { return -1 }
    }
    return -1
  }

  /// The child elements of one.
  func children(of element: Int32) -> [Int32] {
    var children: [Int32] = []
    var child = records[Int(element)].firstChild
    while child >= 0 {
      children.append(child)
      child = records[Int(child)].next
    }
    return children
  }

  @inline(__always)
  func classes(of element: Int) -> Range<Int> {
    let record = records[element]
    return Int(record.classStart)..<Int(record.classStart + record.classCount)
  }

  @inline(__always)
  func attributes(of element: Int) -> Range<Int> {
    let record = records[element]
    return Int(record.attributeStart)..<Int(record.attributeStart + record.attributeCount)
  }

  /// The value of an attribute by the number of its name.
  func value(of attribute: Int32, _ element: Int) -> String? {
    for place in attributes(of: element) where attributeNames[place] == attribute {
      return attributeValues[place]
    }
    return nil
  }

  /// The number of a name that an element has; nil for any other.
  func known(_ name: AtomName) -> Int32? { numbers[name] }

  /// The slot of a shadow tree that shows an element, itself or by the slot that it is assigned to; -1
  /// without one.
  func slot(of element: Int, inShadow root: Int32) -> Int32 {
    var slot = records[element].slot
    while slot >= 0, records[Int(slot)].shadow != root { slot = records[Int(slot)].slot }
    return slot
  }

  /// The number of a name; a new name gets a new number.
  mutating func number(_ text: String) -> Int32 {
    let name = AtomName(text)
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}

// MARK: - Reading

extension StyleTree {
  /// Records for all nodes of `document`.
  mutating func makeRoom(for document: Document) {
    let missing = document.nodes.count - records.count
    if missing > 0 { records += [Record](repeating: Record(), count: missing) }
  }

  /// Reads an element and its descendants; its own links are set already. Returns them in tree order.
  @discardableResult
  mutating func read(
    subtree top: NodeID, in document: Document, states: [NodeID: ElementState]
  ) -> [Int32] {
    var elements: [Int32] = []
    var element = Int32(top.index)
    while element >= 0 {
      let node = NodeID(Int(element))
      read(node, in: document, state: states.isEmpty ? [] : states[node] ?? [])
      elements.append(element)
      element = following(element, below: Int32(top.index))
    }
    for element in elements where records[Int(element)].firstChild >= 0 {
      countTypes(records[Int(element)].firstChild)
    }
    return elements
  }

  /// Reads an element and links its child elements; its own links and those above it are set already.
  private mutating func read(_ node: NodeID, in document: Document, state: ElementState) {
    guard let element = document[node].element else { return }
    let index = node.index
    records[index].tag = number(element.name)
    records[index].lowerTag =
      isHTML ? records[index].tag : number(element.name.asciiLowercased)
    records[index].state = state
    records[index].shadow = shadowBeingRead
    readAttributes(node, element)
    if shadowBeingRead != 0, let names = element["part"] {
      parts[Int32(index)] = names.split(whereSeparator: \.isWhitespace).map { number(String($0)) }
    }
    let parent = Int(records[index].parent)
    records[index].depth = parent < 0 ? 0 : records[parent].depth + 1
    records[index].ancestors = parent < 0 ? AncestorFilter() : filter(below: parent)
    records[index].traits = currentTraits(of: node, in: document)
    _ = link(childrenOf: node, in: document)
  }

  /// Reads the attributes of an element; a run that fits reuses its old storage.
  mutating func readAttributes(_ node: NodeID, _ element: HybridDOM.Element) {
    let index = node.index
    records[index].id = -1
    records[index].scope = -1
    records[index].host = -1
    let old = attributes(of: index)
    let place = element.attributes.count <= old.count ? old.lowerBound : attributeNames.count
    records[index].attributeStart = Int32(place)
    records[index].attributeCount = Int32(element.attributes.count)
    for (offset, attribute) in element.attributes.enumerated() {
      let name = number(attribute.name)
      if place + offset < attributeNames.count {
        attributeNames[place + offset] = name
        attributeValues[place + offset] = attribute.value
      } else {
        attributeNames.append(name)
        attributeValues.append(attribute.value)
      }
      if name == known.scope { records[index].scope = number(attribute.value) }
      if name == known.host { records[index].host = number(attribute.value) }
      if attribute.name == "id", !attribute.value.isEmpty { records[index].id = number(attribute.value) }
    }
    let names = element.classes.map { number(String($0)) }
    let oldClasses = classes(of: index)
    let start = names.count <= oldClasses.count ? oldClasses.lowerBound : classPool.count
    records[index].classStart = Int32(start)
    records[index].classCount = Int32(names.count)
    for (offset, name) in names.enumerated() {
      if start + offset < classPool.count { classPool[start + offset] = name } else { classPool.append(name) }
    }
  }

  /// Links the child elements of a node to it and to each other, and counts them. Returns them.
  mutating func link(childrenOf node: NodeID, in document: Document) -> [Int32] {
    let holder: Int32 = node == document.root ? -1 : Int32(node.index)
    let children = elements(below: node, in: document)
    link(children, to: holder)
    return children
  }

  private func elements(below node: NodeID, in document: Document) -> [Int32] {
    var children: [Int32] = []
    for child in document.children(of: node) {
      // A cheap test of the node's kind: no text is copied.
      guard case .element = document.nodes[child.index].content else { continue }
      children.append(Int32(child.index))
    }
    return children
  }

  private mutating func link(_ children: [Int32], to holder: Int32, isShadow: Bool = false) {
    for child in children { unlink(child) }
    if isShadow {
      // The host's own children are in the document; those of its shadow tree only know their host.
    } else if holder >= 0 {
      records[Int(holder)].firstChild = children.first ?? -1
    } else {
      firstElement = children.first ?? -1
    }
    for (index, child) in children.enumerated() {
      records[Int(child)].parent = holder
      records[Int(child)].previous = index > 0 ? children[index - 1] : -1
      records[Int(child)].next = index + 1 < children.count ? children[index + 1] : -1
      records[Int(child)].position = Int32(index + 1)
      records[Int(child)].count = Int32(children.count)
    }
  }

  /// Removes an element from its list, so that no walk ever crosses from one list to another.
  private mutating func unlink(_ element: Int32) {
    let record = records[Int(element)]
    if record.previous >= 0, records[Int(record.previous)].next == element {
      records[Int(record.previous)].next = record.next
    }
    if record.next >= 0, records[Int(record.next)].previous == element {
      records[Int(record.next)].previous = record.previous
    }
    if record.parent >= 0, records[Int(record.parent)].firstChild == element {
      records[Int(record.parent)].firstChild = record.next
    }
    records[Int(element)].previous = -1
    records[Int(element)].next = -1
  }

  /// Counts the types of siblings, whose tags are already read.
  mutating func countTypes(_ first: Int32) {
    if cells.count < names.count {
      cells += [Int32](repeating: 0, count: names.count - cells.count)
      rows += [Int32](repeating: -1, count: names.count - rows.count)
    }
    row = row == .max ? 0 : row + 1
    var element = first
    var last = first
    while element >= 0 {
      let tag = Int(records[Int(element)].tag)
      cells[tag] = rows[tag] == row ? cells[tag] + 1 : 1
      rows[tag] = row
      records[Int(element)].typePosition = cells[tag]
      last = element
      element = records[Int(element)].next
    }
    while last >= 0 {
      records[Int(last)].typeCount = cells[Int(records[Int(last)].tag)]
      last = records[Int(last)].previous
    }
  }

  /// The ancestor filter for the children of an element.
  func filter(below element: Int) -> AncestorFilter {
    let record = records[element]
    var filter = AncestorFilter()
    filter.insert(names[Int(record.lowerTag)].hash, .type)
    if record.id >= 0 { filter.insert(names[Int(record.id)].hash, .id) }
    for place in classes(of: element) { filter.insert(names[Int(classPool[place])].hash, .class) }
    return filter.union(record.ancestors)
  }

  /// The traits of an element, computed from its attributes, its state and its ancestors.
  mutating func currentTraits(of node: NodeID, in document: Document) -> ElementTraits {
    guard let element = document[node].element else { return [] }
    let record = records[node.index]
    var traits = ElementTraits(
      element, type: names[Int(record.lowerTag)].text, node: node, in: document, state: record.state)
    if traits.contains(.disabled), record.tag == known.fieldset || record.tag == known.optgroup {
      hasDisablers = true
    }
    if traits.contains(.automaticDirection) { hasAutomaticDirections = true }
    if hasDisablers, traits.contains(.enabled), isDisabledFromAbove(node.index) {
      traits.remove(.enabled)
      traits.insert(.disabled)
    }
    return traits
  }

  /// A disabled `fieldset` disables its controls, except for those in its first `legend`; a disabled
  /// `optgroup` disables its options. HTML Standard §4.10.18.5 and §4.10.10.
  private func isDisabledFromAbove(_ element: Int) -> Bool {
    let tag = records[element].tag
    let isOption = tag == known.option || tag == known.optgroup
    var child = Int32(element)
    var above = records[element].parent
    while above >= 0 {
      let record = records[Int(above)]
      if record.traits.contains(.disabled) {
        if record.tag == known.optgroup, tag == known.option { return true }
        if record.tag == known.fieldset, !isOption, child != firstLegend(of: above) { return true }
      }
      child = above
      above = record.parent
    }
    return false
  }

  private func firstLegend(of fieldset: Int32) -> Int32 {
    var child = records[Int(fieldset)].firstChild
    while child >= 0 {
      let record = records[Int(child)]
      // Children that are not read yet have no tag, and come after the element in question.
      if record.tag == known.legend { return child }
      child = record.next
    }
    return -1
  }
}
