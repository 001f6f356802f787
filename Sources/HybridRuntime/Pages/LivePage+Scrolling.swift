package import HybridDOM
import HybridGeometry
package import HybridScript

/// Scrolling: offsets, pinned elements, and pulling past the ends.
extension LivePage {
  /// The user scrolled an element, or its scroller, to an offset. An offset below 0 pulls down, one past the
  /// end pulls up.
  package func scrolled(_ node: NodeID, x: Double, y: Double) {
    refresh()
    guard let scroller = scroller(of: node), x.isFinite, y.isFinite else { return }
    let limit = scrollLimit(of: scroller)
    let element = document[scroller].element
    guard element?["allowscroll"].map({ !["false", "0"].contains($0) }) ?? true else { return }
    scrollElement(scroller, to: Point(x: x, y: y))
    if y < 0 { pull(.header, scroller) }
    if y > limit.y { pull(.footer, scroller) }
    dispatch("scrollend", on: scroller, bubbles: false)
  }

  /// Scrolls the element with an `id` to an offset from its top; does nothing if there is none.
  package func scroll(_ id: String, to y: Double) {
    guard let node = element(withID: id) else { return }
    scrolled(node, x: 0, y: y)
    finishTurn()
  }

  /// Moves the content of an element; the offset is kept within its limits. Dispatches `scroll` if it moved.
  func scrollElement(_ node: NodeID, to offset: Point) {
    refresh()
    guard let scroller = scroller(of: node), offset.x.isFinite, offset.y.isFinite else { return }
    let limit = scrollLimit(of: scroller)
    let next = Point(x: min(max(offset.x, 0), limit.x), y: min(max(offset.y, 0), limit.y))
    guard input.scroll(scroller, to: next) else { return }
    dom.noteScroll(of: scroller)
    for pin in livePins where pin.scroller == scroller { dom.noteControl(of: pin.pin.target) }
    dispatch("scroll", on: scroller, bubbles: scroller == document.rootElement)
  }

  /// All pins: by `F8Scrolling.pin`, and by the attributes `pinTo` (an id) and `pinDistance` (points) of an
  /// element, which stay in force when the page is saved.
  var livePins: [(scroller: NodeID, pin: PagePin)] {
    var result = scrolling.all
    for node in dom.pinnedElements {
      guard let element = document[node].element, let id = element.pinnedTo,
        let scroller = self.element(withID: id), scroller != node
      else { continue }
      result.append((scroller, PagePin(target: node, distance: element.pinDistance)))
    }
    return result
  }

  /// The current offsets of pinned elements.
  var translations: [NodeID: Point] {
    var result: [NodeID: Point] = [:]
    for (scroller, pin) in livePins {
      let y = pin.translation(at: input.scroll(of: scroller).y)
      result[pin.target] = Point(x: 0, y: y)
    }
    return result
  }

  /// Pins an element to a scroller; nil removes the pin.
  package func pin(_ target: Int?, to scroller: Int, distance: Double) {
    guard let scroller = node(scroller), document[scroller].element != nil else { return }
    if let old = scrolling[scroller] { dom.noteControl(of: old.target) }
    if let target = target.flatMap({ node($0) }), distance.isFinite {
      scrolling.put(PagePin(target: target, distance: distance), on: scroller)
      dom.noteControl(of: target)
    } else {
      scrolling.removePin(from: scroller)
    }
  }

  /// The nearest element that scrolls: the node itself, one above it, or the page.
  func scroller(of node: NodeID) -> NodeID? {
    for above in ancestors(of: node) {
      if let index = viewIndex(of: above), stage?.tree.nodes[index].scroll != nil { return above }
    }
    return nil
  }

  private func scrollLimit(of node: NodeID) -> (x: Double, y: Double) {
    guard let index = viewIndex(of: node), let stage, let scroll = stage.tree.nodes[index].scroll else {
      return (0, 0)
    }
    let found = stage.tree.nodes[index]
    let borders = found.paint.borderWidths
    var (width, height) = (
      found.frame.width - borders.right - borders.left, found.frame.height - borders.top - borders.bottom
    )
    if node == document.rootElement {
      (width, height) = (min(width, device.viewport.width), min(height, device.viewport.height))
    }
    return (max(scroll.width - width, 0), max(scroll.height - height, 0))
  }

  // MARK: Refreshing

  private func pull(_ edge: PageRefreshEdge, _ node: NodeID) {
    let type = edge == .header ? "headerrefresh" : "footerrefresh"
    guard input.listens(to: type, on: node), scrolling.canRefresh(edge, of: node) else { return }
    setRefreshing(edge, .running, of: node.index)
    dispatch(type, on: node, bubbles: false)
  }

  package func setRefreshing(_ edge: PageRefreshEdge, _ state: PageRefreshState, of node: Int) {
    guard let node = self.node(node) else { return }
    let isRefreshing = scrolling.setRefreshing(edge, state, of: node)
    change(node) { $0.isRefreshing = isRefreshing }
  }
}
