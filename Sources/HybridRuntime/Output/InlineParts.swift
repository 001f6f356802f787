import HybridDOM
import HybridDrawing
import HybridGeometry

/// The elements in lines: their frames and texts.
struct InlineParts {
  /// One element in the lines of a container.
  struct Part {
    /// The element whose lines contain it.
    var container: NodeID
    /// The area of its text, relative to the corner of the container's border box.
    var frame: Rect?
    /// Its boxes, if there is more than one (CSS 2.2 §9.2.2).
    private(set) var fragments: [Fragment] = []
    /// The line of its last box.
    private var line = -1
    /// Its text: the source text with collapsed blanks.
    var text: String?
    /// The corner of the margin box, for an atomic inline box.
    var origin: (x: Double, y: Double)?
    /// How far inline elements around a block-level box move it.
    var offset = Point.zero

    init(container: NodeID) { self.container = container }

    /// Adds a piece of a line. A piece that adjoins the last box in the same line extends that box; any other
    /// piece begins a new one, also in the same line of bidirectional text (CSS 2.2 §8.6).
    fileprivate mutating func add(_ piece: Rect, inLine line: Int) {
      defer { self.line = line }
      guard let frame else { return self.frame = piece }
      self.frame = frame.boundingBox(with: piece)
      let last = fragments.last?.frame ?? frame
      if line == self.line, abs(last.maxX - piece.x) < 0.01 {
        if !fragments.isEmpty { fragments[fragments.count - 1].frame = last.boundingBox(with: piece) }
      } else {
        if fragments.isEmpty { fragments = [Fragment(frame: frame)] }
        fragments.append(Fragment(frame: piece))
      }
    }

    /// Adds a block-level box between the lines.
    fileprivate mutating func add(block: Rect) {
      guard let frame else {
        self.frame = block
        fragments = [Fragment(frame: block, isBlock: true)]
        return
      }
      // Its last place may be in the line behind the block.
      let isBehind = frame.isEmpty && block.isEmpty && frame.y >= block.maxY
      self.frame = isBehind ? frame : frame.boundingBox(with: block)
      if fragments.isEmpty { fragments = [Fragment(frame: frame)] }
      let index = fragments.firstIndex { $0.frame.y >= block.maxY } ?? fragments.count
      fragments.insert(Fragment(frame: block, isBlock: true), at: index)
    }
  }

  /// One box of an element.
  struct Fragment {
    /// Relative to the corner of the container's border box.
    var frame: Rect
    /// Whether it is the line of a block-level box inside of the element, where the element paints nothing.
    var isBlock = false
  }

  /// The aligned subtrees of the line that is read.
  private var lifts: [LineGroup: Double] = [:]
  /// The number of lines read so far, which tells lines apart.
  private var lineCount = 0
  /// By element.
  private(set) var parts: [NodeID: Part] = [:]
  /// The elements in the lines of a container.
  private var members: [NodeID: [NodeID]] = [:]

  /// Whether lines contain only text, as on most list pages.
  var isEmpty: Bool { parts.isEmpty }

  /// Changes the part of an element in the lines of `container`; adds the part if new.
  mutating func change(_ element: NodeID, in container: NodeID, _ change: (inout Part) -> Void) {
    if parts[element]?.container != container {
      parts[element] = Part(container: container)
      members[container, default: []].append(element)
    }
    if parts[element] != nil { change(&parts[element]!) }
  }

  /// The elements in the lines of a container.
  func members(of container: NodeID) -> [NodeID] { members.isEmpty ? [] : members[container] ?? [] }

  /// Removes the lines of a container; returns the elements in them.
  mutating func remove(linesOf container: NodeID) -> [NodeID] {
    guard !members.isEmpty, let held = members.removeValue(forKey: container) else { return [] }
    for element in held where parts[element]?.container == container { parts[element] = nil }
    return held
  }
}

extension InlineParts {
  /// Records the frames and texts of everything in the lines of one run.
  ///
  /// - Parameter origin: The corner of the run's content, relative to the corner of its container's border
  ///   box.
  mutating func read(
    _ run: InlineRun, _ layout: TextLayout, at origin: (x: Double, y: Double), in document: Document
  ) {
    var lines = layout.lines[...]
    if !run.firstLineBoxes.isEmpty, let line = lines.popFirst() {
      var first = run
      first.boxes.merge(run.firstLineBoxes) { $1 }
      read(line, of: first, at: origin, in: document)
    }
    for line in lines { read(line, of: run, at: origin, in: document) }
    readTexts(of: run, in: document)
  }

  private mutating func read(
    _ line: TextLayout.Line, of run: InlineRun, at origin: (x: Double, y: Double), in document: Document
  ) {
    lineCount += 1
    lifts = line.lifts
    for fragment in line.fragments {
      let span = (x: origin.x + fragment.x, width: fragment.width)
      let baseline = origin.y + line.baseline
      switch run.text.runs[fragment.run] {
      case .object(let object):
        let element = run.objects[Int(object.id)]
        let offset = run.offsets[element] ?? .zero
        let place = (span.x + offset.x, baseline - fragment.ascent + offset.y)
        if let parts = run.tables[element] {
          for part in parts {
            change(part, in: run.container) { $0.offset = Point(x: place.0, y: place.1) }
          }
        } else {
          change(element, in: run.container) { $0.origin = place }
        }
        extend(document[element].parent, in: run, by: span, baseline: baseline, fragment, document)
      case .text:
        extend(run.owners[fragment.run], in: run, by: span, baseline: baseline, fragment, document)
      case .opening, .closing:
        extendEdge(run.owners[fragment.run], in: run, by: span, baseline: baseline, fragment, document)
      case .anchor(let anchor) where anchor.kind == .box && line.isEmpty:
        // In a line without height it is a point.
        let element = run.owners[fragment.run]
        let offset = run.offsets[element] ?? .zero
        let place = Rect(x: span.x + offset.x, y: baseline + offset.y, width: 0, height: 0)
        change(element, in: run.container) { part in
          if part.frame?.isEmpty ?? true { part.frame = place }
        }
      case .ordering: break
      case .anchor(let anchor):
        guard anchor.kind == .box else { break }
        extend(
          run.owners[fragment.run], in: run, by: span, baseline: baseline, fragment, document, onlyIt: true)
      }
    }
  }

  /// Records the texts of the inline elements of a run: the source text with collapsed blanks. A blank at the
  /// end of a line separates words although no fragment shows it.
  private mutating func readTexts(of run: InlineRun, in document: Document) {
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
      // An element that a block splits continues in another run.
      change(element, in: run.container) { $0.text = $0.text.map { $0 + " " + text } ?? text }
    }
  }

  /// Every inline element around a piece of text covers its width, with its own height.
  private mutating func extend(
    _ owner: NodeID?, in run: InlineRun, by span: (x: Double, width: Double), baseline: Double,
    _ fragment: TextLayout.Fragment, _ document: Document, onlyIt: Bool = false
  ) {
    var current = owner
    while let element = current, element != run.container {
      let box =
        run.boxes[element]
        ?? InlineBox(
          ascent: fragment.ascent, descent: fragment.descent, rise: 0, group: nil, margins: (0, 0))
      let offset = run.offsets[element] ?? .zero
      let own = baseline - box.rise - (box.group.map { lifts[$0] ?? fragment.lift } ?? 0)
      let frame = Rect(
        x: span.x + offset.x, y: own - box.ascent + offset.y, width: span.width,
        height: box.ascent + box.descent)
      let line = lineCount
      change(element, in: run.container) { $0.add(frame, inLine: line) }
      if onlyIt { return }
      current = document[element].parent
    }
  }

  /// The edge of an inline element: its border box is without its margin, the elements around it have all.
  /// The edges of a marker belong to the container and extend nothing.
  private mutating func extendEdge(
    _ element: NodeID, in run: InlineRun, by span: (x: Double, width: Double), baseline: Double,
    _ fragment: TextLayout.Fragment, _ document: Document
  ) {
    guard element != run.container else { return }
    let margins = run.boxes[element]?.margins ?? (left: 0, right: 0)
    let isLeft = fragment.isRightToLeft == isClosing(run.text.runs[fragment.run])
    let margin = isLeft ? margins.left : margins.right
    let own = (x: span.x + (isLeft ? margin : 0), width: max(span.width - margin, 0))
    extend(element, in: run, by: own, baseline: baseline, fragment, document, onlyIt: true)
    extend(document[element].parent, in: run, by: span, baseline: baseline, fragment, document)
  }

  private func isClosing(_ run: RichText.Run) -> Bool { if case .closing = run { true } else { false } }
}

extension InlineParts {
  /// Records a block-level box inside of inline elements: each of them covers the height of the block over
  /// the whole width of the container (CSS 2.2 §9.2.1.1, where browsers give the block a line of its own).
  ///
  /// - Parameters:
  ///   - element: The element of the block.
  ///   - line: The line, relative to the corner of the container's border box; nil for a float, which only
  ///     moves with the elements around it.
  ///   - offset: How far relative positioning moves an inline element.
  mutating func read(
    block element: NodeID, in container: NodeID, line: Rect?, in document: Document,
    offset: (NodeID) -> Point
  ) {
    var current = document[element].parent
    if let parent = current {
      let moved = offset(parent)
      if moved != .zero { change(element, in: container) { $0.offset = moved } }
    }
    while let line, let node = current, node != container {
      let moved = offset(node)
      let frame = Rect(x: line.x + moved.x, y: line.y + moved.y, width: line.width, height: line.height)
      change(node, in: container) { $0.add(block: frame) }
      current = document[node].parent
    }
  }
}

extension Rect {
  /// The smallest rectangle that contains both; one without an area adds nothing (CSSOM View 1 §6, *get the
  /// bounding box*). Of several without an area the last one counts, as in browsers.
  fileprivate func boundingBox(with other: Rect) -> Rect {
    if isEmpty { return other }
    return other.isEmpty ? self : union(other)
  }
}
