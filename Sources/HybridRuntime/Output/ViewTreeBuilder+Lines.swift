import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridViewTree

extension ViewTreeBuilder {
  /// The lines in an element's own box.
  func lines(of node: NodeID) -> [ViewLine]? {
    guard let leaves = boxes.contents[node]?.leaves, !leaves.isEmpty else { return nil }
    if leaves.count == 1 { return boxes.runs[leaves[0]].map { lines(of: $0) } }
    return leaves.flatMap { leaf in boxes.runs[leaf].map { lines(of: $0) } ?? [] }
  }

  /// The corner of a run's content, relative to the corner of its container's border box.
  func origin(of run: InlineRun, content: Rect) -> (x: Double, y: Double) {
    guard run.isAnonymous else { return (content.x, content.y) }
    let frame = boxes.frame(of: run.leaf)
    return (frame.x + content.x, frame.y + content.y)
  }

  /// The lines of one run, relative to the corner of the container's border box.
  func lines(of run: InlineRun) -> [ViewLine] {
    let content = boxes.contentBox(of: run.leaf)
    let origin = origin(of: run, content: content)
    func make() -> [ViewLine] {
      viewLines(
        run.layouts.layout(width: content.width), of: run.text, owners: run.owners, x: origin.x, y: origin.y,
        width: content.width, offsets: run.offsets)
    }
    // Invisible parts are not in the text, so lines with them are not cached.
    guard run.owners.allSatisfy({ styles[$0].text.visibility == .visible }) else { return make() }
    return run.shown.lines(at: Rect(x: origin.x, y: origin.y, width: content.width, height: 0), making: make)
  }

  /// Lines of text for clients, relative to a corner.
  func viewLines(
    _ layout: TextLayout, of text: RichText, owners: [NodeID], x: Double, y: Double, width: Double,
    offsets: [NodeID: Point] = [:]
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
        let offset = owners.indices.contains(fragment.run) ? offsets[owners[fragment.run]] ?? .zero : .zero
        var piece = ViewText(
          text: fragment.text, x: x + fragment.x + offset.x, width: fragment.width, size: style.font.size,
          weight: style.font.weight, family: style.font.families.joined(separator: ","),
          color: style.color, link: style.link)
        piece.isItalic = style.font.isItalic
        piece.isUnderlined = style.isUnderlined
        piece.isStruckThrough = style.isStruckThrough
        piece.letterSpacing = style.letterSpacing
        piece.wordSpacing = style.wordSpacing
        piece.rise = fragment.rise - offset.y
        piece.isRightToLeft = fragment.isRightToLeft
        return piece
      }
      return ViewLine(
        frame: Rect(x: x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: align, room: ViewSpan(start: x, width: width), pieces: pieces
      )
    }
  }

  /// The bullet or number of a list item, outside its box on the starting side (CSS Lists 3 §3.1).
  func marker(of node: NodeID, style: ComputedStyle, _ lines: [ViewLine]?) -> [ViewLine] {
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

  /// The ordinal value of an item: HTML Standard §4.4.8, `value` of `li` and `start` of `ol`.
  private func number(of node: NodeID) -> Int {
    func integer(_ name: String, of node: NodeID?) -> Int? {
      node.flatMap { document[$0].element?[name] }.flatMap { Int32($0.trimmed) }.map(Int.init)
    }
    var count = 0
    var item: NodeID? = node
    while let current = item {
      if document[current].element?.name == "li" {
        if let value = integer("value", of: current) { return value + count }
        count += 1
      }
      item = document[current].previousSibling
    }
    let start = document[node].parent.flatMap { parent in
      document[parent].element?.name == "ol" ? integer("start", of: parent) : nil
    }
    return (start ?? 1) + count - 1
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
