import HybridEncoding
import HybridGeometry

/// The layout of a display list in cells, computed before painting.
///
/// Text has priority, because it has to be readable. Every line gets a row, the row of its centre or a free
/// one beside it; then the pieces of a row get their columns; and borders yield to text that would overlap
/// them.
struct CellPlan {
  /// A box in cells.
  struct Box {
    /// Its area in cells.
    var area: CellRect
    /// The clip in cells.
    var clip: CellRect
    /// The sides with a border. Text in its first or last row removes the upper or lower border.
    var shows: Edges<Bool>
    /// Whether text removed a border that would otherwise show.
    var yields = false
    /// The sides on which its area was moved inwards, off the border of the box around it.
    var isMovedIn = Edges(false)
    /// The opacity of the groups around it.
    var opacity = 1.0
    /// Whether its borders only mark it as filled, because there are no colours.
    var isOutline = false
    /// Whether the box is too thin to fill any cell.
    var isHairline = false
  }

  /// The box around a text, in points and in cells.
  struct Surroundings {
    var frame: Rect
    var columns: Range<Int>
  }

  let list: DisplayList
  let canvas: CellRect
  /// The background where nothing is painted.
  private let ground: RGBA
  /// Whether a filled box that differs from its background gets an outline.
  private let outlinesFills: Bool
  /// By item index.
  private(set) var boxes: [Int: Box] = [:]
  private(set) var images: [Int: Box] = [:]
  /// The clips and opacities of shapes, by item index.
  private(set) var signs: [Int: (clip: CellRect, opacity: Double)] = [:]
  /// The pieces of text.
  var pieces = CellPieces()

  private var clips: [CellRect] = []
  private var opacities: [Double] = []
  /// The painted boxes around the current item, the outermost first.
  private(set) var parents: [Int] = []
  /// The box around each planned box.
  private var around: [Int: Int] = [:]
  /// The boxes with their nodes, in tree order; nil until an item is out of that order.
  private var boxesInTree: [(node: Int32, item: Int)]?

  init(_ list: DisplayList, canvas: CellRect, ground: RGBA, outlinesFills: Bool) {
    self.list = list
    self.canvas = canvas
    self.ground = list.background.over(ground)
    self.outlinesFills = outlinesFills
    for (index, item) in list.items.enumerated() {
      switch item.content {
      case .box(let box): if !box.isOutline { plan(box, index) }
      case .image(let image): if image.tiling == nil { plan(image, index) }
      case .text(let text): plan(text, index)
      case .pushClip(let bounds, _): clips.append(CellRect(bounds).intersection(clip))
      case .popClip: _ = clips.popLast()
      case .pushOpacity(let opacity): opacities.append(self.opacity * opacity)
      case .popOpacity: _ = opacities.popLast()
      case .pushTransform, .popTransform, .pushEffect, .popEffect, .backdrop, .frame: break
      case .shape: signs[index] = (clip, opacity)
      }
    }
    pieces.pack()
  }

  var clip: CellRect { clips.last ?? canvas }
  var opacity: Double { opacities.last ?? 1 }

  private mutating func plan(_ box: DisplayList.Box, _ index: Int) {
    let borders = box.borders
    let shows =
      box.isInline
      ? Edges(false)
      : Edges(
        top: borders.top.isVisible, right: borders.right.isVisible, bottom: borders.bottom.isVisible,
        left: borders.left.isVisible)
    guard !box.ground.isTransparent || shows.top || shows.right || shows.bottom || shows.left else {
      return
    }
    leaveParents(of: box.frame, list.items[index].node)
    var planned = Box(area: CellRect(box.frame), clip: clip, shows: shows, opacity: opacity)
    planned.isHairline = box.frame.height < CellSize.height / 2 || box.frame.width < CellSize.width / 2
    if !planned.isHairline {
      moveIn(&planned, box.frame)
      outline(&planned, box)
    }
    boxes[index] = planned
    if box.ground.faded(to: opacity).alpha == 255 { pieces.cover(planned.area.intersection(clip)) }
    guard !planned.isHairline else { return }
    around[index] = parents.last
    parents.append(index)
  }

  /// Gives a filled box without borders an outline if nothing else would make it visible.
  private func outline(_ planned: inout Box, _ box: DisplayList.Box) {
    let shows = planned.shows
    guard outlinesFills, !(shows.top || shows.right || shows.bottom || shows.left), planned.area != canvas,
      planned.area.width > 2 && !box.isInline || planned.area.height == 1
    else { return }
    let below = parents.reduce(ground) { color, index in
      if case .box(let parent) = list.items[index].content { parent.ground.over(color) } else { color }
    }
    planned.isOutline = box.ground.faded(to: planned.opacity).over(below).contrast(with: below) >= 1.6
    planned.shows = Edges(planned.isOutline)
  }

  private mutating func plan(_ image: DisplayList.Image, _ index: Int) {
    guard !image.frame.isEmpty else { return }
    leaveParents(of: image.frame, list.items[index].node)
    var planned = Box(area: CellRect(image.frame), clip: clip, shows: Edges(false), opacity: opacity)
    moveIn(&planned, image.frame)
    // Even the smallest picture is visible.
    if planned.area.height == 0 {
      planned.area.top = CellSize.row(holding: image.frame.y + image.frame.height / 2)
      planned.area.bottom = planned.area.top + 1
    }
    if planned.area.width == 0 { planned.area.right = planned.area.left + 1 }
    images[index] = planned
    pieces.cover(planned.area.intersection(clip))
  }

  /// Removes the boxes that do not contain an item. In tree order those boxes are complete; for an item that
  /// is painted later than its place in the tree, the boxes there are taken up again.
  mutating func leaveParents(of frame: Rect, _ node: Int32?) {
    if let node, let last = parents.last, let other = list.items[last].node, node < other {
      parents = parents(at: node)
    }
    while let last = parents.last, case .box(let box) = list.items[last].content, !box.frame.contains(frame) {
      parents.removeLast()
    }
  }

  /// The boxes around the last planned box before a node in tree order, and that box.
  private mutating func parents(at node: Int32) -> [Int] {
    let boxes = boxesInTree ?? sortedBoxes
    boxesInTree = boxes
    // The last one of a node that is not behind.
    var next = boxes.partitioningIndex { $0.node > node }
    while next > 0, self.boxes[boxes[next - 1].item]?.isHairline ?? true { next -= 1 }
    guard next > 0 else { return [] }
    var result = [boxes[next - 1].item]
    while let next = around[result[result.count - 1]] { result.append(next) }
    return result.reversed()
  }

  private var sortedBoxes: [(node: Int32, item: Int)] {
    let all = list.items.enumerated().compactMap { index, item -> (node: Int32, item: Int)? in
      guard case .box = item.content, let node = item.node else { return nil }
      return (node, index)
    }
    return all.sorted { ($0.node, $0.item) < ($1.node, $1.item) }
  }

  /// Moves a box off the border cells of the box around it, if it is inside of that border in points.
  private func moveIn(_ planned: inout Box, _ frame: Rect) {
    guard let index = parents.last, let parent = boxes[index], case .box(let box) = list.items[index].content,
      box.frame.inset(by: box.borders).contains(frame)
    else { return }
    let inside = interior(parent)
    let before = planned.area
    let area = before.intersection(inside)
    guard !area.isEmpty else { return }
    planned.area = area
    planned.isMovedIn = Edges(
      top: area.top > before.top, right: area.right < before.right, bottom: area.bottom < before.bottom,
      left: area.left > before.left)
  }

  /// Removes the borders of the boxes around the current item from a row of text.
  mutating func makeBordersYield(to row: Int) {
    for index in parents {
      guard var box = boxes[index] else { continue }
      if box.shows.top, row == box.area.top {
        box.shows.top = false
        box.yields = true
      }
      if box.shows.bottom, row == box.area.bottom - 1 {
        box.shows.bottom = false
        box.yields = true
      }
      boxes[index] = box
    }
  }

  /// The cells inside a box's borders.
  func interior(_ box: Box) -> CellRect {
    box.area.inset(
      by: Edges(
        top: box.shows.top ? 1 : 0, right: box.shows.right ? 1 : 0, bottom: box.shows.bottom ? 1 : 0,
        left: box.shows.left ? 1 : 0))
  }
}

extension DisplayList.Box {
  /// A single colour that represents the background with its gradients.
  var ground: RGBA {
    gradients.reversed().reduce(background) { color, gradient in
      frame.isMostly(in: gradient) ? gradient.middle.over(color) : color
    }
  }
}

extension Rect {
  /// Whether a gradient fills at least half of a box.
  fileprivate func isMostly(in gradient: Gradient) -> Bool {
    let common = intersection(gradient.frame)
    return gradient.tiles && gradient.steps == nil || common.width * common.height * 2 >= width * height
  }
}
