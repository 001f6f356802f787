import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

/// The progress of a timeline of scroll positions.
struct ScrollPosition: Hashable {
  /// 0 at the start of the animation's range, 1 at its end; also outside of them.
  var progress: Double
  /// Whether it cannot be scrolled further.
  var isAtEnd: Bool
}

/// Reads the timelines of scroll positions from a layout. Scroll-driven Animations 1.
struct TimelineReader {
  let document: Document
  let stage: PageStage
  let viewport: Size<Double>

  /// How far the timeline of an animation has come; nil for one that is inactive.
  func position(of node: NodeID, _ timing: KeyframeTiming) -> ScrollPosition? {
    switch timing.timeline {
    case .auto, .none: return nil
    case .scroll(let scroller, let axis):
      let found =
        switch scroller {
        case .root: document.rootElement
        case .own: isScroller(node) ? node : nil
        case .nearest: self.scroller(around: node)
        }
      return found.flatMap { port($0, axis) }.flatMap { position(in: $0, timing) }
    case .view(let axis, let inset): return position(ofView: node, axis, inset, timing)
    case .named(let name): return position(of: node, named: name, timing)
    }
  }

  // MARK: Names

  /// §4.2: the timeline of that name that the element, one around it, or one in the scope of one around it
  /// declares.
  private func position(of node: NodeID, named name: String, _ timing: KeyframeTiming) -> ScrollPosition? {
    var current: NodeID? = node
    while let element = current {
      if let found = declared(name, by: element, timing) { return found }
      let scope = stage.styles[element].motion.timelineScope
      if scope.contains(name) || scope.contains("all") {
        let all = document.nodes(in: element).filter { declares(name, $0) }
        return all.count == 1 ? declared(name, by: all[0], timing) : nil
      }
      current = document[element].parent
    }
    return nil
  }

  private func declares(_ name: String, _ node: NodeID) -> Bool {
    guard document.nodes[node.index].isElement else { return false }
    let motion = stage.styles[node].motion
    return motion.scrollTimelineName.contains(name) || motion.viewTimelineName.contains(name)
  }

  private func declared(_ name: String, by node: NodeID, _ timing: KeyframeTiming) -> ScrollPosition? {
    guard document.nodes[node.index].isElement else { return nil }
    let motion = stage.styles[node].motion
    if let index = motion.scrollTimelineName.firstIndex(of: name), isScroller(node) {
      let axis = motion.scrollTimelineAxis[index % motion.scrollTimelineAxis.count]
      return port(node, axis).flatMap { position(in: $0, timing) }
    }
    guard let index = motion.viewTimelineName.firstIndex(of: name) else { return nil }
    return position(
      ofView: node, motion.viewTimelineAxis[index % motion.viewTimelineAxis.count],
      motion.viewTimelineInset[index % motion.viewTimelineInset.count], timing)
  }

  // MARK: Scrollers

  /// A scroller along one axis, in points.
  private struct Port {
    var scroller: NodeID
    var isHorizontal: Bool
    var offset: Double
    /// The visible length, and the length by which it can be scrolled.
    var length: Double
    var limit: Double
  }

  private func isScroller(_ node: NodeID) -> Bool {
    stage.index(of: node).map { stage.tree.nodes[$0].scroll != nil } ?? false
  }

  private func scroller(around node: NodeID) -> NodeID? {
    var current = document[node].parent
    while let element = current {
      if document.nodes[element.index].isElement, isScroller(element) { return element }
      current = document[element].parent
    }
    return nil
  }

  /// §2.1: a scroller that cannot be scrolled has no active timeline.
  private func port(_ scroller: NodeID, _ axis: TimelineAxis) -> Port? {
    guard let index = stage.index(of: scroller), let scroll = stage.tree.nodes[index].scroll else {
      return nil
    }
    let isVertical = stage.styles[scroller].text.writingMode != .horizontalTB
    let isHorizontal =
      switch axis {
      case .x: true
      case .y: false
      case .inline: !isVertical
      case .block: isVertical
      }
    let found = stage.tree.nodes[index]
    let borders = found.paint.borderWidths
    var length =
      isHorizontal
      ? found.frame.width - borders.right - borders.left : found.frame.height - borders.top - borders.bottom
    if scroller == document.rootElement {
      length = min(length, isHorizontal ? viewport.width : viewport.height)
    }
    let limit = (isHorizontal ? scroll.width : scroll.height) - length
    guard limit > 0 else { return nil }
    return Port(
      scroller: scroller, isHorizontal: isHorizontal,
      offset: min(max(isHorizontal ? scroll.x : scroll.y, 0), limit), length: length, limit: limit)
  }

  // MARK: Ranges

  private func position(in port: Port, _ timing: KeyframeTiming) -> ScrollPosition {
    func edge(_ edge: TimelineRangeEdge, _ standard: Double) -> Double {
      edge.offset.map { $0.resolved(against: port.limit) } ?? standard
    }
    return position(port, edge(timing.range.start, 0), edge(timing.range.end, port.limit))
  }

  private func position(_ port: Port, _ start: Double, _ end: Double) -> ScrollPosition {
    let isAtEnd = port.offset >= port.limit - 1e-6 && end >= port.limit - 1e-6
    guard end > start else { return ScrollPosition(progress: port.offset < start ? -1 : 2, isAtEnd: false) }
    let progress = (port.offset - start) / (end - start)
    return ScrollPosition(progress: min(max(progress, -1e6), 1e6), isAtEnd: isAtEnd)
  }

  /// §3.1, *named timeline ranges*.
  private func position(
    ofView node: NodeID, _ axis: TimelineAxis, _ inset: TimelineInset, _ timing: KeyframeTiming
  ) -> ScrollPosition? {
    guard let scroller = scroller(around: node), let port = port(scroller, axis),
      let subject = place(of: node, in: port)
    else { return nil }
    let before = inset.start?.resolved(against: port.length) ?? 0
    let after = inset.end?.resolved(against: port.length) ?? 0
    // The offsets at which the edges of the subject meet those of the port.
    let enters = subject.start - port.length + after
    let fits = subject.start + subject.length - port.length + after
    let touches = subject.start - before
    let leaves = subject.start + subject.length - before
    let (first, last) = (min(fits, touches), max(fits, touches))
    func range(_ name: TimelineRangeEdge.Name?) -> (Double, Double) {
      switch name {
      case nil, .cover: (enters, leaves)
      case .contain: (first, last)
      case .entry: (enters, first)
      case .exit: (last, leaves)
      case .entryCrossing: (enters, fits)
      case .exitCrossing: (touches, leaves)
      }
    }
    func edge(_ edge: TimelineRangeEdge, isStart: Bool) -> Double {
      let (from, to) = range(edge.name)
      return edge.offset.map { from + $0.resolved(against: to - from) } ?? (isStart ? from : to)
    }
    return position(
      port, edge(timing.range.start, isStart: true), edge(timing.range.end, isStart: false))
  }

  /// Where an element begins in the content of a scroller, and how long it is; without transforms.
  private func place(of node: NodeID, in port: Port) -> (start: Double, length: Double)? {
    guard let own = stage.index(of: node), let scroller = stage.index(of: port.scroller) else { return nil }
    let tree = stage.tree
    let frame = tree.nodes[own].frame
    var start = 0.0
    var index = own
    while index != scroller {
      start += port.isHorizontal ? tree.nodes[index].frame.x : tree.nodes[index].frame.y
      guard let parent = tree.nodes[index].parent else { return nil }
      index = parent
    }
    let borders = tree.nodes[scroller].paint.borderWidths
    start -= port.isHorizontal ? borders.left : borders.top
    return (start, port.isHorizontal ? frame.width : frame.height)
  }
}
