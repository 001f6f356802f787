import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout

/// The elements in lines: their frames and texts.
struct InlineParts {
  /// One element in the lines of a container.
  struct Part {
    /// The element whose lines contain it.
    var container: NodeID
    /// The area of its text, relative to the corner of the container's border box.
    var frame: Rect?
    /// Its text: the source text with collapsed blanks.
    var text: String?
    /// The corner of the margin box, for an atomic inline box.
    var origin: (x: Double, y: Double)?
  }

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

extension ViewTreeBuilder {
  /// Records the frames of everything in the lines of one element, relative to the corner of its border box.
  mutating func readLines(of container: NodeID) {
    guard let leaves = boxes.contents[container]?.leaves else { return }
    for leaf in leaves {
      // The container's own text needs no record.
      guard let run = boxes.runs[leaf],
        !run.objects.isEmpty || run.owners.contains(where: { $0 != container })
      else { continue }
      readLines(of: run)
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
          let place = (frame.x, origin.y + top(of: object, fragment: fragment, line: line))
          inline.change(element, in: run.container) { $0.origin = place }
          extendInline(document[element].parent, container: run.container, by: frame)
        } else {
          extendInline(run.owners[fragment.run], container: run.container, by: frame)
        }
      }
    }
    readTexts(of: run)
  }

  /// Records the texts of the inline elements of a run: the source text with collapsed blanks. A blank at the
  /// end of a line separates words although no fragment shows it.
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
      // An element that a block splits continues in another run.
      inline.change(element, in: run.container) { $0.text = $0.text.map { $0 + " " + text } ?? text }
    }
  }

  private func top(of object: InlineObject, fragment: TextLayout.Fragment, line: TextLayout.Line) -> Double {
    line.baseline - (object.baseline ?? object.size.height)
  }

  /// Every inline element around a piece of text covers it.
  private mutating func extendInline(_ owner: NodeID?, container: NodeID, by frame: Rect) {
    var current = owner
    while let element = current, element != container {
      inline.change(element, in: container) { $0.frame = $0.frame.map { $0.union(frame) } ?? frame }
      current = document[element].parent
    }
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
