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
    let besideFloats = layout.leavesBesideFloats
    defer { touchLines(movedSince: besideFloats) }
    beginLayout(of: root, in: Size(width: width, height: height))
    let leaves = innermostLeaves
    for leaf in leaves { _ = placeObjects(of: leaf, room: width, isFirst: true) }
    layOut(root, available: viewport, as: .element)
    var changed = false
    for leaf in leaves {
      changed = placeObjects(of: leaf, room: contentBox(of: leaf).width, isFirst: false) || changed
    }
    if changed { layOut(root, available: viewport, as: .element) }
  }

  /// Records containers whose lines have other floats beside them than before.
  private mutating func touchLines(movedSince before: [LayoutNodeID: LineFloats]) {
    let now = layout.leavesBesideFloats
    guard touched != nil, !now.isEmpty || !before.isEmpty else { return }
    for leaf in Set(now.keys).union(before.keys) where now[leaf] != before[leaf] {
      guard let run = runs[leaf] else { continue }
      forgetShownLines(of: run)
    }
  }

  /// The leaves that contain atomic inline boxes, innermost first.
  private var innermostLeaves: [LayoutNodeID] {
    let leaves = runs.leavesWithObjects
    guard leaves.count > 1 else { return Array(leaves) }
    let sorted = leaves.compactMap { leaf in
      runs[leaf].map { (depth: depth(of: $0.container), container: $0.container, leaf: leaf) }
    }.sorted { ($0.depth, $0.container) > ($1.depth, $1.container) }
    return sorted.map(\.leaf)
  }

  /// The nesting depth of an element's box.
  private func depth(of node: NodeID) -> Int {
    var depth = 0
    var current = node
    while let holder = contents.holders[current] { (current, depth) = (holder, depth + 1) }
    return depth
  }

  /// Lays out the atomic inline boxes of a run and gives the run their sizes; true if a size or a baseline
  /// changed.
  private mutating func placeObjects(of leaf: LayoutNodeID, room: Double, isFirst: Bool) -> Bool {
    guard let run = runs[leaf] else { return false }
    let basis = layout.percentageHeight(in: run.isAnonymous ? layout.parent(of: leaf) ?? leaf : leaf)
    var text = run.text
    var isNew = false
    for (place, piece) in run.text.runs.enumerated() {
      guard case .object(var object) = piece else { continue }
      let element = run.objects[Int(object.id)]
      let table = run.tables.isEmpty ? nil : contents[run.container]?.tables[element]
      guard let box = table ?? elements[element] else { continue }
      let margin = layout.margins(of: box, containingWidth: room)
      let widths = isFirst ? intrinsicWidths(of: box, element) : object.intrinsicWidths
      // CSS 2.2 §10.5: percentages of the height are those of the block container, if it has a height.
      let height = layout.style(of: box).isHeightRelative ? basis : nil
      layOut(
        box,
        available: Size(width: .definite(room), height: height.map { .definite($0) } ?? .maxContent),
        as: .absolute)
      let frame = layout.frame(of: box)
      let size = Size(
        width: frame.width + margin.left + margin.right, height: frame.height + margin.top + margin.bottom)
      let baseline = baseline(of: box).map { $0 + margin.top }
      guard size != object.size || baseline != object.baseline || widths != object.intrinsicWidths else {
        continue
      }
      (object.size, object.baseline, object.intrinsicWidths) = (size, baseline, widths)
      text.replaceRun(at: place, by: .object(object))
      isNew = true
    }
    if isNew { setText(text, of: run) }
    return isNew
  }

  /// The intrinsic widths of the margin box of an atomic inline box whose width depends on the room; nil for
  /// all others.
  private mutating func intrinsicWidths(
    of box: LayoutNodeID, _ element: NodeID
  ) -> InlineObject.IntrinsicWidths? {
    let style = layout.style(of: box)
    let isFixed: Bool
    switch style.size.width {
    case .points: isFixed = !style.minSize.width.isRelative && !style.maxSize.width.isRelative
    case .auto: isFixed = controls[element] != nil && !style.maxSize.width.isRelative
    default: isFixed = !style.size.width.isRelative && controls[element] != nil
    }
    if isFixed { return nil }
    let margin = layout.margins(of: box, containingWidth: 0)
    func width(_ available: AvailableSpace) -> Double {
      layOut(box, available: Size(width: available, height: .maxContent), as: .absolute)
      return layout.frame(of: box).width + margin.left + margin.right
    }
    return InlineObject.IntrinsicWidths(min: width(.minContent), max: width(.maxContent))
  }

  /// The baseline of the last line of an atomic inline box, from its top; nil aligns its lower margin edge
  /// (CSS 2.2 §10.8.1).
  private func baseline(of box: LayoutNodeID) -> Double? {
    let style = layout.style(of: box)
    let isBlock = style.display == .flowRoot || style.display == .block
    if let element = elements.element(of: box), let control = controls[element] {
      let content = contentBox(of: box)
      return control.baseline(
        in: content, height: layout.frame(of: box).height,
        styles?[element])
    }
    // Of a block container only: a flex container's first item has its baseline.
    if isBlock, style.overflow.height != .visible { return nil }
    // CSS 2.2 §17.4: the first row has the baseline of a table.
    if style.display == .table { return layout.firstBaseline(of: box) }
    // CSS Flexbox 1 §8.5, CSS Grid 1 §10.6: the first line or row has the baseline of the container. Layout
    // does not know where controls have theirs.
    if style.display == .grid || style.display == .flex && !buttons.contains(box), !holdsControl(box),
      let first = layout.firstBaseline(of: box)
    {
      return first
    }
    var open: [(LayoutNodeID, Double)] = [(box, 0)]
    var last: Double?
    var lastMarker: Double?
    while let (node, top) = open.popLast() {
      if let run = runs[node] {
        let content = contentBox(of: node)
        let text = run.layouts.layout(width: content.width, floats: layout.lineFloats(of: node))
        if let baseline = text.lastBaseline { last = max(last ?? -.infinity, top + content.y + baseline) }
      } else if let element = elements.element(of: node), controls[element] != nil {
        let content = contentBox(of: node)
        let around = layout.parent(of: node).map { layout.style(of: $0).display }
        let own = controls[element]?.lastBaseline(
          in: content, height: layout.frame(of: node).height, styles?[element],
          isItem: around == .flex || around == .grid)
        if let own { last = max(last ?? -.infinity, top + own) }
      } else if !markers.isEmpty, let element = elements.element(of: node), let marker = markers[element],
        !marker.isInside
      {
        lastMarker = max(lastMarker ?? -.infinity, top + contentBox(of: node).y + marker.baseline)
      }
      for child in layout.children(of: node) where !layout.style(of: child).isOutOfFlow {
        open.append((child, top + layout.frame(of: child).y))
      }
    }
    // Without lines, the markers beside items have the baselines.
    if last == nil, let lastMarker { return lastMarker }
    if last == nil, buttons.contains(box) {
      let content = contentBox(of: box)
      return content.y + content.height
    }
    return last
  }

  /// Whether a control is in a box.
  private func holdsControl(_ box: LayoutNodeID) -> Bool {
    if controls.isEmpty { return false }
    var open = [box]
    while let node = open.popLast() {
      if let element = elements.element(of: node), controls[element] != nil { return true }
      open += layout.children(of: node)
    }
    return false
  }

  /// The content box of a laid-out node, relative to the corner of its border box.
  func contentBox(of node: LayoutNodeID) -> Rect {
    let frame = layout.frame(of: node)
    let inner = layout.contentInsets(of: node)
    return Rect(
      x: inner.left, y: inner.top,
      width: layout.columnWidth(of: node) ?? max(frame.width - inner.left - inner.right, 0),
      height: max(frame.height - inner.top - inner.bottom, 0))
  }
}

extension LayoutStyle {
  /// Whether the box is neither in a line nor in the flow.
  fileprivate var isOutOfFlow: Bool { position == .absolute || position == .fixed || float != .none }
}

extension LayoutStyle {
  /// Whether the height depends on that of the containing block.
  fileprivate var isHeightRelative: Bool {
    size.height.isRelative || minSize.height.isRelative || maxSize.height.isRelative
  }
}

extension Length {
  /// Whether it depends on the size of the containing block.
  fileprivate var isRelative: Bool {
    switch self {
    case .percent, .calculation, .stretch: true
    default: false
    }
  }
}
