import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridLayoutStyles

/// Builds the boxes of a styled document, and rebuilds those affected by a change.
///
/// CSS Display 3 §2.7 and CSS 2.2 §9.2 decide which elements make boxes and which share a line. A run of
/// inline content is one leaf that measures itself: its container's own box if there is nothing else in it,
/// or an anonymous box between blocks. No step is recursive, so that deep documents cannot exhaust the stack.
struct BoxBuilder {
  let document: Document
  let styles: StyledDocument
  let dialect: Dialect
  let controls: ControlStates
  var boxes: Boxes
  private let flattener: InlineItems
  /// The layout styles, by style number.
  private var layoutStyles: [Int: LayoutStyle] = [:]
  /// The boxes that still have to be filled.
  var work = BoxWork()

  /// - Parameters:
  ///   - images: The image files that elements name.
  ///   - controls: The states of controls.
  init(
    document: Document, styles: StyledDocument, dialect: Dialect, images: PageImages = PageImages(),
    controls: ControlStates = [:]
  ) {
    self.init(
      updating: Boxes(dialect: dialect, images: images, styles: styles), document: document, styles: styles,
      controls: controls)
  }

  init(updating boxes: Boxes, document: Document, styles: StyledDocument, controls: ControlStates) {
    self.boxes = boxes
    self.document = document
    self.styles = styles
    self.controls = controls
    dialect = boxes.dialect
    flattener = InlineItems(
      document: document, styles: styles, dialect: boxes.dialect, controls: controls, images: boxes.images)
  }

  /// The boxes of the whole document.
  mutating func build() -> Boxes {
    if let root = document.rootElement, styles[root].box.display != .none {
      boxes.beginBuild(
        reserving: document.nodes.count, viewportScroller: viewportScroller(root),
        topLayer: topLayer(below: root), markers: markerMaker.all())
      _ = box(of: root, in: nil)
      fillAll()
    }
    return boxes
  }

  /// The element whose `overflow` applies to the viewport: the root, or the body if the root's is `visible`
  /// (CSS Overflow 3 §3.3).
  func viewportScroller(_ root: NodeID) -> NodeID? {
    guard dialect == .standard else { return nil }
    let body = document.children(of: root).first { document[$0].elementName == .body }
    return [root, body].compactMap { $0 }.first {
      styles[$0].box.overflowX != .visible || styles[$0].box.overflowY != .visible
    }
  }

  /// Makes the markers of list items.
  var markerMaker: ListMarkerMaker {
    ListMarkerMaker(document: document, styles: styles, images: boxes.images)
  }

  /// Fills boxes until all are filled.
  mutating func fillAll() {
    while let node = work.next() { fill(node) }
  }

  /// The box of an element: the existing one, or a new one that is filled later.
  private mutating func box(of node: NodeID, in holder: NodeID?) -> LayoutNodeID {
    if let known = boxes.elements[node] {
      if work.canKeep(node) {
        let hasMoved = boxes.move(node, to: holder)
        if dialect == .native, hasMoved { restyleRows(in: node) }
        // The size of a picture depends on its container, and a legend on what is beside it in its own.
        let control = boxes.controls[node]
        if hasMoved || control?.file != nil || document[node].elementName == .legend {
          boxes.setStyle(layoutStyle(of: node, control), of: known)
        }
        return known
      }
      boxes.destroy(node, in: &work)
    }
    let control = control(of: node)
    let box = boxes.makeBox(of: node, in: holder, layoutStyle(of: node, control))
    work.made(node, isFilled: control != nil)
    if let control { setControl(control, of: node) }
    return box
  }

  /// The control that an element is; nil for one that shows its children.
  func control(of node: NodeID) -> Control? {
    Control(
      node, in: document, style: styles[node], controls: controls, dialect: dialect, images: boxes.images)
  }

  /// Makes an element's box measure a control.
  mutating func setControl(_ control: Control, of node: NodeID) {
    guard let box = boxes.elements[node] else { return }
    let reader = TextStyleReader(container: node, document: document, styles: styles)
    boxes.setControl(
      control, of: node, in: box,
      measure: control.measure(control.richText(reader.style(of: node), alignment: .start)))
  }

  /// The layout style of an element.
  mutating func layoutStyle(of node: NodeID, _ control: Control?) -> LayoutStyle {
    var style = ownLayoutStyle(of: node, control)
    if !boxes.inLine.isEmpty, boxes.inLine.contains(node) { style.isInLine = true }
    return style
  }

  private mutating func ownLayoutStyle(of node: NodeID, _ control: Control?) -> LayoutStyle {
    guard let element = document[node].element else { return LayoutStyle() }
    var result = layoutStyle(numbered: styles.styleNumber(of: node), of: node)
    // Differs from CSS 2.2 §8.1: in native pages a border overlaps its box and takes no space; existing pages
    // rely on it.
    if dialect == .native { result.border = Edges(0) }
    if let control {
      // CSS Sizing 4 §5.1: a natural ratio takes precedence over one given with `auto`.
      if let ratio = control.ratio,
        result.aspectRatio == nil || control.hasNaturalRatio && styles[node].box.aspectRatio.isAuto
      {
        result.aspectRatio = Swift.Float(ratio)
      }
      // A field has its own width also where a block fills its container (CSS 2.2 §10.3.4).
      let isSized = element.control != .picture || element["width"] != nil
      if dialect == .standard, control.file == nil, result.size.width == .auto, isSized,
        !hasItems(document[node].parent)
      {
        result.size.width = .maxContent
      }
      if dialect == .standard, let file = control.file {
        result.sizeAsReplaced(
          file, ratio: control.ratio, fillsWidth: element.isDrawing && file.width == nil && file.ratio != nil,
          in: document[node].parent.map { styles[$0] })
      }
      return result
    }
    if dialect == .standard { setFieldSet(&result, element, node) }
    if dialect == .standard, element.elementName == .button,
      result.display == .flex || result.display == .grid, result.size.width == .auto,
      !hasItems(document[node].parent)
    {
      result.size.width = .fitContent
    }
    if isCenteringButton(element, result) {
      // A button is as wide as its content also where a block fills its container (HTML Standard §15.5.5).
      if result.size.width == .auto, !hasItems(document[node].parent) { result.size.width = .fitContent }
      result.display = .flex
      result.flexDirection = .column
      result.justifyContent = .init(.center, safety: .safe)
      result.alignItems = .stretch
    }
    if dialect == .standard { result.setSpans(element) }
    if let marker = boxes.markers[node], !marker.isInside { result.markerHeight = Swift.Float(marker.height) }
    if node == boxes.viewportScroller { result.overflow = Size(.visible) }
    // CSS 2.2 §10.3.5 and §10.3.7: the root is as wide as its content if it is out of the flow.
    if dialect == .standard, node == document.rootElement, !styles[node].isInFlow, result.size.width == .auto,
      result.inset.left == .auto || result.inset.right == .auto
    {
      result.size.width = .fitContent
    }
    // The rows of a table scroll in it; it has the size that its style and its parent give it.
    if dialect == .native, element.elementName == .table { result.contain.insert(.size) }
    // CSS Positioned Layout 4 §5.1: nothing in the top layer is in the flow.
    if boxes.topLayer.contains(node), result.position != .fixed { result.position = .absolute }
    if dialect == .native, let height = rowHeight(of: node, element) {
      if result.size.height == .auto {
        result.size.height = .points(Swift.Float(height))
        // The default minimum height is for rows that measure themselves.
        result.minSize.height = .auto
      }
    }
    return result
  }

  /// Many elements share one style.
  private mutating func layoutStyle(numbered number: Int, of node: NodeID) -> LayoutStyle {
    if let known = layoutStyles[number] { return known }
    let style = LayoutStyle(styles[node])
    layoutStyles[number] = style
    return style
  }

  /// Puts the children of `node` into its box.
  private mutating func fill(_ node: NodeID) {
    guard let box = boxes.elements[node], boxes.controls[node] == nil, let element = document[node].element
    else { return }
    let style = boxes.layout.style(of: box)
    let isButton = isCenteringButton(element, LayoutStyle(styles[node]))
    boxes.beginFilling(box, of: node, isButton: isButton)
    // A button is a flex container around a block with its content (HTML Standard §15.5.5).
    let legend = element.elementName == .fieldset ? legendBesideItems(of: node) : nil
    let display =
      isButton ? .flowRoot : legend == nil ? style.display : LayoutStyle(styles[node]).display
    let isItems = display == .flex || display == .grid
    let isBlock = display == .block || display == .flowRoot || display == .tableCaption
    var items: [InlineItem] = []
    // CSS Containment 2 §4.2: what is in the element is not laid out.
    if styles[node][\.contentVisibility] != .hidden || style.display.isInsideTable {
      items = flattener.items(of: node)
      if let marker = boxes.markers[node], marker.isInLines { items.insert(.marker(marker, node), at: 0) }
    }
    if style.display.isTablePart { items.removeAll { isSpace($0, in: node, style.display) } }
    let hasBlocks = items.contains {
      if case .block = $0 { true } else if case .outOfFlow = $0 { true } else { false }
    }
    var parts: [Part] = []
    var run = InlineRunBuilder(container: node, document: document, styles: styles)
    var open: [NodeID] = []
    /// Floats and positioned boxes in the middle of a run. They do not break the line, so they follow it.
    var waiting: [NodeID] = []
    func finish(reopening: [NodeID]) {
      // Inline elements without anything in them have a place.
      let hasPlaces = run.hasMarks || run.hasAnchors
      if !run.isBlank || isBlock && dialect == .standard && hasPlaces {
        var finished = run.finish()
        if dialect == .standard, styles.hasPseudoElements,
          parts.allSatisfy({ $0.isOutOfFlow(in: styles) })
        {
          firstLines.apply(to: &finished, of: node)
        }
        parts.append(.run(finished))
      }
      run = InlineRunBuilder(container: node, document: document, styles: styles)
      for element in reopening { run.reopen(element) }
    }
    for item in items {
      switch item {
      case .outOfFlow(let child) where !isItems && (!run.isBlank || isBlock && beginsLine(child, run)):
        waiting.append(child)
        let isFloat = !styles[child].isAbsolutelyPositioned
        run.appendAnchor(child, isFloat ? .float : wasInline(child) ? .inline : .block)
        setInLine(child, true)
      case .block(let child), .outOfFlow(let child):
        setInLine(child, false)
        finish(reopening: open)
        parts += waiting.map { .box($0) }
        waiting = []
        parts.append(.box(child))
        // A marker is in the first line, whatever is out of the flow before it.
        if case .marker? = items.first, parts.allSatisfy({ $0.isOutOfFlow(in: styles) }) {
          run.append(items[0])
        }
      case .object(let child) where isItems:
        // In a flex or grid container every element is an item of its own.
        finish(reopening: open)
        parts.append(.box(child))
      case .open(let element):
        open.append(element)
        run.append(item)
      case .close:
        run.append(item)
        open.removeLast()
      default: run.append(item)
      }
    }
    finish(reopening: [])
    parts += waiting.map { .box($0) }
    let layers = node == document.rootElement ? boxes.topLayer : []
    parts += layers.map { .box($0) }
    if let legend { parts.removeAll { $0.isBox(of: legend) } }
    parts = fixedUp(parts, in: display)
    if let legend { parts = [.box(legend), .anonymous(display, parts)] }
    if isButton, !parts.isEmpty, parts.count > 1 || hasBlocks { parts = [.anonymous(.flowRoot, parts)] }
    // A cell moves its lines, and columns break them, so that they are a box in it.
    let isOutside = hasBlocks || !isBlock || isButton || !layers.isEmpty || style.columns.isContainer
    place(parts, in: box, of: node, isAnonymous: isOutside)
  }

  /// Whether a box out of the flow has its place in the line that begins with `run`, which is blank so far.
  private func beginsLine(_ child: NodeID, _ run: InlineRunBuilder) -> Bool {
    guard dialect == .standard else { return false }
    guard styles[child].isAbsolutelyPositioned else { return run.hasMarks || run.hasAnchors }
    return wasInline(child) || run.positionedElement(around: document[child].parent ?? run.container) != nil
  }

  /// Whether an element out of the flow would be in a line if it were not: by the display type before it is
  /// blockified (CSS Positioned Layout 3 §4.1).
  private func wasInline(_ node: NodeID) -> Bool { styles[node].box.wasInlineLevel }

  /// Records whether the place of an element's box is in the lines of a run before it.
  private mutating func setInLine(_ node: NodeID, _ isInLine: Bool) {
    guard boxes.setInLine(node, isInLine) else { return }
    if let box = boxes.elements[node] {
      boxes.setStyle(layoutStyle(of: node, boxes.controls[node]), of: box)
    }
  }

  /// Makes `parts` the content of a box, reusing its existing content where possible.
  private mutating func place(_ parts: [Part], in box: LayoutNodeID, of node: NodeID, isAnonymous: Bool) {
    let old = boxes.contents[node] ?? BoxContent()
    var content = BoxContent()
    var spareWrappers = old.wrappers.reversed() as [LayoutNodeID]
    var spare = old.leaves.filter { $0 != box }.reversed() as [LayoutNodeID]
    if isAnonymous, old.leaves.contains(box) { boxes.removeRun(of: box) }
    func place(_ parts: [Part], in box: LayoutNodeID) {
      var wanted: [LayoutNodeID] = []
      for part in parts {
        switch part {
        case .box(let child):
          content.boxes.append(child)
          wanted.append(self.box(of: child, in: node))
        case .run(let run):
          for object in run.objects where run.tables[object] == nil {
            boxes.detach(self.box(of: object, in: node))
            content.objects.append(object)
          }
          let leaf = isAnonymous ? spare.popLast() ?? boxes.makeAnonymousBox() : box
          if isAnonymous { wanted.append(leaf) }
          for object in run.objects {
            guard let parts = run.tables[object] else { continue }
            let table = wrapper(.table)
            boxes.detach(table)
            content.tables[object] = table
            content.tableParts.formUnion(parts)
            place(fixedUp(parts.map { .box($0) }, in: .table), in: table)
          }
          setRun(run, leaf: leaf, of: node, isAnonymous: isAnonymous)
          content.leaves.append(leaf)
        case .anonymous(let display, let parts):
          let wrapper = wrapper(display)
          wanted.append(wrapper)
          place(parts, in: wrapper)
        }
      }
      boxes.link(wanted, in: box)
    }
    func wrapper(_ display: HybridLayout.Display) -> LayoutNodeID {
      let style =
        display == .flex || display == .grid
        ? styleAroundItems(of: node) : LayoutStyle(anonymous: display, in: styles[node])
      let wrapper = spareWrappers.popLast() ?? boxes.makeAnonymousBox(style)
      boxes.setStyle(style, of: wrapper)
      content.wrappers.append(wrapper)
      return wrapper
    }
    place(parts, in: box)
    for wrapper in spareWrappers { boxes.removeWrapper(wrapper) }
    for leaf in spare { boxes.removeLeaf(leaf) }
    if !isAnonymous, content.leaves.isEmpty, old.leaves.contains(box) { boxes.removeRun(of: box) }
    for child in boxes.finishFilling(node, with: content) { boxes.destroy(child, in: &work) }
  }

  /// Sets the text of a run's leaf. It is measured again only if its line breaks may change.
  private mutating func setRun(
    _ run: FinishedRun, leaf: LayoutNodeID, of node: NodeID, isAnonymous: Bool
  ) {
    var text = run.text
    boxes.runs.restoreSizes(in: &text, of: run.objects)
    if isAnonymous {
      var style = LayoutStyle()
      style.direction = styles[node].text.direction == .rtl ? .rightToLeft : .leftToRight
      // `justify-items` of a block container aligns its blocks, not its lines.
      let display = styles[node].box.display
      if display != .grid, display != .inlineGrid { style.justifySelf = .stretch }
      boxes.setStyle(style, of: leaf)
    }
    let measured = text.measured
    let before = boxes.runs[leaf]
    let known = before?.layouts
    let layouts = known?.text == measured ? known ?? RunLayouts(measured) : RunLayouts(measured)
    var new = InlineRun(
      leaf: leaf, container: node, isAnonymous: isAnonymous, text: text, owners: run.owners,
      markerRuns: run.markerRuns,
      inlineElements: run.inlineElements, objects: run.objects, tables: run.tables, boxes: run.boxes,
      firstLineBoxes: run.firstLineBoxes,
      offsets: run.offsets,
      layouts: layouts)
    if let before, before.text == text, before.offsets == run.offsets { new.shown = before.shown }
    boxes.setRun(new, replacing: before)
  }
}

extension ComputedStyle {
  /// Whether the box is in the flow.
  var isInFlow: Bool { !isAbsolutelyPositioned && box.float == .none }

  /// Whether `position` takes the box out of the flow.
  var isAbsolutelyPositioned: Bool { box.position == .absolute || box.position == .fixed }
}
