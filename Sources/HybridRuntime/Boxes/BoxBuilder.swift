import HybridCSS
import HybridDOM
import HybridDrawing
import HybridLayout

/// Makes the boxes of a styled document.
///
/// CSS Display 3 §2.7 and CSS 2.2 §9.2 decide which elements make boxes and which share a line. A run of inline
/// content is one leaf that measures itself: either its container's own box, when there is nothing else in it, or an
/// anonymous box between blocks.
struct BoxBuilder {
  let document: Document
  let styles: StyledDocument
  let dialect: Dialect
  private var boxes = Boxes()
  private let flattener: InlineItems

  init(document: Document, styles: StyledDocument, dialect: Dialect) {
    self.document = document
    self.styles = styles
    self.dialect = dialect
    self.flattener = InlineItems(document: document, styles: styles, dialect: dialect)
    boxes.layout.reserve(document.nodes.count)
  }

  /// The boxes of the whole document.
  mutating func build() -> Boxes {
    if let root = document.rootElement, styles[root].box.display != .none {
      boxes.viewportScroller = dialect == .standard ? viewportScroller(root) : nil
      boxes.root = makeBox(of: root)
    }
    return boxes
  }

  /// The root, or the body where the root says nothing: what it does with overflow is done by the viewport
  /// (CSS Overflow 3 §3.3).
  private func viewportScroller(_ root: NodeID) -> NodeID? {
    let body = document.children(of: root).first { document[$0].element?.name == "body" }
    return [root, body].compactMap { $0 }.first {
      styles[$0].box.overflowX != .visible || styles[$0].box.overflowY != .visible
    }
  }

  /// The box of an element, with everything in it.
  private mutating func makeBox(of node: NodeID) -> LayoutNodeID {
    let style = styles[node]
    guard let element = document[node].element else { return boxes.layout.makeNode() }
    if let control = Control(element, text: ownText(of: node, element), style: style) {
      return makeControl(control, of: node, style: style)
    }
    var layoutStyle = LayoutStyle(style)
    var isButton = false
    // A button centres what it holds, whatever its height (HTML Standard §15.5.5).
    if dialect == .standard, element.name == "button",
      layoutStyle.display == .flowRoot || layoutStyle.display == .block
    {
      layoutStyle.display = .flex
      layoutStyle.flexDirection = .column
      layoutStyle.justifyContent = .center
      layoutStyle.alignItems = .stretch
      isButton = true
    }
    if node == boxes.viewportScroller { layoutStyle.overflow = Size(.visible) }
    let box = boxes.layout.makeNode(layoutStyle)
    boxes.elements[node] = box
    if isButton { boxes.buttons.insert(box) }
    fill(box, of: node, isBlock: layoutStyle.display == .block || layoutStyle.display == .flowRoot)
    return box
  }

  private mutating func makeControl(_ control: Control, of node: NodeID, style: ComputedStyle) -> LayoutNodeID
  {
    var layoutStyle = LayoutStyle(style)
    if case .image = control.content, layoutStyle.aspectRatio == nil, let width = control.size.width,
      let height = control.size.height, width > 0, height > 0
    {
      layoutStyle.aspectRatio = Swift.Float(width / height)
    }
    let box = boxes.layout.makeNode(layoutStyle)
    boxes.elements[node] = box
    boxes.controls[node] = control
    let builder = InlineRunBuilder(container: node, document: document, styles: styles)
    boxes.layout.setMeasure(
      control.measure(control.richText(builder.textStyle(of: node), alignment: .start)), of: box)
    return box
  }

  /// Puts the children of `node` into its box.
  private mutating func fill(_ box: LayoutNodeID, of node: NodeID, isBlock: Bool) {
    let items = flattener.items(of: node)
    let hasBlocks = items.contains {
      if case .block = $0 { true } else if case .outOfFlow = $0 { true } else { false }
    }
    var run = InlineRunBuilder(container: node, document: document, styles: styles)
    var open: [NodeID] = []
    /// Positioned boxes in the middle of a run. They break no line, so they come behind it.
    var waiting: [NodeID] = []
    for item in items {
      switch item {
      case .outOfFlow(let child) where isBlock && !run.isBlank && styles[child].isAbsolutelyPositioned:
        waiting.append(child)
      case .block(let child), .outOfFlow(let child):
        finish(&run, in: box, of: node, isAnonymous: true, reopening: open)
        place(&waiting, in: box)
        boxes.layout.append(makeBox(of: child), to: box)
      case .object(let child) where !isBlock:
        // In a flex or grid container every element is an item of its own.
        finish(&run, in: box, of: node, isAnonymous: true, reopening: open)
        boxes.layout.append(makeBox(of: child), to: box)
      case .open(let element):
        open.append(element)
        run.append(item)
      case .close:
        run.append(item)
        open.removeLast()
      default: run.append(item)
      }
    }
    finish(&run, in: box, of: node, isAnonymous: hasBlocks || !isBlock, reopening: [])
    place(&waiting, in: box)
  }

  /// Puts boxes that waited for the end of a run behind it.
  private mutating func place(_ waiting: inout [NodeID], in box: LayoutNodeID) {
    for child in waiting { boxes.layout.append(makeBox(of: child), to: box) }
    waiting = []
  }

  /// Ends a run: a leaf of its own if it shows anything. Elements that are still open go on in the next run.
  private mutating func finish(
    _ run: inout InlineRunBuilder, in box: LayoutNodeID, of node: NodeID, isAnonymous: Bool,
    reopening: [NodeID]
  ) {
    defer {
      run = InlineRunBuilder(container: node, document: document, styles: styles)
      for element in reopening { run.reopen(element) }
    }
    guard !run.isBlank else { return }
    let finished = run.finish()
    for object in finished.objects { _ = makeBox(of: object) }
    let leaf: LayoutNodeID
    if isAnonymous {
      var style = LayoutStyle()
      style.direction = styles[node].text.direction == .rtl ? .rightToLeft : .leftToRight
      leaf = boxes.layout.makeNode(style)
      boxes.layout.append(leaf, to: box)
    } else {
      leaf = box
    }
    boxes.lines.append(
      InlineRun(
        leaf: leaf, container: node, isAnonymous: isAnonymous, text: finished.text, owners: finished.owners,
        inlineElements: finished.inlineElements, objects: finished.objects))
    boxes.layout.setMeasure(measureFunction(finished.text), of: leaf)
  }

  /// The text inside a control that takes its value from it.
  private func ownText(of node: NodeID, _ element: Element) -> String {
    switch element.name {
    case "textarea":
      return document.nodes(in: node).compactMap { document[$0].text }.joined()
    case "select":
      let options = document.nodes(in: node).filter { document[$0].element?.name == "option" }
      let chosen = options.first { document[$0].element?["selected"] != nil } ?? options.first
      guard let chosen else { return " ▾" }
      let text = document.nodes(in: chosen).compactMap { document[$0].text }.joined()
      return text.split { $0.isWhitespace }.joined(separator: " ") + " ▾"
    default: return ""
    }
  }
}

extension ComputedStyle {
  /// Whether `position` takes the box out of the flow.
  fileprivate var isAbsolutelyPositioned: Bool { box.position == .absolute || box.position == .fixed }
}

/// Measures rich text as a leaf: content width and height, and the baselines of the first and last line.
func measureFunction(_ text: RichText) -> MeasureFunction {
  { input in
    let width: Double? =
      switch (input.known.width, input.available.width) {
      case (let known?, _): known
      case (nil, .definite(let width)): width
      case (nil, .minContent): TextMetrics.minContentWidth(text)
      case (nil, .maxContent): nil
      }
    let bands = input.bands.map { LineBand(top: $0.top, bottom: $0.bottom, left: $0.left, right: $0.right) }
    let lines = TextMetrics.layout(text, width: width, bands: bands)
    return MeasureOutput(
      size: Size(
        width: input.known.width ?? lines.size.width, height: input.known.height ?? lines.size.height),
      firstBaseline: lines.firstBaseline, lastBaseline: lines.lastBaseline)
  }
}
