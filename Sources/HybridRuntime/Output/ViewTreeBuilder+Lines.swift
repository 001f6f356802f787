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
    let shown = leaves.flatMap { leaf in boxes.runs[leaf].map { lines(of: $0) } ?? [] }
    // Lines of places without room show nothing.
    return shown.isEmpty && leaves.allSatisfy({ boxes.runs[$0]?.isOnlyPlaces ?? true }) ? nil : shown
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
    let floats = boxes.layout.lineFloats(of: run.leaf)
    func make() -> [ViewLine] {
      viewLines(
        run.layouts.layout(width: content.width, floats: floats), of: run.text, owners: run.owners,
        x: origin.x, y: origin.y, width: content.width, offsets: run.offsets, columns: floats.columns)
    }
    // Invisible parts are not in the text, so lines with them are not cached.
    guard floats.isEmpty, run.owners.allSatisfy({ styles[$0].text.visibility == .visible }) else {
      return make()
    }
    return run.shown.lines(at: Rect(x: origin.x, y: origin.y, width: content.width, height: 0), making: make)
  }

  /// Lines of text for clients, relative to a corner.
  func viewLines(
    _ layout: TextLayout, of text: RichText, owners: [NodeID], x: Double, y: Double, width: Double,
    offsets: [NodeID: Point] = [:], columns: [LineColumn] = []
  ) -> [ViewLine] {
    let isRightToLeft = text.direction == .rightToLeft
    func align(_ line: TextLayout.Line) -> String {
      switch text.alignment(ofLast: line.endsParagraph) {
      case .center: "center"
      case .right: "right"
      case .end: isRightToLeft ? "left" : "right"
      case .start: isRightToLeft ? "right" : "left"
      case .left, .justify: "left"
      }
    }
    return layout.lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      let column = columns.last { $0.line <= index }?.offset.x ?? 0
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
        if let extras = style.font.extras {
          piece.stretch = extras.stretch
          piece.features = extras.features
          piece.variations = extras.variations
        }
        piece.isUnderlined = style.isUnderlined
        piece.isStruckThrough = style.isStruckThrough
        piece.letterSpacing = style.letterSpacing
        piece.wordSpacing = style.wordSpacing
        piece.rise = fragment.rise - offset.y
        piece.isRightToLeft = fragment.isRightToLeft
        piece.shadows = style.shadows
        piece.rules = style.rules
        return piece
      }
      return ViewLine(
        frame: Rect(x: x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: align(line), room: ViewSpan(start: x + column, width: width),
        pieces: pieces
      )
    }
  }

  /// The marker beside a list item, on the baseline of its first line (CSS Lists 3 §3.5).
  func lines(of marker: ListMarker, beside node: NodeID, frame: Rect) -> [ViewLine] {
    guard let box = boxes.elements[node] else { return [] }
    var text = marker.richText
    let isRightToLeft = styles[node].text.direction == .rtl
    if isRightToLeft { text.direction = .rightToLeft }
    let layout = TextMetrics.layout(text, width: nil)
    let top = boxes.layout.contentInsets(of: box).top
    let baseline = boxes.layout.firstBaseline(of: box) ?? top + (layout.firstBaseline ?? 0)
    let end = marker.outsideEnd(width: layout.size.width)
    return viewLines(
      layout, of: text, owners: [], x: isRightToLeft ? frame.width - end : end - layout.size.width,
      y: baseline - (layout.firstBaseline ?? 0), width: layout.size.width)
  }
}
