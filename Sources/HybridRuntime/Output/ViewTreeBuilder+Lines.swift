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

  /// The lines of one run that its container paints, relative to the corner of the container's border box.
  func lines(of run: InlineRun) -> [ViewLine] {
    if let groups = groupLines(of: run) { return groups[nil] ?? [] }
    let content = boxes.contentBox(of: run.leaf)
    let origin = origin(of: run, content: content)
    // Invisible parts are not in the text, so lines with them are not cached.
    guard boxes.layout.lineFloats(of: run.leaf).isEmpty,
      run.owners.allSatisfy({ styles[$0].text.visibility == .visible })
    else {
      return allLines(of: run).map(\.line)
    }
    return run.shown.lines(at: Rect(x: origin.x, y: origin.y, width: content.width, height: 0)) {
      allLines(of: run).map(\.line)
    }
  }

  /// The lines that an inline element paints itself, with its effects; nil for other elements.
  func lines(ofGroup node: NodeID) -> [ViewLine]? {
    guard isInlineGroup(node), let part = inline.parts[node], let corner = part.frame,
      let leaves = boxes.contents[part.container]?.leaves
    else { return nil }
    return leaves.flatMap { leaf -> [ViewLine] in
      guard let run = boxes.runs[leaf], let groups = groupLines(of: run) else { return [] }
      return (groups[node] ?? []).map { line in
        var line = line
        for index in line.pieces.indices { line.pieces[index].x -= corner.x }
        let start = line.pieces[0].x
        let end = line.pieces.reduce(start) { max($0, $1.x + $1.width) }
        line.frame = Rect(x: start, y: line.frame.y - corner.y, width: end - start, height: line.frame.height)
        (line.room, line.align) = (ViewSpan(start: start, width: end - start), "left")
        return line
      }
    }
  }

  /// The lines of one run, with the run of each piece.
  private func allLines(of run: InlineRun) -> [PlacedLine] {
    let content = boxes.contentBox(of: run.leaf)
    let origin = origin(of: run, content: content)
    let floats = boxes.layout.lineFloats(of: run.leaf)
    return placedLines(
      run.layouts.layout(width: content.width, floats: floats), of: run.text, owners: run.owners,
      x: origin.x, y: origin.y, width: content.width, offsets: run.offsets, columns: floats.columns)
  }

  /// The lines of one run by the inline element that paints them, nil for the container; nil if the container
  /// paints all of them. They are made once: a paragraph may have thousands of such elements.
  private func groupLines(of run: InlineRun) -> [NodeID?: [ViewLine]]? {
    groupedLines.lines(of: run.leaf) {
      guard let groups = groups(of: run) else { return nil }
      var result: [NodeID?: [ViewLine]] = [:]
      for placed in allLines(of: run) {
        var parts: [NodeID?: [ViewText]] = [nil: []]
        for (piece, run) in zip(placed.line.pieces, placed.runs) {
          parts[groups[run], default: []].append(piece)
        }
        for (group, pieces) in parts {
          var line = placed.line
          line.pieces = pieces
          result[group, default: []].append(line)
        }
      }
      return result
    }
  }

  /// Whether an element is a part of a line and a stacking context, so that it paints its texts itself.
  func isInlineGroup(_ node: NodeID) -> Bool {
    boxes.dialect == .standard && boxes.elements[node] == nil && styles[node].isInlineGroup
  }

  /// For each piece of a run the inline element that paints it; nil if the container paints all of them.
  private func groups(of run: InlineRun) -> [NodeID?]? {
    var result: [NodeID?]?
    var last: (owner: NodeID, group: NodeID?)?
    for (index, owner) in run.owners.enumerated() where owner != run.container {
      let group = last?.owner == owner ? last?.group : group(of: owner, in: run.container)
      last = (owner, group)
      guard let group else { continue }
      if result == nil { result = Array(repeating: nil, count: run.owners.count) }
      result?[index] = group
    }
    return result
  }

  private func group(of owner: NodeID, in container: NodeID) -> NodeID? {
    var current: NodeID? = owner
    while let element = current, element != container {
      if isInlineGroup(element) { return element }
      current = document[element].parent
    }
    return nil
  }

  /// Lines of text for clients, relative to a corner.
  func viewLines(
    _ layout: TextLayout, of text: RichText, owners: [NodeID], x: Double, y: Double, width: Double
  ) -> [ViewLine] {
    placedLines(layout, of: text, owners: owners, x: x, y: y, width: width).map(\.line)
  }

  private func placedLines(
    _ layout: TextLayout, of text: RichText, owners: [NodeID], x: Double, y: Double, width: Double,
    offsets: [NodeID: Point] = [:], columns: [LineColumn] = []
  ) -> [PlacedLine] {
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
      let content = index == 0 ? text.firstLine ?? text : text
      var runs: [Int] = []
      let pieces = line.fragments.compactMap { fragment -> ViewText? in
        guard case .text(_, let style) = content.runs[fragment.run], !fragment.text.isEmpty else {
          return nil
        }
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
        piece.stroke = style.stroke
        runs.append(fragment.run)
        return piece
      }
      let shown = ViewLine(
        frame: Rect(x: x + line.x, y: y + line.y, width: line.width, height: line.height),
        baseline: line.baseline - line.y, align: align(line), room: ViewSpan(start: x + column, width: width),
        pieces: pieces
      )
      return PlacedLine(line: shown, runs: runs)
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

/// A line, and the index of each piece's run.
private struct PlacedLine {
  var line: ViewLine
  var runs: [Int]
}

/// The lines of runs with inline elements that paint themselves, for one tree.
final class GroupedLines {
  private var lines: [LayoutNodeID: [NodeID?: [ViewLine]]] = [:]

  /// The lines of the run of a leaf, by the element that paints them; nil if the container paints them all.
  func lines(
    of leaf: LayoutNodeID, making make: () -> [NodeID?: [ViewLine]]?
  ) -> [NodeID?: [ViewLine]]? {
    if let known = lines[leaf] { return known }
    let made = make()
    if let made { lines[leaf] = made }
    return made
  }
}
