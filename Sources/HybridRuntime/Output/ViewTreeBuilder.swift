import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridLayoutStyles
import HybridViewTree

/// Builds the view tree for clients from laid-out boxes: a node for each element, with frame, text and paint.
///
/// Extensions make the nodes, and change what is stored here through methods only.
struct ViewTreeBuilder {
  /// The scrolling state of a page, if it is known.
  enum PageScroll {
    case known(ViewScroll?)
    case unknown
  }

  let document: Document
  let styles: StyledDocument
  let boxes: Boxes
  /// The root element, stored since every node needs it.
  let root: NodeID?
  /// The key that identifies an element among its siblings across revisions.
  let key: (NodeID) -> String
  /// The place of an element's start tag, as text.
  let place: (NodeID) -> String?
  /// The states of controls.
  let controls: ControlStates
  /// Elements that listen to taps. Links, buttons and other controls always do.
  let taps: Set<NodeID>
  /// How far elements are moved from where they lie, with all in them.
  let pins: [NodeID: Point]
  /// The elements of drawings that others refer to, by `id`.
  let drawingNames = FirstIDs { $0.namespace == .svg }
  /// The lines of inline elements that paint themselves.
  let groupedLines = GroupedLines()
  /// The animations that a client plays by itself; nil for a client that plays none.
  let motions: MotionSource?
  /// Which elements are named by others.
  private(set) var references = AccessibilityReferences()
  /// The inline elements so far.
  private(set) var inline = InlineParts()
  /// The nodes so far, in tree order.
  private(set) var nodes: [ViewNode] = []
  private(set) var viewport = Size<Double>(width: 0, height: 0)
  /// How the page scrolls, if that is as in the last tree: the extent of all boxes takes a walk over them.
  private(set) var pageScrollKept = PageScroll.unknown
  /// The element of each node of the tree.
  private(set) var elements: [NodeID] = []
  /// The sources of each node.
  private(set) var sources: [NodeSource] = []

  init(
    document: Document, styles: StyledDocument, boxes: Boxes, controls: ControlStates = [:],
    taps: Set<NodeID> = [], pins: [NodeID: Point] = [:], motions: MotionSource? = nil,
    key: @escaping (NodeID) -> String, place: @escaping (NodeID) -> String?
  ) {
    self.document = document
    root = document.rootElement
    self.styles = styles
    self.boxes = boxes
    self.key = key
    self.place = place
    self.controls = controls
    self.taps = taps
    self.pins = pins
    self.motions = motions
  }

  /// The whole tree.
  mutating func build(viewport: Size<Double>) -> ViewTree {
    self.viewport = viewport
    references = AccessibilityReferences(document, dialect: boxes.dialect)
    guard let root, boxes.root != nil else {
      return ViewTree(nodes: [], viewport: viewport)
    }
    // Elements in tree order, each with its parent in the result and the corner that its frame is relative
    // to.
    var open: [(element: NodeID, parent: Int?)] = [(root, nil)]
    while let (element, parent) = open.popLast() {
      readLines(of: element)
      guard let (node, source) = made(element, parent: parent) else { continue }
      let index = nodes.count
      append(node, source, of: element)
      pushChildren(of: element, at: index, to: &open)
    }
    return ViewTree(nodes: nodes, viewport: viewport)
  }

  // MARK: The nodes so far

  /// Keeps the scroll offset and extent of the page in the last tree.
  mutating func keepPageScroll(_ scroll: ViewScroll?) { pageScrollKept = .known(scroll) }

  /// Sets what ``build(viewport:)`` sets itself, for an update of the last tree.
  mutating func setInputs(viewport: Size<Double>, references: AccessibilityReferences) {
    self.viewport = viewport
    self.references = references
  }

  /// Exchanges everything built so far, without a copy.
  mutating func swapNodes(
    _ nodes: inout [ViewNode], _ elements: inout [NodeID], _ sources: inout [NodeSource],
    _ inline: inout InlineParts
  ) {
    swap(&self.nodes, &nodes)
    swap(&self.elements, &elements)
    swap(&self.sources, &sources)
    swap(&self.inline, &inline)
  }

  /// Takes out the nodes with their sources, and reserves room for as many.
  mutating func takeNodes() -> (nodes: [ViewNode], sources: [NodeSource]) {
    let (oldNodes, oldSources) = (nodes, sources)
    nodes = []
    sources = []
    elements = []
    nodes.reserveCapacity(oldNodes.count)
    sources.reserveCapacity(oldNodes.count)
    elements.reserveCapacity(oldNodes.count)
    return (oldNodes, oldSources)
  }

  /// Adds the next node in tree order.
  mutating func append(_ node: consuming ViewNode, _ source: consuming NodeSource, of element: NodeID) {
    nodes.append(node)
    elements.append(element)
    sources.append(source)
  }

  /// Replaces a node by another one of the same element.
  mutating func replace(_ index: Int, by node: consuming ViewNode, _ source: consuming NodeSource) {
    nodes[index] = node
    sources[index] = source
  }

  /// Gives a node another frame.
  mutating func move(_ index: Int, to frame: Rect) { nodes[index].frame = frame }

  /// Records the frames of everything in the lines of one element, relative to the corner of its border box.
  mutating func readLines(of container: NodeID) {
    guard let held = boxes.contents[container] else { return }
    for leaf in held.leaves {
      // The container's own text needs no record.
      guard var run = boxes.runs[leaf],
        !run.objects.isEmpty || run.owners.contains(where: { $0 != container })
      else { continue }
      let content = boxes.contentBox(of: run.leaf)
      let floats = boxes.layout.lineFloats(of: run.leaf)
      var layout = run.layouts.layout(width: content.width, floats: floats)
      // An ellipsis hides text and moves no box (CSS Overflow 3 §5.1).
      if run.text.ellipsizes, run.text.maximumLines == nil, layout.lines.contains(where: \.isTruncated) {
        var whole = run.text
        whole.ellipsizes = false
        layout = RunLayouts(whole.measured).layout(width: content.width, floats: floats)
      }
      if !run.text.edgeRatios.isEmpty || run.boxes.contains(where: { $0.value.ratios != Edges(0.0) }) {
        run.boxes = run.boxes.mapValues { $0.resolved(in: content.width) }
        run.firstLineBoxes = run.firstLineBoxes.mapValues { $0.resolved(in: content.width) }
      }
      inline.read(run, layout, at: origin(of: run, content: content), in: document)
    }
    readBlocks(held.boxes.filter { !held.tableParts.contains($0) }, in: container)
  }

  /// Records the blocks inside of inline elements, whose frames they extend, and the floats, which move with
  /// them.
  private mutating func readBlocks(_ elements: [NodeID], in container: NodeID) {
    guard boxes.dialect == .standard, let around = boxes.elements[container] else { return }
    let placement = InlinePlacement(document: document, styles: styles, container: container)
    for element in elements where document[element].parent != container {
      guard !styles[element].isAbsolutelyPositioned, let box = boxes.elements[element] else { continue }
      var line: Rect?
      if styles[element].isInFlow {
        let (frame, content) = (boxes.frame(of: box), boxes.contentBox(of: around))
        // The line of the block stays where it is if the block itself is moved.
        let top = frame.y - placement.ownOffset(of: element).y
        line = Rect(x: content.x, y: top, width: content.width, height: frame.height)
      }
      inline.read(block: element, in: container, line: line, in: document) { placement.offset(of: $0) }
    }
  }

  /// Removes the records of an element's lines; returns the elements in them.
  mutating func removeLines(of container: NodeID) -> [NodeID] { inline.remove(linesOf: container) }

  // MARK: One node

  /// Pushes the element children of a node, the last one at the bottom. A control handles its own content.
  func pushChildren(of element: NodeID, at index: Int, to open: inout [(element: NodeID, parent: Int?)]) {
    guard boxes.controls[element] == nil, !hidesContent(element) else { return }
    if element == root { for layer in boxes.topLayer.reversed() { open.append((layer, index)) } }
    var child = document.lastShown(in: element)
    while let current = child {
      // The top layer is above all, so its elements are the last children of the root.
      if document[current].isElement, controls[current]?.layer == nil { open.append((current, index)) }
      child = document.shown(before: current)
    }
  }

  /// Whether an element leaves out what is in it (CSS Containment 2 §4.2): if it has a box, and is no part of
  /// a table.
  func hidesContent(_ element: NodeID) -> Bool {
    guard styles[element][\.contentVisibility] == .hidden, let box = boxes.elements[element] else {
      return false
    }
    return !boxes.layout.style(of: box).display.isInsideTable
  }

  /// The node of an element whose ancestors already have nodes, with its source; nil if the element has no
  /// box.
  func made(_ element: NodeID, parent: Int?) -> (node: ViewNode, source: NodeSource)? {
    guard var node = viewNode(element, parent: parent) else { return nil }
    node.scroll = scroll(of: element, frame: node.frame)
    let source = source(of: element, frame: node.frame)
    if source.isPositioned { stick(&node, element) }
    describe(&node, element)
    node.accessibility = accessibility.accessibility(of: element, text: node.text, control: node.control)
    return (node, source)
  }

  /// The reader for accessibility properties.
  var accessibility: AccessibilityReader {
    AccessibilityReader(
      document: document, styles: styles, controls: controls, dialect: boxes.dialect, references: references)
  }

  /// The node of an element; nil if it has no box.
  private func viewNode(_ node: NodeID, parent: Int?) -> ViewNode? {
    guard let element = document[node].element else { return nil }
    let style = styles[node]
    guard style.box.display != .none else { return nil }
    guard let frame = frame(of: node, style: style) else { return nil }
    var result = ViewNode(
      key: key(node), parent: parent, tag: element.writtenName, id: element.id,
      classes: element.classes.isEmpty ? nil : element.classes.joined(separator: " "), frame: frame,
      text: text(of: node), source: place(node))
    result.paint =
      style.text.visibility == .visible
      ? paint(node, style: style, frame: frame) : hiddenPaint(node, style: style, frame: frame)
    setEffects(&result.paint, node, style: style, frame: frame)
    if node == root, !style.text.fonts.isEmpty {
      result.paint.setEffects { $0.fonts = style.text.fonts.faces }
    }
    return result
  }

  /// The border box, relative to the corner of the parent element's border box.
  private func frame(of node: NodeID, style: ComputedStyle) -> Rect? {
    let isOnTop = controls[node]?.layer != nil
    let parentCorner = isOnTop ? (x: 0.0, y: 0.0) : corner(ofInline: document[node].parent)
    if let box = boxes.elements[node] {
      let own = boxes.frame(of: box)
      if !inline.isEmpty, let origin = inline.parts[node]?.origin {
        let margin = boxes.layout.margins(of: box, containingWidth: 0)
        return Rect(
          x: origin.x + margin.left - parentCorner.x, y: origin.y + margin.top - parentCorner.y,
          width: own.width,
          height: own.height)
      }
      let offset = inline.isEmpty ? .zero : inline.parts[node]?.offset ?? .zero
      return Rect(
        x: own.x + offset.x - parentCorner.x, y: own.y + offset.y - parentCorner.y, width: own.width,
        height: own.height)
    }
    if let inline = inline.parts[node]?.frame {
      return Rect(
        x: inline.x - parentCorner.x, y: inline.y - parentCorner.y, width: inline.width, height: inline.height
      )
    }
    // An element without content, such as an empty span or a line break, is a point.
    return style.box.display == .contents || style.box.display == .inline
      ? Rect(x: 0, y: 0, width: 0, height: 0) : nil
  }

  /// The corner of an inline parent in its container; its children's frames are relative to it.
  private func corner(ofInline parent: NodeID?) -> (x: Double, y: Double) {
    guard !inline.isEmpty, let parent, boxes.elements[parent] == nil, let frame = inline.parts[parent]?.frame
    else {
      return (0, 0)
    }
    return (frame.x, frame.y)
  }

  /// The text of the element itself.
  private func text(of node: NodeID) -> String? {
    if let control = boxes.controls[node] { return control.text }
    if !inline.isEmpty, let inline = inline.parts[node]?.text { return inline.isEmpty ? nil : inline }
    guard let leaves = boxes.contents[node]?.leaves, !leaves.isEmpty else { return nil }
    let text =
      leaves.count == 1
      ? boxes.runs[leaves[0]]?.string ?? ""
      : leaves.compactMap { boxes.runs[$0]?.string }.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
