/// What the root of a layout is to the space offered.
package enum RootRole: UInt8, Hashable, Sendable {
  /// A block in the flow: an auto width fills the offered width.
  case block
  /// An absolutely positioned box at the corner: an auto width shrinks to fit.
  case absolute
}

extension LayoutTree {
  /// Lays out everything under `root`.
  ///
  /// - Parameters:
  ///   - available: The size of the root's containing block: percentages of it resolve where it is definite.
  ///   - role: Whether an auto width fills the space or shrinks to fit.
  package mutating func layout(
    root: LayoutNodeID, available: Size<AvailableSpace>, as role: RootRole = .block
  ) { fatalError() }

  /// The border box of the last layout, in points, not rounded, from the corner of the parent's border box.
  ///
  /// Zero for a node without box; a child of a `display: contents` node counts from the nearest ancestor with a box.
  package func frame(of node: LayoutNodeID) -> Rect { nodes[Int(node.index)].frame }

  /// The frame on whole points: edges are rounded where they lie in the root, halves towards +∞, so that neighbours stay neighbours.
  package func roundedFrame(of node: LayoutNodeID) -> Rect { fatalError() }

  /// The scrollable area of the node's padding box, at least as large as it is (CSS Overflow 3 §3.1).
  package func scrollSize(of node: LayoutNodeID) -> Size<Double> { fatalError() }
}
