import HybridDOM
import HybridDrawing
import HybridLayout

extension Boxes {
  /// Lays out everything for a viewport, boxes in lines first, since their lines need their sizes.
  ///
  /// What a percentage in such a box refers to is known only afterwards: where that or the room itself turns out to be
  /// other than first supposed, those boxes and what hangs on them are laid out a second time.
  mutating func layOut(width: Double, height: Double) {
    guard let root else { return }
    let viewport = Size(width: AvailableSpace.definite(width), height: AvailableSpace.definite(height))
    // A box inside another line's box was made after that one: the innermost come last.
    for index in lines.indices.reversed() { _ = placeObjects(of: index, room: width) }
    layout.layout(root: root, available: viewport, as: .element)
    var changed = false
    for index in lines.indices.reversed() where !lines[index].objects.isEmpty {
      changed = placeObjects(of: index, room: contentBox(of: lines[index].leaf).width) || changed
    }
    if changed { layout.layout(root: root, available: viewport, as: .element) }
  }

  /// Lays out the boxes that sit in a run and gives the run their sizes; true when one of these is new.
  private mutating func placeObjects(of index: Int, room: Double) -> Bool {
    guard !lines[index].objects.isEmpty else { return false }
    var isNew = false
    for (place, run) in lines[index].text.runs.enumerated() {
      guard case .object(var object) = run, let box = elements[lines[index].objects[Int(object.id)]] else {
        continue
      }
      layout.layout(
        root: box, available: Size(width: .definite(room), height: .maxContent), as: .absolute)
      let frame = layout.frame(of: box)
      let margin = layout.margins(of: box, containingWidth: room)
      let size = Extent(
        width: frame.width + margin.left + margin.right, height: frame.height + margin.top + margin.bottom)
      let baseline = baseline(of: box).map { $0 + margin.top }
      guard size != object.size || baseline != object.baseline else { continue }
      (object.size, object.baseline) = (size, baseline)
      lines[index].text.runs[place] = .object(object)
      isNew = true
    }
    if isNew {
      layout.setMeasure(measureFunction(lines[index].text), of: lines[index].leaf)
      layout.markDirty(lines[index].leaf)
    }
    return isNew
  }

  /// The last line's baseline below the top of a box that sits in a line; nil stands it on its lower margin edge
  /// (CSS 2.2 §10.8.1).
  private func baseline(of box: LayoutNodeID) -> Double? {
    if layout.style(of: box).overflow.height != .visible { return nil }
    var open: [(LayoutNodeID, Double)] = [(box, 0)]
    var last: Double?
    while let (node, top) = open.popLast() {
      if let run = lines.last(where: { $0.leaf == node }) {
        let content = contentBox(of: node)
        let text = TextMetrics.layout(run.text, width: content.width)
        if let baseline = text.lastBaseline { last = max(last ?? -.infinity, top + content.y + baseline) }
      } else if let control = controls.first(where: { elements[$0.key] == node })?.value, control.text != nil
      {
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

  /// The content box of a laid-out node, from the corner of its border box.
  func contentBox(of node: LayoutNodeID) -> Rect {
    let frame = layout.frame(of: node)
    let inner = layout.contentInsets(of: node)
    return Rect(
      x: inner.left, y: inner.top, width: max(frame.width - inner.left - inner.right, 0),
      height: max(frame.height - inner.top - inner.bottom, 0))
  }
}
