import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridUnits

/// A complete run of inline content.
struct FinishedRun {
  /// The text. Its objects have no size until they are laid out.
  var text: RichText
  /// For each run of ``text``: its innermost element.
  var owners: [NodeID]
  /// The number of runs at the start that are the marker of the container.
  var markerRuns = 0
  /// The inline elements that begin or end in it, outermost first.
  var inlineElements: [NodeID]
  /// The elements that sit in the line as one box, by ``InlineObject/id``; for an anonymous table its first
  /// part.
  var objects: [NodeID]
  /// The parts of the anonymous tables, by the first part.
  var tables: [NodeID: [NodeID]] = [:]
  /// The boxes of ``inlineElements``.
  var boxes: [NodeID: InlineBox]
  /// The boxes in the first line, where that has other styles.
  var firstLineBoxes: [NodeID: InlineBox] = [:]
  /// The offsets of elements and their content by relative positioning.
  var offsets: [NodeID: Point]
}

/// Builds one rich text from a run of inline items: white space is collapsed, styles are resolved, edges of
/// inline boxes become space.
struct InlineRunBuilder {
  let styles: StyledDocument
  let document: Document
  /// The element whose lines these are.
  let container: NodeID
  private let textStyles: TextStyleReader
  private var collapser = WhiteSpaceCollapser()
  /// The remaining bytes of text: data may hold megabytes, which no reader needs.
  private var room = ShownText.limit
  /// The meaning of each piece of the collapser, in order.
  private var pieces: [Piece] = []
  private var inlineElements: [NodeID] = []
  private var objects: [NodeID] = []
  private var tables: [NodeID: [NodeID]] = [:]
  /// Whether the run contains only collapsible white space.
  private(set) var isBlank = true
  /// Whether there are inline elements, which have a place even in a blank run.
  private(set) var hasMarks = false
  private var openElements: [NodeID] = []

  private enum Piece {
    case text(NodeID)
    case forcedBreak(NodeID)
    case marker(ListMarker)
    case object(Int)
    case opening(NodeID, EdgeWidth)
    case closing(NodeID, EdgeWidth)
    /// The start of an inline element without an edge there; it is a place if there is nothing in it.
    case mark(NodeID)
    case anchor(NodeID, LineAnchor.Kind)
    case ordering(NodeID, String)
  }

  /// Margin, border and padding at one edge of an inline box.
  private struct EdgeWidth {
    var points: Double
    /// The part of the container's width that comes on top.
    var ratio: Double
    var isNone: Bool { points == 0 && ratio == 0 }
  }

  init(container: NodeID, document: Document, styles: StyledDocument) {
    self.container = container
    self.document = document
    self.styles = styles
    textStyles = TextStyleReader(container: container, document: document, styles: styles)
  }

  /// Adds an inline item. Elements that are open when a run begins are reopened in it.
  mutating func append(_ item: InlineItem) {
    switch item {
    case .text(let text, let owner):
      let style = styles[owner]
      let mode: WhiteSpaceCollapser.Mode =
        switch style.text.whiteSpaceCollapse {
        case .collapse: .collapse
        case .preserveBreaks: .preserveBreaks
        case .preserve, .breakSpaces: .preserve
        }
      if mode == .preserve, !text.isEmpty { isBlank = false }
      collapser.append(
        shown(text).transformed(style.text.textTransform), mode: mode,
        wraps: style.text.textWrapMode != .nowrap)
      if isBlank, collapser.pieces.last?.contains(where: { $0 != " " }) == true { isBlank = false }
      pieces.append(.text(owner))
    case .marker(let marker, _):
      appendEdge(.marker(marker))
      if marker.isInside { isBlank = false }
    case .forcedBreak(let owner):
      collapser.appendBreak()
      isBlank = false
      pieces.append(.forcedBreak(owner))
    case .open(let element):
      inlineElements.append(element)
      openElements.append(element)
      let edge = leadingEdge(of: styles[element])
      appendEdge(edge.isNone ? .mark(element) : .opening(element, edge))
      if edge.isNone { hasMarks = true } else { isBlank = false }
      if let order = styles[element].textOrder { appendEdge(.ordering(element, order.start)) }
    case .close(let element):
      openElements.removeLast()
      if let order = styles[element].textOrder { appendEdge(.ordering(element, order.end)) }
      let edge = trailingEdge(of: styles[element])
      if !edge.isNone {
        appendEdge(.closing(element, edge))
        isBlank = false
      }
    case .object(let element):
      collapser.appendObject()
      isBlank = false
      pieces.append(.object(objects.count))
      objects.append(element)
    case .table(let parts):
      collapser.appendObject()
      isBlank = false
      pieces.append(.object(objects.count))
      objects.append(parts[0])
      tables[parts[0]] = parts
    case .block, .outOfFlow: break
    }
  }

  /// The text, truncated to the remaining bytes.
  private mutating func shown(_ text: String) -> String {
    let count = text.utf8.count
    guard count > room else {
      room -= count
      return text
    }
    guard room > 0 else { return "" }
    var end = text.utf8.index(text.startIndex, offsetBy: room)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    room = 0
    return text[..<end] + "…"
  }

  /// Whether boxes out of the flow have their places in it.
  private(set) var hasAnchors = false

  /// Records the place of a float or of a box out of the flow.
  mutating func appendAnchor(_ element: NodeID, _ kind: LineAnchor.Kind) {
    hasAnchors = true
    appendEdge(.anchor(element, kind))
  }

  /// Continues an element from an earlier run, without its leading edge (CSS 2.2 §9.2.1.1). It has a place
  /// also if nothing follows in it.
  mutating func reopen(_ element: NodeID) {
    inlineElements.append(element)
    openElements.append(element)
    appendEdge(.mark(element))
    if let order = styles[element].textOrder { appendEdge(.ordering(element, order.start)) }
    hasMarks = true
  }

  private mutating func appendEdge(_ piece: Piece) {
    collapser.appendNothing()
    pieces.append(piece)
  }

  /// The run as rich text.
  mutating func finish() -> FinishedRun {
    let texts = collapser.finish()
    let placement = InlinePlacement(document: document, styles: styles, container: container)
    var runs: [RichText.Run] = []
    var owners: [NodeID] = []
    var markerRuns = 0
    var edgeRatios: [Int: Double] = [:]
    var breakClears: [Int: FloatSides] = [:]
    let filled = filledElements(texts)
    let style = styles[container]
    if style[\.unicodeBidi] == .bidiOverride || style[\.unicodeBidi] == .isolateOverride {
      runs.append(.ordering(style.text.direction.override))
      owners.append(container)
    }
    for (piece, text) in zip(pieces, texts) {
      switch piece {
      case .marker(let marker) where marker.growsLine:
        runs.append(.anchor(LineAnchor(.box, struts: [marker.strut])))
        owners.append(container)
      case .marker(let marker):
        runs += marker.runs
        markerRuns = runs.count
        owners = Array(repeating: container, count: markerRuns)
      case .text(let owner):
        guard !text.isEmpty else { continue }
        for (part, style) in parts(of: text, textStyles.style(of: owner), owner) {
          runs.append(.text(part, style))
          owners.append(owner)
        }
      case .forcedBreak(let owner):
        let sides = FloatSides(styles[owner].box.clear)
        if !sides.isEmpty { breakClears[runs.count] = sides }
        runs.append(.text(text, textStyles.style(of: owner)))
        owners.append(owner)
      case .object(let number):
        let element = objects[number]
        // An anonymous table is on the baseline: `vertical-align` of its parts is that of cells.
        let (place, group) =
          tables[element] == nil
          ? placement.place(ofObject: element) : placement.place(ofTableIn: document[element].parent)
        var object = InlineObject(id: Int32(number), size: .zero, place: place)
        object.group = group
        object.struts = placement.struts(of: document[element].parent)
        runs.append(.object(object))
        owners.append(element)
      case .opening(let owner, let room):
        if room.ratio != 0 { edgeRatios[runs.count] = room.ratio }
        runs.append(.opening(room.points))
        owners.append(owner)
      case .closing(let owner, let room):
        if room.ratio != 0 { edgeRatios[runs.count] = room.ratio }
        runs.append(.closing(room.points))
        owners.append(owner)
      case .mark(let owner):
        guard !filled.contains(owner) else { continue }
        runs.append(.anchor(LineAnchor(.box, struts: placement.struts(of: owner))))
        owners.append(owner)
      case .ordering(let owner, let characters):
        runs.append(.ordering(characters))
        owners.append(owner)
      case .anchor(let element, let kind):
        runs.append(.anchor(LineAnchor(kind)))
        owners.append(document[element].parent ?? container)
      }
    }
    var text = RichText(runs: runs, style: textStyles.style(of: container))
    text.direction = style.text.direction == .rtl ? .rightToLeft : .leftToRight
    if style[\.unicodeBidi] == .plaintext { text.direction = .auto }
    text.alignment =
      switch style.text.textAlign {
      case .start, .matchParent: .start
      case .end: .end
      case .left, .webkitLeft: .left
      case .right, .webkitRight: .right
      case .center, .webkitCenter: .center
      case .justify: .justify
      }
    text.lastAlignment =
      switch style[\.textAlignLast] {
      case .auto: nil
      case .start: .start
      case .end: .end
      case .left: .left
      case .right: .right
      case .center: .center
      case .justify: .justify
      }
    text.wrap = style.wrap
    text.keepsTrailingSpaces = style.text.whiteSpaceCollapse == .breakSpaces
    if let lines = lineLimit(style), lines > 0 {
      text.maximumLines = lines
      text.ellipsizes = true
    }
    if style.visual.textOverflow == .ellipsis, style.box.overflowX != .visible { text.ellipsizes = true }
    text.indent = style.text.textIndent.resolved(against: 0)
    if style.text.textIndent.hasPercentage {
      text.indentRatio = style.text.textIndent.resolved(against: 1) - text.indent
    }
    text.edgeRatios = edgeRatios
    text.breakClears = breakClears
    text.tabSize = style[\.tabSize]
    text.wrapStyle = style.wrapStyle
    var boxes: [NodeID: InlineBox] = [:]
    for element in inlineElements { boxes[element] = placement.box(of: element) }
    var offsets: [NodeID: Point] = [:]
    for element in inlineElements + objects {
      let offset = placement.offset(of: tables[element] == nil ? element : parent(of: element))
      if offset != .zero { offsets[element] = offset }
    }
    if hasAnchors { addContainers(to: &text, owners, boxes, offsets) }
    return FinishedRun(
      text: text, owners: owners, markerRuns: markerRuns, inlineElements: inlineElements, objects: objects,
      tables: tables, boxes: boxes, offsets: offsets)
  }

  private func parent(of element: NodeID) -> NodeID { document[element].parent ?? container }

  // MARK: Containing blocks

  /// Gives the places of absolutely positioned boxes their inline containing blocks (CSS 2.2 §10.1 step 4).
  private func addContainers(
    to text: inout RichText, _ owners: [NodeID], _ boxes: [NodeID: InlineBox], _ offsets: [NodeID: Point]
  ) {
    for index in text.runs.indices {
      guard case .anchor(var anchor) = text.runs[index], anchor.kind == .inline || anchor.kind == .block,
        let element = positionedElement(around: owners[index]), let box = boxes[element]
      else { continue }
      let runs = owners.indices.filter { contains(element, owners[$0]) }
      guard let first = runs.first, let last = runs.last else { continue }
      let (borders, isReversed) = (styles[element].border.widths, styles[element].text.direction == .rtl)
      let start = isReversed ? box.margins.right + borders.right : box.margins.left + borders.left
      let end = isReversed ? box.margins.left + borders.left : box.margins.right + borders.right
      anchor.container = InlineContainer(
        runs: first..<last + 1, above: box.ascent - borders.top + box.rise,
        below: box.descent - borders.bottom - box.rise,
        startInset: isEdge(text.runs[first]) && owners[first] == element ? start : 0,
        endInset: isEdge(text.runs[last]) && owners[last] == element ? end : 0,
        offset: offsets[element] ?? .zero)
      text.replaceRun(at: index, by: .anchor(anchor))
    }
  }

  /// The nearest inline element of these lines that is the containing block of positioned boxes in `element`.
  func positionedElement(around element: NodeID) -> NodeID? {
    var current = element
    while current != container {
      if styles[current].box.position != .static { return current }
      guard let parent = document[current].parent else { return nil }
      current = parent
    }
    return nil
  }

  private func contains(_ element: NodeID, _ owner: NodeID) -> Bool {
    var current: NodeID? = owner
    while let node = current, node != container {
      if node == element { return true }
      current = document[node].parent
    }
    return false
  }

  private func isEdge(_ run: RichText.Run) -> Bool {
    switch run {
    case .opening, .closing: true
    case .text, .object, .anchor, .ordering: false
    }
  }

  /// The inline elements with something in them that takes room, if there are any without.
  private func filledElements(_ texts: [String]) -> Set<NodeID> {
    guard hasMarks else { return [] }
    var filled: Set<NodeID> = []
    for (piece, text) in zip(pieces, texts) {
      var current: NodeID?
      switch piece {
      case .text(let owner), .forcedBreak(let owner): current = text.isEmpty ? nil : owner
      case .object(let number): current = document[objects[number]].parent
      case .opening(let owner, _), .closing(let owner, _): current = owner
      case .mark, .anchor, .marker, .ordering: break
      }
      while let element = current, element != container, filled.insert(element).inserted {
        current = document[element].parent
      }
    }
    return filled
  }

  /// The parts of a text that differ in style: small capitals are capital letters of a smaller font (CSS
  /// Fonts 4 §6.8).
  private func parts(
    of text: String, _ style: TextStyle, _ owner: NodeID
  ) -> [(text: String, style: TextStyle)] {
    guard styles[owner][\.fontVariantCaps] == .smallCaps, text.contains(where: \.isLowercase) else {
      return [(text, style)]
    }
    var small = style
    // As browsers synthesize them, in whole pixels.
    small.font.size = (style.font.size * 0.7).rounded()
    small.boxFont = style.font
    var parts: [(text: String, style: TextStyle)] = []
    var isSmall: Bool?
    for character in text {
      let shown = character.isLowercase ? character.uppercased() : String(character)
      if character.isLowercase == isSmall {
        parts[parts.count - 1].text += shown
      } else {
        isSmall = character.isLowercase
        parts.append((shown, character.isLowercase ? small : style))
      }
    }
    return parts
  }

  /// The maximum number of lines, 0 for all. A label's attribute takes precedence over its style.
  private func lineLimit(_ style: ComputedStyle) -> Int? {
    if let label = document[container].element, label.elementName == .label,
      let lines = label["lines"].flatMap({ Int($0) })
    {
      return max(lines, 0)
    }
    return style.visual.lineClamp
  }

  private func leadingEdge(of style: ComputedStyle) -> EdgeWidth {
    edge(of: style, isLeft: style.text.direction != .rtl)
  }

  private func trailingEdge(of style: ComputedStyle) -> EdgeWidth {
    edge(of: style, isLeft: style.text.direction == .rtl)
  }

  private func edge(of style: ComputedStyle, isLeft: Bool) -> EdgeWidth {
    let margin = isLeft ? style.box.margin.left : style.box.margin.right
    let padding = isLeft ? style.box.padding.left : style.box.padding.right
    let border = isLeft ? style.border.widths.left : style.border.widths.right
    return EdgeWidth(
      points: margin.points + border + padding.resolved(against: 0), ratio: margin.ratio + padding.ratio)
  }
}

extension FloatSides {
  /// The floats that `clear` of a line break names.
  fileprivate init(_ clear: Clear) {
    switch clear {
    case .none: self = []
    case .left, .inlineStart: self = .left
    case .right, .inlineEnd: self = .right
    case .both: self = [.left, .right]
    }
  }
}

extension LengthPercentage {
  /// The part of a percentage's basis in it.
  var ratio: Double { hasPercentage ? resolved(against: 1) - resolved(against: 0) : 0 }
}

extension LengthOrAuto {
  /// The length in points, without percentages; `auto` of an inline box's margins counts as nothing.
  var points: Double {
    if case .length(let length) = self { length.resolved(against: 0) } else { 0 }
  }

  /// The part of a percentage's basis in it.
  var ratio: Double {
    if case .length(let length) = self { length.ratio } else { 0 }
  }
}
