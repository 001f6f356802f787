import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridViewTree

extension ViewTreeBuilder {
  /// The scroll offset of an element and the size of its content; nil if it does not scroll.
  ///
  /// The root scrolls the page in the viewport. An element with `overflow: hidden` is scrolled by scripts
  /// only. CSS Overflow 3 §3.1.
  func scroll(of node: NodeID, frame: Rect) -> ViewScroll? {
    let isPage = node == root
    // Most elements end here: nothing is copied for them.
    guard isPage || styles[node].box.overflowX != .visible || styles[node].box.overflowY != .visible,
      let box = boxes.elements[node]
    else { return nil }
    let offset = controls[node]?.scroll ?? .zero
    if isPage, case .known(let scroll) = pageScrollKept { return scroll }
    if isPage { return pageScroll(box, frame: frame, offset: offset) }
    let style = styles[node].box
    let ways = [style.overflowX, style.overflowY]
    guard node != boxes.viewportScroller, ways.contains(where: { $0 != .visible && $0 != .clip }) else {
      return nil
    }
    let isHidden = !ways.contains { $0 == .auto || $0 == .scroll }
    if isHidden, offset == .zero { return nil }
    if let element = document[node].element,
      element["allowscroll"].map({ $0 == "false" || $0 == "0" }) == true
    {
      return nil
    }
    let port = port(of: node, frame)
    let content = boxes.layout.scrollSize(of: box)
    var scroll = ViewScroll(width: max(content.width, port.width), height: max(content.height, port.height))
    let isAlways = ways.contains(.scroll) || isNativeScroller(node)
    guard isAlways || scroll.width > port.width + 0.5 || scroll.height > port.height + 0.5 else { return nil }
    scroll.x = clamped(offset.x, 0, style.overflowX == .clip ? 0 : scroll.width - port.width)
    scroll.y = clamped(offset.y, 0, style.overflowY == .clip ? 0 : scroll.height - port.height)
    return scroll
  }

  private func pageScroll(_ box: LayoutNodeID, frame: Rect, offset: Point) -> ViewScroll? {
    let area = boxes.layout.scrollSize(of: box)
    let margins = boxes.layout.margins(of: box, containingWidth: viewport.width)
    let border = styles[root ?? document.root].border.widths
    var scroll = ViewScroll(
      width: max(viewport.width, frame.x + max(frame.width + margins.right, border.left + area.width)),
      height: max(viewport.height, frame.y + max(frame.height + margins.bottom, border.top + area.height)))
    guard scroll.width > viewport.width + 0.5 || scroll.height > viewport.height + 0.5 else { return nil }
    let style = boxes.viewportScroller.map { styles[$0].box }
    scroll.x = style?.overflowX == .clip ? 0 : clamped(offset.x, 0, scroll.width - viewport.width)
    scroll.y = style?.overflowY == .clip ? 0 : clamped(offset.y, 0, scroll.height - viewport.height)
    if style.map({ $0.overflowX == .hidden && $0.overflowY == .hidden }) == true, offset == .zero {
      return nil
    }
    return scroll
  }

  private func isNativeScroller(_ node: NodeID) -> Bool {
    guard boxes.dialect == .native, let name = document[node].elementName else { return false }
    return name == .scrollview || name == .table
  }

  private func clamped(_ value: Double, _ least: Double, _ most: Double) -> Double {
    value.isFinite ? min(max(value, least), max(most, least)) : least
  }

  /// The padding box of an element, relative to the corner of its border box.
  private func port(of node: NodeID, _ frame: Rect) -> Rect {
    let widths = styles[node].border.widths
    return Rect(
      x: widths.left, y: widths.top, width: max(frame.width - widths.left - widths.right, 0),
      height: max(frame.height - widths.top - widths.bottom, 0))
  }

  /// Moves boxes that do not scroll with their parent: sticky boxes, and positioned ones whose containing
  /// block is further out.
  func stick(_ node: inout ViewNode, _ element: NodeID) {
    let style = styles[element].box
    switch style.position {
    case .sticky: stickToEdges(&node, element)
    case .fixed, .absolute: holdStill(&node, isFixed: style.position == .fixed)
    case .static, .relative: break
    }
  }

  /// Undoes the scrolling of containers between a positioned box and its containing block.
  private func holdStill(_ node: inout ViewNode, isFixed: Bool) {
    var ancestor = node.parent
    while let index = ancestor {
      let style = styles[elements[index]]
      let isHolder =
        nodes[index].paint.transform != nil
        || boxes.elements[elements[index]] != nil && style.holdsPositioned
      let contains = isHolder || !isFixed && style.box.position != .static
      // The containing block scrolls with its content; the root's scrolling is undone for fixed boxes only.
      if contains || (index == 0 && !isFixed) { return }
      if let scroll = nodes[index].scroll {
        node.frame.x += scroll.x
        node.frame.y += scroll.y
      }
      ancestor = nodes[index].parent
    }
  }

  /// CSS Position 3 §3.4: moves a sticky box as its insets require, within its containing block.
  private func stickToEdges(_ node: inout ViewNode, _ element: NodeID) {
    guard let parent = node.parent else { return }
    // The corner of the parent relative to the scroll container, and that container.
    var (x, y) = (0.0, 0.0)
    var scroller = parent
    while scroller != 0, !isScrollContainer(scroller) {
      x += nodes[scroller].frame.x
      y += nodes[scroller].frame.y
      scroller = nodes[scroller].parent ?? 0
    }
    let isPage = scroller == 0
    if isPage {
      x += nodes[0].frame.x
      y += nodes[0].frame.y
    }
    let offset = nodes[scroller].scroll
    var port =
      isPage
      ? Rect(x: 0, y: 0, width: viewport.width, height: viewport.height)
      : self.port(of: elements[scroller], nodes[scroller].frame)
    port.x += offset?.x ?? 0
    port.y += offset?.y ?? 0
    let room = containingBlock(
      ofChildIn: parent, scroller: scroller, x: x, y: y, scroll: isPage ? nil : offset)
    let box = Rect(
      x: x + node.frame.x, y: y + node.frame.y, width: node.frame.width, height: node.frame.height)
    let style = styles[element].box
    let margins =
      boxes.elements[element].map { boxes.layout.margins(of: $0, containingWidth: room.width) } ?? Edges(0)
    node.frame.x += shift(
      start: box.x, extent: box.width, margins: (margins.left, margins.right), port: (port.x, port.width),
      room: (room.x, room.width), insets: (style.inset.left, style.inset.right))
    node.frame.y += shift(
      start: box.y, extent: box.height, margins: (margins.top, margins.bottom), port: (port.y, port.height),
      room: (room.y, room.height), insets: (style.inset.top, style.inset.bottom))
  }

  private func isScrollContainer(_ index: Int) -> Bool {
    let style = styles[elements[index]].box
    guard elements[index] != boxes.viewportScroller, boxes.elements[elements[index]] != nil else {
      return false
    }
    return [style.overflowX, style.overflowY].contains { $0 != .visible && $0 != .clip }
  }

  /// The content box that a sticky box must stay in, in the coordinates of its scroll container.
  private func containingBlock(
    ofChildIn parent: Int, scroller: Int, x: Double, y: Double, scroll: ViewScroll?
  ) -> Rect {
    guard let box = boxes.elements[elements[parent]] else {
      let frame = nodes[parent].frame
      return Rect(x: x, y: y, width: frame.width, height: frame.height)
    }
    var content = boxes.contentBox(of: box)
    content.x += x
    content.y += y
    if parent == scroller, let scroll {
      content.width = max(content.width, scroll.width - content.x)
      content.height = max(content.height, scroll.height - content.y)
    }
    return content
  }

  /// How far a sticky box moves on one axis.
  private func shift(
    start: Double, extent: Double, margins: (Double, Double), port: (start: Double, extent: Double),
    room: (start: Double, extent: Double), insets: (near: LengthOrAuto, far: LengthOrAuto)
  ) -> Double {
    var shift = 0.0
    if case .length(let length) = insets.far {
      let edge = port.start + port.extent - length.resolved(against: port.extent)
      if start + extent > edge {
        shift = max(edge - start - extent, min(room.start + margins.0 - start, 0))
      }
    }
    if case .length(let length) = insets.near {
      let edge = port.start + length.resolved(against: port.extent)
      if start + shift < edge {
        shift = min(edge - start, max(room.start + room.extent - margins.1 - start - extent, 0))
      }
    }
    return shift.isFinite ? shift : 0
  }
}
