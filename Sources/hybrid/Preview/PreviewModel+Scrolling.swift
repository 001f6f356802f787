import HybridDrawing
import HybridGeometry
import HybridViewTree

extension PreviewModel {
  /// Scrolls by points: the innermost scrollable container around `index` (or around the focus), else the
  /// page.
  mutating func scroll(x: Double, y: Double, from index: Int? = nil) {
    for container in placed?.chain(from: index ?? focused) ?? [] where container != pageScroller {
      if scroll(container, x: x, y: y) { return }
    }
    scrollPage(x: x, y: y)
  }

  /// A page step: almost the height of the container, so that some of the old content stays visible.
  func pageStep(_ index: Int?) -> Double {
    let container = placed?.chain(from: index).first { $0 != pageScroller && maximum($0).y > 0 }
    let height =
      container.flatMap { placed?.paddingBox($0).height } ?? Double(camera.viewRows) * CellFrame.height
    return max(
      CellFrame.height, min(height, Double(camera.viewRows) * CellFrame.height) - 2 * CellFrame.height)
  }

  /// The maximum scroll offset of a container.
  private func maximum(_ index: Int) -> Point {
    guard let placed, let scroll = placed.tree.nodes[index].scroll else { return Point(x: 0, y: 0) }
    let box = placed.paddingBox(index)
    return Point(x: max(0, scroll.width - box.width), y: max(0, scroll.height - box.height))
  }

  /// Scrolls one container; false when it is at its end, or is not scrollable.
  private mutating func scroll(_ index: Int, x: Double, y: Double) -> Bool {
    guard isConnected, let node = placed?.tree.nodes[index], let scroll = node.scroll else { return false }
    let end = maximum(index)
    let next = Point(x: min(max(scroll.x + x, 0), end.x), y: min(max(scroll.y + y, 0), end.y))
    guard next != Point(x: scroll.x, y: scroll.y) else { return false }
    let answered = page?.tree.nodes[index].scroll ?? scroll
    input.scroll(node.handle, to: next, answered: Point(x: answered.x, y: answered.y))
    emit(.scroll, on: node.handle) { event in
      event.x = next.x
      event.y = next.y
    }
    place()
    return true
  }

  /// Moves the visible part of the page, and scrolls the page itself where it is scrollable.
  private mutating func scrollPage(x: Double, y: Double) {
    let before = (camera.column, camera.row)
    camera.move(
      columns: CellFrame.whole((x / CellFrame.width).rounded()),
      rows: CellFrame.whole((y / CellFrame.height).rounded()), over: picture)
    guard let scroller = pageScroller else { return }
    guard showsWholePage else {
      if before == (camera.column, camera.row) { _ = scroll(scroller, x: x, y: y) }
      return
    }
    if before.1 != camera.row { tellCamera(scroller) }
  }

  /// Reports the visible part to the page.
  private mutating func tellCamera(_ scroller: Int) {
    guard isConnected, let node = placed?.tree.nodes[scroller], let scroll = page?.tree.nodes[scroller].scroll
    else {
      return
    }
    let seen = Double(camera.row) * CellFrame.height
    let next = Point(x: scroll.x, y: min(seen, maximum(scroller).y))
    let answered = Point(x: scroll.x, y: scroll.y)
    guard next != input.offset(of: node.handle) ?? answered else { return }
    input.scroll(node.handle, to: next, answered: answered)
    emit(.scroll, on: node.handle) { event in
      event.x = next.x
      event.y = next.y
    }
  }

  /// Scrolls all containers as needed to make a node visible.
  mutating func reveal(_ index: Int) {
    let unmoved = showsWholePage ? pageScroller : nil
    for container in (placed?.chain(from: index) ?? []).dropFirst() where container != unmoved {
      guard let placed, placed.tree.nodes[container].scroll != nil else { continue }
      let (frame, box) = (placed.places[index].frame, placed.paddingBox(container))
      _ = scroll(
        container, x: Self.shift(frame.x, frame.maxX, into: box.x, box.maxX),
        y: Self.shift(frame.y, frame.maxY, into: box.y, box.maxY))
    }
    guard let frame = placed?.places[index].frame else { return }
    let before = camera.row
    camera.reveal(CellFrame(frame), over: picture)
    if before != camera.row, showsWholePage, let scroller = pageScroller { tellCamera(scroller) }
  }

  /// The distance to scroll so that an interval lies inside another; an interval that is too long is aligned
  /// at its start.
  private static func shift(_ start: Double, _ end: Double, into low: Double, _ high: Double) -> Double {
    if start < low || end - start > high - low { return start - low }
    return end > high ? end - high : 0
  }

  // MARK: Mouse

  mutating func take(_ mouse: Key.Mouse) {
    guard mouse.row < camera.viewRows else { return }
    let (column, row) = (mouse.column + camera.column, mouse.row + camera.row)
    let hit = placed?.node(atColumn: column, row: row)
    let target = placed?.target(from: hit)
    switch mouse.action {
    case .wheel(let x, let y):
      scroll(x: Double(x) * 6 * CellFrame.width, y: Double(y) * 3 * CellFrame.height, from: hit ?? 0)
    case .press: mouseDown(target, column: column)
    case .release:
      guard let handle = input.takePressed() else { return }
      emit(.release, on: handle)
      guard let target, let placed, placed.tree.nodes[target].handle == handle else { return }
      let frame = placed.places[target].frame
      activate(
        target,
        at: Point(
          x: min(max((Double(column) + 0.5) * CellFrame.width - frame.x, 0), frame.width),
          y: min(max((Double(row) + 0.5) * CellFrame.height - frame.y, 0), frame.height)))
    case .drag, .other: break
    }
  }

  private mutating func mouseDown(_ target: Int?, column: Int) {
    guard let target, let node = placed?.tree.nodes[target], node.control?.isDisabled != true else {
      return setFocus(nil)
    }
    setFocus(placed?.isFocusable(target) == true ? target : nil)
    input.press(node.handle)
    emit(.press, on: node.handle)
    if let field = field(), node.control?.kind != .multiline {
      let character = field.character(atColumn: column - camera.column)
      input.moveCaret { $0.move(to: character) }
    }
  }
}
