package import HybridDOM

/// The styles of a document that changes: each update computes only the styles that a change may have
/// affected.
///
///     var live = LiveStyles(stylist, document)
///     document[button].element?.attributes[0].value = "button on"
///     let update = live.update(document, changes: StyleChanges(attributes: [button]))
///     for node in update.changed { layOutAgain(node, live.styled[node]) }
///
/// The selectors decide how far a change reaches: a class that occurs in no selector reaches nothing, a class
/// in a subject reaches its element, a class further left reaches a subtree or siblings. `:has()`, and `of`
/// in `:nth-child()`, reach all elements.
package struct LiveStyles {
  /// The sheets, the viewport and the dialect. Another stylist needs a new `LiveStyles`.
  package let stylist: Stylist
  /// Temporary declarations for single elements, for example from an inspector; they beat all declarations of
  /// the page. Each value is a declaration list, such as ``StyleOverride/text``.
  /// Overrides are not part of the document: set them, and name the elements in the changes of the next
  /// update.
  package var overrides: [NodeID: String] = [:] {
    didSet { calculator.overrides = overrides }
  }
  var calculator: StyleCalculator
  /// By node: the number of its style.
  private(set) var numbers: [Int32]
  /// By node: whether its style depends on more of its parent's style than the inherited values.
  private var readsParent: [Bool]
  /// By element: the styles of its pseudo-elements that rules are for. Detached elements may have some, too.
  private(set) var pseudoElements: [Int32: [PseudoElementStyle]] = [:]
  let dependencies: SelectorDependencies
  /// The elements that still have to be styled in this update, by depth.
  private var open: [[Int32]] = []
  /// By element: the reaches of this update that have already been followed from it.
  private var covered: [Int32: Reach] = [:]
  /// By node: the update that last put it in ``open``, and the update that last read it as a whole.
  private var marked: [Int32]
  var readIn: [Int32]
  private(set) var turn: Int32 = 0
  /// The number of styles and names after the last complete computation.
  private var freshSize = 0

  /// Styles all of a document.
  ///
  /// - Complexity: O(*n*) in elements and in the candidate rules of each. Elements with the same rules and
  ///   the same inherited values are computed once.
  package init(
    _ stylist: Stylist, _ document: Document, states: [NodeID: ElementState] = [:],
    overrides: [NodeID: String] = [:], containerSizes: [NodeID: ContainerSize] = [:]
  ) {
    self.stylist = stylist
    self.overrides = overrides
    calculator = StyleCalculator(stylist, document, states)
    calculator.overrides = overrides
    _ = calculator.containers.takeSizes(containerSizes)
    let count = document.nodes.count
    numbers = [Int32](repeating: 0, count: count)
    readsParent = [Bool](repeating: false, count: count)
    marked = [Int32](repeating: 0, count: count)
    readIn = marked
    var dependencies = SelectorDependencies()
    for ruleSet in stylist.userAgent + stylist.author + stylist.shadow.ruleSets {
      dependencies.formUnion(ruleSet.storage.dependencies)
    }
    self.dependencies = dependencies
    styleEverything(in: document)
  }

  /// The current styles. A copy that outlives an update makes that update copy all numbers.
  package var styled: StyledDocument {
    StyledDocument(
      styles: calculator.styles, indices: numbers, pseudoElements: pseudoElements,
      counterStyles: stylist.counterStyles, containerSizes: calculator.containers.sizes)
  }

  /// Brings the styles up to date with a document that has changed.
  ///
  /// - Parameters:
  ///   - document: The styled document after its changes.
  ///   - changes: The changes since the last update. Nodes that are not in the document are ignored.
  ///   - states: The states of all elements; those that changed are named in `changes`.
  /// - Returns: The elements whose style changed.
  /// - Complexity: O(changed elements, their siblings and the elements within the reach of the changes).
  package mutating func update(
    _ document: Document, changes: StyleChanges, states: [NodeID: ElementState] = [:]
  ) -> StyleUpdate {
    guard !changes.isEmpty else { return StyleUpdate() }
    if changes.children.contains(document.root) || isWorn || !document.shadowRoots.isEmpty {
      return restyle(document, states)
    }
    begin(document)
    var update = StyleUpdate()
    let reaches = read(changes, in: document, states, &update)
    calculator.refresh()
    if reaches.contains(where: { $0.reach.contains(.document) }) {
      markAll()
    } else {
      for (element, reach) in reaches { mark(element, reach) }
    }
    // Lengths anywhere may be relative to the root's.
    return styleOpen(in: document, &update) ? update : restyle(document, states, after: update)
  }

  /// The elements whose size queries and lengths may ask for.
  package var sizableContainers: [NodeID] { calculator.containers.sizable(calculator.styles) }

  /// The sizes of containers that the styles were computed with.
  package var containerSizes: [NodeID: ContainerSize] { calculator.containers.sizes }

  /// Brings the styles up to date with the sizes of containers in a layout.
  ///
  /// - Parameter sizes: Those of ``sizableContainers`` that have a box.
  /// - Returns: The elements whose style changed; nil if the sizes are those that the styles were computed
  ///   with.
  /// - Complexity: O(*n*) in elements if a size differs.
  package mutating func update(
    _ document: Document, containerSizes sizes: [NodeID: ContainerSize], states: [NodeID: ElementState] = [:]
  ) -> StyleUpdate? {
    let changed = calculator.containers.takeSizes(sizes)
    guard !changed.isEmpty else { return nil }
    if isWorn || !document.shadowRoots.isEmpty { return restyle(document, states) }
    begin(document)
    calculator.refresh()
    // From outside in: what is in an inner container is opened with the outer one.
    var top = calculator.tree.firstElement
    while top >= 0 {
      var element = top
      while element >= 0 {
        if changed.contains(NodeID(Int(element))) {
          open(element)
          markBelow(element)
          element = calculator.tree.behind(element, below: top)
        } else {
          element = calculator.tree.following(element, below: top)
        }
      }
      top = calculator.tree.records[Int(top)].next
    }
    var update = StyleUpdate()
    return styleOpen(in: document, &update) ? update : restyle(document, states, after: update)
  }

  // MARK: All elements

  private mutating func styleEverything(in document: Document) {
    guard document.shadowRoots.isEmpty else { return styleEverythingShown(by: document.flattened()) }
    for element in calculator.tree.order {
      let parent = calculator.tree.records[Int(element)].parent
      let (number, reads) = calculator.style(
        of: Int(element), parent: parent < 0 ? nil : numbers[Int(parent)],
        in: calculator.containers.around(below: parent))
      numbers[Int(element)] = number
      calculator.settleContainer(Int(element), below: parent, style: number)
      readsParent[Int(element)] = reads
      stylePseudoElements(of: element)
    }
    for index in document.nodes.indices {
      if case .element = document.nodes[index].content { continue }
      if let parent = document.nodes[index].parent { numbers[index] = numbers[parent.index] }
    }
    settleGenerated(of: document.generated.keys, in: document)
    settleFirstLetters(in: document)
    freshSize = size
  }

  /// Styles a document with shadow trees: values are inherited in the flat tree (CSS Scoping 1 §3.5).
  private mutating func styleEverythingShown(by flat: Document) {
    for node in flat.nodes(in: flat.root) {
      let above = flat[node].parent.flatMap { $0 == flat.root ? nil : Int32($0.index) } ?? -1
      let parent = above < 0 ? nil : numbers[Int(above)]
      if case .element = flat.nodes[node.index].content {
        (numbers[node.index], readsParent[node.index]) = calculator.style(
          of: node.index, parent: parent, in: calculator.containers.around(below: above))
        calculator.settleContainer(node.index, below: above, style: numbers[node.index])
        stylePseudoElements(of: Int32(node.index))
      } else if let parent {
        numbers[node.index] = parent
      }
    }
    settleGenerated(of: flat.generated.keys, in: flat)
    settleFirstLetters(in: flat)
    freshSize = size
  }

  /// Styles the pseudo-elements of a styled element; returns whether they differ from before.
  @discardableResult
  private mutating func stylePseudoElements(of element: Int32) -> Bool {
    guard calculator.hasPseudoElements else { return false }
    let new = calculator.pseudoElementStyles(of: Int(element), number: numbers[Int(element)])
    if new.isEmpty, pseudoElements.isEmpty { return false }
    let old = pseudoElements[element] ?? []
    guard new != old else { return false }
    pseudoElements[element] = new.isEmpty ? nil : new
    return new.count != old.count
      || zip(new, old).contains {
        $0.pseudoElement != $1.pseudoElement
          || calculator.styles[Int($0.number)] != calculator.styles[Int($1.number)]
      }
  }

  /// Styles all elements again and compares the result.
  private mutating func restyle(
    _ document: Document, _ states: [NodeID: ElementState], after earlier: StyleUpdate = StyleUpdate()
  ) -> StyleUpdate {
    let old = self
    let known = Set(old.calculator.tree.orderWithShadowTrees)
    self = LiveStyles(
      stylist, document, states: states, overrides: overrides, containerSizes: calculator.containers.sizes)
    var update = earlier
    for element in calculator.tree.orderWithShadowTrees {
      let node = NodeID(Int(element))
      update.matched += 1
      if !known.contains(element) {
        update.added.insert(node)
      } else if old.calculator.styles[Int(old.numbers[Int(element)])]
        != calculator.styles[Int(numbers[Int(element)])]
      {
        update.changed.insert(node)
      }
    }
    update.changed.subtract(update.added)
    update.hasOtherElements = true
    for element in Set(pseudoElements.keys).union(old.pseudoElements.keys) {
      let node = NodeID(Int(element))
      let styles = (old.styled.pseudoElements(of: node), styled.pseudoElements(of: node))
      let isSame = styles.0.elementsEqual(styles.1) {
        $0.pseudoElement == $1.pseudoElement && $0.style == $1.style
      }
      if !isSame || update.added.contains(node) { update.pseudoElements.insert(node) }
    }
    return update
  }

  /// The number of styles, names and runs, including those that nothing uses any more.
  private var size: Int {
    calculator.styles.count + calculator.tree.names.count + calculator.tree.attributeNames.count
      + calculator.tree.classPool.count
  }
  private var isWorn: Bool { size > 4 * freshSize + 10_000 }

  // MARK: One update

  private mutating func begin(_ document: Document) {
    turn += 1
    if !covered.isEmpty { covered = [:] }
    makeRoom(for: document)
  }

  private mutating func makeRoom(for document: Document) {
    calculator.tree.makeRoom(for: document)
    let missing = calculator.tree.records.count - numbers.count
    guard missing > 0 else { return }
    numbers += [Int32](repeating: 0, count: missing)
    readsParent += [Bool](repeating: false, count: missing)
    marked += [Int32](repeating: 0, count: missing)
    readIn += [Int32](repeating: 0, count: missing)
  }

  /// Queues all elements that a change reaches.
  private mutating func mark(_ element: Int32, _ reach: Reach) {
    if reach.contains(.itself) { open(element) }
    if reach.contains(.descendants) { markBelow(element) }
    let wanted = reach.intersection([.siblings, .belowSiblings])
    guard !wanted.isEmpty else { return }
    var sibling = calculator.tree.records[Int(element)].next
    while sibling >= 0 {
      // Once a sibling is covered, so are all after it: many siblings may change at once.
      let passed = covered[sibling] ?? []
      if passed.isSuperset(of: wanted) { return }
      covered[sibling] = passed.union(wanted)
      if reach.contains(.siblings) { open(sibling) }
      if reach.contains(.belowSiblings) { markBelow(sibling) }
      sibling = calculator.tree.records[Int(sibling)].next
    }
  }

  private mutating func markBelow(_ top: Int32) {
    guard covered[top]?.contains(.descendants) != true else { return }
    covered[top, default: []].insert(.descendants)
    var element = calculator.tree.following(top, below: top)
    while element >= 0 {
      open(element)
      element = calculator.tree.following(element, below: top)
    }
  }

  private mutating func markAll() {
    var top = calculator.tree.firstElement
    while top >= 0 {
      open(top)
      markBelow(top)
      top = calculator.tree.records[Int(top)].next
    }
  }

  private mutating func open(_ element: Int32) {
    guard marked[Int(element)] != turn else { return }
    marked[Int(element)] = turn
    let depth = Int(calculator.tree.records[Int(element)].depth)
    while open.count <= depth { open.append([]) }
    open[depth].append(element)
  }

  /// Styles the queued elements, parents first, and the elements that depend on a changed one.
  ///
  /// Returns false when lengths relative to the root element have changed.
  private mutating func styleOpen(in document: Document, _ update: inout StyleUpdate) -> Bool {
    var depth = 0
    while depth < open.count {
      let elements = open[depth]
      open[depth].removeAll(keepingCapacity: true)
      for element in elements {
        style(element, in: document, &update)
        if depth == 0, element == calculator.tree.firstElement, !isRootStill(element) {
          open = []
          return false
        }
      }
      depth += 1
    }
    return true
  }

  private func isRootStill(_ element: Int32) -> Bool {
    let text = calculator.styles[Int(numbers[Int(element)])].text
    return calculator.root?.fontSize == text.fontSize / text.usedZoom
      && calculator.root?.lineHeight == text.lineHeightInPoints / text.usedZoom
      && calculator.root?.font == text.lengthFont
  }

  private mutating func style(_ element: Int32, in document: Document, _ update: inout StyleUpdate) {
    update.matched += 1
    let index = Int(element)
    let parent = calculator.tree.records[index].parent
    let old = numbers[index]
    let (number, reads) = calculator.style(
      of: index, parent: parent < 0 ? nil : numbers[Int(parent)],
      in: calculator.containers.around(below: parent))
    readsParent[index] = reads
    let isNew = readIn[index] == turn
    numbers[index] = number
    calculator.settleContainer(index, below: parent, style: number)
    if !calculator.containers.isIdle {
      // Of nested containers only the outermost is walked through.
      if parent >= 0, covered[parent]?.contains(.descendants) == true {
        covered[element, default: []].insert(.descendants)
      } else if number != old, calculator.differsForQueries(number, old) {
        markBelow(element)
      }
    }
    if stylePseudoElements(of: element) || isNew && pseudoElements[element] != nil {
      update.pseudoElements.insert(NodeID(index))
    }
    guard number != old || isNew else { return }
    let node = NodeID(index)
    if !isNew, calculator.styles[Int(number)] != calculator.styles[Int(old)] { update.changed.insert(node) }
    let isInheriting = calculator.differsForChildren(number, old)
    for child in document.children(of: node) {
      if case .element = document.nodes[child.index].content {
        if isInheriting || readsParent[child.index] { open(Int32(child.index)) }
      } else {
        numbers[child.index] = number
      }
    }
  }

  // MARK: Generated nodes

  /// Gives the generated nodes of some elements their styles.
  package mutating func settleGenerated(of elements: some Sequence<NodeID>, in document: Document) {
    makeRoom(for: document)
    for element in elements {
      guard let nodes = document.generated[element] else { continue }
      for (pseudoElement, node) in [(PseudoElement.before, nodes.before), (.after, nodes.after)] {
        guard let node else { continue }
        let own = pseudoElements[Int32(element.index)]?.first { $0.pseudoElement == pseudoElement }
        settle(node, own?.number ?? numbers[element.index], in: document)
      }
    }
  }

  /// The style of a pseudo-element, also of one without a box or without a rule.
  package func style(of pseudoElement: PseudoElement, at node: NodeID) -> ComputedStyle {
    if let known = styled.style(of: pseudoElement, at: node) { return known }
    var calculator = calculator
    let above = numbers[node.index]
    guard let number = calculator.style(of: pseudoElement, of: node.index, below: above) else {
      return stylist.style(inheriting: calculator.styles[Int(above)])
    }
    return calculator.styles[Int(number)]
  }

  /// The styles that an element of the document would have with more declarations, for each list of them.
  ///
  /// - Parameters:
  ///   - element: The element, or the element of the pseudo-element.
  ///   - pseudoElement: Which of its pseudo-elements is asked for; nil for the element itself.
  package func styles(
    of element: NodeID, _ pseudoElement: PseudoElement?, with lists: [[PropertyDeclaration]]
  ) -> [ComputedStyle] {
    guard calculator.tree.holds(element) else { return [] }
    var calculator = calculator
    let parent = calculator.tree.records[element.index].parent
    let above =
      pseudoElement != nil ? numbers[element.index] : parent < 0 ? nil : numbers[Int(parent)]
    return lists.map { calculator.style(of: element.index, pseudoElement, below: above, with: $0) }
  }

  /// The styles of elements of the document just before they are first shown; see
  /// ``Stylist/hasStartingStyles``.
  package func startingStyles(of elements: [NodeID]) -> [NodeID: ComputedStyle] {
    guard !elements.isEmpty, stylist.hasStartingStyles else { return [:] }
    var calculator = calculator
    var found: [NodeID: ComputedStyle] = [:]
    for element in elements where calculator.tree.holds(element) {
      let parent = calculator.tree.records[element.index].parent
      found[element] = calculator.startingStyle(
        of: element.index, below: parent < 0 ? nil : numbers[Int(parent)])
    }
    return found
  }

  /// Gives first letters their styles, which inherit from what the letters stand in.
  package mutating func settleFirstLetters(in document: Document) {
    for (parent, nodes) in document.generated {
      guard let letter = nodes.firstLetter else { continue }
      makeRoom(for: document)
      let above = numbers[parent.index]
      let number = calculator.style(of: .firstLetter, of: letter.block.index, below: above)
      settle(letter.node, number ?? above, in: document)
    }
  }

  private mutating func settle(_ node: NodeID, _ number: Int32, in document: Document) {
    numbers[node.index] = number
    for child in document.children(of: node) {
      let isElement = document.nodes[child.index].isElement
      numbers[child.index] = isElement ? calculator.anonymousStyle(below: number) : number
    }
  }

  /// Assigns an element's style to the text and comments below it.
  mutating func settleTexts(below element: NodeID, in document: Document) {
    for child in document.children(of: element) {
      if case .element = document.nodes[child.index].content { continue }
      numbers[child.index] = numbers[element.index]
    }
  }
}
