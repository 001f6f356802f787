import HybridDrawing
import HybridGeometry
import HybridViewTree

/// The two directions, as a set.
struct Axes: OptionSet, Hashable, Sendable {
  var rawValue: UInt8
  static let width = Axes(rawValue: 1)
  static let height = Axes(rawValue: 2)
}

/// iOS's layout in points: it computes sizes within a maximum from the parent, then frames from the root
/// down, sizing children again inside their parent's final content box.
struct IOSLayout {
  struct Slot {
    var size = Size.zero
    /// Relative to the parent's corner.
    var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    var isPlaced = false
  }

  private struct Question: Hashable {
    var node: Int
    var room: Size<Double>
    var filling: Axes
  }

  let components: [Component]
  let units: TemplateUnits
  let screen: TemplateScreen
  private(set) var boxes: [ComponentBox<Double>]
  private(set) var slots: [Slot]
  private let present: [[Int]]
  private var measured: MeasuredSizes<Question, Size<Double>>

  init(_ components: [Component], screen: TemplateScreen, leavingOut tooDeep: [Int]) {
    let units = TemplateUnits(screen)
    self.components = components
    self.units = units
    self.screen = screen
    boxes = components.map { ComponentBox(pointsOf: $0, units: units) }
    for node in tooDeep { boxes[node].isGone = true }
    present = components.shownChildren(boxes)
    slots = Array(repeating: Slot(), count: components.count)
    measured = MeasuredSizes(componentCount: components.count)
  }

  /// The root is placed at 0,0 without its margins (`Documentation/template-components.md`).
  mutating func run(_ root: Int) {
    removeMargin(of: root)
    guard !boxes[root].isGone else { return }
    let height =
      boxes[root].height == .wrapContent
      ? ComponentTree.rootHeightLimit(screen) : TemplateUnits.bounded(screen.size.height)
    let size = size(of: root, in: Size(width: units.screenWidth, height: height))
    slots[root].frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    slots[root].isPlaced = true
    var open = [root]
    while let node = open.popLast() {
      let children = children(of: node)
      guard !children.isEmpty else { continue }
      place(children, of: node)
      for child in children where slots[child].isPlaced { open.append(child) }
    }
  }

  func write(to tree: inout ComponentTree) {
    for (index, slot) in slots.enumerated() where slot.isPlaced { tree.place(index, at: slot.frame) }
  }

  /// Removes the margin of a component that fills its room.
  mutating func removeMargin(of node: Int) { boxes[node].margin = Edges(0) }

  /// The children that are not gone.
  func children(of node: Int) -> [Int] { present[node] }

  // MARK: Sizes

  /// The size of a component in `room`, without margins. `filling` lists the axes on which it must fill the
  /// room.
  mutating func size(of node: Int, in room: Size<Double>, filling: Axes = []) -> Size<Double> {
    let question = Question(node: node, room: room, filling: filling)
    if let answer = measured[question] {
      slots[node].size = answer
      return answer
    }
    guard measured.begin() else { return slots[node].size }
    var size = contentSize(of: node, SizingRoom(boxes[node], in: room, filling: filling))
    if let aspect = boxes[node].aspect {
      switch aspect.direction {
      case .heightFromWidth: size.height = aspect.height(width: size.width)
      case .widthFromHeight: size.width = aspect.width(height: size.height)
      }
    }
    size.width = max(TemplateUnits.bounded(size.width), 0)
    size.height = max(TemplateUnits.bounded(size.height), 0)
    measured.insert(size, for: question)
    slots[node].size = size
    return size
  }

  /// A size plus the margins.
  ///
  /// Measure in a separate statement first: measuring in the argument would copy `self` with its caches.
  func outer(_ size: Size<Double>, of node: Int) -> Size<Double> {
    Size(
      width: size.width + boxes[node].marginWidth, height: size.height + boxes[node].marginHeight)
  }

  private mutating func contentSize(of node: Int, _ room: SizingRoom) -> Size<Double> {
    switch components[node].kind {
    case .frameLayout, .nFrameLayout: frameSize(node, room)
    case .vhLayout, .nVHLayout, .vh2Layout, .nVH2Layout: linearSize(node, room)
    case .gridLayout, .nGridLayout, .grid: gridLayoutSize(node, room)
    case .ratioLayout, .nRatioLayout: room.available
    case .nText, .vText: textSize(node, room)
    case .nImage, .vImage, .tmNImage, .tmVirtualImage: imageSize(node, room)
    case .custom: customSize(node, room)
    // Without content of their own, or not supported on iOS: a plain box.
    case .nLine, .vLine, .page, .flexLayout, .scroller, .vh, .slider, .virtualTime, .vGraph, .progress,
      .virtualContainer, .variable:
      room.size
    }
  }

  // MARK: Placing

  private mutating func place(_ children: [Int], of node: Int) {
    switch components[node].kind {
    case .frameLayout, .nFrameLayout: placeFrame(children, of: node)
    case .vhLayout, .nVHLayout: placeVH(children, of: node)
    case .vh2Layout, .nVH2Layout: placeVH2(children, of: node)
    case .gridLayout, .nGridLayout, .grid: placeGridLayout(children, of: node)
    case .ratioLayout, .nRatioLayout: placeRatio(children, of: node)
    case .page: placePage(children, of: node)
    default: break
    }
  }

  /// Places a child, by default with its own size.
  mutating func put(_ child: Int, x: Double, y: Double, size: Size<Double>? = nil) {
    let size = size ?? slots[child].size
    slots[child].frame = Rect(x: x, y: y, width: size.width, height: size.height)
    slots[child].isPlaced = true
  }

  /// A placed component's box without its padding, relative to its corner.
  func contentBox(of node: Int) -> Rect {
    let padding = boxes[node].padding
    let frame = slots[node].frame
    return Rect(
      x: padding.left, y: padding.top, width: max(frame.width - padding.width, 0),
      height: max(frame.height - padding.height, 0))
  }

  /// Sizes a child for its parent's content.
  mutating func sizeChild(_ child: Int, in content: Rect) -> Size<Double> {
    size(of: child, in: Size(width: content.width, height: content.height))
  }

  /// A child's gravity; if unset, the parent's.
  func gravity(of child: Int, in parent: Int) -> Gravity {
    boxes[child].layoutGravity.isEmpty ? boxes[parent].gravity : boxes[child].layoutGravity
  }

  /// The left edge by gravity in `box`, within the margins.
  func x(of child: Int, in box: Rect, gravity: Gravity) -> Double {
    let free = box.width - slots[child].size.width - boxes[child].marginWidth
    let start = box.x + boxes[child].margin.left
    return gravity.contains(.horizontalCenter)
      ? start + free / 2 : gravity.contains(.right) ? start + free : start
  }

  /// The upper edge by gravity in `box`, within the margins.
  func y(of child: Int, in box: Rect, gravity: Gravity) -> Double {
    let free = box.height - slots[child].size.height - boxes[child].marginHeight
    let start = box.y + boxes[child].margin.top
    return gravity.contains(.verticalCenter)
      ? start + free / 2 : gravity.contains(.bottom) ? start + free : start
  }
}

/// The room of a component after applying its own size rules, before measuring its content.
struct SizingRoom {
  /// The size if known, else 0.
  var size: Size<Double>
  /// Its maximum size.
  var available: Size<Double>
  /// The maximum size of its content.
  var content: Size<Double>
  var wrapsWidth: Bool
  var wrapsHeight: Bool
  var padding: Edges<Double>

  init(_ box: ComponentBox<Double>, in room: Size<Double>, filling: Axes) {
    func side(_ rule: SizeRule<Double>, _ room: Double, fills: Bool) -> (Double, Double, Bool) {
      if fills { return (room, room, false) }
      return switch rule {
      case .matchParent: (room, room, false)
      case .wrapContent: (0, room, true)
      case .length(let length): (length, length, false)
      }
    }
    let width = side(box.width, max(room.width - box.marginWidth, 0), fills: filling.contains(.width))
    let height = side(box.height, max(room.height - box.marginHeight, 0), fills: filling.contains(.height))
    size = Size(width: width.0, height: height.0)
    available = Size(width: width.1, height: height.1)
    (wrapsWidth, wrapsHeight) = (width.2, height.2)
    padding = box.padding
    content = Size(
      width: max(available.width - padding.width, 0), height: max(available.height - padding.height, 0))
  }

  var wraps: Bool { wrapsWidth || wrapsHeight }

  /// The size for a given content size.
  func wrapping(_ content: Size<Double>) -> Size<Double> {
    Size(
      width: wrapsWidth ? content.width + padding.width : size.width,
      height: wrapsHeight ? content.height + padding.height : size.height)
  }
}
