import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout

/// What is known of the elements in lines: where they came to lie, and what they show.
struct InlineParts {
  /// One element in the lines of a container.
  struct Part {
    /// The element whose lines it is in.
    var container: NodeID
    /// What its text covers, from the corner of the container's border box.
    var frame: Rect?
    /// What it shows, as it stands in the source once blanks are collapsed.
    var text: String?
    /// Where the margin box of an element begins that sits in a line as one box.
    var origin: (x: Double, y: Double)?
  }

  /// By element.
  private(set) var parts: [NodeID: Part] = [:]
  /// The elements with a part in the lines of a container.
  private var members: [NodeID: [NodeID]] = [:]

  /// Whether nothing is in lines but text: so it is on most pages of lists.
  var isEmpty: Bool { parts.isEmpty }

  /// Changes the part of an element in the lines of `container`, which it may have come to only now.
  mutating func change(_ element: NodeID, in container: NodeID, _ change: (inout Part) -> Void) {
    if parts[element]?.container != container {
      parts[element] = Part(container: container)
      members[container, default: []].append(element)
    }
    if parts[element] != nil { change(&parts[element]!) }
  }

  /// The elements with a part in the lines of a container.
  func members(of container: NodeID) -> [NodeID] { members.isEmpty ? [] : members[container] ?? [] }

  /// Forgets the lines of a container; returns whom they held.
  mutating func remove(linesOf container: NodeID) -> [NodeID] {
    guard !members.isEmpty, let held = members.removeValue(forKey: container) else { return [] }
    for element in held where parts[element]?.container == container { parts[element] = nil }
    return held
  }
}

extension ViewTreeBuilder {
  /// Notes where everything in the lines of one element came to lie, from the corner of its border box.
  mutating func readLines(of container: NodeID) {
    guard let leaves = boxes.contents[container]?.leaves else { return }
    for leaf in leaves {
      // Text of the container's own needs no note.
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

  /// What the inline elements of a run show, as it stands in the source once blanks are collapsed: the blanks
  /// at which lines end keep words apart, though no fragment shows them.
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
      inline.change(element, in: run.container) { $0.text = $0.text.map { $0 + " " + text } ?? text }
    }
  }

  private func top(of object: InlineObject, fragment: TextLayout.Fragment, line: TextLayout.Line) -> Double {
    line.baseline - (object.baseline ?? object.size.height)
  }

  /// Every inline element round a piece of text covers it.
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
