import HybridDrawing
import HybridGeometry
import HybridViewTree

/// Where the nodes of a tree appear in the picture: scrolled, clipped and stacked. In points of the picture.
struct PlacedTree {
  /// The placement of one node.
  struct Place {
    /// The border box.
    var frame: Rect
    /// The intersection of all ancestors' clips; nil without a clip.
    var clip: Rect?
    /// The clip of the ancestors below the nearest scroll container: scrolling never reveals content outside.
    var fixedClip: Rect?
    /// The z-orders of the enclosing stacking contexts, the outermost first.
    var stack: [Int]

    /// The visible part.
    var visible: Rect { clip.map { frame.intersection($0) } ?? frame }
  }

  let tree: ViewTree
  private(set) var places: [Place] = []
  private(set) var indices: [Int: Int] = [:]

  /// - Parameter unmoved: A node whose scroll offset is ignored, since the picture shows the whole page.
  init(_ tree: ViewTree, unmoved: Int?) {
    self.tree = tree
    places.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      indices[node.handle] = index
      var place = Place(
        frame: node.frame,
        stack: [])
      if let parent = node.parent {
        let above = places[parent]
        let offset = parent == unmoved ? nil : tree.nodes[parent].scroll
        place.frame.x += above.frame.x - (offset?.x ?? 0)
        place.frame.y += above.frame.y - (offset?.y ?? 0)
        (place.clip, place.fixedClip, place.stack) = (above.clip, above.fixedClip, above.stack)
        if parent != unmoved, tree.nodes[parent].clips {
          let inner = paddingBox(parent)
          place.clip = place.clip.map { inner.intersection($0) } ?? inner
          let isFixed = tree.nodes[parent].scroll == nil
          place.fixedClip = isFixed ? place.fixedClip.map { inner.intersection($0) } ?? inner : nil
        }
      }
      if node.paint.zOrder != nil || node.paint.isolates { place.stack.append(node.paint.zOrder ?? 0) }
      places.append(place)
    }
  }

  /// The padding box of a node.
  func paddingBox(_ index: Int) -> Rect { tree.nodes[index].paddingBox(at: places[index].frame) }

  /// A node and its ancestors, innermost first.
  func chain(from index: Int?) -> [Int] {
    var result: [Int] = []
    var next = index
    while let index = next {
      result.append(index)
      next = tree.nodes[index].parent
    }
    return result
  }

  /// The topmost node at a cell of the picture; nil without one.
  func node(atColumn column: Int, row: Int) -> Int? {
    var best: Int?
    for (index, place) in places.enumerated() {
      guard isShown(index, atColumn: column, row: row) else { continue }
      guard let last = best else {
        best = index
        continue
      }
      // The later node in tree order is on top, unless the z-orders say otherwise.
      if !Self.isBelow(place.stack, places[last].stack) { best = index }
    }
    return best
  }

  /// Whether a visible part of a node is at a cell: of its fragments, if it has some.
  private func isShown(_ index: Int, atColumn column: Int, row: Int) -> Bool {
    let place = places[index]
    func isShown(_ part: Rect) -> Bool {
      let cells = CellFrame(part)
      return !part.isEmpty && cells.columns.contains(column) && cells.rows.contains(row)
    }
    guard let fragments = tree.nodes[index].paint.fragments else { return isShown(place.visible) }
    return fragments.contains { fragment in
      var frame = fragment.frame
      frame.x += place.frame.x
      frame.y += place.frame.y
      return isShown(place.clip.map { frame.intersection($0) } ?? frame)
    }
  }

  /// Whether one stack of z-orders is below another. A missing entry counts as 0, the node being in the flow.
  private static func isBelow(_ one: [Int], _ other: [Int]) -> Bool {
    for index in 0..<max(one.count, other.count) {
      let first = index < one.count ? one[index] : 0
      let second = index < other.count ? other[index] : 0
      if first != second { return first < second }
    }
    return false
  }

  /// The node or its nearest ancestor that handles a tap.
  func target(from index: Int?) -> Int? {
    chain(from: index).first { tree.nodes[$0].control.map { $0.kind != .table } ?? tree.nodes[$0].taps }
  }

  /// Whether a node can have the keyboard focus: it handles input, is enabled and can be scrolled into view.
  func isFocusable(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.control.map({ $0.kind != .table && !$0.isDisabled }) ?? node.taps else { return false }
    // A handler on the whole page serves the page's contents.
    guard node.parent != nil, !node.isBody else { return false }
    let place = places[index]
    return !place.frame.isEmpty && !(place.fixedClip.map { place.frame.intersection($0).isEmpty } ?? false)
  }

  /// All focusable nodes, in tree order, without those whose handler encloses other focusable nodes.
  var focusable: [Int] {
    var result: [Int] = []
    var holds = [Bool](repeating: false, count: tree.nodes.count)
    for index in tree.nodes.indices.reversed() {
      let isOne = isFocusable(index) && !(holds[index] && tree.nodes[index].control == nil)
      if isOne { result.append(index) }
      if isOne || holds[index], let parent = tree.nodes[index].parent { holds[parent] = true }
    }
    return result.reversed()
  }
}

extension ViewNode {
  /// Whether overflow is clipped.
  var clips: Bool { paint.clips || scroll != nil }
}

/// The cells of a rectangle as they are drawn, with rounded edges. Never empty, so that small nodes can be
/// clicked.
struct CellFrame: Hashable {
  static let width = 8.0
  static let height = 16.0

  var columns: Range<Int>
  var rows: Range<Int>

  init(_ bounds: Rect) {
    columns = Self.cells(from: bounds.x / Self.width, to: bounds.maxX / Self.width)
    rows = Self.cells(from: bounds.y / Self.height, to: bounds.maxY / Self.height)
  }

  private static func cells(from start: Double, to end: Double) -> Range<Int> {
    let first = whole(start.rounded())
    return first..<max(first + 1, whole(end.rounded()))
  }

  /// A value as a whole number within the safe range of `Int`.
  static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -1e6), 1e6)) }
}
