import HybridDrawing
import HybridGeometry
import HybridReload

/// Where the nodes of a tree are seen: scrolled, clipped and stacked. In points of the picture that is drawn
/// of it.
struct PlacedTree {
  /// One node.
  struct Place {
    /// The border box.
    var frame: Rect
    /// What every ancestor leaves to be seen; nil is everything.
    var clip: Rect?
    /// What those ancestors leave that do not scroll, up to the nearest one that does: outside, nobody can
    /// get to it.
    var fixedClip: Rect?
    /// The z-orders of the stacking contexts that it is in, the outermost first.
    var stack: [Int]

    /// The part that is seen.
    var visible: Rect { clip.map { frame.intersection($0) } ?? frame }
  }

  let tree: ViewTree
  private(set) var places: [Place] = []
  private(set) var indices: [Int: Int] = [:]

  /// - Parameter unmoved: A node whose scroll offset the picture does not show, since it shows the whole
  ///   page.
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
  func paddingBox(_ index: Int) -> Rect {
    let frame = places[index].frame
    guard let sides = tree.nodes[index].paint.borders, sides.count == 4 else { return frame }
    return Rect(
      x: frame.x + sides[3].width, y: frame.y + sides[0].width,
      width: max(frame.width - sides[1].width - sides[3].width, 0),
      height: max(frame.height - sides[0].width - sides[2].width, 0))
  }

  /// A node and its ancestors, from the inside out.
  func chain(from index: Int?) -> [Int] {
    var result: [Int] = []
    var next = index
    while let index = next {
      result.append(index)
      next = tree.nodes[index].parent
    }
    return result
  }

  /// The uppermost node of a cell of the picture; nil where none is.
  func node(atColumn column: Int, row: Int) -> Int? {
    var best: Int?
    for (index, place) in places.enumerated() {
      let rect = CellFrame(place.visible)
      guard !place.visible.isEmpty, rect.columns.contains(column), rect.rows.contains(row) else { continue }
      guard let last = best else {
        best = index
        continue
      }
      // What is behind in the tree is on top, unless the z-orders say otherwise.
      if !Self.isBelow(place.stack, places[last].stack) { best = index }
    }
    return best
  }

  /// Whether one stack of z-orders is below another; where one ends, the node is in the flow, which is 0.
  private static func isBelow(_ one: [Int], _ other: [Int]) -> Bool {
    for index in 0..<max(one.count, other.count) {
      let first = index < one.count ? one[index] : 0
      let second = index < other.count ? other[index] : 0
      if first != second { return first < second }
    }
    return false
  }

  /// The node itself or the nearest one round it that answers to a tap.
  func target(from index: Int?) -> Int? {
    chain(from: index).first { tree.nodes[$0].control.map { $0.kind != .table } ?? tree.nodes[$0].taps }
  }

  /// Whether keys can go to a node: it does something, is not disabled, and can be got to.
  func isFocusable(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.control.map({ $0.kind != .table && !$0.isDisabled }) ?? node.taps else { return false }
    // A handler on the whole page is for what is in it.
    guard let parent = node.parent, !(parent == 0 && node.tag.lowercased() == "body") else { return false }
    let place = places[index]
    return !place.frame.isEmpty && !(place.fixedClip.map { place.frame.intersection($0).isEmpty } ?? false)
  }

  /// Every node that keys can go to, in tree order. A handler round others that keys can go to is for those.
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
  /// Whether what overflows is cut.
  var clips: Bool { paint.clips || scroll != nil }
}

/// The cells of a rectangle, as they are drawn: edges are rounded. Never empty, so that what is small can be
/// hit.
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

  /// Anything as a whole number that can be counted with.
  static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -1e6), 1e6)) }
}
