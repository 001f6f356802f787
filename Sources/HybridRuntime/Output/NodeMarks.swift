import HybridCSS
import HybridDOM
import HybridLayout
import HybridUnits

/// The elements whose nodes have to be rebuilt. Extra marks cost time; missing marks leave nodes outdated.
struct NodeMarks {
  private(set) var nodes: [NodeID] = []
  private var isMarked: [Bool]
  private var isClimbed: [Bool]

  init(count: Int) {
    isMarked = Array(repeating: false, count: count)
    isClimbed = isMarked
  }

  func contains(_ node: NodeID) -> Bool { isMarked.indices.contains(node.index) && isMarked[node.index] }

  mutating func mark(_ node: NodeID) {
    guard isMarked.indices.contains(node.index), !isMarked[node.index] else { return }
    isMarked[node.index] = true
    nodes.append(node)
  }

  mutating func mark(childrenOf node: NodeID, in document: Document) {
    var child = document.firstShown(in: node)
    while let current = child {
      if document[current].isElement { mark(current) }
      child = document.shown(after: current)
    }
  }

  /// Marks a node as visited on the way up; false if it was visited before.
  mutating func climb(_ node: NodeID) -> Bool {
    guard isClimbed.indices.contains(node.index), !isClimbed[node.index] else { return false }
    isClimbed[node.index] = true
    return true
  }
}

/// The changes to a page since its tree was last built.
struct ViewTreeInputs {
  var changes = DocumentChanges()
  /// Elements with a changed style, and new ones.
  var styled: Set<NodeID> = []
  var added: Set<NodeID> = []
  /// The previous styles.
  var oldStyles: StyledDocument
  /// ``Boxes/touched``.
  var touched: [NodeID] = []
  /// Elements whose source place changed.
  var replaced: [NodeID] = []
}

extension ViewTreeBuilder {
  /// Marks every element whose node depends on a change, except for layout results, which are compared.
  ///
  /// - Parameter changesPage: ``changesPage(_:since:)``.
  func marks(for inputs: ViewTreeInputs, since last: LiveTree, changesPage: Bool) -> NodeMarks {
    var marks = NodeMarks(count: document.nodes.count)
    if changesPage {
      if let root { marks.mark(root) }
      // The viewport's `overflow` comes from one of two elements.
      if let scroller = boxes.viewportScroller { marks.mark(scroller) }
      if let scroller = last.scroller { marks.mark(scroller) }
    }
    let changes = inputs.changes
    for node in changes.attributes.keys {
      marks.mark(node)
      climb(from: node, &marks)
      // A summary shows whether its details are open.
      if document[node].elementName == .details { marks.mark(childrenOf: node, in: document) }
    }
    for node in changes.controls { marks.mark(node) }
    for node in changes.states { marks.mark(node) }
    for node in changes.scrolled { marks.mark(node) }
    for text in changes.texts {
      guard let parent = document[text].parent else { continue }
      marks.mark(parent)
      climb(from: parent, &marks)
    }
    for node in changes.children { markChildren(of: node, &marks) }
    for node in inputs.added { marks.mark(node) }
    for node in inputs.styled {
      marks.mark(node)
      markLines(around: node, inputs, &marks)
      markPositioned(in: node, inputs, &marks)
      // Items of flex and grid containers accept a `z-index` without being positioned.
      if inputs.oldStyles[node].box.display != styles[node].box.display, let content = boxes.contents[node] {
        for child in content.boxes { marks.mark(child) }
      }
    }
    for node in inputs.touched { marks.mark(node) }
    for node in inputs.replaced { marks.mark(node) }
    markDrawings(for: inputs, since: last, &marks)
    markDifferences(from: last, &marks)
    markTold(for: inputs, since: last, &marks)
    markRows(for: inputs, &marks)
    markCells(for: inputs, &marks)
    return marks
  }

  /// Marks the element whose lines an inline element is in, if one of the two now paints the texts of the
  /// other.
  private func markLines(around node: NodeID, _ inputs: ViewTreeInputs, _ marks: inout NodeMarks) {
    guard boxes.elements[node] == nil, inputs.oldStyles[node].isInlineGroup != styles[node].isInlineGroup
    else { return }
    var parent = document[node].parent
    while let element = parent, boxes.elements[element] == nil { parent = document[element].parent }
    if let parent { marks.mark(parent) }
  }

  /// Marks the positioned elements in an element that now clips them, or does no more.
  private func markPositioned(in node: NodeID, _ inputs: ViewTreeInputs, _ marks: inout NodeMarks) {
    let (old, new) = (inputs.oldStyles[node], styles[node])
    guard
      old.box.position != new.box.position || old.box.overflowX != new.box.overflowX
        || old.containment != new.containment || old.holdsPositioned != new.holdsPositioned
    else { return }
    for inner in document.nodes(in: node) where document[inner].isElement {
      if [.absolute, .fixed].contains(styles[inner].box.position) { marks.mark(inner) }
    }
  }

  /// Marks the cells of tables whose borders collapse, if the style of a part of them has changed.
  private func markCells(for inputs: ViewTreeInputs, _ marks: inout NodeMarks) {
    var tables: Set<LayoutNodeID> = []
    for node in inputs.styled where styles[node].text.borderCollapse == .collapse {
      guard let box = boxes.elements[node] else { continue }
      let table = tableAround(box)
      if boxes.layout.collapsedParts(of: table) != nil { tables.insert(table) }
    }
    for table in tables {
      for cell in cells(in: table) {
        if let element = boxes.elements.element(of: cell) { marks.mark(element) }
      }
    }
  }

  /// Whether the root's node may differ: it depends on the extent of all boxes, which takes a walk over them,
  /// and on the elements just below it, whose background and `overflow` the viewport takes.
  func changesPage(_ inputs: ViewTreeInputs, since last: LiveTree) -> Bool {
    let changes = inputs.changes
    guard let root, !boxes.mayHaveMoved, last.scroller == boxes.viewportScroller, changes.scrolled.isEmpty
    else { return true }
    func isAtTop(_ node: NodeID) -> Bool { node == root || document[node].parent == root }
    return changes.attributes.keys.contains(where: isAtTop) || inputs.styled.contains(where: isAtTop)
  }

  private func markChildren(of node: NodeID, _ marks: inout NodeMarks) {
    marks.mark(node)
    climb(from: node, &marks)
  }

  /// Marks ancestors that depend on the node: controls, labels, and elements named by their content or by
  /// such an element.
  func climb(from node: NodeID, _ marks: inout NodeMarks) {
    var current: NodeID? = node
    var told: [NodeID] = []  // elements named by visited ones, still to climb from
    while let element = current ?? told.popLast() {
      guard marks.climb(element) else {
        current = nil
        continue
      }
      if accessibility.reads(element) { marks.mark(element) }
      for reader in references.readers[element] ?? [] {
        marks.mark(reader)
        told.append(reader)
      }
      if boxes.controls[element] != nil {
        marks.mark(element)
      } else if let reading = document[element].element,
        reading.elementName == .label || reading.controlTraits.contains(.valueInContent)
      {
        marks.mark(element)
      }
      current = document[element].parent
    }
  }

  /// Marks drawings that refer to elements by their names, if one of those may have changed.
  private func markDrawings(for inputs: ViewTreeInputs, since last: LiveTree, _ marks: inout NodeMarks) {
    let changed = [inputs.changes.children, inputs.styled, inputs.added]
    guard
      inputs.changes.attributes.keys.contains(where: isNamedInDrawing)
        || changed.contains(where: { $0.contains(where: isNamedInDrawing) })
    else { return }
    for (node, control) in boxes.controls {
      guard case .drawing = control.content, let index = last.index(of: node),
        last.tree.nodes[index].paint.image?.source.contains("%23") == true
      else { continue }
      marks.mark(node)
    }
  }

  /// Whether drawings may refer to an element: it or an element around it has a name, or its own drawing is
  /// not shown.
  private func isNamedInDrawing(_ node: NodeID) -> Bool {
    var current: NodeID? = node
    var outer: NodeID?
    while let inner = current, case .element(let element) = document[inner].content, element.namespace == .svg
    {
      if element.id != nil { return true }
      (outer, current) = (inner, document[inner].parent)
    }
    return outer.map { boxes.controls[$0] == nil } ?? false
  }

  private func markDifferences(from last: LiveTree, _ marks: inout NodeMarks) {
    for (node, state) in controls where last.controls[node] != state { marks.mark(node) }
    for node in last.controls.keys where controls[node] == nil { marks.mark(node) }
    if taps != last.taps { for node in taps.symmetricDifference(last.taps) { marks.mark(node) } }
    for (node, pin) in pins where last.pins[node] != pin { marks.mark(node) }
    for node in last.pins.keys where pins[node] == nil { marks.mark(node) }
  }

  /// Marks rows of native tables, whose look depends on attributes of the table.
  private func markRows(for inputs: ViewTreeInputs, _ marks: inout NodeMarks) {
    guard boxes.dialect == .native else { return }
    for node in inputs.changes.attributes.keys where document[node].elementName == .table {
      for row in document.nodes(in: node) where document[row].isElement { marks.mark(row) }
    }
  }
}
