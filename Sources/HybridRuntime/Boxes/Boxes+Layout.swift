import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout

extension Boxes {
  /// Lays out everything for a viewport. Atomic inline boxes come first, since lines need their sizes.
  ///
  /// The basis of percentages in such a box is known only afterwards: if it or the available space differs
  /// from the first assumption, those boxes and everything that depends on them are laid out a second time.
  mutating func layOut(width: Double, height: Double) {
    guard let root else { return }
    let viewport = Size(width: AvailableSpace.definite(width), height: AvailableSpace.definite(height))
    let leaves = innermostLeaves
    for leaf in leaves { _ = placeObjects(of: leaf, room: width) }
    layout.layout(root: root, available: viewport, as: .element)
    var changed = false
    for leaf in leaves { changed = placeObjects(of: leaf, room: contentBox(of: leaf).width) || changed }
    if changed { layout.layout(root: root, available: viewport, as: .element) }
  }

  /// The leaves that contain atomic inline boxes, innermost first.
  private var innermostLeaves: [LayoutNodeID] {
    guard leavesWithObjects.count > 1 else { return Array(leavesWithObjects) }
    let sorted = leavesWithObjects.compactMap { leaf in
      runs[leaf].map { (depth: depth(of: $0.container), container: $0.container, leaf: leaf) }
    }.sorted { ($0.depth, $0.container) > ($1.depth, $1.container) }
    return sorted.map(\.leaf)
  }

  /// The nesting depth of an element's box.
  private func depth(of node: NodeID) -> Int {
    var depth = 0
    var current = node
    while let holder = holders[current] { (current, depth) = (holder, depth + 1) }
    return depth
  }

  /// Lays out the atomic inline boxes of a run and gives the run their sizes; true if a size or a baseline
  /// changed.
  private mutating func placeObjects(of leaf: LayoutNodeID, room: Double) -> Bool {
    guard let run = runs[leaf] else { return false }
    var text = run.text
    var isNew = false
    for (place, piece) in run.text.runs.enumerated() {
      guard case .object(var object) = piece else { continue }
      let element = run.objects[Int(object.id)]
      guard let box = elements[element] else { continue }
      layout.layout(
        root: box, available: Size(width: .definite(room), height: .maxContent), as: .absolute)
      let frame = layout.frame(of: box)
      let margin = layout.margins(of: box, containingWidth: room)
      let size = Size(
        width: frame.width + margin.left + margin.right, height: frame.height + margin.top + margin.bottom)
      let baseline = baseline(of: box).map { $0 + margin.top }
      guard size != object.size || baseline != object.baseline else { continue }
      (object.size, object.baseline) = (size, baseline)
      objectSizes[element] = object
      text.runs[place] = .object(object)
      isNew = true
    }
    if isNew {
      let layouts = RunLayouts(text.measured)
      runs[leaf]?.text = text
      runs[leaf]?.layouts = layouts
      runs[leaf]?.shown = ShownLines()
      touched?.append(run.container)
      layout.setMeasure(layouts.measure, of: leaf)
    }
    return isNew
  }

  /// The baseline of the last line of an atomic inline box, from its top; nil aligns its lower margin edge
  /// (CSS 2.2 §10.8.1).
  private func baseline(of box: LayoutNodeID) -> Double? {
    if layout.style(of: box).overflow.height != .visible { return nil }
    var open: [(LayoutNodeID, Double)] = [(box, 0)]
    var last: Double?
    while let (node, top) = open.popLast() {
      if let run = runs[node] {
        let content = contentBox(of: node)
        let text = run.layouts.layout(width: content.width)
        if let baseline = text.lastBaseline { last = max(last ?? -.infinity, top + content.y + baseline) }
      } else if let element = elementOfBox[node], controls[element]?.text != nil {
        let content = contentBox(of: node)
        last = max(last ?? -.infinity, top + content.y + content.height * 0.8)
      }
      for child in layout.children(of: node) { open.append((child, top + layout.frame(of: child).y)) }
    }
    if last == nil, buttons.contains(box) {
      let content = contentBox(of: box)
      return content.y + content.height
    }
    return last
  }

  /// The content box of a laid-out node, relative to the corner of its border box.
  func contentBox(of node: LayoutNodeID) -> Rect {
    let frame = layout.frame(of: node)
    let inner = layout.contentInsets(of: node)
    return Rect(
      x: inner.left, y: inner.top, width: max(frame.width - inner.left - inner.right, 0),
      height: max(frame.height - inner.top - inner.bottom, 0))
  }
}
