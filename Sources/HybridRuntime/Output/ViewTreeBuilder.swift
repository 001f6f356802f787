import HybridCSS
import HybridDOM
import HybridDrawing
import HybridLayout
import HybridReload

/// Turns laid-out boxes into what clients show: a node for each element, with its frame, its text and its look.
struct ViewTreeBuilder {
  let document: Document
  let styles: StyledDocument
  let boxes: Boxes
  /// The root element, which is asked for at every node.
  let root: NodeID?
  /// What names each element among its siblings from one revision to the next.
  let key: (NodeID) -> String
  /// Where an element's start tag is, in words.
  let place: (NodeID) -> String?
  /// What a person did to elements.
  let controls: ControlStates
  /// Elements that listen to taps. Links, buttons and other controls do in any case.
  let taps: Set<NodeID>
  /// How far elements are moved from where they lie, with all in them.
  let pins: [NodeID: ControlState.Offset]
  private var inlineFrames: [NodeID: Rect] = [:]
  private var inlineTexts: [NodeID: String] = [:]
  private var objectOrigins: [NodeID: (x: Double, y: Double)] = [:]
  /// The nodes so far, in tree order.
  private(set) var nodes: [ViewNode] = []
  private(set) var viewport = ViewSize(width: 0, height: 0)
  /// The element of each node of the tree.
  private(set) var elements: [NodeID] = []

  init(
    document: Document, styles: StyledDocument, boxes: Boxes, controls: ControlStates = [:],
    taps: Set<NodeID> = [], pins: [NodeID: ControlState.Offset] = [:], key: @escaping (NodeID) -> String,
    place: @escaping (NodeID) -> String?
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
  }

  /// The whole tree.
  mutating func build(viewport: ViewSize) -> ViewTree {
    self.viewport = viewport
    for container in boxes.contents.keys.sorted() { readLines(of: container) }
    guard let root, boxes.root != nil else {
      return ViewTree(nodes: [], viewport: viewport)
    }
    // Elements in tree order, each with its parent in the result and the corner that its own frame counts from.
    var open: [(element: NodeID, parent: Int?)] = [(root, nil)]
    while let (element, parent) = open.popLast() {
      guard var node = viewNode(element, parent: parent) else { continue }
      let index = nodes.count
      node.scroll = scroll(of: element, frame: node.frame)
      stick(&node, element)
      describe(&node, element)
      nodes.append(node)
      elements.append(element)
      guard boxes.controls[element] == nil else { continue }
      var child = document[element].lastChild
      while let current = child {
        if document[current].element != nil { open.append((current, index)) }
        child = document[current].previousSibling
      }
    }
    return ViewTree(nodes: nodes, viewport: viewport)
  }

  /// Where everything in the runs of one container came to lie, from the corner of its border box.
  private mutating func readLines(of container: NodeID) {
    for leaf in boxes.contents[container]?.leaves ?? [] {
      if let run = boxes.runs[leaf] { readLines(of: run) }
    }
  }

  private mutating func readLines(of run: InlineRun) {
    let content = boxes.contentBox(of: run.leaf)
    let layout = run.layouts.layout(width: content.width)
    let origin = origin(of: run, content: content)
    for line in layout.lines {
      for fragment in line.fragments {
        let frame = Rect(
          x: origin.x + fragment.x, y: origin.y + line.baseline - fragment.ascent, width: fragment.width,
          height: fragment.ascent + fragment.descent)
        if case .object(let object) = run.text.runs[fragment.run] {
          let element = run.objects[Int(object.id)]
          objectOrigins[element] = (frame.x, origin.y + top(of: object, fragment: fragment, line: line))
          extendInline(document[element].parent, container: run.container, by: frame)
        } else {
          extendInline(run.owners[fragment.run], container: run.container, by: frame)
        }
      }
    }
    readTexts(of: run)
  }

  /// What the inline elements of a run show, as it stands in the source once blanks are collapsed: the blanks at which lines
  /// end keep words apart, though no fragment shows them.
  private mutating func readTexts(of run: InlineRun) {
    var texts: [NodeID: String] = [:]
    for (content, owner) in zip(run.text.runs, run.owners) {
      guard case .text(let text, _) = content else { continue }
      var current: NodeID? = owner
      while let element = current, element != run.container {
        texts[element, default: ""] += text
        current = document[element].parent
      }
    }
    for (element, text) in texts {
      // An element that a block breaks in two goes on in another run.
      inlineTexts[element] = inlineTexts[element].map { $0 + " " + text } ?? text
    }
  }

  private func top(of object: InlineObject, fragment: TextLayout.Fragment, line: TextLayout.Line) -> Double {
    line.baseline - (object.baseline ?? object.size.height)
  }

  /// Every inline element round a piece of text covers it.
  private mutating func extendInline(_ owner: NodeID?, container: NodeID, by frame: Rect) {
    var current = owner
    while let element = current, element != container {
      inlineFrames[element] = inlineFrames[element].map { $0.union(frame) } ?? frame
      current = document[element].parent
    }
  }

  /// The node of an element; nil when it makes no box.
  private func viewNode(_ node: NodeID, parent: Int?) -> ViewNode? {
    guard let element = document[node].element else { return nil }
    let style = styles[node]
    guard style.box.display != .none else { return nil }
    guard let frame = frame(of: node, style: style) else { return nil }
    var result = ViewNode(
      key: key(node), parent: parent, tag: element.writtenName, id: element.id,
      classes: element.classes.isEmpty ? nil : element.classes.joined(separator: " "), frame: frame,
      text: text(of: node), source: place(node))
    if style.text.visibility == .visible { result.paint = paint(node, style: style, frame: frame) }
    setEffects(&result.paint, node, style: style, frame: frame)
    return result
  }

  /// The border box, from the corner of the parent element's border box.
  private func frame(of node: NodeID, style: ComputedStyle) -> ViewFrame? {
    let parentCorner = corner(ofInline: document[node].parent)
    if let box = boxes.elements[node] {
      let own = boxes.layout.frame(of: box)
      if let origin = objectOrigins[node] {
        let margin = boxes.layout.margins(of: box, containingWidth: 0)
        return ViewFrame(
          x: origin.x + margin.left - parentCorner.x, y: origin.y + margin.top - parentCorner.y,
          width: own.width,
          height: own.height)
      }
      return ViewFrame(
        x: own.x - parentCorner.x, y: own.y - parentCorner.y, width: own.width, height: own.height)
    }
    if let inline = inlineFrames[node] {
      return ViewFrame(
        x: inline.x - parentCorner.x, y: inline.y - parentCorner.y, width: inline.width, height: inline.height
      )
    }
    // An element without content, such as an empty span or a line break, is a point.
    return style.box.display == .contents || style.box.display == .inline
      ? ViewFrame(x: 0, y: 0, width: 0, height: 0) : nil
  }

  /// Where an inline parent begins in its container; frames of its children count from there.
  private func corner(ofInline parent: NodeID?) -> (x: Double, y: Double) {
    guard let parent, boxes.elements[parent] == nil, let frame = inlineFrames[parent] else { return (0, 0) }
    return (frame.x, frame.y)
  }

  /// What the element itself shows.
  private func text(of node: NodeID) -> String? {
    if let control = boxes.controls[node] { return control.text }
    if let inline = inlineTexts[node] { return inline.isEmpty ? nil : inline }
    let runs = runs(of: node)
    guard !runs.isEmpty else { return nil }
    let text = runs.map(\.text.string).joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}

extension Rect {
  fileprivate func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}

/// `0xRRGGBBAA`.
func packed(_ color: HybridCSS.RGBA) -> UInt32 { packed(HybridDrawing.RGBA(color)) }
