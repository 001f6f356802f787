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
  /// What names each element among its siblings from one revision to the next.
  let key: (NodeID) -> String
  /// Where an element's start tag is, in words.
  let place: (NodeID) -> String?
  private var linesOf: [NodeID: [Int]] = [:]
  private var inlineFrames: [NodeID: Rect] = [:]
  private var inlineTexts: [NodeID: String] = [:]
  private var objectOrigins: [NodeID: (x: Double, y: Double)] = [:]
  private var laidOut: [TextLayout] = []
  private var nodes: [ViewNode] = []
  private var viewport = ViewSize(width: 0, height: 0)
  /// The element of each node of the tree.
  private(set) var elements: [NodeID] = []

  init(
    document: Document, styles: StyledDocument, boxes: Boxes, key: @escaping (NodeID) -> String,
    place: @escaping (NodeID) -> String?
  ) {
    self.document = document
    self.styles = styles
    self.boxes = boxes
    self.key = key
    self.place = place
  }

  /// The whole tree.
  mutating func build(viewport: ViewSize) -> ViewTree {
    self.viewport = viewport
    for index in boxes.lines.indices { readLines(of: index) }
    guard let root = document.rootElement, boxes.root != nil else {
      return ViewTree(nodes: [], viewport: viewport)
    }
    // Elements in tree order, each with its parent in the result and the corner that its own frame counts from.
    var open: [(element: NodeID, parent: Int?)] = [(root, nil)]
    while let (element, parent) = open.popLast() {
      guard let node = viewNode(element, parent: parent) else { continue }
      let index = nodes.count
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

  /// Where everything in one run of inline content came to lie, from the corner of its container's border box.
  private mutating func readLines(of index: Int) {
    let run = boxes.lines[index]
    linesOf[run.container, default: []].append(index)
    let content = boxes.contentBox(of: run.leaf)
    let layout = TextMetrics.layout(run.text, width: content.width)
    laidOut.append(layout)
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

  /// The corner of a run's content, from the corner of its container's border box.
  private func origin(of run: InlineRun, content: Rect) -> (x: Double, y: Double) {
    guard run.isAnonymous else { return (content.x, content.y) }
    let frame = boxes.layout.frame(of: run.leaf)
    return (frame.x + content.x, frame.y + content.y)
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
    guard let runs = linesOf[node] else { return nil }
    let text = runs.map { boxes.lines[$0].text.string }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}

extension ViewTreeBuilder {
  private func paint(_ node: NodeID, style: ComputedStyle, frame: ViewFrame) -> ViewPaint {
    var paint = ViewPaint()
    let isInline = boxes.elements[node] == nil
    paint.isInline = isInline && background(of: style) != nil
    paint.background = background(of: style)
    if !isInline || boxes.controls[node] != nil { paintBorders(&paint, style: style, frame: frame) }
    if style.visual.opacity < 1 { paint.opacity = max(style.visual.opacity, 0) }
    paint.clips = !isInline && style.box.overflowX != .visible
    if let scroller = boxes.viewportScroller, node == scroller || node == document.rootElement {
      // What a viewport clips shows only where it is all that the root covers: a drawing goes on below the fold.
      let overflow = styles[scroller].box.overflowX
      paint.clips =
        node == document.rootElement && (overflow == .hidden || overflow == .clip)
        && frame == ViewFrame(x: 0, y: 0, width: viewport.width, height: viewport.height)
    }
    if let control = boxes.controls[node] {
      paintControl(control, node: node, style: style, into: &paint)
    } else if let runs = linesOf[node] {
      paint.lines = runs.flatMap { lines(of: $0) }
    }
    if style.box.display == .listItem {
      paint.lines = (marker(of: node, style: style, paint.lines)) + (paint.lines ?? [])
    }
    if paint.lines?.isEmpty == true { paint.lines = nil }
    return paint
  }

  private func background(of style: ComputedStyle) -> UInt32? {
    let color = style.visual.backgroundColor.resolved(current: style.text.color)
    return color.alpha > 0 ? packed(color) : nil
  }

  private func paintBorders(_ paint: inout ViewPaint, style: ComputedStyle, frame: ViewFrame) {
    let sides = [
      (style.border.widths.top, style.border.styles.top, style.border.colors.top),
      (style.border.widths.right, style.border.styles.right, style.border.colors.right),
      (style.border.widths.bottom, style.border.styles.bottom, style.border.colors.bottom),
      (style.border.widths.left, style.border.styles.left, style.border.colors.left),
    ]
    if sides.contains(where: { $0.0 > 0 && !$0.1.isAbsent }) {
      paint.borders = sides.map { width, line, color in
        ViewBorder(
          width: width, style: line.rawValue, color: packed(color.resolved(current: style.text.color)))
      }
    }
    let corners = [
      style.border.radii.topLeft, style.border.radii.topRight, style.border.radii.bottomRight,
      style.border.radii.bottomLeft,
    ]
    // One radius a corner; what would overlap shrinks (CSS Backgrounds 3 §4.5).
    let radii = corners.map { corner in
      min(
        corner.horizontal.resolved(against: frame.width), corner.vertical.resolved(against: frame.height),
        frame.width / 2, frame.height / 2)
    }
    if radii.contains(where: { $0 > 0 }) { paint.radii = radii.map { max($0, 0) } }
  }

  private func paintControl(
    _ control: Control, node: NodeID, style: ComputedStyle, into paint: inout ViewPaint
  ) {
    guard let box = boxes.elements[node] else { return }
    let content = boxes.contentBox(of: box)
    switch control.content {
    case .image(let source, let label):
      paint.image = ViewImage(
        source: source, label: label,
        frame: ViewFrame(x: content.x, y: content.y, width: content.width, height: content.height))
    case .text:
      let builder = InlineRunBuilder(container: node, document: document, styles: styles)
      let alignment: RichText.Alignment =
        switch style.text.textAlign {
        case .center, .webkitCenter: .center
        case .right, .end, .webkitRight: .right
        default: .left
        }
      guard let text = control.richText(builder.textStyle(of: node), alignment: alignment) else { return }
      let layout = TextMetrics.layout(text, width: content.width)
      let isTall = document[node].element?.name == "textarea"
      let shift = isTall ? 0 : max((content.height - layout.size.height) / 2, 0)
      paint.lines = viewLines(
        layout, of: text, owners: [], x: content.x, y: content.y + shift, width: content.width)
    case .tick(let isOn, _):
      guard isOn else { return }
      let text = RichText(
        "✓", style: TextStyle(font: Font(size: 12), color: RGBA(style.text.color)), alignment: .center)
      let layout = TextMetrics.layout(text, width: content.width)
      paint.lines = viewLines(layout, of: text, owners: [], x: content.x, y: content.y, width: content.width)
    case .toggle(let isOn):
      paint.background = isOn ? 0x34C7_59FF : 0xE9E9_EBFF
      paint.radii = Array(repeating: min(content.height, content.width) / 2, count: 4)
      let text = RichText(
        "●", style: TextStyle(font: Font(size: 20), color: .white), alignment: isOn ? .right : .left)
      let layout = TextMetrics.layout(text, width: max(content.width - 8, 0))
      let shift = max((content.height - layout.size.height) / 2, 0)
      paint.lines = viewLines(
        layout, of: text, owners: [], x: content.x + 4, y: content.y + shift, width: max(content.width - 8, 0)
      )
    }
  }

  /// The lines of one run, from the corner of the container's border box.
  private func lines(of index: Int) -> [ViewLine] {
    let run = boxes.lines[index]
    let content = boxes.contentBox(of: run.leaf)
    let origin = origin(of: run, content: content)
    return viewLines(
      laidOut[index], of: run.text, owners: run.owners, x: origin.x, y: origin.y, width: content.width)
  }

  private func viewLines(
    _ layout: TextLayout, of text: RichText, owners: [NodeID], x: Double, y: Double, width: Double
  ) -> [ViewLine] {
    let isRightToLeft = text.direction == .rightToLeft
    let align =
      switch text.alignment {
      case .center: "center"
      case .right: "right"
      case .end: isRightToLeft ? "left" : "right"
      case .start: isRightToLeft ? "right" : "left"
      case .left, .justify: "left"
      }
    return layout.lines.map { line in
      let pieces = line.fragments.compactMap { fragment -> ViewText? in
        guard case .text(_, let style) = text.runs[fragment.run], !fragment.text.isEmpty else { return nil }
        if owners.indices.contains(fragment.run), styles[owners[fragment.run]].text.visibility != .visible {
          return nil
        }
        var piece = ViewText(
          text: fragment.text, x: x + fragment.x, width: fragment.width, size: style.font.size,
          weight: style.font.weight, family: style.font.families.joined(separator: ","),
          color: packed(style.color),
          link: style.link)
        piece.isItalic = style.font.isItalic
        piece.isUnderlined = style.isUnderlined
        piece.isStruckThrough = style.isStruckThrough
        return piece
      }
      return ViewLine(
        frame: ViewFrame(x: x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: align, room: ViewSpan(start: x, width: width), pieces: pieces
      )
    }
  }

  /// The bullet or number of a list item, outside its box on the starting side (CSS Lists 3 §3.1).
  private func marker(of node: NodeID, style: ComputedStyle, _ lines: [ViewLine]?) -> [ViewLine] {
    let text: String
    switch style.text.listStyleType {
    case .none: return []
    case .string(let own): text = own
    case .name("decimal"): text = "\(number(of: node))."
    case .name("circle"): text = "◦"
    case .name("square"): text = "▪"
    case .name: text = "•"
    }
    let builder = InlineRunBuilder(container: node, document: document, styles: styles)
    let rich = RichText(text, style: builder.textStyle(of: node))
    let layout = TextMetrics.layout(rich, width: nil)
    let y = lines?.first?.frame.y ?? 0
    let x = -layout.size.width - style.text.fontSize * 0.5
    return viewLines(layout, of: rich, owners: [], x: x, y: y, width: layout.size.width)
  }

  private func number(of node: NodeID) -> Int {
    var count = 1
    var sibling = document[node].previousSibling
    while let current = sibling {
      if document[current].element?.name == "li" { count += 1 }
      sibling = document[current].previousSibling
    }
    return count
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
private func packed(_ color: HybridDrawing.RGBA) -> UInt32 {
  UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8 | UInt32(color.alpha)
}

/// `0xRRGGBBAA`.
private func packed(_ color: HybridCSS.RGBA) -> UInt32 { packed(HybridDrawing.RGBA(color)) }
