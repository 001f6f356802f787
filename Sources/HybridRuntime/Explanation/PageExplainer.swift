import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridJSON
import HybridLayout
import HybridSource
import HybridUnits
import HybridViewTree

/// Explains elements of one laid-out page.
struct PageExplainer {
  /// The function that explains a box: ``LayoutTree/explain(_:root:available:as:)``.
  typealias Engine = (
    _ tree: inout LayoutTree, _ node: LayoutNodeID, _ root: LayoutNodeID,
    _ available: Size<AvailableSpace>,
    _ role: RootRole
  ) -> LayoutExplanation

  private let stage: LaidOutPage
  private let viewport: Size<Double>
  private let engine: Engine
  private var citations: Citations
  private let elementOfBox: [LayoutNodeID: NodeID]
  /// For each shown element, its frame relative to the parent element and to the page.
  private var frames: [NodeID: (own: Rect, page: Rect)] = [:]

  init(
    _ page: PageUnit, _ stage: LaidOutPage, viewport: Size<Double>, sources: @escaping (String) -> Source?,
    engine: @escaping Engine
  ) {
    self.stage = stage
    self.viewport = viewport
    self.engine = engine
    citations = Citations(page, stage, sources: sources)
    elementOfBox = stage.boxes.elements.byBox
    var builder = ViewTreeBuilder(
      document: stage.bound.document, styles: stage.styles, boxes: stage.boxes, key: { _ in "" },
      place: { _ in nil })
    let tree = builder.build(viewport: viewport)
    var corners: [(x: Double, y: Double)] = []
    for (index, node) in tree.nodes.enumerated() {
      var frame = node.frame
      if let parent = node.parent {
        frame.x += corners[parent].x
        frame.y += corners[parent].y
      }
      corners.append((frame.x, frame.y))
      frames[builder.elements[index]] = (node.frame, frame)
    }
  }

  /// Whether an element has a box or is in lines.
  func isShown(_ node: NodeID) -> Bool {
    frames[node] != nil && stage.styles[node].box.display != .contents
  }

  /// The border box of an element, relative to the parent element and to the page; nil if not shown.
  func frames(of node: NodeID) -> (own: Rect, page: Rect)? { frames[node] }

  /// The label of an element.
  func label(of node: NodeID) -> String { citations.label(of: node) }

  /// The place of an element's start tag.
  func place(of node: NodeID) -> SourceLocation? { citations.place(of: node) }

  /// How an element got its box, or why it has none.
  mutating func explanation(of node: NodeID) -> ElementExplanation.Content {
    guard isShown(node), let frame = frames[node] else { return .withoutBox(withoutBox(node)) }
    let box = stage.boxes.elements[node]
    return .box(
      box.map { boxExplanation(of: node, box: $0, frame.own, frame.page) }
        ?? inlineExplanation(of: node, frame.own, frame.page))
  }

  // MARK: No box

  private mutating func withoutBox(_ node: NodeID) -> ElementExplanation.WithoutBox {
    let document = stage.bound.document
    var ancestor: NodeID? = node
    while let current = ancestor, document[current].element != nil {
      if stage.styles[current].box.display == .none {
        let citation = citations.citation(.display, of: current, subject: node)
        return .init(
          reason: current == node
            ? .init(name: "display-none", text: "it is not displayed")
            : .init(name: "inside-display-none", text: "\(label(of: current)) around it is not displayed"),
          declaration: citation)
      }
      if current != node, stage.boxes.controls[current] != nil {
        return .init(
          reason: .init(
            name: "inside-control",
            text: "\(label(of: current)) shows its own content instead of its children"))
      }
      ancestor = document[current].parent
    }
    if stage.styles[node].box.display == .contents {
      return .init(
        reason: .init(name: "display-contents", text: "its children are laid out in its place"),
        declaration: citations.citation(.display, of: node, subject: node))
    }
    return .init(reason: .init(name: "not-shown", text: "it is not rendered"))
  }

  // MARK: Boxes

  private mutating func boxExplanation(
    of node: NodeID, box: LayoutNodeID, _ frame: Rect, _ pageFrame: Rect
  ) -> ElementExplanation.Box {
    var tree = stage.boxes.layout
    var root = box
    while let parent = tree.parent(of: root) { root = parent }
    let line = root == stage.boxes.root ? nil : LinePlace(of: elementOfBox[root] ?? node, in: stage)
    let layout: LayoutExplanation
    if let line {
      let room = stage.boxes.contentBox(of: stage.boxes.lines[line.run].leaf).width
      layout = engine(&tree, box, root, Size(width: .definite(room), height: .maxContent), .absolute)
    } else {
      let room = Size(
        width: AvailableSpace.definite(viewport.width), height: AvailableSpace.definite(viewport.height))
      layout = engine(&tree, box, root, room, .element)
    }
    let container = layout.container.flatMap { elementOfBox[$0] }
    // An anonymous box is named by the element that it is in.
    let around = container ?? layout.container.flatMap { elementAround($0, in: tree) }
    let words = around.map { container == nil ? "a box in \(label(of: $0))" : label(of: $0) }
    var context = Wording.Context(
      axis: .horizontal, container: words ?? "the page",
      leaf: leafText(of: node, box), label: boxLabel)
    if let line { context.root = "the lines of \(label(of: line.container))" }

    let width = steps(layout.width, node, container, context) { fact, context, _ in fact.wording(context) }
    var x: [ElementExplanation.Step]
    let isInLine = line != nil && root == box
    if let line, isInLine {
      x = [step(line.wording(label(of: line.container)), frame.x, node, line.container, [.textAlign])]
    } else {
      x = steps(layout.x, node, container, context) { $0.wording($1, value: $2) }
    }
    context.axis = .vertical
    let height = steps(layout.height, node, container, context) { fact, context, _ in fact.wording(context) }
    var y: [ElementExplanation.Step]
    if let line, isInLine {
      y = [step(line.wording(label(of: line.container)), frame.y, node, node, [.verticalAlign])]
    } else {
      y = steps(layout.y, node, container, context) { $0.wording($1, value: $2) }
    }
    addInlineCorner(to: &x, frame.x, node)
    addInlineCorner(to: &y, frame.y, node)
    return ElementExplanation.Box(
      frame: frame, pageFrame: pageFrame,
      role: isInLine
        ? .init(name: "atomic-inline", text: "box in \(context.root)") : layout.role.phrase(context),
      container: (isInLine ? line?.container : around).map { label(of: $0) },
      axes: axes(frame, width: width, height: height, x: x, y: y))
  }

  private func elementAround(_ box: LayoutNodeID, in tree: LayoutTree) -> NodeID? {
    var box = box
    while let parent = tree.parent(of: box) {
      box = parent
      if let element = elementOfBox[box] { return element }
    }
    return nil
  }

  private func axes(
    _ frame: Rect, width: [ElementExplanation.Step], height: [ElementExplanation.Step],
    x: [ElementExplanation.Step], y: [ElementExplanation.Step]
  ) -> [ElementExplanation.Axis] {
    [
      .init(name: "width", value: frame.width, steps: width),
      .init(name: "height", value: frame.height, steps: height), .init(name: "x", value: frame.x, steps: x),
      .init(name: "y", value: frame.y, steps: y),
    ]
  }

  private mutating func steps<Fact>(
    _ steps: [LayoutExplanation.Step<Fact>], _ node: NodeID, _ container: NodeID?,
    _ context: Wording.Context,
    _ wording: (Fact, Wording.Context, Double?) -> Wording
  ) -> [ElementExplanation.Step] {
    var context = context
    return steps.map { step in
      let words = wording(step.fact, context, step.value)
      context.before = step.value ?? context.before
      var result = self.step(words, step.value, node, container)
      result.declarations += naturalSize(of: node, behind: words.name, context.axis)
      return result
    }
  }

  /// The attributes that give a picture's natural size, if a step depends on it.
  private func naturalSize(of node: NodeID, behind step: String, _ axis: Wording.Axis) -> [Citation] {
    guard let control = stage.boxes.controls[node], case .image = control.content else { return [] }
    let names: [String]
    switch step {
    case "content", "fit-content", "flex-base-size": names = [axis.extent]
    case "aspect-ratio" where stage.styles[node].box.aspectRatio.ratio == nil: names = ["width", "height"]
    default: return []
    }
    return names.compactMap { citations.citation(attribute: $0, of: node) }
  }

  /// Positions are relative to the parent element, which may be an inline element inside the box that laid it
  /// out.
  private mutating func addInlineCorner(
    to steps: inout [ElementExplanation.Step], _ place: Double, _ node: NodeID
  ) {
    guard let last = steps.last(where: { $0.value != nil })?.value, abs(last - place) > 0.005,
      let parent = stage.bound.document[node].parent
    else { return }
    let corner = last - place
    let words = Wording(
      "parent", "counted", "from \(label(of: parent)), which is at \(plainNumber(corner))",
      facts: [("at", .number(corner))])
    steps.append(step(words, place, node, nil))
  }

  /// A step with the declarations that its wording cites.
  private mutating func step(
    _ words: Wording, _ value: Double?, _ node: NodeID, _ container: NodeID?
  ) -> ElementExplanation.Step {
    var cited: [Citation] = []
    for property in words.cited {
      let owner: NodeID? =
        switch property.owner {
        case .element: node
        case .container: container
        case .box(let box): elementOfBox[box]
        }
      guard let owner,
        let citation = citations.citation(
          property.property, of: owner, subject: node, isOnlyIfDeclared: property.isOnlyIfDeclared)
      else { continue }
      // One declaration of a shorthand counts once.
      let isKnown = cited.contains {
        $0.text == citation.text && $0.location == citation.location && $0.element == citation.element
      }
      if !isKnown { cited.append(citation) }
    }
    return ElementExplanation.Step(
      name: .init(name: words.name, text: words.label), value: value, detail: words.detail,
      facts: words.facts, declarations: cited)
  }

  /// A step that depends on properties of `owner`.
  private mutating func step(
    _ words: Wording, _ value: Double, _ node: NodeID, _ owner: NodeID, _ properties: [PropertyID]
  ) -> ElementExplanation.Step {
    var words = words
    words.cited = properties.map { .init(property: $0, owner: owner == node ? .element : .container) }
    return step(words, value, node, owner)
  }

  /// The label of a box's element; anonymous boxes are labelled by their text.
  private var boxLabel: (LayoutNodeID) -> String {
    let (stage, elementOfBox, citations) = (stage, elementOfBox, citations)
    return { box in
      if let node = elementOfBox[box] { return citations.label(of: node) }
      guard let run = stage.boxes.lines.first(where: { $0.leaf == box }) else { return "a box" }
      let text = run.text.string.filter { $0 != "\u{FFFC}" }.collapsingWhitespace
      if text.isEmpty, let object = run.objects.first { return "the line of \(citations.label(of: object))" }
      return "“\(text.shortened(to: 20))”"
    }
  }

  /// A description of a leaf's content.
  private func leafText(of node: NodeID, _ box: LayoutNodeID) -> String {
    if let control = stage.boxes.controls[node] {
      switch control.content {
      case .image, .drawing, .canvas:
        guard let width = control.size.width, let height = control.size.height else { return "its picture" }
        return "a picture of \(shortNumber(width)) × \(shortNumber(height))"
      case .text, .segments, .dots: return "its line of text"
      case .list(_, _, let count): return counted(count, "row")
      case .tick, .toggle, .meter: return "its own size"
      }
    }
    guard let run = stage.boxes.lines.first(where: { $0.leaf == box }) else { return "what it shows" }
    let content = stage.boxes.contentBox(of: box)
    let text = TextMetrics.layout(run.text, width: content.width)
    // Next to floats, lines are shorter and there are more of them.
    let isAlone =
      stage.boxes.layout.style(of: box).size.height != .auto || abs(text.size.height - content.height) < 0.5
    return isAlone ? counted(text.lines.count, "line") + " of text" : "its text"
  }

  // MARK: Inline elements

  private mutating func inlineExplanation(
    of node: NodeID, _ frame: Rect, _ pageFrame: Rect
  ) -> ElementExplanation.Box {
    let line = LinePlace(of: node, in: stage)
    let container = line?.container ?? stage.bound.document[node].parent ?? node
    let name = label(of: container)
    func size(_ axis: Wording.Axis) -> [Wording] {
      var words = Wording("inline", "text", "as \(axis.isHorizontal ? "wide" : "high") as what it shows")
      if let line { words.detail += " in \(line.text) of \(name)" }
      words.cited = [.init(property: .fontSize, isOnlyIfDeclared: true)]
      guard stage.styles[node].cssText(of: axis.size) != "auto" else { return [words] }
      let ignored = Wording(
        "ignored", axis.size.name, "has no effect on an inline element",
        cited: [.init(property: axis.size), .init(property: .display)])
      return [ignored, words]
    }
    var width: [ElementExplanation.Step] = []
    for words in size(.horizontal) {
      width.append(step(words, words.name == "inline" ? frame.width : nil, node, container))
    }
    var height: [ElementExplanation.Step] = []
    for words in size(.vertical) {
      height.append(step(words, words.name == "inline" ? frame.height : nil, node, container))
    }
    let place = line?.wording(name) ?? Wording("line", "in line", "without anything to show")
    return ElementExplanation.Box(
      frame: frame, pageFrame: pageFrame,
      role: .init(name: "inline", text: "inline element in the lines of \(name)"),
      container: name,
      axes: axes(
        frame, width: width, height: height, x: [step(place, frame.x, node, container, [.textAlign])],
        y: [step(place, frame.y, node, node, [.verticalAlign])]))
  }
}

/// The lines that contain an inline element or an atomic inline box.
struct LinePlace {
  /// Index in ``Boxes/lines``.
  var run: Int
  /// The element whose lines they are.
  var container: NodeID
  /// The lines with something of the element, from 1.
  var lines: ClosedRange<Int>
  /// The number of lines.
  var total: Int

  /// Finds the first run of text with something of `node`.
  init?(of node: NodeID, in stage: LaidOutPage) {
    let document = stage.bound.document
    for (index, run) in stage.boxes.lines.enumerated() where run.container != node {
      let own = run.owners.map { owner in
        var current: NodeID? = owner
        while let element = current, element != run.container, element != node {
          current = document[element].parent
        }
        return current == node
      }
      guard own.contains(true) else { continue }
      let width = stage.boxes.contentBox(of: run.leaf).width
      let layout = TextMetrics.layout(
        run.text, width: width, floats: stage.boxes.layout.lineFloats(of: run.leaf))
      let found = layout.lines.indices.filter { layout.lines[$0].fragments.contains { own[$0.run] } }
      guard let first = found.first, let last = found.last else { continue }
      self.run = index
      container = run.container
      lines = first + 1...last + 1
      total = layout.lines.count
      return
    }
    return nil
  }

  /// `line 2 of 3`, `lines 2 to 3 of 3`.
  var text: String {
    lines.count == 1
      ? "line \(lines.lowerBound) of \(total)"
      : "lines \(lines.lowerBound) to \(lines.upperBound) of \(total)"
  }

  func wording(_ container: String) -> Wording {
    Wording(
      "line", "in line", "\(text) in \(container)",
      facts: [
        ("first", .number(Double(lines.lowerBound))), ("last", .number(Double(lines.upperBound))),
        ("of", .number(Double(total))),
      ])
  }
}

extension LayoutExplanation.Role {
  fileprivate func phrase(_ context: Wording.Context) -> ElementExplanation.Phrase {
    let container = context.container
    switch self {
    case .root: return .init(name: "root", text: "outermost box in \(context.root)")
    case .block: return .init(name: "block", text: "block in \(container)")
    case .float: return .init(name: "float", text: "float in \(container)")
    case .flexItem(let direction, let line, let lines):
      var text = "flex item of \(container), a \(direction.text)"
      if lines > 1 { text += ", in line \(line + 1) of \(lines)" }
      return .init(name: "flex-item", text: text)
    case .gridItem: return .init(name: "grid-item", text: "grid item of \(container)")
    case .positioned(.fixed): return .init(name: "fixed", text: "fixed box in \(container)")
    case .positioned: return .init(name: "absolute", text: "absolute box in \(container)")
    case .none: return .init(name: "box", text: "box in \(container)")
    }
  }
}

extension HybridLayout.FlexDirection {
  fileprivate var text: String {
    switch self {
    case .row: "row"
    case .rowReverse: "reversed row"
    case .column: "column"
    case .columnReverse: "reversed column"
    }
  }
}
