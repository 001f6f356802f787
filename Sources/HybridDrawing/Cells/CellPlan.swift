/// Where everything of a display list goes in cells, worked out before anything is painted.
///
/// Text decides: it is what has to be read. Every line gets a row, the one that holds its middle or a free one beside it;
/// then the pieces of a row get their columns; and a border gives way to text that would run into it.
struct CellPlan {
  /// A box in cells.
  struct Box {
    /// Its cells.
    var area: CellRect
    /// The cells of the clip.
    var clip: CellRect
    /// Which sides show a border. Text in its first or last row takes the upper or lower one away.
    var shows: Sides<Bool>
    /// Whether text took a border away that would otherwise be shown.
    var yields = false
    /// The sides on which its area was moved in, off the border of the box around it.
    var isMovedIn = Sides(false)
    /// What fades it.
    var opacity = 1.0
    /// Whether its borders only say that it is filled, because there are no colours.
    var isOutline = false
    /// Whether the box is too thin to fill any cell.
    var isHairline = false
  }

  /// A piece of a line of text.
  struct Piece {
    /// The index of its item.
    var item: Int
    var line: CellLine
    /// Its edges in points.
    var start: Double
    var end: Double
    var anchor: Anchor
    var row: Int
    /// The columns it may use.
    var limits: Range<Int>
    var clip: CellRect
    var column = 0
    var opacity = 1.0
  }

  /// The part of a piece that keeps its place in points.
  enum Anchor { case left, center, right }

  let list: DisplayList
  let canvas: CellRect
  /// The colour of what nothing is painted on.
  private let ground: RGBA
  /// Whether a filled box that stands out from what is behind it gets an outline.
  private let outlinesFills: Bool
  /// By item index.
  var boxes: [Int: Box] = [:]
  var images: [Int: Box] = [:]
  /// The pieces of text.
  var pieces: [Piece] = []
  /// The indices of the pieces of an item.
  var piecesOfItem: [Int: Range<Int>] = [:]

  private var clips: [CellRect] = []
  private var opacities: [Double] = []
  /// The painted boxes round the current item, the outermost first.
  private var parents: [Int] = []
  /// What stands in each row and is not covered, by piece index.
  private(set) var occupants: [Int: [Int]] = [:]
  private var covered: Set<Int> = []

  init(_ list: DisplayList, canvas: CellRect, ground: RGBA, outlinesFills: Bool) {
    self.list = list
    self.canvas = canvas
    self.ground = list.background.over(ground)
    self.outlinesFills = outlinesFills
    for (index, item) in list.items.enumerated() {
      switch item.content {
      case .box(let box): plan(box, index)
      case .image(let image): plan(image, index)
      case .text(let text): plan(text, index)
      case .pushClip(let bounds, _): clips.append(CellRect(bounds).intersection(clip))
      case .popClip: _ = clips.popLast()
      case .pushOpacity(let opacity): opacities.append(self.opacity * opacity)
      case .popOpacity: _ = opacities.popLast()
      }
    }
    pack()
  }

  private var clip: CellRect { clips.last ?? canvas }
  private var opacity: Double { opacities.last ?? 1 }

  // MARK: Boxes

  private mutating func plan(_ box: DisplayList.Box, _ index: Int) {
    let borders = box.borders
    let shows = Sides(
      top: borders.top.isVisible, right: borders.right.isVisible, bottom: borders.bottom.isVisible,
      left: borders.left.isVisible)
    guard !box.background.isTransparent || shows.top || shows.right || shows.bottom || shows.left else {
      return
    }
    leaveParents(of: box.frame)
    var planned = Box(area: CellRect(box.frame), clip: clip, shows: shows, opacity: opacity)
    planned.isHairline = box.frame.height < CellSize.height / 2 || box.frame.width < CellSize.width / 2
    if !planned.isHairline {
      moveIn(&planned, box.frame)
      outline(&planned, box)
    }
    boxes[index] = planned
    cover(planned.area.intersection(clip), box.background.faded(to: opacity))
    if !planned.isHairline { parents.append(index) }
  }

  /// Gives a filled box without borders an outline if nothing else would show it.
  private func outline(_ planned: inout Box, _ box: DisplayList.Box) {
    let shows = planned.shows
    guard outlinesFills, !(shows.top || shows.right || shows.bottom || shows.left), planned.area != canvas,
      planned.area.width > 2
    else { return }
    let below = parents.reduce(ground) { color, index in
      if case .box(let parent) = list.items[index].content { parent.background.over(color) } else { color }
    }
    planned.isOutline = box.background.faded(to: planned.opacity).over(below).contrast(with: below) >= 1.6
    planned.shows = Sides(planned.isOutline)
  }

  private mutating func plan(_ image: DisplayList.Image, _ index: Int) {
    guard !image.frame.isEmpty else { return }
    leaveParents(of: image.frame)
    var planned = Box(area: CellRect(image.frame), clip: clip, shows: Sides(false), opacity: opacity)
    moveIn(&planned, image.frame)
    // However small a picture is, it shows.
    if planned.area.height == 0 {
      planned.area.top = CellSize.row(holding: image.frame.y + image.frame.height / 2)
      planned.area.bottom = planned.area.top + 1
    }
    if planned.area.width == 0 { planned.area.right = planned.area.left + 1 }
    images[index] = planned
    cover(planned.area.intersection(clip), .black)
  }

  /// Forgets the boxes that an item is not inside of. Items come in tree order, so those are done with.
  private mutating func leaveParents(of frame: Bounds) {
    while let last = parents.last, case .box(let box) = list.items[last].content, !box.frame.contains(frame) {
      parents.removeLast()
    }
  }

  /// Moves a box off the border cells of the box round it, where it lies inside of that border in points.
  private func moveIn(_ planned: inout Box, _ frame: Bounds) {
    guard let index = parents.last, let parent = boxes[index], case .box(let box) = list.items[index].content,
      box.frame.inset(by: box.borders).contains(frame)
    else { return }
    let inside = interior(parent)
    let before = planned.area
    let area = before.intersection(inside)
    guard !area.isEmpty else { return }
    planned.area = area
    planned.isMovedIn = Sides(
      top: area.top > before.top, right: area.right < before.right, bottom: area.bottom < before.bottom,
      left: area.left > before.left)
  }

  /// The cells within a box's borders.
  func interior(_ box: Box) -> CellRect {
    box.area.inset(
      by: Sides(
        top: box.shows.top ? 1 : 0, right: box.shows.right ? 1 : 0, bottom: box.shows.bottom ? 1 : 0,
        left: box.shows.left ? 1 : 0))
  }

  /// Takes note that what stands in some cells is hidden.
  private mutating func cover(_ area: CellRect, _ color: RGBA) {
    guard color.alpha == 255, !area.isEmpty, !pieces.isEmpty else { return }
    for row in area.top..<area.bottom {
      guard let hidden = occupants[row] else { continue }
      let kept = hidden.filter { piece in
        let columns = nominalColumns(pieces[piece])
        return columns.lowerBound < area.left || columns.upperBound > area.right
      }
      if kept.count < hidden.count {
        covered.formUnion(Set(hidden).subtracting(kept))
        occupants[row] = kept
      }
    }
  }

  // MARK: Text

  private mutating func plan(_ text: DisplayList.Text, _ index: Int) {
    leaveParents(of: text.frame)
    let opacity = opacity
    guard opacity > 0 else { return }
    // Text that sticks out of its frame is in its box as long as its lines' middles are.
    var inside = clip.intersection(canvas)
    for parent in parents {
      guard let box = boxes[parent] else { continue }
      let room = interior(box).intersection(inside)
      inside = room.isEmpty ? inside.intersection(box.area) : room
    }
    guard !inside.isEmpty else { return }
    var drafts = CellTextLayout(text).lines(in: surroundings, columns: inside.left..<inside.right)
    fitRows(&drafts, into: inside)
    let first = pieces.count
    let shift = freeShift(drafts, inside)
    for draft in drafts {
      let row = draft.row + shift
      guard row >= clip.top, row < clip.bottom else { continue }
      for part in draft.parts {
        occupants[row, default: []].append(pieces.count)
        pieces.append(
          Piece(
            item: index, line: part.line, start: part.start, end: part.end, anchor: part.anchor, row: row,
            limits: inside.left..<inside.right, clip: clip, opacity: opacity))
      }
      makeBordersYield(to: row)
    }
    piecesOfItem[index] = first..<pieces.count
  }

  /// The rectangle in points that a short text keeps its place in: the box round it.
  private var surroundings: Bounds {
    guard let index = parents.last, case .box(let box) = list.items[index].content else {
      return Bounds(x: 0, y: 0, width: list.size.width, height: list.size.height)
    }
    return box.frame
  }

  /// Gives every line a row of its own, the one that holds its middle if possible, within those of the box.
  private func fitRows(_ drafts: inout [CellTextLayout.Draft], into inside: CellRect) {
    for index in drafts.indices {
      drafts[index].row = max(drafts[index].row, inside.top)
      if index > 0 { drafts[index].row = max(drafts[index].row, drafts[index - 1].row + 1) }
    }
    var limit = inside.bottom - 1
    for index in drafts.indices.reversed() where drafts[index].row > limit {
      let isLost = limit - index < inside.top
      guard !isLost else { continue }
      drafts[index].row = limit
      limit -= 1
    }
  }

  /// How far a text is moved down, or up, to rows where it meets no other.
  private func freeShift(_ drafts: [CellTextLayout.Draft], _ inside: CellRect) -> Int {
    func isFree(_ shift: Int) -> Bool {
      drafts.allSatisfy { draft in
        let row = draft.row + shift
        if shift != 0, row < inside.top || row >= inside.bottom { return false }
        return (occupants[row] ?? []).allSatisfy { other in
          draft.parts.allSatisfy { part in
            // Text that only meets in cells, not in points, is moved apart in its row later.
            min(part.end, pieces[other].end) - max(part.start, pieces[other].start) < CellSize.width / 2
          }
        }
      }
    }
    guard let first = drafts.first, !isFree(0) else { return 0 }
    let candidates = first.isLow ? [1, -1, 2] : [-1, 1, 2]
    return candidates.first(where: isFree) ?? 0
  }

  /// Takes away the borders of the boxes round the current item that are in a row of text.
  private mutating func makeBordersYield(to row: Int) {
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

  /// The columns of a piece where nothing is in its way.
  private func nominalColumns(_ piece: Piece) -> Range<Int> {
    let width = piece.line.columns
    let left =
      switch piece.anchor {
      case .left: CellSize.column(piece.start)
      case .center: CellSize.column((piece.start + piece.end) / 2 - Double(width) * CellSize.width / 2)
      case .right: CellSize.column(piece.end) - width
      }
    return left..<left + width
  }

  // MARK: Columns

  /// Gives every piece its columns: in each row from left to right, apart from its neighbours, cut as a last resort.
  private mutating func pack() {
    var rows: [Int: [Int]] = [:]
    for index in pieces.indices { rows[pieces[index].row, default: []].append(index) }
    for members in rows.values {
      // What is covered stands for itself: nobody makes room for it.
      for index in members where covered.contains(index) { settle(index, in: pieces[index].limits) }
      pack(
        members.filter { !covered.contains($0) }.sorted { (pieces[$0].start, $0) < (pieces[$1].start, $1) })
    }
  }

  private mutating func pack(_ members: [Int]) {
    var spaces: [Int] = []
    for (position, index) in members.enumerated() {
      let columns = nominalColumns(pieces[index])
      pieces[index].column = max(columns.lowerBound, pieces[index].limits.lowerBound)
      guard position > 0 else {
        spaces.append(0)
        continue
      }
      let last = members[position - 1]
      let distance = pieces[index].start - pieces[last].end
      // Text that overlaps in points is meant to overlap.
      let isApart = distance > -CellSize.width / 2
      spaces.append(!isApart ? Int.min : distance >= 2 ? 1 : 0)
      if isApart {
        pieces[index].column = max(pieces[index].column, end(last) + spaces[position])
      }
    }
    // Back from the right edge.
    for position in members.indices.reversed() {
      let index = members[position]
      var limit = pieces[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        limit = min(limit, pieces[members[position + 1]].column - spaces[position + 1])
      }
      let excess = end(index) - limit
      if excess > 0 {
        pieces[index].column = max(pieces[index].limits.lowerBound, pieces[index].column - excess)
      }
    }
    // What still does not fit is cut.
    for position in members.indices {
      let index = members[position]
      var left = pieces[index].column
      if position > 0, spaces[position] != Int.min {
        left = max(left, end(members[position - 1]) + spaces[position])
      }
      pieces[index].column = left
      var right = pieces[index].limits.upperBound
      if position + 1 < members.count, spaces[position + 1] != Int.min {
        let next = members[position + 1]
        right = min(right, max(pieces[next].column, left + 1) - spaces[position + 1])
      }
      pieces[index].line = pieces[index].line.ellipsized(to: max(0, right - left))
    }
  }

  private mutating func settle(_ index: Int, in limits: Range<Int>) {
    pieces[index].column = max(nominalColumns(pieces[index]).lowerBound, limits.lowerBound)
    pieces[index].line = pieces[index].line.ellipsized(to: max(0, limits.upperBound - pieces[index].column))
  }

  private func end(_ index: Int) -> Int { pieces[index].column + pieces[index].line.columns }
}
