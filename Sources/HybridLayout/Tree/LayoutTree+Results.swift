package import HybridGeometry

/// The role of a layout's root in the space offered.
package enum RootRole: UInt8, Hashable, Sendable {
  /// A block in the flow: an auto width fills the offered width.
  case block
  /// An absolutely positioned box at the corner: an auto width shrinks to fit.
  case absolute
  /// The root element of a document, a block in the flow of the initial containing block, which is the space
  /// offered and the containing block of positioned boxes without a nearer one (CSS 2.2 §10.1).
  case element
}

extension LayoutTree {
  /// Lays out everything under `root`.
  ///
  /// The containing block of positioned boxes without a nearer one is the root or, if it is the root element
  /// of a document, the space offered.
  ///
  /// - Parameters:
  ///   - available: The size of the root's containing block: percentages of it resolve where it is definite.
  ///   - role: Whether an auto width fills the space or shrinks to fit.
  package mutating func layout(
    root: LayoutNodeID, available: Size<AvailableSpace>, as role: RootRole = .block
  ) {
    let index = Int(root.index)
    let style = style(of: root)
    guard style.display != .none else {
      withPass(root: index) { pass in
        pass.nodes[index].frame = .zero
        pass.columnNotes.remove(root.index)
        pass.clearFrames(inside: index)
      }
      // The subtree has no cached answers now, so nothing has to be asked again.
      nodes.dropSettledChanges()
      return
    }
    let space = rootSpace(available, as: role)
    collapseBorders()
    bringUpToDate(root: index, space)
    let result = withPass(root: index) {
      $0.layoutRoot(index, space, isMinContent: available.width == .minContent)
    }
    nodes.setFrame(style.rootFrame(result.size, offered: space.percentage, as: role), of: index)
  }

  /// The constraint space of the root for the space offered.
  func rootSpace(_ available: Size<AvailableSpace>, as role: RootRole) -> ConstraintSpace {
    func extent(_ space: AvailableSpace) -> Double {
      if case .definite(let points) = space { return max(0, LayoutStyle.clamped(points)) }
      return indefinite
    }
    let offered = Size(width: extent(available.width), height: extent(available.height))
    var space = ConstraintSpace(available: offered, percentage: offered, flags: .independent)
    if role != .absolute { space.widthBehaviour = .stretch }
    if role == .element { space.flags.insert(.initial) }
    return space
  }

  /// The border box of the last layout, in unrounded points, relative to the corner of the parent's border
  /// box.
  ///
  /// Zero for a node without a box; the frame of a child of a `display: contents` node is relative to the
  /// nearest ancestor with a box.
  package func frame(of node: LayoutNodeID) -> Rect { nodes[Int(node.index)].frame }

  /// The floats beside and in the lines of a leaf in the last layout.
  package func lineFloats(of leaf: LayoutNodeID) -> LineFloats {
    positioned[lineFloatsOf: Int(leaf.index)] ?? LineFloats()
  }

  /// The width of the lines of a leaf that is broken between columns; nil for any other.
  package func columnWidth(of leaf: LayoutNodeID) -> Double? {
    guard let floats = positioned[lineFloatsOf: Int(leaf.index)], !floats.columns.isEmpty else { return nil }
    return floats.columnWidth
  }

  /// The leaves that have floats beside or in their lines.
  package var leavesBesideFloats: [LayoutNodeID: LineFloats] { positioned.leavesBesideFloats }

  /// The frame in whole points: edges are rounded in the coordinates of the root, halves towards +∞, so that
  /// adjacent boxes stay adjacent.
  package func roundedFrame(of node: LayoutNodeID) -> Rect {
    var (x, y) = (0.0, 0.0)
    var ancestor = nodes[Int(node.index)].parent
    while ancestor >= 0 {
      x += nodes[Int(ancestor)].frame.x
      y += nodes[Int(ancestor)].frame.y
      ancestor = nodes[Int(ancestor)].parent
    }
    let frame = nodes[Int(node.index)].frame
    let (left, top) = (x + frame.x, y + frame.y)
    return Rect(
      x: snapped(left - x), y: snapped(top - y), width: snapped(left + frame.width) - snapped(left),
      height: snapped(top + frame.height) - snapped(top))
  }
}

extension LayoutStyle {
  /// The frame of a root box of this size, relative to the corner of the space offered.
  func rootFrame(_ size: Size<Double>, offered: Size<Double>, as role: RootRole) -> Rect {
    let margins = margins(percentageWidth: offered.width)
    var frame = Rect(x: margins.left, y: margins.top, width: size.width, height: size.height)
    if role == .element, offered.width.isDefinite {
      // CSS 2.2 §10.3.3: one of the margins is adjusted.
      let free = offered.width - margins.horizontal - size.width
      let isReversed = direction == .rightToLeft
      switch (margin.left.isAuto, margin.right.isAuto) {
      case (true, true) where free > 0: frame.x += free / 2
      case (true, false) where free > 0: frame.x += free
      case (false, true) where free > 0: break
      default: if isReversed { frame.x += free }
      }
    }
    guard position != .static, position != .sticky else { return frame }
    /// The position of a border box that keeps its distance from the far edge, if there is one.
    func start(_ whole: Double, _ inset: Double, _ margin: Double, _ extent: Double) -> Double? {
      whole.isDefinite ? whole - inset - margin - extent : nil
    }
    if let left = resolve(inset.left, against: offered.width) {
      frame.x += left
    } else if let right = resolve(inset.right, against: offered.width) {
      frame.x =
        role == .absolute
        ? start(offered.width, right, margins.right, size.width) ?? frame.x : frame.x - right
    }
    if let top = resolve(inset.top, against: offered.height) {
      frame.y += top
    } else if let bottom = resolve(inset.bottom, against: offered.height) {
      frame.y =
        role == .absolute
        ? start(offered.height, bottom, margins.bottom, size.height) ?? frame.y : frame.y - bottom
    }
    return frame
  }
}

extension LayoutPass {
  /// Lays out the root and its descendants.
  mutating func layoutRoot(_ root: Int, _ space: ConstraintSpace, isMinContent: Bool) -> BoxResult {
    var space = space
    if isMinContent {
      space.available.width = answerFromEmptyStack(.widths(root, space)).widths?.min ?? 0
    }
    return layoutFromEmptyStack(root, space)
  }
}

/// The nearest whole point, halves towards +∞. `rounded(_:)` would need the C math library.
private func snapped(_ value: Double) -> Double {
  guard abs(value) < 1e15 else { return value }
  let shifted = value + 0.5
  let whole = Double(Int64(shifted))
  return whole > shifted ? whole - 1 : whole
}
